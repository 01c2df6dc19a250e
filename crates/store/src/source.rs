//! Where codes come from when a table is written, and bytes when one is read.

use std::io;
use std::sync::atomic::{AtomicU16, Ordering};

use hindsight_core::Code;

/// The codes of a tier, slot by slot. The writer reads them twice (which codes occur, then the
/// codes themselves) and from several threads; they must not change meanwhile.
pub trait CodeSource: Sync {
    /// How many slots the tier has.
    fn slots(&self) -> u64;
    /// Copies the codes of `out.len()` slots, beginning with slot `first`. Never asked beyond the
    /// end.
    fn read(&self, first: u64, out: &mut [Code]);
}

impl CodeSource for [Code] {
    fn slots(&self) -> u64 {
        self.len() as u64
    }
    fn read(&self, first: u64, out: &mut [Code]) {
        out.copy_from_slice(&self[first as usize..][..out.len()]);
    }
}

impl CodeSource for [u16] {
    fn slots(&self) -> u64 {
        self.len() as u64
    }
    fn read(&self, first: u64, out: &mut [Code]) {
        for (to, from) in out.iter_mut().zip(&self[first as usize..]) {
            *to = Code(*from);
        }
    }
}

/// The solver's own array, once no thread writes to it any more.
impl CodeSource for [AtomicU16] {
    fn slots(&self) -> u64 {
        self.len() as u64
    }
    fn read(&self, first: u64, out: &mut [Code]) {
        for (to, from) in out.iter_mut().zip(&self[first as usize..]) {
            *to = Code(from.load(Ordering::Relaxed));
        }
    }
}

impl<T: Sync> CodeSource for Vec<T>
where
    [T]: CodeSource,
{
    fn slots(&self) -> u64 {
        self.len() as u64
    }
    fn read(&self, first: u64, out: &mut [Code]) {
        self.as_slice().read(first, out);
    }
}

/// Bytes that can be read anywhere, from many threads at once: a file, or memory in tests.
pub trait ReadAt: Send + Sync {
    /// Fills `buf` with the bytes from `offset` on, or fails with
    /// [`UnexpectedEof`](io::ErrorKind::UnexpectedEof) if they end before it is full.
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()>;
    /// How many bytes there are.
    fn size(&self) -> io::Result<u64>;
}

impl ReadAt for Box<dyn ReadAt> {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        (**self).read_at(buf, offset)
    }
    fn size(&self) -> io::Result<u64> {
        (**self).size()
    }
}

impl ReadAt for &[u8] {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        let from = usize::try_from(offset)
            .ok()
            .and_then(|offset| self.get(offset..)?.get(..buf.len()))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        buf.copy_from_slice(from);
        Ok(())
    }
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }
}

impl ReadAt for Vec<u8> {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<()> {
        self.as_slice().read_at(buf, offset)
    }
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }
}
