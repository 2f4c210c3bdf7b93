//! Comma-separated values.

use std::io::{self, Write};

use grundy::Nimber;

use super::Sheet;

/// Lines `heap,value` below a header.
pub(crate) struct Csv;

impl Sheet for Csv {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "heap,value")
    }

    fn value(&mut self, heap: u64, value: Nimber, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{heap},{}", value.0)
    }
}
