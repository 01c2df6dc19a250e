//! Positions as they stand in addresses of GamesmanUni.
//!
//! That client pastes positions into addresses as they are, so that they may consist only of
//! letters, digits and a few signs. Of our own notation, `/` becomes `_` and `:` becomes `.`;
//! whatever else is not safe becomes `~` and the two digits of each of its bytes.

/// A text in the alphabet that is safe; `;` is left free to separate the parts of a move.
pub fn encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'/' => encoded.push('_'),
            b':' => encoded.push('.'),
            b'-' | b',' | b'|' | b'*' => encoded.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => encoded.push(byte.into()),
            byte => encoded.push_str(&format!("~{byte:02x}")),
        }
    }
    encoded
}

/// What [`encode`] made the text of; `None` where nothing could have been.
pub fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'_' => b'/',
            b'.' => b':',
            b'~' => {
                let mut digit = || rest.next().and_then(|digit| char::from(digit).to_digit(16));
                (digit()? * 16 + digit()?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn our_notations_stay_readable() {
        assert_eq!(encode("OO/-X:x"), "OO_-X.x");
        assert_eq!(encode("W--/---:8,9:w"), "W--_---.8,9.w");
        assert_eq!(encode("a;b_c~"), "a~3bb~5fc~7e");
    }

    #[test]
    fn half_a_byte_is_nothing() {
        for text in ["~", "~4", "~zz", "~ff", "a~"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_text_comes_back(text: String) {
            let encoded = encode(&text);
            let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.~,|*".contains(&byte);
            prop_assert!(encoded.bytes().all(is_safe));
            prop_assert_eq!(decode(&encoded), Some(text));
        }

        #[test]
        fn any_text_gets_an_answer(text: String) {
            if let Some(decoded) = decode(&text) {
                prop_assert_eq!(decode(&encode(&decoded)), Some(decoded));
            }
        }
    }
}
