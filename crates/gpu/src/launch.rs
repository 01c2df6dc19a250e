//! What a kernel is told, laid out as in `device/prelude.h`.

use hindsight_core::{
    MAX_DEVICE_ARRAYS, MAX_DEVICE_NUMBERS, MAX_DEVICE_PARAMETERS, MAX_DEVICE_TARGETS,
    MAX_LEVEL_ARRAYS, MAX_LEVEL_NUMBERS,
};

/// Slots that a block of threads takes at a time: `CHUNK` in `device/orbit.h`.
pub(crate) const CHUNK: u64 = 4096;
/// Bytes of the words that tell what is due in a chunk.
pub(crate) const DUE_BYTES: u64 = 32;

/// An index on the machine: addresses of arrays there, and numbers, of which the first is the width of
/// a class.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Index {
    pub(crate) arrays: [u64; MAX_DEVICE_ARRAYS],
    pub(crate) numbers: [u32; MAX_DEVICE_NUMBERS],
}

/// The values of a tier on the machine.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct MachineTable {
    pub(crate) values: u64,
    pub(crate) due: u64,
    pub(crate) marks: u64,
    pub(crate) labels: u64,
    pub(crate) worst: u64,
    pub(crate) worths: u64,
    pub(crate) index: Index,
    pub(crate) is_inside: u32,
    pub(crate) is_known: u32,
}

/// A tier on the machine.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct MachineTier {
    pub(crate) own: MachineTable,
    pub(crate) slots: u64,
    pub(crate) parameters: [u32; MAX_DEVICE_PARAMETERS],
    pub(crate) targets: [MachineTable; MAX_DEVICE_TARGETS],
}

impl MachineTier {
    /// The chunks that its slots are cut in.
    pub(crate) fn chunks(&self) -> u64 {
        self.slots.div_ceil(CHUNK)
    }
}

/// Everything that a kernel is told.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Launch {
    pub(crate) tier: MachineTier,
    pub(crate) tables: u64,
    pub(crate) report: u64,
    /// Where numbers are counted.
    pub counts: u64,
    pub(crate) looks: u64,
    pub(crate) level: u32,
    pub(crate) count_mask: u32,
    pub(crate) worst_shift: u32,
    pub(crate) worst_max: u32,
    pub(crate) worst_halved: u32,
    pub(crate) keeps_turn: u32,
}

/// A level of a game on the machine: see [`hindsight_core::LevelSurvey`].
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct LevelTable {
    pub(crate) values: u64,
    pub(crate) arrays: [u64; MAX_LEVEL_ARRAYS],
    pub(crate) numbers: [u32; MAX_LEVEL_NUMBERS],
}

/// Everything that a kernel of a [`hindsight_core::LevelSurvey`] is told.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct LevelLaunch {
    pub(crate) own: LevelTable,
    pub(crate) next: LevelTable,
    pub(crate) common: [u64; MAX_LEVEL_ARRAYS],
    pub(crate) counts: u64,
    pub(crate) first_item: u64,
    pub(crate) items: u64,
}

/// What kernels have to say.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Report {
    pub(crate) deepest: u32,
    pub(crate) deepest_tie: u32,
    pub(crate) trouble: u32,
    pub(crate) news: u32,
    pub(crate) trouble_slot: u64,
    pub(crate) positions: u64,
    pub(crate) moves: u64,
}

impl Report {
    pub(crate) const BYTES: usize = size_of::<Report>();

    /// A report from its bytes on the machine.
    pub(crate) fn of(bytes: &[u8; Report::BYTES]) -> Report {
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_ne_bytes(word)
        };
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        Report {
            deepest: word(0),
            deepest_tie: word(4),
            trouble: word(8),
            news: word(12),
            trouble_slot: long(16),
            positions: long(24),
            moves: long(32),
        }
    }

    /// The bytes of a report in which nothing was said yet.
    pub(crate) fn blank() -> [u8; Report::BYTES] {
        let mut bytes = [0; Report::BYTES];
        // The least slot in trouble is kept, so that it starts with the largest number.
        bytes[16..24].fill(0xff);
        bytes
    }

    /// What went wrong, in words; `None` if nothing did.
    pub(crate) fn trouble(&self) -> Option<&'static str> {
        Some(match self.trouble {
            0 => return None,
            1 => "a move to a tier that is no child tier",
            2 => "a position without moves that is not over",
            3 => "more inside moves than the game's maximum",
            4 => "more un-moves than moves",
            5 => "a move to a position without a value",
            6 => "a win in an even number of moves",
            8 => "a label of a draw that is not what the moves make of it",
            _ => "a value that is not what the moves make of it",
        })
    }
}
