//! Numbers as people read them.

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

/// A number in three digits or so, with the letter for thousands, millions or billions.
pub fn rough(number: f64) -> String {
    match number {
        n if n >= 1e9 => format!("{:.1} G", n / 1e9),
        n if n >= 1e6 => format!("{:.1} M", n / 1e6),
        n if n >= 1e3 => format!("{:.1} k", n / 1e3),
        n => format!("{n:.0}"),
    }
}

/// A time in whole seconds or minutes, or in hours or days.
pub fn duration(seconds: f64) -> String {
    match seconds as u64 {
        whole @ 0..120 => format!("{whole} s"),
        whole @ 120..7_200 => format!("{} min", whole / 60),
        7_200..172_800 => format!("{:.1} h", seconds / 3_600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
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
        assert_eq!(rough(12_345_678.0), "12.3 M");
        let times =
            [(0.5, "0 s"), (119.0, "119 s"), (150.0, "2 min"), (9e3, "2.5 h"), (2e5, "2.3 days")];
        for (seconds, text) in times {
            assert_eq!(duration(seconds), text);
        }
        assert_eq!(count(1, "tier"), "1 tier");
        assert_eq!(count(2000, "tier"), "2,000 tiers");
    }
}
