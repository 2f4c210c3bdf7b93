//! The values of single heaps in each of the forms of `grundy values`, a file each.

mod bfile;
mod csv;
mod json;
mod text;

use std::io::{self, Write};

use grundy::{Convention, Nimber};

pub(crate) use bfile::BFile;
pub(crate) use csv::Csv;
pub(crate) use json::Json;
pub(crate) use text::Text;

/// What the values are of.
#[derive(Clone, Copy)]
pub(crate) struct Title<'a> {
    pub(crate) rule: &'a str,
    pub(crate) convention: Convention,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// A form of output. Values come in order, one by one, and there may be any number of them.
pub(crate) trait Sheet {
    /// What stands before all values.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// One value.
    fn value(&mut self, heap: u64, value: Nimber, out: &mut dyn Write) -> io::Result<()>;

    /// The next value may be long in coming, or never come: what is held back should be written.
    fn pause(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// What stands after all values.
    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.pause(out)
    }
}
