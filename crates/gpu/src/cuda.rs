//! An NVIDIA GPU, through libraries that are looked for when it is opened.

use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaContext, CudaFunction, CudaModule, DriverError, result, sys};
use cudarc::nvrtc::{self, CompileError, CompileOptions};
use hindsight_core::{DeviceSide, LevelSurvey};

use crate::error::GpuError;
use crate::launch::{Launch, LevelLaunch};
use crate::machine::{Kernel, Machine, Reader};
use crate::profile::{self, LOOK_BYTES, Profile};
use crate::source::{BLOCKS_PER_PROCESSOR, LEVEL_THREADS, THREADS, level_source, source};
use crate::words::fast_words;

/// Larger transfers go through buffers that the device can reach by itself, several at once.
const LARGE: u64 = 1 << 20;
/// Bytes of such a buffer.
const STAGE_BYTES: usize = 16 << 20;
/// The most blocks that survey a level, by multiprocessor: items differ in how long they take.
const LEVEL_BLOCKS: u64 = 16;
/// Threads that copy to or from the buffers of one transfer.
const COPIERS: usize = 8;

/// A GPU with the kernels of one game.
pub struct Cuda {
    context: Arc<CudaContext>,
    _module: Arc<CudaModule>,
    functions: HashMap<&'static str, CudaFunction>,
    fast_bytes: u32,
    processors: u64,
    stages: Mutex<Vec<Stage>>,
    profile: Option<Mutex<Profile>>,
}

/// Memory of the host that the device can reach, and an order of transfers of its own.
struct Stage {
    memory: *mut u8,
    stream: sys::CUstream,
}

// SAFETY: the memory belongs to the stage alone, and both handles may be used from any thread that the
// context is bound to.
unsafe impl Send for Stage {}

fn driver(what: &'static str) -> impl Fn(DriverError) -> GpuError {
    move |error| GpuError::Driver { what, reason: error.to_string() }
}

/// The GPU that this process takes: with several processes on a machine, each one of its own as far as there
/// are enough, going by the number that the launcher gave it.
fn device_of_rank(devices: usize) -> usize {
    let known = ["OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"];
    let number = |name| std::env::var(name).ok()?.parse::<usize>().ok();
    known.into_iter().find_map(number).unwrap_or(0) % devices
}

impl Cuda {
    /// The first GPU, with the kernels of a game.
    pub fn open(side: &dyn DeviceSide) -> Result<Cuda, GpuError> {
        let wanted = profile::wanted();
        let counting = if wanted.is_some() { "#define PROFILE\n" } else { "" };
        let text = counting.to_owned() + &source(side);
        let fast_bytes = 4 * fast_words(side).len() as u32;
        let mut machine = Cuda::compiled(text, &Kernel::ALL.map(Kernel::name), fast_bytes)?;
        let Some(file) = wanted else { return Ok(machine) };
        let bytes = (LOOK_BYTES * Kernel::ALL.len()) as u64;
        let looks = machine.allocate(bytes)?;
        machine.fill(looks, bytes, 0)?;
        machine.profile = Some(Mutex::new(Profile::new(file, looks)));
        Ok(machine)
    }

    /// The first GPU, with the kernels of a game that is surveyed level by level.
    pub fn open_levels(side: &dyn LevelSurvey) -> Result<Cuda, GpuError> {
        Cuda::compiled(level_source(side), &side.kernel_names(), 0)
    }

    /// The first GPU, with the kernels of a text, which find so many bytes in fast memory.
    fn compiled(text: String, names: &[&'static str], fast_bytes: u32) -> Result<Cuda, GpuError> {
        let missing = |what: &str| GpuError::Missing(what.to_owned());
        // SAFETY: loads the libraries and looks no further; they are the system's own.
        let (has_driver, has_compiler) =
            unsafe { (sys::is_culib_present(), nvrtc::sys::is_culib_present()) };
        if !has_driver {
            return Err(missing("the NVIDIA driver (libcuda) is not installed"));
        }
        if !has_compiler {
            return Err(missing("CUDA's run-time compiler (libnvrtc) is not installed"));
        }
        let missing = |error: DriverError| GpuError::Missing(error.to_string());
        let devices = CudaContext::device_count().map_err(missing)?;
        let context = CudaContext::new(device_of_rank(devices.max(1) as usize)).map_err(missing)?;
        let (major, minor) = context.compute_capability().map_err(driver("asking for its kind"))?;
        let options = CompileOptions {
            options: vec![
                format!("--gpu-architecture=compute_{major}{minor}"),
                "--std=c++17".to_owned(),
            ],
            ..CompileOptions::default()
        };
        let compiled =
            nvrtc::compile_ptx_with_opts(text, options).map_err(|error| match error {
                CompileError::CompileError { log, .. } => {
                    GpuError::Compile(log.to_string_lossy().into_owned())
                }
                other => GpuError::Compile(format!("{other:?}")),
            })?;
        let module = context.load_module(compiled).map_err(driver("loading the kernels"))?;
        let mut functions = HashMap::new();
        for &name in names {
            let function = module.load_function(name).map_err(driver("finding a kernel"))?;
            let attribute =
                sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            function
                .set_attribute(attribute, fast_bytes as i32)
                .map_err(driver("reserving fast memory"))?;
            functions.insert(name, function);
        }
        let processors = context
            .attribute(sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
            .map_err(driver("asking for its processors"))?;
        Ok(Cuda {
            context,
            _module: module,
            functions,
            fast_bytes,
            processors: processors as u64,
            stages: Mutex::default(),
            profile: None,
        })
    }

    /// Registers, bytes of local memory and blocks per multiprocessor of each kernel.
    pub fn resources(&self) -> Vec<(&'static str, i32, i32, u32)> {
        let of = |kernel: &Kernel| {
            let function = &self.functions[kernel.name()];
            let blocks = function.occupancy_max_active_blocks_per_multiprocessor(
                THREADS,
                self.fast_bytes as usize,
                None,
            );
            (
                kernel.name(),
                function.num_regs().unwrap_or(-1),
                function.local_size_bytes().unwrap_or(-1),
                blocks.unwrap_or(0),
            )
        };
        Kernel::ALL.iter().map(of).collect()
    }

    fn bind(&self) -> Result<(), GpuError> {
        self.context.bind_to_thread().map_err(driver("taking it up in a thread"))
    }

    fn take_stage(&self) -> Result<Stage, GpuError> {
        let free = self.stages.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(stage) = free {
            return Ok(stage);
        }
        // SAFETY: the context is bound; the memory is freed with the machine.
        let memory = unsafe { result::malloc_host(STAGE_BYTES, 0) }
            .map_err(driver("taking memory of the host"))?;
        let stream = result::stream::create(result::stream::StreamKind::NonBlocking)
            .map_err(driver("making a stream"))?;
        Ok(Stage { memory: memory.cast(), stream })
    }

    /// Runs `copy(stage, part, offset, length)` over all parts of a transfer, in several threads.
    fn in_parts(
        &self,
        bytes: u64,
        copy: impl Fn(&Stage, u64, usize) -> Result<(), DriverError> + Sync,
    ) -> Result<(), GpuError> {
        let next = AtomicU64::new(0);
        let copier = || -> Result<(), GpuError> {
            self.bind()?;
            let stage = self.take_stage()?;
            let outcome = loop {
                let offset = next.fetch_add(STAGE_BYTES as u64, Relaxed);
                if offset >= bytes {
                    break Ok(());
                }
                let length = (bytes - offset).min(STAGE_BYTES as u64) as usize;
                if let Err(error) = copy(&stage, offset, length) {
                    break Err(driver("copying")(error));
                }
            };
            self.stages.lock().unwrap_or_else(PoisonError::into_inner).push(stage);
            outcome
        };
        let copiers = bytes.div_ceil(STAGE_BYTES as u64).min(COPIERS as u64);
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..copiers).map(|_| scope.spawn(copier)).collect();
            let mut outcome = copier();
            for other in others {
                let theirs = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                outcome = outcome.and(theirs);
            }
            outcome
        })
    }
}

impl Machine for Cuda {
    fn name(&self) -> String {
        self.context.name().unwrap_or_else(|_| "a GPU".to_owned())
    }

    fn free_memory(&self) -> Result<u64, GpuError> {
        self.bind()?;
        let (free, _) = result::mem_get_info().map_err(driver("asking for its memory"))?;
        Ok(free as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64, GpuError> {
        self.bind()?;
        // SAFETY: the context is bound, and the memory is handed out once.
        unsafe { result::malloc_sync(bytes as usize) }.map_err(driver("taking memory"))
    }

    fn release(&self, address: u64) {
        // Where the driver is gone, so is the memory.
        if self.bind().is_ok() {
            // SAFETY: a buffer releases its own memory, once; the driver waits for the kernels.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn fill(&self, address: u64, bytes: u64, value: u8) -> Result<(), GpuError> {
        self.bind()?;
        // SAFETY: the callers fill memory of theirs.
        unsafe { result::memset_d8_sync(address, value, bytes as usize) }
            .map_err(driver("filling memory"))
    }

    fn upload(&self, address: u64, bytes: u64, read: Reader<'_>) -> Result<(), GpuError> {
        self.bind()?;
        if bytes <= LARGE {
            let mut contents = vec![0; bytes as usize];
            read(0, &mut contents);
            // SAFETY: the callers write to memory of theirs, which is that large.
            return unsafe { result::memcpy_htod_sync(address, &contents) }
                .map_err(driver("copying to it"));
        }
        self.in_parts(bytes, |stage, offset, length| {
            // SAFETY: the stage's memory is that large and belongs to this thread until it goes
            // back, after the transfer was waited for; the target is the caller's.
            unsafe {
                let part = std::slice::from_raw_parts_mut(stage.memory, length);
                part.fill(0);
                read(offset, part);
                result::memcpy_htod_async(address + offset, part, stage.stream)?;
                result::stream::synchronize(stage.stream)
            }
        })
    }

    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        self.bind()?;
        if bytes.len() as u64 <= LARGE {
            // SAFETY: the callers read memory of theirs, which is that large.
            unsafe { result::memcpy_dtoh_sync(bytes, address) }
                .map_err(driver("copying from it"))?;
            // The copy waited for the kernels before it.
            if let Some(profile) = &self.profile {
                profile.lock().unwrap_or_else(PoisonError::into_inner).collect();
            }
            return Ok(());
        }
        let parts: Vec<Mutex<&mut [u8]>> = bytes.chunks_mut(STAGE_BYTES).map(Mutex::new).collect();
        let total = parts.iter().map(|part| part.lock().map_or(0, |part| part.len() as u64)).sum();
        self.in_parts(total, |stage, offset, length| {
            let part = &parts[offset as usize / STAGE_BYTES];
            // SAFETY: as for uploads, the other way.
            unsafe {
                let staged = std::slice::from_raw_parts_mut(stage.memory, length);
                result::memcpy_dtoh_async(staged, address + offset, stage.stream)?;
                result::stream::synchronize(stage.stream)?;
                part.lock().unwrap_or_else(PoisonError::into_inner).copy_from_slice(staged);
            }
            Ok(())
        })
    }

    fn launch(&self, kernel: Kernel, chunks: u64, launch: &Launch) -> Result<(), GpuError> {
        self.bind()?;
        let blocks = chunks.clamp(1, self.processors * u64::from(BLOCKS_PER_PROCESSOR)) as u32;
        let start = |looks: u64| {
            let mut argument = Launch { looks, ..*launch };
            // SAFETY: the kernel takes one argument by value, laid out as `Launch` is; all addresses in
            // it are those of buffers that outlive the kernel, because the caller waits for its report.
            unsafe {
                result::launch_kernel(
                    self.functions[kernel.name()].cu_function(),
                    (blocks, 1, 1),
                    (THREADS, 1, 1),
                    self.fast_bytes,
                    result::stream::null(),
                    &mut [(&raw mut argument).cast::<c_void>()],
                )
            }
        };
        let started = match &self.profile {
            None => start(0),
            Some(profile) => {
                let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
                let number = Kernel::ALL.iter().position(|&known| known == kernel).unwrap_or(0);
                let looks = profile.looks + (number * LOOK_BYTES) as u64;
                profile.around(kernel, chunks, || start(looks))
            }
        };
        started.map_err(driver("starting a kernel"))
    }

    fn launch_level(
        &self,
        kernel: &'static str,
        blocks: u64,
        launch: &LevelLaunch,
    ) -> Result<(), GpuError> {
        self.bind()?;
        let blocks = blocks.clamp(1, self.processors * LEVEL_BLOCKS) as u32;
        let mut argument = *launch;
        // SAFETY: the kernel takes one argument by value, laid out as `LevelLaunch` is; all addresses in it
        // are those of buffers that outlive the kernel, because the caller waits for its counts.
        unsafe {
            result::launch_kernel(
                self.functions[kernel].cu_function(),
                (blocks, 1, 1),
                (LEVEL_THREADS, 1, 1),
                0,
                result::stream::null(),
                &mut [(&raw mut argument).cast::<c_void>()],
            )
        }
        .map_err(driver("starting a kernel"))
    }
}

impl Cuda {
    /// Writes the profile, if one was asked for.
    fn write_profile(&self) -> Result<(), GpuError> {
        let Some(profile) = &self.profile else { return Ok(()) };
        let looks = profile.lock().unwrap_or_else(PoisonError::into_inner).looks;
        let mut bytes = vec![0; LOOK_BYTES * Kernel::ALL.len()];
        self.download(looks, &mut bytes)?;
        let profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
        profile.write(&bytes).map_err(|error| GpuError::Driver {
            what: "writing the profile",
            reason: error.to_string(),
        })
    }
}

impl Drop for Cuda {
    fn drop(&mut self) {
        if self.bind().is_err() {
            return;
        }
        if let Err(failure) = self.write_profile() {
            eprintln!("{failure}");
        }
        let stages =
            std::mem::take(&mut *self.stages.lock().unwrap_or_else(PoisonError::into_inner));
        for stage in stages {
            // SAFETY: nobody has a stage any more, and each is freed once. Failures change nothing.
            unsafe {
                let _ = result::stream::destroy(stage.stream);
                let _ = result::free_host(stage.memory.cast());
            }
        }
    }
}

impl fmt::Debug for Cuda {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cuda").field("name", &self.name()).finish_non_exhaustive()
    }
}
