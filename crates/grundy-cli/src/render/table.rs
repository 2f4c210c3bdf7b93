//! Columns.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

/// A column that is wider than this is not made wider for one long entry.
const WIDEST: usize = 60;

/// Lines of cells, each column but the last as wide as its widest cell.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<Cell>>,
}

/// A piece of text in its column.
pub(super) struct Cell {
    text: String,
    style: Style,
    right: bool,
}

impl Cell {
    pub(super) fn left(text: impl Into<String>) -> Self {
        Self { text: text.into(), style: Style::new(), right: false }
    }

    /// A number, which stands at the right of its column.
    pub(super) fn right(text: impl ToString) -> Self {
        Self { right: true, ..Self::left(text.to_string()) }
    }

    pub(super) fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// Whether there is nothing in it.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    fn width(&self) -> usize {
        width_of(&self.text)
    }
}

/// How many columns of a terminal a text takes.
pub(super) fn width_of(text: &str) -> usize {
    // Most texts are, and the tables of Unicode take time.
    if text.is_ascii() { text.len() } else { text.width() }
}

impl Table {
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the lines, indented.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width =
            |column| self.rows.iter().filter_map(|row| row.get(column)).map(Cell::width).max().unwrap_or_default();
        let widths: Vec<usize> = (0..columns).map(|column| width(column).min(WIDEST)).collect();
        for row in &self.rows {
            let row = &row[..row.iter().rposition(|cell| !cell.text.is_empty()).map_or(0, |last| last + 1)];
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let Cell { text, style, right } = cell;
                let pad = " ".repeat(width.saturating_sub(cell.width()));
                line.push_str("  ");
                if *right {
                    line.push_str(&pad);
                }
                line.push_str(&format!("{style}{text}{style:#}"));
                if !right && column + 1 < row.len() {
                    line.push_str(&pad);
                }
            }
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_and_lines_do_not_end_in_blanks() {
        let mut table = Table::default();
        table.row([Cell::left("nim(3)"), Cell::right(3), Cell::left("x")]);
        table.row([Cell::left("*10"), Cell::right(10), Cell::left("")]);
        table.row([Cell::left("y".repeat(70)), Cell::right(7)]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], format!("  nim(3){}   3  x", " ".repeat(54)));
        assert_eq!(lines[1], format!("  *10{}  10", " ".repeat(57)));
        assert_eq!(lines[2], format!("  {}   7", "y".repeat(70)));
        // As wide as a terminal shows them: a wide letter takes two places, a mark none.
        let mut table = Table::default();
        table.row([Cell::left("棋"), Cell::left("x")]);
        table.row([Cell::left("e\u{301}"), Cell::left("x")]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "  棋  x\n  e\u{301}   x\n");
    }
}
