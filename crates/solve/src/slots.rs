//! The solver's array: sixteen bits for each slot of a unit.
//!
//! The one place that turns between plain and atomic views of memory and that asks for huge pages.

use std::sync::atomic::AtomicU16;

use hindsight_core::Code;

/// A zeroed array of codes that threads can share.
#[derive(Debug)]
pub struct SlotArray {
    codes: Vec<Code>,
}

impl SlotArray {
    /// An array of `slots` codes, all zero.
    pub fn new(slots: usize) -> SlotArray {
        // `vec![0; n]` gets pages that the system zeroes on first touch; Code is as good as u16.
        let zeros = std::mem::ManuallyDrop::new(vec![0u16; slots]);
        // SAFETY: Code is repr(transparent) over u16, so length, capacity and layout stay valid,
        // and the original vector is not dropped.
        let codes = unsafe {
            Vec::from_raw_parts(zeros.as_ptr() as *mut Code, zeros.len(), zeros.capacity())
        };
        advise_huge_pages(&codes);
        SlotArray { codes }
    }

    /// The codes, for reading.
    pub fn codes(&self) -> &[Code] {
        &self.codes
    }

    /// The codes, for writing.
    pub fn codes_mut(&mut self) -> &mut [Code] {
        &mut self.codes
    }

    /// The codes as atomics, for threads to share until the borrow ends.
    pub fn shared(&mut self) -> &[AtomicU16] {
        const { assert!(align_of::<AtomicU16>() == align_of::<Code>()) };
        let codes = &mut self.codes[..];
        // SAFETY: AtomicU16 has the size and bit validity of u16, as has Code, and the exclusive
        // borrow lasts as long as the shared view, so nobody reads or writes past the atomics.
        unsafe { &*(codes as *mut [Code] as *const [AtomicU16]) }
    }
}

/// Asks the system to back a large array with huge pages: random access to gigabytes is two to
/// three times faster. Only advice: nothing depends on it being taken.
pub fn advise_huge_pages<T>(array: &[T]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE_PAGE: usize = 2 << 20;
        let bytes = size_of_val(array);
        if bytes < 2 * HUGE_PAGE {
            return;
        }
        let start = (array.as_ptr() as usize).next_multiple_of(HUGE_PAGE);
        let end = array.as_ptr() as usize + bytes;
        // SAFETY: the range lies inside the array, and this advice changes no contents.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = array;
}

/// Asks for the cache line that holds an element, for a use some instructions later.
#[inline(always)]
pub fn prefetch<T>(array: &[T], at: usize) {
    debug_assert!(at < array.len());
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch never faults, wherever it points; the address is not dereferenced.
        unsafe { _mm_prefetch(array.as_ptr().wrapping_add(at).cast(), _MM_HINT_T0) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (array, at);
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::*;

    #[test]
    fn both_views_show_the_same_codes() {
        let mut array = SlotArray::new(5 << 20);
        array.shared()[7].store(Code::DRAW.0, Ordering::Relaxed);
        assert_eq!(array.codes()[7], Code::DRAW);
        assert_eq!(array.codes()[8], Code(0));
        prefetch(array.codes(), 7);
    }
}
