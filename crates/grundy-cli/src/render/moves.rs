//! Every move, and what it leads to.

use std::io::{self, Write};

use grundy_answers::{Convention, MovesAnswer, Outcome};

use super::style::{EVEN, FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The answer for people.
pub(crate) fn text(answer: &MovesAnswer, out: &mut dyn Write) -> io::Result<()> {
    if answer.options.is_empty() {
        return writeln!(out, "There is no move.");
    }
    let mut table = Table::default();
    let heading = match answer.convention {
        Convention::Normal => ["move", "value", "outcome"].as_slice(),
        Convention::Misere => &["move", "outcome"],
    };
    let remoteness = answer.remoteness.iter().map(|_| "remoteness");
    table.row(heading.iter().copied().chain(remoteness).map(|title| Cell::left(title).styled(STRONG)));
    for option in &answer.options {
        let mut cells = vec![Cell::left(words::moved(&option.to))];
        cells.extend(option.value.as_ref().map(Cell::right));
        cells.push(Cell::left(option.outcome.to_string()));
        cells.extend(option.remoteness.map(|moves| Cell::right(words::lasts(moves))));
        match option.outcome {
            Outcome::P => cells.push(Cell::left("wins").styled(GOOD)),
            Outcome::D => cells.push(Cell::left("draws").styled(EVEN)),
            Outcome::N => {}
        }
        cells.push(words::times(1 + option.to.also.len()));
        table.row(cells);
    }
    table.write(out)?;
    if let Some(remoteness) = answer.remoteness {
        words::lasting(remoteness, out)?;
    }
    if answer.more {
        writeln!(out, "{FAINT}There are more; `--moves all` lists them.{FAINT:#}")?;
    }
    words::premises(&answer.premises, out)
}
