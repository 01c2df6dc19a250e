//! Constants as the text of C++ declarations, for the headers that run on a GPU.

/// One number.
pub(crate) fn number(name: &str, value: u32) -> String {
    format!("constexpr u32 {name} = {value:#x};\n")
}

/// Several numbers.
pub(crate) fn list(name: &str, values: &[u32]) -> String {
    format!("constexpr u32 {name}[{}] = {{{}}};\n", values.len(), joined(values))
}

fn joined(values: &[u32]) -> String {
    values.iter().map(|value| format!("{value:#x}")).collect::<Vec<_>>().join(", ")
}
