//! A machine that is this processor: compiles the kernels as ordinary C++ and calls them.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use hindsight_core::{DeviceSide, LevelSurvey};
use hindsight_gpu::{
    GpuError, Kernel, Launch, LevelLaunch, Machine, Reader, Report, level_source, source,
};
use libloading::{Library, Symbol};

/// The library of a text, which is compiled once: several tests ask for the same, and so does the next run.
fn compiled(source: &str, folder: &Path) -> PathBuf {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut build = cc::Build::new();
    build.cpp(true).host(&target).target(&target).opt_level(2).cargo_metadata(false);
    let compiler = build.get_compiler();
    let mut command = compiler.to_command();
    command.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared"]);
    if compiler.is_like_gnu() {
        // Undefined behaviour would be one thing here and another there.
        command.args(["-fsanitize=shift,integer-divide-by-zero", "-fno-sanitize-recover=all"]);
        // Libraries of several games are in the program at once.
        command.args(["-static-libubsan", "-fno-gnu-unique"]);
    }
    let mut name = DefaultHasher::new();
    (source, format!("{command:?}")).hash(&mut name);
    let kept = format!("{}/kernels-{:016x}.so", env!("CARGO_TARGET_TMPDIR"), name.finish());
    let kept = PathBuf::from(kept);
    if !kept.exists() {
        let (text, library) = (folder.join("kernels.cc"), folder.join("kernels.so"));
        std::fs::write(&text, source).unwrap();
        let status = command.arg("-o").arg(&library).arg(&text).status().unwrap();
        assert!(status.success(), "the kernels do not compile as C++");
        // Whole or not at all, whoever else compiles the same.
        let whole = tempfile::NamedTempFile::new_in(kept.parent().unwrap()).unwrap();
        std::fs::copy(&library, whole.path()).unwrap();
        whole.persist(&kept).unwrap();
    }
    kept
}

/// One thread plays the GPU.
pub struct Processor {
    library: Library,
    sizes: Mutex<HashMap<u64, usize>>,
    /// What the kernel that finds the ends of the game was told, tier by tier.
    pub launches: Mutex<Vec<Launch>>,
    /// Whether kernels do nothing, so that large tiers can be looked at.
    pub is_idle: bool,
    memory: u64,
}

/// A neighbour of a slot, as the header has it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Found {
    pub slot: u64,
    pub target: u32,
    pub stabiliser: u32,
}

/// What the header says about a slot.
#[derive(Clone, Debug)]
pub struct Inspected {
    pub stabiliser: u32,
    pub code: u32,
    pub children: Vec<Found>,
    pub parents: Vec<Found>,
}

impl Processor {
    /// Compiles the kernels of a game in a folder.
    pub fn new(side: &dyn DeviceSide, folder: &Path) -> Processor {
        let machine = Processor::of_text(&(source(side) + include_str!("inspect.h")), folder);
        assert_eq!(machine.number("size_of_launch"), size_of::<Launch>());
        assert_eq!(machine.number("size_of_report"), size_of::<Report>());
        machine
    }

    /// Compiles the kernels of a game that is surveyed level by level.
    pub fn of_levels(side: &dyn LevelSurvey, folder: &Path) -> Processor {
        let size = "extern \"C\" u32 size_of_launch() { return sizeof(LevelLaunch); }\n";
        let machine = Processor::of_text(&(level_source(side) + size), folder);
        assert_eq!(machine.number("size_of_launch"), size_of::<LevelLaunch>());
        machine
    }

    fn of_text(source: &str, folder: &Path) -> Processor {
        // Each machine loads a file of its own, so that none shares what its kernels keep.
        let library = folder.join("kernels.so");
        std::fs::copy(compiled(source, folder), &library).unwrap();
        // SAFETY: the library was built from our own text and has no initialisers.
        let library = unsafe { Library::new(&library) }.unwrap();
        Processor {
            library,
            sizes: Mutex::default(),
            launches: Mutex::default(),
            is_idle: false,
            memory: 1 << 34,
        }
    }

    /// The same with another amount of memory.
    pub fn with_memory(self, memory: u64) -> Processor {
        Processor { memory, ..self }
    }

    /// What the header says about a slot of a tier that a launch was about.
    pub fn inspect(&self, launch: &Launch, slot: u64) -> Option<Inspected> {
        type Inspect = unsafe extern "C" fn(
            *const Launch,
            u64,
            *mut u32,
            *mut Found,
            *mut u32,
            *mut Found,
            *mut u32,
        ) -> u32;
        let mut code = 0;
        let mut children = vec![Found::default(); 1024];
        let mut parents = children.clone();
        let (mut child_count, mut parent_count) = (0, 0);
        // SAFETY: the function has this type, and no position has as many neighbours.
        let stabiliser = unsafe {
            let inspect: Symbol<'_, Inspect> = self.library.get(b"inspect").unwrap();
            inspect(
                launch,
                slot,
                &mut code,
                children.as_mut_ptr(),
                &mut child_count,
                parents.as_mut_ptr(),
                &mut parent_count,
            )
        };
        assert_ne!(stabiliser, 255, "slot {slot} is located elsewhere than where it is");
        assert_ne!(stabiliser, 254, "exits and inside moves of slot {slot} are not its moves");
        children.truncate(child_count as usize);
        parents.truncate(parent_count as usize);
        (stabiliser != 0).then_some(Inspected { stabiliser, code, children, parents })
    }

    fn number(&self, name: &str) -> usize {
        // SAFETY: the functions asked for have this type.
        unsafe {
            let function: Symbol<'_, unsafe extern "C" fn() -> u32> =
                self.library.get(name.as_bytes()).unwrap();
            function() as usize
        }
    }
}

fn layout(bytes: usize) -> Layout {
    Layout::from_size_align(bytes, 64).unwrap()
}

impl Machine for Processor {
    fn name(&self) -> String {
        "this processor".to_owned()
    }

    fn free_memory(&self) -> Result<u64, GpuError> {
        Ok(self.memory)
    }

    fn allocate(&self, bytes: u64) -> Result<u64, GpuError> {
        // SAFETY: buffers are never empty.
        let address = unsafe { alloc_zeroed(layout(bytes as usize)) } as u64;
        self.sizes.lock().unwrap().insert(address, bytes as usize);
        Ok(address)
    }

    fn release(&self, address: u64) {
        let bytes = self.sizes.lock().unwrap().remove(&address).expect("it was allocated");
        // SAFETY: allocated above with the same layout.
        unsafe { dealloc(address as *mut u8, layout(bytes)) };
    }

    fn fill(&self, address: u64, bytes: u64, value: u8) -> Result<(), GpuError> {
        // SAFETY: the callers fill memory of theirs.
        unsafe { std::ptr::write_bytes(address as *mut u8, value, bytes as usize) };
        Ok(())
    }

    fn upload(&self, address: u64, bytes: u64, read: Reader<'_>) -> Result<(), GpuError> {
        // SAFETY: the callers write to memory of theirs, which is that large.
        read(0, unsafe { std::slice::from_raw_parts_mut(address as *mut u8, bytes as usize) });
        Ok(())
    }

    fn download(&self, address: u64, bytes: &mut [u8]) -> Result<(), GpuError> {
        // SAFETY: the callers read memory of theirs, which is that large.
        bytes.copy_from_slice(unsafe {
            std::slice::from_raw_parts(address as *const u8, bytes.len())
        });
        Ok(())
    }

    fn launch(&self, kernel: Kernel, _chunks: u64, launch: &Launch) -> Result<(), GpuError> {
        if kernel == Kernel::Overs {
            self.launches.lock().unwrap().push(*launch);
        } else if self.is_idle {
            return Err(GpuError::Missing("it is idle".to_owned()));
        }
        if !self.is_idle {
            // SAFETY: kernels take one argument of this type by value.
            unsafe {
                let run: Symbol<'_, unsafe extern "C" fn(Launch)> =
                    self.library.get(kernel.name().as_bytes()).unwrap();
                run(*launch);
            }
        }
        Ok(())
    }

    fn launch_level(
        &self,
        kernel: &'static str,
        _blocks: u64,
        launch: &LevelLaunch,
    ) -> Result<(), GpuError> {
        // SAFETY: kernels take one argument of this type by value.
        unsafe {
            let run: Symbol<'_, unsafe extern "C" fn(LevelLaunch)> =
                self.library.get(kernel.as_bytes()).unwrap();
            run(*launch);
        }
        Ok(())
    }
}
