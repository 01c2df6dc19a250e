/*!
The answers of the server, worked out in the browser: a WebAssembly module for pages that have no server behind
them.

[`Module`] is what it does, on any machine; `exports.rs` is how JavaScript calls it. The module is built by
`tools/build_module.sh` and committed as `crates/serve/module/hindsight.wasm`.
*/

#[cfg(target_family = "wasm")]
mod exports;
mod files;
mod module;

pub use files::{Fetch, Files};
pub use module::{Module, Told};
