//! Numbers as people read them.

pub use hindsight_core::{count, grouped};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_are_short() {
        assert_eq!(rough(12_345_678.0), "12.3 M");
        let times =
            [(0.5, "0 s"), (119.0, "119 s"), (150.0, "2 min"), (9e3, "2.5 h"), (2e5, "2.3 days")];
        for (seconds, text) in times {
            assert_eq!(duration(seconds), text);
        }
    }
}
