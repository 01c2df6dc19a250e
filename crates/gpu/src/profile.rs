//! Where the time of the kernels goes, if somebody wants to know.
//!
//! With the environment variable `HINDSIGHT_GPU_PROFILE` set to the name of a file, kernels are compiled
//! with counters and timed one by one, and the file gets a row for each kernel when the GPU is closed:
//! how often it ran, for how many seconds, over how many slots, how many slots its threads looked up
//! elsewhere (at least one random read each) and how many of those they changed (for `wins`, by an atomic
//! update). Counting and timing cost a few percent.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;

use cudarc::driver::{DriverError, result, sys};

use crate::launch::CHUNK;
use crate::machine::Kernel;

/// The variable that asks for a profile.
const VARIABLE: &str = "HINDSIGHT_GPU_PROFILE";
/// Bytes of a kernel's counters on the device.
pub(crate) const LOOK_BYTES: usize = 16;

/// Kernels that have run, and those that may still run.
pub(crate) struct Profile {
    file: PathBuf,
    /// Where the device counts, for each kernel of [`Kernel::ALL`].
    pub(crate) looks: u64,
    running: Vec<(Kernel, sys::CUevent, sys::CUevent)>,
    free: Vec<sys::CUevent>,
    times: HashMap<Kernel, Times>,
}

// SAFETY: events may be used from any thread that the context is bound to.
unsafe impl Send for Profile {}

#[derive(Clone, Copy, Default)]
struct Times {
    launches: u64,
    seconds: f64,
    slots: u64,
}

/// The file that a profile was asked for, if one was.
pub(crate) fn wanted() -> Option<PathBuf> {
    std::env::var_os(VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from)
}

impl Profile {
    /// A profile for a file; `looks` is memory for the counters of all kernels, cleared.
    pub(crate) fn new(file: PathBuf, looks: u64) -> Profile {
        let (running, free) = (Vec::new(), Vec::new());
        Profile { file, looks, running, free, times: HashMap::new() }
    }

    fn event(&mut self) -> Result<sys::CUevent, DriverError> {
        match self.free.pop() {
            Some(event) => Ok(event),
            None => result::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT),
        }
    }

    /// Runs `launch` between two events.
    pub(crate) fn around(
        &mut self,
        kernel: Kernel,
        chunks: u64,
        launch: impl FnOnce() -> Result<(), DriverError>,
    ) -> Result<(), DriverError> {
        let (before, after) = (self.event()?, self.event()?);
        let stream = result::stream::null();
        // SAFETY: the context is bound, and both events are ours.
        unsafe { result::event::record(before, stream) }?;
        launch()?;
        // SAFETY: as above.
        unsafe { result::event::record(after, stream) }?;
        self.running.push((kernel, before, after));
        let times = self.times.entry(kernel).or_default();
        times.launches += 1;
        times.slots += chunks * CHUNK;
        Ok(())
    }

    /// Adds up what has run; the caller has waited for it.
    pub(crate) fn collect(&mut self) {
        for (kernel, before, after) in std::mem::take(&mut self.running) {
            // SAFETY: both events were recorded.
            if let Ok(milliseconds) = unsafe { result::event::elapsed(before, after) } {
                let times = self.times.entry(kernel).or_default();
                times.seconds += f64::from(milliseconds) / 1000.0;
            }
            self.free.extend([before, after]);
        }
    }

    /// Writes the file. `looks` has the counters of all kernels.
    pub(crate) fn write(&self, looks: &[u8]) -> std::io::Result<()> {
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &byte| n << 8 | u64::from(byte));
        let mut text = "kernel,launches,seconds,slots,looked_up,changed\n".to_owned();
        for (kernel, looks) in Kernel::ALL.iter().zip(looks.chunks_exact(LOOK_BYTES)) {
            let Some(Times { launches, seconds, slots }) = self.times.get(kernel) else { continue };
            let (looked_up, changed) = (number(&looks[..8]), number(&looks[8..]));
            let name = kernel.name();
            let row =
                writeln!(text, "{name},{launches},{seconds:.6},{slots},{looked_up},{changed}");
            row.map_err(std::io::Error::other)?;
        }
        std::fs::write(&self.file, text)
    }
}
