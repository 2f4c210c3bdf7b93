//! The values of heaps in each of the forms of `grundy values`, a file for each. JSON is the serialised answer.

mod bfile;
mod csv;
pub(crate) mod p_positions;
mod ruled;
pub(crate) mod table;
mod text;

use std::io;

use grundy_answers::Convention;

pub(crate) use bfile::BFile;
pub(crate) use csv::Csv;
pub(crate) use ruled::{Ruled, RuledRows};
pub(crate) use text::Text;

/// What the values are of.
pub(crate) struct Title {
    pub(crate) rule: String,
    pub(crate) convention: Convention,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// Heaps whose values are laid out together in rows of this length: portions of the output, but the last one, are multiples of
/// it.
pub(crate) const fn block(per_row: usize) -> usize {
    match BLOCK / per_row {
        0 => per_row,
        rows => rows * per_row,
    }
}

/// About as many heaps are laid out together.
const BLOCK: usize = 1000;

/// The usual length of rows.
pub(crate) const PER_ROW: usize = 10;

/// A form of output, written to a page that is sent off and cleared between portions.
pub(crate) trait Sheet {
    /// What stands before all values.
    fn begin(&mut self, _page: &mut Vec<u8>) -> io::Result<()> {
        Ok(())
    }

    /// The values of the next heaps, from `first` on.
    fn values(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()>;

    /// What stands behind all values.
    fn end(&mut self, _page: &mut Vec<u8>) {}
}

/// Appends a number.
fn number(number: u64, page: &mut Vec<u8>) {
    page.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}
