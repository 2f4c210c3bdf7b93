//! P-positions alone.

use std::io::{self, Write};

use anstyle::Style;
use grundy_answers::{PPositionsAnswer, PositionList};

use super::Ruled;
use crate::render::style::STRONG;
use crate::render::words;

/// The positions for people: heaps in lines, pairs as a table.
pub(crate) fn text(answer: &PPositionsAnswer, styled: bool, out: &mut dyn Write) -> io::Result<()> {
    let strong = if styled { STRONG } else { Style::new() };
    writeln!(out, "{strong}{}{strong:#}, P-positions in {}", answer.rule, words::play(answer.convention))?;
    let texts: Vec<String> = match &answer.p_positions {
        PositionList::Heaps(heaps) => heaps.iter().map(u64::to_string).collect(),
        PositionList::Cells(cells) => cells.iter().map(|[row, column]| format!("({row}, {column})")).collect(),
    };
    if texts.is_empty() {
        return writeln!(out, "There is none here.");
    }
    words::wrapped(texts.into_iter(), ", ", out)
}

/// A position per line below a header.
pub(crate) fn csv(answer: &PPositionsAnswer, out: &mut dyn Write) -> io::Result<()> {
    match &answer.p_positions {
        PositionList::Heaps(heaps) => {
            writeln!(out, "heap")?;
            heaps.iter().try_for_each(|heap| writeln!(out, "{heap}"))
        }
        PositionList::Cells(cells) => {
            writeln!(out, "row,column")?;
            cells.iter().try_for_each(|[row, column]| writeln!(out, "{row},{column}"))
        }
    }
}

/// The heaps as a sequence, the first of them at 1; `None` for pairs, which are none.
pub(crate) fn bfile(answer: &PPositionsAnswer, out: &mut dyn Write) -> Option<io::Result<()>> {
    match &answer.p_positions {
        PositionList::Heaps(heaps) => {
            Some((1..).zip(heaps).try_for_each(|(place, heap): (u64, _)| writeln!(out, "{place} {heap}")))
        }
        PositionList::Cells(_) => None,
    }
}

/// A position per row.
pub(crate) fn ruled(answer: &PPositionsAnswer, language: Ruled, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Vec::new();
    match &answer.p_positions {
        PositionList::Heaps(heaps) => {
            language.begin("heap", std::iter::empty(), &mut page)?;
            heaps.iter().for_each(|&heap| language.row(heap, &[], 0, &mut page));
        }
        PositionList::Cells(cells) => {
            language.begin("row", ["column".to_owned()].into_iter(), &mut page)?;
            cells.iter().for_each(|&[row, column]| language.row(row, &[column], 1, &mut page));
        }
    }
    language.end(&mut page);
    out.write_all(&page)
}
