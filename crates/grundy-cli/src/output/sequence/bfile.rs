//! The b-file of the OEIS: lines `n a(n)`.

use std::io::{self, Write};

use grundy::Nimber;

use super::Sheet;

/// Lines `n a(n)` and nothing else.
pub(crate) struct BFile;

impl Sheet for BFile {
    fn value(&mut self, heap: u64, value: Nimber, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{heap} {}", value.0)
    }
}
