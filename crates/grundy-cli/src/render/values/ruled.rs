//! Tables of numbers in Markdown and in LaTeX: a column of labels at the left, and a row of headings.

use std::io::{self, Write};

use super::{Sheet, number};

/// A language for tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ruled {
    Markdown,
    Latex,
}

impl Ruled {
    /// The headings: that of the labels, and those of the columns.
    pub(super) fn begin(
        self,
        label: &str,
        columns: impl Iterator<Item = String>,
        page: &mut Vec<u8>,
    ) -> io::Result<()> {
        let columns: Vec<String> = columns.collect();
        match self {
            Self::Markdown => {
                writeln!(page, "| {label} |{}", columns.iter().map(|name| format!(" {name} |")).collect::<String>())?;
                writeln!(page, "|{}", "---:|".repeat(columns.len() + 1))
            }
            Self::Latex => {
                let rule = if columns.is_empty() { "" } else { "|" };
                writeln!(page, "\\begin{{tabular}}{{r{rule}{}}}", "r".repeat(columns.len()))?;
                writeln!(page, "{label}{} \\\\", columns.iter().map(|name| format!(" & {name}")).collect::<String>())?;
                writeln!(page, "\\hline")
            }
        }
    }

    /// A row of numbers, with as many empty cells as are missing from `columns`.
    pub(super) fn row(self, label: u64, values: &[u64], columns: usize, page: &mut Vec<u8>) {
        let [before, between, after]: [&[u8]; 3] = match self {
            Self::Markdown => [b"| ", b" | ", b" |\n"],
            Self::Latex => [b"", b" & ", b" \\\\\n"],
        };
        page.extend_from_slice(before);
        number(label, page);
        for column in 0..columns.max(values.len()) {
            page.extend_from_slice(between);
            values.get(column).into_iter().for_each(|&value| number(value, page));
        }
        page.extend_from_slice(after);
    }

    /// What ends the table.
    pub(super) fn end(self, page: &mut Vec<u8>) {
        if self == Self::Latex {
            page.extend_from_slice(b"\\end{tabular}\n");
        }
    }
}

/// The values of heaps in rows, each with its first heap at the left.
pub(crate) struct RuledRows {
    language: Ruled,
    per_row: usize,
}

impl RuledRows {
    pub(crate) const fn new(language: Ruled, per_row: usize) -> Self {
        Self { language, per_row }
    }
}

impl Sheet for RuledRows {
    fn begin(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        self.language.begin("heap", (0..self.per_row).map(|column| format!("+{column}")), page)
    }

    fn values(&mut self, first: u64, values: &[u64], page: &mut Vec<u8>) -> io::Result<()> {
        for (row, values) in (0u64..).zip(values.chunks(self.per_row)) {
            self.language.row(first + row * self.per_row as u64, values, self.per_row, page);
        }
        Ok(())
    }

    fn end(&mut self, page: &mut Vec<u8>) {
        self.language.end(page);
    }
}
