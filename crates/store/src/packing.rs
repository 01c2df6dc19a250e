//! Codes as small numbers: which width a dictionary needs, packing and unpacking a block.

use hindsight_core::Code;

/// The bits a slot takes with a dictionary of this many entries: the fewest that suffice among
/// 1, 2, 4, 8 and 16, or 0 without any entry.
///
/// Widths that do not divide 8 would look smaller but are larger on disk: zstd finds repetitions
/// and counts symbols by whole bytes, and with, say, 5 bits the same run of codes looks different
/// at each of its eight alignments. Measured on made-up tiers of drifting runs, level 12: 3 bits
/// were 11 to 17% larger than 4, and 5, 6 and 7 bits 25 to 50% larger than 8.
pub(crate) fn width_for(entries: usize) -> u8 {
    match entries {
        0 => 0,
        1..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        17..=256 => 8,
        _ => 16,
    }
}

/// From codes to their places in the dictionary.
#[derive(Debug)]
pub(crate) struct Packer {
    places: Box<[u16]>,
    width: u8,
}

/// Marks a code that the dictionary lacks. A dictionary is too short to have this place, since not
/// every code is an outcome.
const NO_PLACE: u16 = u16::MAX;

impl Packer {
    pub(crate) fn new(dictionary: &[Code]) -> Packer {
        let mut places = vec![NO_PLACE; 1 << 16].into_boxed_slice();
        for (place, code) in dictionary.iter().enumerate() {
            places[usize::from(code.0)] = place as u16;
        }
        Packer { places, width: width_for(dictionary.len()) }
    }

    pub(crate) fn width(&self) -> u8 {
        self.width
    }

    /// Packs the codes of one block. `places` is scratch space.
    ///
    /// A hole may be packed as anything, and repeating the slot before it compresses best. Holes at
    /// the block's start take its first code, so that blocks stay independent of one another.
    ///
    /// Fails with the index of the first code that is not in the dictionary.
    pub(crate) fn pack(
        &self,
        codes: &[Code],
        places: &mut Vec<u16>,
        out: &mut Vec<u8>,
    ) -> Result<(), usize> {
        let first = codes.iter().find(|code| **code != Code::HOLE);
        let mut last = first.map_or(0, |code| self.places[usize::from(code.0)]);
        places.clear();
        for (at, code) in codes.iter().enumerate() {
            if *code != Code::HOLE {
                last = self.places[usize::from(code.0)];
                if last == NO_PLACE {
                    return Err(at);
                }
            }
            places.push(last);
        }
        out.clear();
        match self.width {
            0 => {}
            8 => out.extend(places.iter().map(|place| *place as u8)),
            16 => out.extend(places.iter().flat_map(|place| place.to_le_bytes())),
            width => {
                let join = |byte, place: &u16| byte << width | *place as u8;
                let bytes = places.chunks(usize::from(8 / width));
                out.extend(bytes.map(|slots| slots.iter().rev().fold(0, join)));
            }
        }
        Ok(())
    }
}

/// From places in the dictionary to what stands for the codes: the codes themselves, or whatever
/// the caller of [`Table::read_into`](crate::Table::read_into) wants instead.
pub(crate) struct Unpacker<T> {
    /// What each place stands for, filled up so that any place of the width has an entry.
    meanings: Vec<T>,
    entries: usize,
    width: u8,
}

impl<T: Copy> Unpacker<T> {
    pub(crate) fn new(dictionary: &[Code], meaning: impl Fn(Code) -> T) -> Unpacker<T> {
        let width = width_for(dictionary.len());
        let mut meanings: Vec<T> = dictionary.iter().map(|code| meaning(*code)).collect();
        if let Some(filler) = meanings.first().copied() {
            meanings.resize(if width == 16 { 1 << 16 } else { 1 << 8 }, filler);
        }
        Unpacker { meanings, entries: dictionary.len(), width }
    }

    /// Unpacks `out.len()` slots of a packed block, beginning with its slot `first`.
    ///
    /// Returns false, with nonsense in `out`, if a place lies outside the dictionary or the block
    /// is too short.
    #[must_use]
    pub(crate) fn unpack(&self, packed: &[u8], first: usize, out: &mut [T]) -> bool {
        let worst = match self.width {
            1 => self.narrow::<1>(packed, first, out),
            2 => self.narrow::<2>(packed, first, out),
            4 => self.narrow::<4>(packed, first, out),
            8 => self.narrow::<8>(packed, first, out),
            16 => self.wide(packed, first, out),
            _ => None,
        };
        worst.is_some_and(|worst| worst < self.entries)
    }

    fn narrow<const WIDTH: usize>(
        &self,
        packed: &[u8],
        first: usize,
        out: &mut [T],
    ) -> Option<usize> {
        let per_byte = 8 / WIDTH;
        let mask = (0xff >> (8 - WIDTH)) as u8;
        let meanings: &[T; 256] = self.meanings.as_slice().try_into().ok()?;
        if (first + out.len()).div_ceil(per_byte) > packed.len() {
            return None;
        }
        let out_slots = out.len();
        let mut worst = 0;
        let mut take = |byte: u8, lane: usize, to: &mut T| {
            let place = byte >> (lane * WIDTH) & mask;
            worst = worst.max(place);
            *to = meanings[usize::from(place)];
        };
        // The slots before the first whole byte, then whole bytes, so that the shifts are constant.
        let head = (first.next_multiple_of(per_byte) - first).min(out.len());
        let (start, rest) = out.split_at_mut(head);
        for (at, to) in start.iter_mut().enumerate() {
            take(packed[(first + at) / per_byte], (first + at) % per_byte, to);
        }
        let bytes = &packed[(first + head) / per_byte..];
        let mut groups = rest.chunks_exact_mut(per_byte);
        for (slots, byte) in groups.by_ref().zip(bytes) {
            for (lane, to) in slots.iter_mut().enumerate() {
                take(*byte, lane, to);
            }
        }
        let tail = groups.into_remainder();
        for (lane, to) in tail.iter_mut().enumerate() {
            take(packed[(first + out_slots) / per_byte], lane, to);
        }
        Some(usize::from(worst))
    }

    fn wide(&self, packed: &[u8], first: usize, out: &mut [T]) -> Option<usize> {
        let meanings: &[T; 1 << 16] = self.meanings.as_slice().try_into().ok()?;
        let (places, _) = packed.get(first * 2..)?.get(..out.len() * 2)?.as_chunks::<2>();
        let mut worst = 0;
        for (to, place) in out.iter_mut().zip(places) {
            let place = u16::from_le_bytes(*place);
            worst = worst.max(place);
            *to = meanings[usize::from(place)];
        }
        Some(usize::from(worst))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_the_fewest_bits_that_divide_bytes() {
        let entries = [0, 1, 2, 3, 4, 5, 16, 17, 256, 257, 49150];
        assert_eq!(entries.map(width_for), [0, 1, 1, 2, 2, 4, 4, 8, 8, 16, 16]);
    }

    #[test]
    fn holes_repeat_what_stands_before_them() {
        let packer = Packer::new(&[Code(3), Code(5), Code(9)]);
        let (mut places, mut out) = (Vec::new(), Vec::new());
        let codes = [Code::HOLE, Code(5), Code::HOLE, Code(9), Code::HOLE];
        packer.pack(&codes, &mut places, &mut out).unwrap();
        assert_eq!(places, [1, 1, 1, 2, 2]);
        assert_eq!(out, [0b10_01_01_01, 0b10]);
        assert_eq!(packer.pack(&[Code(3), Code(4)], &mut places, &mut out), Err(1));
    }

    #[test]
    fn places_outside_the_dictionary_are_noticed() {
        let unpacker = Unpacker::new(&[Code(3), Code(5), Code(9)], |code| code);
        let mut out = [Code(0); 3];
        assert!(unpacker.unpack(&[0b00_01_10_11], 1, &mut out));
        assert_eq!(out, [Code(9), Code(5), Code(3)]);
        assert!(!unpacker.unpack(&[0b00_01_10_11], 0, &mut out));
        assert!(!unpacker.unpack(&[0b00_01_10_11], 2, &mut out));
    }
}
