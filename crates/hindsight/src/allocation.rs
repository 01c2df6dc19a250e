//! What happens when memory runs out: one line, and exit code 1.
//!
//! Where the system has nothing to give, every allocation of ours says so and ends the program. The C
//! library and the standard library are not that kind: if they find no memory while a thread starts, they
//! abort. So under a limit of the process (`ulimit -v` and `-d`) some room is kept for them, and the
//! program ends with its one line before it comes to that.

use std::alloc::{GlobalAlloc, Layout, System};
use std::fmt::{Arguments, Display};
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// The system's allocator. Where it has nothing to give, the program says so and ends, instead of being
/// aborted with a core dump.
pub struct OneLine;

// SAFETY: every call is passed on to the system's allocator as it is, and what that returns is returned
// as it is, unless it is null; then nothing is returned.
unsafe impl GlobalAlloc for OneLine {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of the trait.
        had(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of the trait.
        had(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the promises of the trait.
        had(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of the trait.
        unsafe { System.dealloc(old, layout) }
    }
}

#[inline(always)]
fn had(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() {
        give_up(format_args!("the system does not give {bytes} bytes more"));
    }
    #[cfg(target_os = "linux")]
    limited::watch(bytes);
    memory
}

/// Prepares for the limits that the process has. To be called before there are other threads.
pub fn prepare() {
    #[cfg(target_os = "linux")]
    limited::prepare();
}

/// Whether the limits of the process leave room for so many more threads; if not, the reason.
pub fn room_for_threads(threads: usize) -> Result<(), impl Display> {
    #[cfg(target_os = "linux")]
    return limited::room_for_threads(threads);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = threads;
        Ok::<(), &str>(())
    }
}

/// The number of the standard error, on every system.
const STDERR: libc::c_int = 2;

#[cold]
fn give_up(reason: Arguments) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    // Other threads fail too, and one line is enough; whoever is first ends them all.
    while SAID.swap(true, Ordering::Relaxed) {
        std::thread::yield_now();
    }
    // Written on the stack: there is no memory for anything else.
    let mut line = [0; 250];
    let mut rest = &mut line[..];
    let _ = writeln!(
        rest,
        "error: out of memory: {reason}; take less with --memory or --threads, or raise the limit"
    );
    let unused = rest.len();
    let written = line.len() - unused;
    // SAFETY: the bytes are those of the line. Rust's own stderr has a lock, which a thread may hold that waits
    // for memory; and leaving without any code that might want memory is what is meant here.
    unsafe {
        libc::write(STDERR, line.as_ptr().cast(), written as _);
        libc::_exit(1)
    }
}

/// The limits that the process has on its addresses and its data, and what is kept free of them.
#[cfg(target_os = "linux")]
mod limited {
    use std::cell::Cell;
    use std::fs::File;
    use std::os::unix::fs::FileExt;
    use std::sync::OnceLock;

    use hindsight_solve::Bytes;
    use rustix::process::{Resource, getrlimit};

    use super::give_up;

    /// A thread looks at the limits each time it was given so many bytes, and at its first allocation.
    const LOOK_EVERY: usize = 256 << 10;
    /// Of each limit a part is kept for what the C library and the standard library take while threads start.
    const KEPT_SHARE: u64 = 32;
    const LEAST_KEPT: u64 = 4 << 20;
    const MOST_KEPT: u64 = 512 << 20;
    /// What a thread takes to start: its stack, another for signals, and pages that guard both.
    const THREAD: u64 = (2 << 20) + (64 << 10);
    /// Every heap of glibc's takes 64 MiB of addresses, and twice that for a moment, while other threads may
    /// find nothing. With less than this there is one heap for all threads.
    #[cfg(target_env = "gnu")]
    const ENOUGH_FOR_HEAPS: u64 = 16 << 30;
    /// Otherwise there is one for each of so many bytes.
    #[cfg(target_env = "gnu")]
    const PER_HEAP: u64 = 1 << 30;

    struct Limits {
        /// `/proc/self/statm`. It is opened once, since it is read where nothing can be allocated.
        sizes: File,
        page: u64,
        addresses: Option<u64>,
        data: Option<u64>,
    }

    static LIMITS: OnceLock<Limits> = OnceLock::new();

    thread_local! {
        /// What this thread was given since it last looked at the limits.
        static GIVEN: Cell<usize> = const { Cell::new(LOOK_EVERY) };
    }

    pub fn prepare() {
        let [addresses, data] = [Resource::As, Resource::Data].map(|what| getrlimit(what).current);
        if addresses.is_none() && data.is_none() {
            return;
        }
        #[cfg(target_env = "gnu")]
        if let Some(limit) = addresses {
            bound_heaps(limit);
        }
        // Without /proc nobody looks.
        if let Ok(sizes) = File::open("/proc/self/statm") {
            let page = rustix::param::page_size() as u64;
            let _ = LIMITS.set(Limits { sizes, page, addresses, data });
        }
    }

    #[cfg(target_env = "gnu")]
    fn bound_heaps(limit: u64) {
        let heaps = if limit < ENOUGH_FOR_HEAPS { 1 } else { limit / PER_HEAP };
        let heaps = libc::c_int::try_from(heaps).unwrap_or(libc::c_int::MAX);
        // SAFETY: only sets a number, and no other thread exists yet.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, heaps) };
    }

    #[inline(always)]
    pub fn watch(bytes: usize) {
        if let Some(limits) = LIMITS.get() {
            limits.count(bytes);
        }
    }

    pub fn room_for_threads(threads: usize) -> Result<(), String> {
        let needed = THREAD * threads as u64;
        match LIMITS.get().and_then(|limits| limits.lacking(needed)) {
            None => Ok(()),
            Some(limit) => Err(format!("no room within a limit of {}", Bytes(limit))),
        }
    }

    impl Limits {
        fn count(&self, bytes: usize) {
            let given = GIVEN.get().saturating_add(bytes);
            GIVEN.set(given);
            if given < LOOK_EVERY {
                return;
            }
            GIVEN.set(0);
            if let Some(limit) = self.lacking(0) {
                give_up(format_args!("the process is near its limit of {} KiB", limit >> 10));
            }
        }

        /// The limit within which there is no room for so many bytes and for what is kept.
        fn lacking(&self, bytes: u64) -> Option<u64> {
            let mut text = [0; 160];
            let read = self.sizes.read_at(&mut text, 0).ok()?;
            let text = std::str::from_utf8(&text[..read]).ok()?;
            // All pages come first, those of data and stack sixth.
            let size = |place| Some(text.split(' ').nth(place)?.parse::<u64>().ok()? * self.page);
            let exceeds = |(limit, place): (Option<u64>, usize)| {
                let limit = limit?;
                let kept = (limit / KEPT_SHARE).clamp(LEAST_KEPT, MOST_KEPT);
                (size(place)? + bytes + kept > limit).then_some(limit)
            };
            [(self.addresses, 0), (self.data, 5)].into_iter().find_map(exceeds)
        }
    }
}
