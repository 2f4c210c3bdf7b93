//! The b-file of the OEIS: lines `n a(n)`.

use std::io;

use super::{Sheet, number};

/// Lines `n a(n)` and nothing else.
pub(crate) struct BFile;

impl Sheet for BFile {
    fn values(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()> {
        for (heap, value) in (first..=u64::MAX).zip(values) {
            number(heap, page);
            page.push(b' ');
            number(*value, page);
            page.push(b'\n');
        }
        Ok(())
    }
}
