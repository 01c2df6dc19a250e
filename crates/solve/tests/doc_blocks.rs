//! The files in `tests/doc` are blocks of docs/adding-a-game.md, kept apart so that later blocks can
//! include them. They must not drift from the page.

#[test]
fn the_included_blocks_stand_on_the_page() {
    let page = include_str!("../../../docs/adding-a-game.md");
    let shown: String = page.lines().filter(|line| !line.starts_with("# ")).collect();
    for block in [include_str!("doc/mutorere_rules.rs"), include_str!("doc/mutorere_value.rs")] {
        for line in block.lines().skip(1) {
            // The second block imports one name less than the page, which also explores.
            let line = line.replace("core::Outcome", "core::{Explored, Outcome}");
            assert!(shown.contains(line.trim_end()), "not on the page: {line}");
        }
    }
}
