//! The values of a rule of two coordinates.

use std::io::{self, Write};

use anstyle::Style;
use grundy_answers::TableAnswer;

use super::Ruled;
use crate::render::style::{FAINT, STRONG};
use crate::render::words;

/// The table for people: the columns at the top, each row with its number at the left.
pub(crate) fn text(answer: &TableAnswer, styled: bool, out: &mut dyn Write) -> io::Result<()> {
    let (faint, strong) = if styled { (FAINT, STRONG) } else { (Style::new(), Style::new()) };
    let [first, last] = answer.columns;
    writeln!(out, "{strong}{}{strong:#}, values in {}", answer.rule, words::play(answer.convention))?;
    if let Some(warning) = words::misere_values(answer.convention) {
        writeln!(out, "{faint}{warning}{faint:#}")?;
    }
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let largest = answer.values.iter().flatten().max().copied().unwrap_or_default();
    let (label, width) = (digits(answer.rows[1]), digits(last).max(digits(largest)));
    write!(out, "{faint}{:label$} ", "")?;
    (first..=last).try_for_each(|column| write!(out, " {column:>width$}"))?;
    writeln!(out, "{faint:#}")?;
    for (row, values) in (answer.rows[0]..=answer.rows[1]).zip(&answer.values) {
        write!(out, "{faint}{row:>label$}{faint:#} ")?;
        values.iter().try_for_each(|value| write!(out, " {value:>width$}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// A row of the table for each row, in Markdown or LaTeX.
pub(crate) fn ruled(answer: &TableAnswer, language: Ruled, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    let [first, last] = answer.columns;
    language.begin("", (first..=last).map(|column| column.to_string()), &mut page)?;
    for (row, values) in (answer.rows[0]..=answer.rows[1]).zip(&answer.values) {
        language.row(row, values, values.len(), &mut page);
    }
    language.end(&mut page);
    out.write_all(&page)
}

/// Lines `row,column,value` below a header.
pub(crate) fn csv(answer: &TableAnswer, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "row,column,value")?;
    for (row, values) in (answer.rows[0]..=answer.rows[1]).zip(&answer.values) {
        for (column, value) in (answer.columns[0]..=answer.columns[1]).zip(values) {
            writeln!(out, "{row},{column},{value}")?;
        }
    }
    Ok(())
}
