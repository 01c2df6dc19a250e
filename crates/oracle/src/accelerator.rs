//! The GPU, where this program was built with the feature `gpu`; without, there is none.

#[cfg(feature = "gpu")]
mod found {
    use hindsight_core::Numbered;
    use hindsight_gpu::{Gpu, GpuError};
    use hindsight_solve::{Backend, SolveError};

    /// A GPU that has room for a game; an error where there is none.
    pub fn open(index: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        let gpu = Gpu::open(index.device().ok_or(GpuError::NotOffered)?)?;
        gpu.check_memory(index)?;
        Ok(Box::new(gpu))
    }

    /// Bytes that a GPU must have free to solve a game; `None` if it cannot.
    pub fn memory(index: &dyn Numbered) -> Option<u64> {
        hindsight_gpu::device_memory(index)
    }
}

#[cfg(not(feature = "gpu"))]
mod found {
    use hindsight_core::Numbered;
    use hindsight_solve::{Backend, SolveError};

    const LEFT_OUT: &str = "this program was built without GPU support (Cargo feature `gpu`); \
                            leave out --device gpu";

    /// Refuses: this program knows no GPU.
    pub fn open(_: &dyn Numbered) -> Result<Box<dyn Backend>, SolveError> {
        Err(SolveError::Device(LEFT_OUT.to_owned()))
    }

    /// None: this program knows no GPU.
    pub fn memory(_: &dyn Numbered) -> Option<u64> {
        None
    }
}

pub use found::{memory, open};
