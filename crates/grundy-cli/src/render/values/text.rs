//! Rows of values for people, each with its first heap at the left.

use std::io::{self, Write};

use anstyle::Style;

use super::{Sheet, Title, block};
use crate::render::style::{FAINT, STRONG};
use crate::render::words;

/// Rows of ten values, or of fewer if the values are long; or of as many as are asked for.
pub(crate) struct Text {
    title: Title,
    /// The length of rows that is asked for.
    columns: Option<usize>,
    per_row: usize,
    label: usize,
    value: usize,
    /// The style of what only helps to read the rest, if styles are shown.
    faint: Style,
    strong: Style,
}

/// The longest row that fits the narrowest usual terminal.
const LINE: usize = 80;
/// The number of digits that a heap number has room for from the beginning.
const LABEL: usize = 9;
/// As many as the largest number has digits.
const BLANKS: [u8; 20] = [b' '; 20];
/// The lengths of rows that keep the numbers at the left round.
const PER_ROW: [usize; 4] = [10, 5, 2, 1];

impl Text {
    pub(crate) fn new(title: Title, columns: Option<usize>, styled: bool) -> Self {
        let label = digits(title.to).min(LABEL).max("heap".len());
        let (faint, strong) = if styled { (FAINT, STRONG) } else { (Style::new(), Style::new()) };
        let per_row = columns.unwrap_or(PER_ROW[0]);
        Self { title, columns, per_row, label, value: 0, faint, strong }
    }

    /// Values that are aligned with each other. Later ones may be wider.
    fn block(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()> {
        let (Some(largest), last) = (values.iter().max(), first + (values.len() as u64).saturating_sub(1)) else {
            return Ok(());
        };
        // With a length of rows of their own even the last headings have to fit.
        let heading = 1 + digits(self.columns.map_or(0, |columns| columns as u64 - 1));
        self.value = self.value.max(digits(*largest)).max(heading);
        self.label = self.label.max(digits(last));
        let (label, width, faint) = (self.label, self.value, self.faint);
        let begun = first > self.title.from;
        let fits = |&per_row: &usize| label + 1 + per_row * (width + 1) <= LINE;
        let per_row = self.columns.unwrap_or_else(|| PER_ROW.into_iter().find(fits).unwrap_or(1));
        if !begun || per_row != self.per_row {
            self.per_row = per_row;
            write!(page, "{faint}{:>label$} ", "heap")?;
            (0..per_row).try_for_each(|column| write!(page, " {:>width$}", format!("+{column}")))?;
            writeln!(page, "{faint:#}")?;
        }
        let (faint, plain) = (faint.render().to_string(), faint.render_reset().to_string());
        for (row, values) in (0u64..).zip(values.chunks(per_row)) {
            page.extend_from_slice(faint.as_bytes());
            padded(first + row * per_row as u64, label, page);
            page.extend_from_slice(plain.as_bytes());
            page.push(b' ');
            for value in values {
                page.push(b' ');
                padded(*value, width, page);
            }
            page.push(b'\n');
        }
        Ok(())
    }
}

fn digits(number: u64) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}

/// Appends a number at the right of its column.
fn padded(value: u64, width: usize, page: &mut Vec<u8>) {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(value).as_bytes();
    page.extend_from_slice(&BLANKS[..width.saturating_sub(digits.len())]);
    page.extend_from_slice(digits);
}

impl Sheet for Text {
    fn begin(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        let (Title { rule, convention, .. }, strong, faint) = (&self.title, self.strong, self.faint);
        writeln!(page, "{strong}{rule}{strong:#}, values in {}", words::play(*convention))?;
        words::misere_values(*convention).map_or(Ok(()), |warning| writeln!(page, "{faint}{warning}{faint:#}"))
    }

    fn values(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()> {
        let length = block(self.columns.unwrap_or(PER_ROW[0]));
        let blocks = values.chunks(length).zip(0u64..);
        blocks
            .map(|(block, number)| (first + number * length as u64, block))
            .try_for_each(|(first, block)| self.block(first, block, page))
    }
}
