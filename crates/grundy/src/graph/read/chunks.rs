//! Input that is read in chunks.

use std::io::Read;

use super::{BYTE_ORDER_MARK, ReadFromError};
use crate::Meter;

/// The bytes that a reader has given and nobody has taken.
pub(super) struct Chunks<R> {
    input: R,
    size: Option<u64>,
    bytes: Vec<u8>,
    /// Where the bytes begin that nobody has taken.
    start: usize,
    /// How many bytes have been read in all.
    read: u64,
    ended: bool,
}

/// The number of bytes that are read at once: about the size of a core's cache.
const CHUNK: usize = 1 << 18;

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R, size: Option<u64>) -> Self {
        Self { input, size, bytes: Vec::new(), start: 0, read: 0, ended: false }
    }

    /// The bytes that are here.
    pub(super) fn text(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// So many of them are done with.
    pub(super) fn take(&mut self, count: usize) {
        self.start += count;
    }

    /// Reads more. Whether the text has ended; a byte-order mark at its beginning is left out.
    pub(super) fn fill(&mut self, meter: &mut Meter<'_>) -> Result<bool, ReadFromError> {
        self.bytes.drain(..self.start);
        self.start = 0;
        let held = self.bytes.capacity();
        let first = self.read == 0;
        let read = self.input.by_ref().take(CHUNK as u64).read_to_end(&mut self.bytes)?;
        self.read += read as u64;
        self.ended = read < CHUNK;
        if first && self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.start = BYTE_ORDER_MARK.len();
        }
        meter.grow((self.bytes.capacity() - held) as u64)?;
        meter.resume("bytes", self.read, self.size);
        meter.look()?;
        Ok(self.ended)
    }

    /// All that is left of the text.
    pub(super) fn into_whole(mut self, meter: &mut Meter<'_>) -> Result<Vec<u8>, ReadFromError> {
        while !self.fill(meter)? {}
        self.bytes.drain(..self.start);
        Ok(self.bytes)
    }
}
