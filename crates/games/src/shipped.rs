//! What was worked out before and is part of the program: opening tables and books, most of them a frame of zstd
//! with a checksum. Without the feature `openings` there is nothing, and games search.

use std::io;

/// The bytes of a file beside the source, as part of the program.
#[cfg(feature = "openings")]
macro_rules! shipped {
    ($file:literal) => {
        include_bytes!($file) as &[u8]
    };
}

#[cfg(not(feature = "openings"))]
macro_rules! shipped {
    ($file:literal) => {
        &[]
    };
}

pub(crate) use shipped;

/// What a frame holds; `None` if it is damaged, or there is none.
#[cfg(feature = "openings")]
pub(crate) fn unpacked(frame: &[u8]) -> Option<Vec<u8>> {
    zstd::decode_all(frame).ok()
}

#[cfg(not(feature = "openings"))]
pub(crate) fn unpacked(_frame: &[u8]) -> Option<Vec<u8>> {
    None
}

/// The frame that holds these bytes.
#[cfg(feature = "openings")]
pub(crate) fn packed(bytes: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut encoder = zstd::Encoder::new(Vec::new(), level)?;
    encoder.include_checksum(true)?;
    encoder.set_pledged_src_size(Some(bytes.len() as u64))?;
    io::Write::write_all(&mut encoder, bytes)?;
    encoder.finish()
}

#[cfg(not(feature = "openings"))]
pub(crate) fn packed(_bytes: &[u8], _level: i32) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}
