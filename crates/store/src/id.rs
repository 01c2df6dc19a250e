//! Which game, in which variant, under which rules.

use std::fmt;

/// What a set of tables answers for. The rules' fingerprint guards against reading tables that were
/// solved under rules that have changed since.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// The game's name, as on the command line.
    pub game: String,
    /// The variant's name; may be empty and may hold any characters.
    pub variant: String,
    /// The fingerprint of rules and index: changes whenever a slot would mean something else.
    pub rules: Fingerprint,
}

/// Sixteen bytes that tell rules apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The fingerprint of a description of the rules: the first half of its blake3 hash.
    pub fn of(description: &[u8]) -> Fingerprint {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&blake3::hash(description).as_bytes()[..16]);
        Fingerprint(bytes)
    }

    /// Reads back what `Display` writes: 32 lower-case hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Fingerprint> {
        let digit = |c: u8| match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' => Some(c - b'a' + 10),
            _ => None,
        };
        let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
        let pairs: &[[u8; 2]; 16] = pairs.try_into().ok()?;
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Fingerprint(bytes))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Fingerprint({self})")
    }
}
