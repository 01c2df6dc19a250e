//! Names of variants and tiers as names of files.
//!
//! Letters, digits, `_`, `-` and `.` stand for themselves; every other byte becomes `%XX`. A leading
//! dot is escaped too (no hidden files, no `..`), and the empty name is a lone `%`. Two names never
//! share a file name.

/// How the names of tables end.
pub(crate) const TABLE_SUFFIX: &str = ".hst";

/// The file name of a tier's table.
pub(crate) fn table_file(tier: &str) -> String {
    escape(tier) + TABLE_SUFFIX
}

/// The file name of a game, variant or tier.
pub(crate) fn escape(name: &str) -> String {
    if name.is_empty() {
        return "%".to_owned();
    }
    let mut escaped = String::with_capacity(name.len());
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'.' if at == 0 => escaped.push_str("%2E"),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' => {
                escaped.push(byte.into());
            }
            _ => escaped.push_str(&format!("%{byte:02X}")),
        }
    }
    escaped
}

/// The name behind a file name; `None` if [`escape`] does not produce it.
pub(crate) fn unescape(escaped: &str) -> Option<String> {
    if escaped == "%" {
        return Some(String::new());
    }
    let mut bytes = Vec::with_capacity(escaped.len());
    let mut rest = escaped.as_bytes();
    while let [first, tail @ ..] = rest {
        if *first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    let name = String::from_utf8(bytes).ok()?;
    (escape(&name) == escaped).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_names_stay_readable() {
        assert_eq!(escape("4x4-no_pass.v2"), "4x4-no_pass.v2");
        assert_eq!(escape("3:2,5"), "3%3A2%2C5");
    }

    #[test]
    fn no_name_leaves_its_folder() {
        assert_eq!(escape(".."), "%2E.");
        assert_eq!(escape("a/../b"), "a%2F..%2Fb");
        assert_eq!(escape(""), "%");
        assert_eq!(escape("%"), "%25");
    }

    #[test]
    fn only_what_escape_writes_is_read() {
        for foreign in ["", "a:b", "%4", "%zz", "%41", "%3a", ".x", "%FF", "%+1"] {
            assert_eq!(unescape(foreign), None, "{foreign}");
        }
    }

    proptest! {
        #[test]
        fn names_round_trip(name: String) {
            let escaped = escape(&name);
            prop_assert!(escaped.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-%".contains(&b)));
            prop_assert_eq!(unescape(&escaped), Some(name));
        }
    }
}
