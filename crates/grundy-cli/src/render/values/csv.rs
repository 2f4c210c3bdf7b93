//! Comma-separated values.

use std::io;

use super::{Sheet, number};

/// Lines `heap,value` below a header.
pub(crate) struct Csv;

impl Sheet for Csv {
    fn begin(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        page.extend_from_slice(b"heap,value\n");
        Ok(())
    }

    fn values(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()> {
        for (heap, value) in (first..=u64::MAX).zip(values) {
            number(heap, page);
            page.push(b',');
            number(*value, page);
            page.push(b'\n');
        }
        Ok(())
    }
}
