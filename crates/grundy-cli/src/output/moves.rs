//! Every move, and what it leads to: the page of `grundy moves`.

use std::io::{self, Write};

use grundy::strategy::ValuedMove;
use grundy::{Convention, Outcome, Sum, strategy};
use serde::Serialize;

use super::position::{MoveJson, ValueJson, arrow};
use super::reasons::Lasts;
use super::stream::Stream;
use super::style::{EVEN, FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The moves of a sum.
pub(crate) struct Moves<'a> {
    pub(crate) sum: &'a Sum,
    pub(crate) convention: Convention,
    pub(crate) moves: strategy::Moves<ValuedMove>,
    /// How long play lasts, if that was asked for.
    pub(crate) lasts: Option<Lasts>,
}

#[derive(Serialize)]
struct MovesJson<O> {
    convention: &'static str,
    /// How many moves play lasts; null if for ever. Left out unless it is asked for, as for the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
    options: O,
    more: bool,
}

#[derive(Serialize)]
struct OptionJson {
    #[serde(flatten)]
    to: MoveJson,
    /// The value of the whole sum after the move; none in misère play.
    value: Option<ValueJson>,
    outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
}

impl Moves<'_> {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let option = |(place, option): (usize, &ValuedMove)| OptionJson {
            to: MoveJson::new(self.sum, &option.to),
            value: option.value.as_ref().map(ValueJson::from),
            outcome: option.outcome.to_string(),
            remoteness: self.lasts.as_ref().map(|lasts| lasts.after[place]),
        };
        let page = MovesJson {
            convention: words::convention(self.convention),
            remoteness: self.lasts.as_ref().map(|lasts| lasts.sum),
            options: Stream::new(self.moves.list.iter().enumerate().map(option)),
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
        let lasts = self.lasts.iter().map(|_| "remoteness");
        table.row(heading.iter().copied().chain(lasts).map(|title| Cell::left(title).styled(STRONG)));
        for (place, ValuedMove { to, value, outcome }) in self.moves.list.iter().enumerate() {
            let mut cells = vec![Cell::left(arrow(&self.sum.rules, &self.sum.components[to.component], &to.parts))];
            cells.extend(value.as_ref().map(Cell::right));
            cells.push(Cell::left(outcome.to_string()));
            cells.extend(self.lasts.as_ref().map(|lasts| Cell::right(words::lasts(lasts.after[place]))));
            match outcome {
                Outcome::P => cells.push(Cell::left("wins").styled(GOOD)),
                Outcome::D => cells.push(Cell::left("draws").styled(EVEN)),
                Outcome::N => {}
            }
            table.row(cells);
        }
        table.write(out)?;
        if let Some(lasts) = &self.lasts {
            words::lasting(lasts.sum, out)?;
        }
        if self.moves.more {
            writeln!(out, "{FAINT}There are more; `--moves all` lists them.{FAINT:#}")?;
        }
        Ok(())
    }
}
