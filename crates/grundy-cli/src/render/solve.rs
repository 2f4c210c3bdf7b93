//! Who wins, and by which moves.

use std::io::{self, Write};

use grundy_answers::{Convention, Detail, Move, Outcome, SolveAnswer};

use super::style::{FAINT, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The answer for people; `listed` says which winning moves were asked for.
pub(crate) fn text(answer: &SolveAnswer, listed: Detail, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::default();
    for component in &answer.components {
        let value = component.value.as_ref().map(|value| [Cell::left("value"), Cell::right(value)]);
        // Without its value a component is only what was asked about.
        if let Some(value) = value {
            table.row([Cell::left(&component.position)].into_iter().chain(value));
        }
    }
    if let Some(value) = &answer.value
        && answer.components.len() != 1
    {
        let cells = [Cell::left("total"), Cell::left("value"), Cell::right(value)];
        table.row(cells.map(|cell| cell.styled(STRONG)));
    }
    table.write(out)?;
    words::outcome(answer.outcome, out)?;
    plan(answer, out)?;
    match (answer.convention, answer.components.is_empty()) {
        (Convention::Normal, true) => writeln!(out, "The position is empty.")?,
        (Convention::Misere, true) => writeln!(out, "The position is empty, which wins in misère play.")?,
        (Convention::Misere, false) => {
            writeln!(out, "{FAINT}Misère play: the player who cannot move wins.{FAINT:#}")?;
        }
        (Convention::Normal, false) => {}
    }
    if answer.outcome != Outcome::P && listed != Detail::Outcome {
        moves(&answer.winning_moves, ["Winning move:", "Winning moves:"], out)?;
        if let Some(drawing) = &answer.drawing_moves {
            let titles = match answer.outcome {
                Outcome::D => ["Move that keeps the draw:", "Moves that keep the draw:"],
                _ => ["Move that only draws:", "Moves that only draw:"],
            };
            moves(drawing, titles, out)?;
        }
    }
    if answer.drawing_moves.is_some() && answer.outcome == Outcome::N && listed != Detail::Outcome {
        writeln!(out, "{FAINT}{} `moves --remoteness` tells how near it is.{FAINT:#}", words::NEARER)?;
    }
    if let Some(stopped) = &answer.stopped {
        writeln!(out, "{FAINT}The list of winning moves is incomplete: {stopped}.{FAINT:#}")?;
    } else if answer.more && listed == Detail::OneMove {
        writeln!(out, "{FAINT}There may be more; without `--one-move` they are listed.{FAINT:#}")?;
    } else if answer.more && listed != Detail::Outcome {
        writeln!(out, "{FAINT}There are more; `--moves all` lists them.{FAINT:#}")?;
    }
    if let Some(compared) = answer.compared {
        writeln!(
            out,
            "{FAINT}The rules agree with their options at {compared} positions that were compared.{FAINT:#}"
        )?;
    }
    words::premises(&answer.premises, out)
}

fn plan(answer: &SolveAnswer, out: &mut dyn Write) -> io::Result<()> {
    let Some(plan) = &answer.plan else { return Ok(()) };
    writeln!(out, "{STRONG}Plan:{STRONG:#}")?;
    let mut table = Table::default();
    for (component, methods) in answer.components.iter().zip(plan) {
        let methods = if methods.is_empty() { "no moves".to_owned() } else { methods.join(", ") };
        table.row([Cell::left(&component.position), Cell::left(methods)]);
    }
    table.write(out)
}

fn moves(moves: &[Move], titles: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
    let title = match moves.iter().map(|to| 1 + to.also.len()).sum() {
        0 => return Ok(()),
        1 => titles[0],
        _ => titles[1],
    };
    writeln!(out, "{STRONG}{title}{STRONG:#}")?;
    let mut table = Table::default();
    for (to, number) in words::merged(moves, |to| to) {
        table.row([Cell::left(words::moved(to)), words::times(number)]);
    }
    table.write(out)
}
