//! Frames of zstd: by its C library; where no C is compiled, as for a browser, by one in Rust that reads all
//! frames and writes larger ones.

#[cfg(not(target_family = "wasm"))]
pub(crate) use zstd::{
    bulk::{Compressor, Decompressor},
    zstd_safe::compress_bound,
};

#[cfg(target_family = "wasm")]
pub(crate) use in_rust::{Compressor, Decompressor, compress_bound};

#[cfg(target_family = "wasm")]
mod in_rust {
    use std::io;
    use std::marker::PhantomData;

    use ruzstd::decoding::FrameDecoder;

    /// The most bytes that the C library makes of so many: files are held to it, whoever wrote them.
    pub fn compress_bound(bytes: usize) -> usize {
        let small = if bytes < 128 << 10 { ((128 << 10) - bytes) >> 11 } else { 0 };
        bytes + (bytes >> 8) + small
    }

    /// What a frame begins with (RFC 8878): the magic number, then a byte that says: one segment, whose length
    /// stands in four bytes.
    const HEAD: [u8; 5] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    /// The most bytes between two heads within a frame.
    const MOST_RAW: usize = 128 << 10;

    /// Makes a frame of a block, of the bytes as they are.
    pub struct Compressor<'a>(PhantomData<&'a ()>);

    impl Compressor<'_> {
        pub fn new(_level: i32) -> io::Result<Self> {
            Ok(Compressor(PhantomData))
        }

        pub fn compress(&mut self, block: &[u8]) -> io::Result<Vec<u8>> {
            let length = u32::try_from(block.len()).map_err(io::Error::other)?;
            let mut frame = Vec::with_capacity(block.len() + 16);
            frame.extend(HEAD);
            frame.extend(length.to_le_bytes());
            let mut rest = block;
            loop {
                let (now, later) = rest.split_at(rest.len().min(MOST_RAW));
                let head = (now.len() as u32) << 3 | u32::from(later.is_empty());
                frame.extend(&head.to_le_bytes()[..3]);
                frame.extend(now);
                if later.is_empty() {
                    return Ok(frame);
                }
                rest = later;
            }
        }
    }

    /// Makes a block of a frame.
    pub struct Decompressor<'a>(FrameDecoder, PhantomData<&'a ()>);

    impl Decompressor<'_> {
        pub fn new() -> io::Result<Self> {
            Ok(Decompressor(FrameDecoder::new(), PhantomData))
        }

        /// Fills a buffer that has the room for it; says how much there was.
        pub fn decompress_to_buffer(
            &mut self,
            frame: &[u8],
            to: &mut Vec<u8>,
        ) -> io::Result<usize> {
            self.0.decode_all_to_vec(frame, to).map_err(io::Error::other)?;
            Ok(to.len())
        }
    }
}
