//! Whether two positions are equal, and what proves it.

use std::io::{self, Write};

use grundy_answers::{EqualAnswer, EqualReply, Outcome};

use super::style::{FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The answer for people.
pub(crate) fn text(answer: &EqualAnswer, out: &mut dyn Write) -> io::Result<()> {
    verdict(answer, out)?;
    words::premises(&answer.premises, out)
}

fn verdict(answer: &EqualAnswer, out: &mut dyn Write) -> io::Result<()> {
    let ([a, b], [x, y]) = (&answer.positions, &answer.values);
    if let Some(distinguished) = &answer.distinguished_by {
        writeln!(
            out,
            "{STRONG}Not equal:{STRONG:#} {STRONG}{a}{STRONG:#} is worth {x}, and {STRONG}{b}{STRONG:#} is worth {y}."
        )?;
        let beside = &distinguished.position;
        writeln!(out, "The nim-heap {beside} tells them apart:")?;
        let mut table = Table::default();
        for (sum, outcome) in [a, b].iter().zip(distinguished.outcomes) {
            let words = match outcome {
                Outcome::N => "the player to move wins (N)",
                Outcome::P => "the player to move loses (P)",
                Outcome::D => "nobody can force a win (D)",
            };
            table.row([Cell::left(format!("{sum} + {beside}")), Cell::left(words)]);
        }
        return table.write(out);
    }
    writeln!(out, "{GOOD}Equal:{GOOD:#} {STRONG}{a}{STRONG:#} and {STRONG}{b}{STRONG:#}, both worth {x}.")?;
    if answer.loopy {
        writeln!(out, "Play need not end, so this holds beside every impartial game, whether its play ends or not.")?;
    }
    match &answer.replies {
        Some(list) => replies(list, answer.more, out),
        None if x.nimber().is_some() => {
            writeln!(out, "Their sum is worth 0, so the player to move loses it; it was too large to list the replies.")
        }
        None => {
            writeln!(out, "Both are infinite, and the values of their options say who wins beside any game:")?;
            writeln!(out, "beside one worth n, the player to move iff n is among them, else nobody; beside an")?;
            writeln!(out, "infinite one nobody can be made to lose (Smith 1966).")
        }
    }
}

/// The reply to each move in the sum.
fn replies(list: &[EqualReply], more: bool, out: &mut dyn Write) -> io::Result<()> {
    if list.is_empty() {
        return writeln!(out, "There is no move in either.");
    }
    writeln!(out, "In their sum the player to move loses, since each move has a reply that leaves it worth 0:")?;
    let mut table = Table::default();
    for (replied, number) in words::merged(list, |replied| &replied.to) {
        let mut cells = vec![Cell::left(words::moved(&replied.to))];
        if let Some(reply) = &replied.reply {
            cells.push(Cell::left("then"));
            cells.push(Cell::left(words::replied(reply)).styled(GOOD));
        }
        cells.push(words::times(number));
        table.row(cells);
    }
    table.write(out)?;
    if more {
        writeln!(out, "{FAINT}There are more moves; `--moves all` lists them.{FAINT:#}")?;
    }
    Ok(())
}
