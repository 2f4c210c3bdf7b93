//! Rows of values for people, each with its first heap at the left.

use std::io::{self, Write};

use grundy::Nimber;

use super::{Sheet, Title};
use crate::output::style::{FAINT, STRONG};
use crate::output::words;

/// Rows of ten values, or of fewer if the values are long.
pub(crate) struct Text<'a> {
    title: Title<'a>,
    /// The values held back until their widths are known, and the heap of the first.
    block: Vec<u64>,
    first: u64,
    per_row: usize,
    label: usize,
    value: usize,
}

/// Values that are aligned with each other. Later ones may be wider.
const BLOCK: usize = 1000;
/// The longest row that fits the narrowest usual terminal.
const LINE: usize = 80;
/// The number of digits that a heap number has room for from the beginning.
const LABEL: usize = 9;
/// The lengths of rows that keep the numbers at the left round.
const PER_ROW: [usize; 4] = [10, 5, 2, 1];

impl<'a> Text<'a> {
    pub(crate) fn new(title: Title<'a>) -> Self {
        let label = digits(title.to).min(LABEL).max("heap".len());
        Self { title, block: Vec::new(), first: title.from, per_row: PER_ROW[0], label, value: 0 }
    }

    fn write_block(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let (Some(largest), last) = (self.block.iter().max(), self.first + (self.block.len() as u64).saturating_sub(1))
        else {
            return Ok(());
        };
        self.value = self.value.max(digits(*largest)).max("+0".len());
        self.label = self.label.max(digits(last));
        let (label, width) = (self.label, self.value);
        let begun = self.first > self.title.from;
        let fits = |&per_row: &usize| label + 1 + per_row * (width + 1) <= LINE;
        let per_row = PER_ROW.into_iter().find(fits).unwrap_or(1);
        if !begun || per_row != self.per_row {
            self.per_row = per_row;
            write!(out, "{FAINT}{:>label$} ", "heap")?;
            (0..per_row).try_for_each(|column| write!(out, " {:>width$}", format!("+{column}")))?;
            writeln!(out, "{FAINT:#}")?;
        }
        for (row, values) in (0u64..).zip(self.block.chunks(per_row)) {
            write!(out, "{FAINT}{:>label$}{FAINT:#} ", self.first + row * per_row as u64)?;
            values.iter().try_for_each(|value| write!(out, " {value:>width$}"))?;
            writeln!(out)?;
        }
        self.block.clear();
        Ok(())
    }
}

fn digits(number: u64) -> usize {
    number.to_string().len()
}

impl Sheet for Text<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Title { rule, convention, .. } = self.title;
        writeln!(out, "{STRONG}{rule}{STRONG:#}, values in {}", words::play(convention))
    }

    fn value(&mut self, heap: u64, value: Nimber, out: &mut dyn Write) -> io::Result<()> {
        if self.block.len() == BLOCK {
            self.write_block(out)?;
        }
        if self.block.is_empty() {
            self.first = heap;
        }
        self.block.push(value.0);
        Ok(())
    }

    fn pause(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.write_block(out)
    }
}
