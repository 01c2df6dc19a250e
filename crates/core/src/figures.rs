//! Whole numbers as people read them.

/// A whole number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 tier`, `2 tiers`.
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_come_in_groups_of_three() {
        let known = [(0, "0"), (999, "999"), (1000, "1,000"), (1234567, "1,234,567")];
        for (number, text) in known {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(count(1, "tier"), "1 tier");
        assert_eq!(count(2000, "tier"), "2,000 tiers");
    }
}
