//! Constants as the text of C++ declarations, for the headers that run on a GPU.

/// One number.
pub(crate) fn number(name: &str, value: u32) -> String {
    format!("constexpr u32 {name} = {value:#x};\n")
}
