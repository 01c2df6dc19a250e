//! What JavaScript calls. Bytes go in and out by one buffer of each kind: `input` makes room for a question, the
//! other functions read it and leave the answer where `output` says.

use std::cell::RefCell;

use crate::module::{Module, Told};

/// What the page does for the module.
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Hears how many slots are done, and how many there are.
        pub safe fn progress(done: f64, total: f64);
        /// A number by chance.
        pub safe fn chance() -> u32;
        /// Puts a piece of a file where it belongs, and says whether it could be had.
        pub safe fn fetch(
            path: *const u8,
            path_bytes: usize,
            piece: u32,
            to: *mut u8,
            bytes: usize,
        ) -> u32;
    }
}

thread_local! {
    static MODULE: Module = Module::default();
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn with_text(question: impl FnOnce(&Module, &str) -> Told) -> u32 {
    let input = INPUT.take();
    let (status, output) = match str::from_utf8(&input) {
        Ok(text) => MODULE.with(|module| question(module, text)),
        Err(_) => (400, br#"{"error":"the address is no text"}"#.to_vec()),
    };
    OUTPUT.set(output);
    status.into()
}

fn fetch(path: &str, piece: u32, to: &mut [u8]) -> bool {
    page::fetch(path.as_ptr(), path.len(), piece, to.as_mut_ptr(), to.len()) != 0
}

/// Makes room for a question of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; bytes];
        input.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// How long the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output_bytes() -> usize {
    OUTPUT.with_borrow(Vec::len)
}

/// Answers a question of the API. Says the status.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    with_text(|module, address| module.ask(address, page::chance()))
}

/// Does the long work that a question needs. Says the status.
#[unsafe(no_mangle)]
pub extern "C" fn work() -> u32 {
    with_text(|module, address| {
        module.work(address, |done, total| page::progress(done as f64, total as f64))
    })
}

/// Takes the files that another module has made. Says whether they could be read.
#[unsafe(no_mangle)]
pub extern "C" fn take() -> u32 {
    let parcel = INPUT.take();
    MODULE.with(|module| module.take(&parcel)).into()
}

/// Takes note of the files that the site has.
#[unsafe(no_mangle)]
pub extern "C" fn expect() {
    with_text(|module, list| {
        module.expect(list, fetch);
        (200, Vec::new())
    });
}
