//! What the passes run on: a GPU, or in the tests this machine's processor.

use std::fmt;
use std::sync::Arc;

use crate::error::GpuError;
use crate::launch::{Launch, LevelLaunch};

/// The kernels, by their names in `device/passes.h` and `device/rounds.h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Finds holes and positions at which the game is over.
    Overs,
    /// Finds best exits and counts inside moves.
    Exits,
    /// Goes backwards from the loses of a level.
    Loses,
    /// Goes backwards from the wins of a level.
    Wins,
    /// Looks at exits again, where the state had no room for them.
    RecheckExits,
    /// Goes backwards from the ties of a level.
    Ties,
    /// Turns what is left into draws.
    Draws,
    /// Derives every value again.
    Verify,
    /// Visits the children of slots that are reached.
    Reach,
    /// Counts reached positions by value.
    Count,
    /// Finds a reached slot with a code.
    Find,
    /// Sums up what the header says about every slot.
    Describe,
    /// Opens the draws of a tier, and takes out holes that look like draws.
    Open,
    /// Finds what moves are worth in a round, and counts those to open draws.
    RoundExits,
    /// Goes backwards from what loses at a time of a round.
    RoundLoses,
    /// Goes backwards from what wins at a time of a round.
    RoundWins,
    /// Gives what a round decided its labels.
    Label,
    /// Gives all draws that are still open one label.
    Close,
    /// Derives every label again.
    VerifyLabels,
}

impl Kernel {
    /// All kernels.
    pub const ALL: [Kernel; 19] = [
        Kernel::Overs,
        Kernel::Exits,
        Kernel::Loses,
        Kernel::Wins,
        Kernel::RecheckExits,
        Kernel::Ties,
        Kernel::Draws,
        Kernel::Verify,
        Kernel::Reach,
        Kernel::Count,
        Kernel::Find,
        Kernel::Describe,
        Kernel::Open,
        Kernel::RoundExits,
        Kernel::RoundLoses,
        Kernel::RoundWins,
        Kernel::Label,
        Kernel::Close,
        Kernel::VerifyLabels,
    ];

    /// Its name in the source.
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Overs => "overs",
            Kernel::Exits => "exits",
            Kernel::Loses => "loses",
            Kernel::Wins => "wins",
            Kernel::RecheckExits => "recheck_exits",
            Kernel::Ties => "ties",
            Kernel::Draws => "draws",
            Kernel::Verify => "verify",
            Kernel::Reach => "reach",
            Kernel::Count => "count",
            Kernel::Find => "find",
            Kernel::Describe => "describe",
            Kernel::Open => "open_draws",
            Kernel::RoundExits => "round_exits",
            Kernel::RoundLoses => "round_loses",
            Kernel::RoundWins => "round_wins",
            Kernel::Label => "label_draws",
            Kernel::Close => "close_draws",
            Kernel::VerifyLabels => "verify_labels",
        }
    }
}

/// Writes the bytes from an offset on into a buffer; called from several threads.
pub type Reader<'a> = &'a (dyn Fn(u64, &mut [u8]) + Sync);

/// Memory of its own, and kernels that work on it.
///
/// Kernels, fills and small transfers take place in the order in which they are asked for. Large
/// transfers may overlap with the kernels of other units; they are complete when the call returns.
pub trait Machine: Send + Sync {
    /// What it is called.
    fn name(&self) -> String;

    /// The bytes of memory that are free.
    fn free_memory(&self) -> Result<u64, GpuError>;

    /// Takes memory, aligned for everything.
    fn allocate(&self, bytes: u64) -> Result<u64, GpuError>;

    /// Gives memory back.
    fn release(&self, address: u64);

    /// Writes the same byte everywhere.
    fn fill(&self, address: u64, bytes: u64, value: u8) -> Result<(), GpuError>;

    /// Copies to the machine, whatever `read` writes.
    fn upload(&self, address: u64, bytes: u64, read: Reader<'_>) -> Result<(), GpuError>;

    /// Copies from the machine.
    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError>;

    /// Starts a kernel over so many chunks of slots.
    fn launch(&self, kernel: Kernel, chunks: u64, launch: &Launch) -> Result<(), GpuError>;

    /// Starts a kernel of a game that is surveyed level by level, over so many blocks.
    fn launch_level(
        &self,
        kernel: &'static str,
        blocks: u64,
        launch: &LevelLaunch,
    ) -> Result<(), GpuError>;
}

/// Memory of a machine; given back when dropped.
pub struct Buffer<M: Machine> {
    machine: Arc<M>,
    address: u64,
    bytes: u64,
}

impl<M: Machine> Buffer<M> {
    /// Takes memory.
    pub fn new(machine: &Arc<M>, bytes: u64) -> Result<Buffer<M>, GpuError> {
        // No kernel is ever handed an address that is not its own, not even for an empty array.
        let bytes = bytes.max(16);
        let address = machine.allocate(bytes)?;
        Ok(Buffer { machine: Arc::clone(machine), address, bytes })
    }

    /// Takes memory and fills it.
    pub fn of(machine: &Arc<M>, contents: &[u8]) -> Result<Buffer<M>, GpuError> {
        let buffer = Buffer::new(machine, contents.len() as u64)?;
        let copy = |offset: u64, part: &mut [u8]| {
            let from = offset as usize;
            part.copy_from_slice(&contents[from..from + part.len()]);
        };
        machine.upload(buffer.address, contents.len() as u64, &copy)?;
        Ok(buffer)
    }

    /// Where it is.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// How large it is.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl<M: Machine> Drop for Buffer<M> {
    fn drop(&mut self) {
        self.machine.release(self.address);
    }
}

impl<M: Machine> fmt::Debug for Buffer<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buffer")
            .field("address", &self.address)
            .field("bytes", &self.bytes)
            .finish()
    }
}
