//! Every move, and what it leads to: the page of `grundy moves`.

use std::io::{self, Write};

use grundy::strategy::ValuedMove;
use grundy::{Convention, Outcome, Sum, strategy};
use serde::Serialize;

use super::position::{MoveJson, arrow};
use super::stream::Stream;
use super::style::{FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The moves of a sum.
pub(crate) struct Moves<'a> {
    pub(crate) sum: &'a Sum,
    pub(crate) convention: Convention,
    pub(crate) moves: strategy::Moves<ValuedMove>,
}

#[derive(Serialize)]
struct MovesJson<O> {
    convention: &'static str,
    options: O,
    more: bool,
}

#[derive(Serialize)]
struct OptionJson {
    #[serde(flatten)]
    to: MoveJson,
    /// The value of the whole sum after the move; none in misère play.
    value: Option<u64>,
    outcome: String,
}

impl Moves<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let option = |option: &ValuedMove| OptionJson {
            to: MoveJson::new(self.sum, &option.to),
            value: option.value.map(|value| value.0),
            outcome: option.outcome.to_string(),
        };
        let page = MovesJson {
            convention: words::convention(self.convention),
            options: Stream::new(self.moves.list.iter().map(option)),
            more: self.moves.more,
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.moves.list.is_empty() {
            return writeln!(out, "There is no move.");
        }
        let mut table = Table::default();
        let heading = match self.convention {
            Convention::Normal => ["move", "value", "outcome"].as_slice(),
            Convention::Misere => &["move", "outcome"],
        };
        table.row(heading.iter().map(|&title| Cell::left(title).styled(STRONG)));
        for ValuedMove { to, value, outcome } in &self.moves.list {
            let mut cells = vec![Cell::left(arrow(&self.sum.rules, &self.sum.components[to.component], &to.parts))];
            cells.extend(value.map(|value| Cell::right(value.0)));
            cells.push(Cell::left(outcome.to_string()));
            if *outcome == Outcome::P {
                cells.push(Cell::left("wins").styled(GOOD));
            }
            table.row(cells);
        }
        table.write(out)?;
        if self.moves.more {
            writeln!(out, "{FAINT}There are more; `--moves all` lists them.{FAINT:#}")?;
        }
        Ok(())
    }
}
