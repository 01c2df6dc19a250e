//! What happens when the system has no more memory to give: one line, and exit code 1.

use std::alloc::{GlobalAlloc, Layout, System};
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
        give_up(bytes);
    }
    memory
}

#[cold]
fn give_up(bytes: usize) -> ! {
    static SAID: AtomicBool = AtomicBool::new(false);
    // Other threads fail too, and one line is enough.
    if !SAID.swap(true, Ordering::Relaxed) {
        // Written on the stack: there is no memory for anything else.
        let mut line = [0; 200];
        let mut rest = &mut line[..];
        let _ = writeln!(
            rest,
            "error: out of memory: the system does not give {bytes} bytes more; take less with \
             --memory or --threads, or raise the limit"
        );
        let unused = rest.len();
        let written = line.len() - unused;
        let _ = std::io::stderr().write_all(&line[..written]);
    }
    // SAFETY: ends the process without running any code that might want memory.
    unsafe { libc::_exit(1) }
}
