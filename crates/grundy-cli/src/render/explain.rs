//! Why a position is won or lost.

use std::io::{self, Write};

use grundy_answers::{Component, Convention, ExplainAnswer, Outcome, Reason, Reply, Theorem, Value};

use super::derivation;
use super::style::{EVEN, FAINT, GOOD, STRONG};
use super::table::{Cell, Table};
use super::words;

/// The answer for people.
pub(crate) fn text(answer: &ExplainAnswer, out: &mut dyn Write) -> io::Result<()> {
    simplified(answer, out)?;
    derivation::text(answer, out)?;
    match (&answer.theorem, &answer.value, finite(&answer.components)) {
        (Theorem::MisereNim { sizes, xor, ones, large }, ..) => {
            misere_nim(answer, sizes, (*xor, *ones, *large), out)?;
        }
        (Theorem::Search, ..) => misere_search(answer, out)?,
        (Theorem::SpragueGrundy | Theorem::Smith { .. }, Some(total), Some(values)) => match values[..] {
            [value] => single(value, out)?,
            _ => columns(answer, &values, total, out)?,
        },
        (Theorem::Smith { infinite, finite }, Some(total), None) => loopy(answer, total, (*infinite, *finite), out)?,
        _ => writeln!(out, "This follows from a theorem that this version of the command cannot explain.\n")?,
    }
    words::outcome(answer.outcome, out)?;
    if let Some(remoteness) = answer.remoteness {
        words::lasting(remoteness, out)?;
    }
    writeln!(out)?;
    moves(answer, out)?;
    if answer.loopy && answer.outcome != Outcome::D && answer.remoteness.is_none() {
        writeln!(out, "{FAINT}{} `--remoteness` tells how near it is.{FAINT:#}", words::NEARER)?;
    }
    if let Some(stopped) = &answer.stopped {
        writeln!(out, "{FAINT}The list of moves is incomplete: {stopped}.{FAINT:#}")?;
    } else if answer.more {
        writeln!(out, "{FAINT}There are more moves; `--moves all` explains them.{FAINT:#}")?;
    }
    words::premises(&answer.premises, out)
}

fn moves(answer: &ExplainAnswer, out: &mut dyn Write) -> io::Result<()> {
    match (answer.outcome, &answer.value) {
        _ if answer.reasons.is_empty() && answer.stopped.is_some() => Ok(()),
        _ if answer.reasons.is_empty() && !answer.more => match answer.convention {
            Convention::Normal => writeln!(out, "There is no move, so the player to move has lost."),
            Convention::Misere => writeln!(out, "There is no move, so the player to move has won."),
        },
        (Outcome::N, Some(total)) if answer.components.len() > 1 && finite(&answer.components).is_some() => {
            wins_by_xor(answer, total, out)
        }
        (Outcome::N, Some(_)) => {
            writeln!(out, "{STRONG}A move wins if it leaves the value 0:{STRONG:#}")?;
            table(answer, Outcome::P, out)
        }
        (Outcome::N, None) => {
            writeln!(out, "{STRONG}These moves leave a position that is lost for the other player:{STRONG:#}")?;
            table(answer, Outcome::P, out)
        }
        (Outcome::P, value) => replies(answer, value.is_some(), out),
        (Outcome::D, _) => {
            writeln!(out, "{STRONG}After these moves nobody can force a win:{STRONG:#}")?;
            table(answer, Outcome::D, out)?;
            let mut losing = answer.reasons.iter().filter(|reason| reason.outcome == Outcome::N).peekable();
            if losing.peek().is_some() {
                let replied = losing.all(|reason| reason.reply.is_some());
                let title =
                    if replied { "These moves lose, since there is a reply that wins:" } else { "These moves lose:" };
                writeln!(out, "{STRONG}{title}{STRONG:#}")?;
                table(answer, Outcome::N, out)?;
            }
            Ok(())
        }
    }
}

/// The values as numbers, if none is infinite.
fn finite(components: &[Component]) -> Option<Vec<u64>> {
    components.iter().map(|component| component.value.as_ref().and_then(Value::nimber)).collect()
}

/// The moves after which this is the outcome, with what the component is worth and the reply, where there is one.
fn table(answer: &ExplainAnswer, outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::default();
    for (reason, number) in merged(answer) {
        if reason.outcome != outcome {
            continue;
        }
        let shown = Cell::left(shown(reason));
        let mut cells = vec![match outcome {
            Outcome::P => shown.styled(GOOD),
            Outcome::D => shown.styled(EVEN),
            Outcome::N => shown,
        }];
        if let Some(worth) = &reason.worth {
            cells.push(Cell::left(format!("worth {worth}")));
        }
        match (&reason.reply, reason.outcome) {
            (None, Outcome::N) => cells.push(Cell::left(NO_MOVE)),
            (reason, _) => cells.extend(reply(reason.as_ref())),
        }
        cells.push(remote(reason));
        cells.push(words::times(number));
        cells.retain(|cell| !cell.is_empty());
        table.row(cells);
    }
    table.write(out)
}

/// What is said of a move in misère play to which nobody can reply.
const NO_MOVE: &str = "leaves no move, which wins for the other player";

/// The cells that tell a reply.
fn reply(reply: Option<&Reply>) -> Vec<Cell> {
    reply.map_or_else(Vec::new, |reply| vec![Cell::left("then"), Cell::left(words::replied(reply)).styled(GOOD)])
}

/// The cell that tells how long play lasts after a move, or after the reply where one is shown.
fn remote(reason: &Reason) -> Cell {
    let shown = u32::from(reason.reply.is_some());
    Cell::left(match reason.remoteness.map(|moves| moves.map(|moves| moves.saturating_sub(shown))) {
        None => String::new(),
        Some(None) => "play never ends".to_owned(),
        Some(Some(0)) => "no move is left".to_owned(),
        Some(Some(1)) => "1 move is left".to_owned(),
        Some(Some(moves)) => format!("{moves} moves are left"),
    })
}

fn shown(reason: &Reason) -> String {
    words::moved(&reason.to)
}

/// The reasons, those of the same move in equal components taken as one, with their number.
fn merged(answer: &ExplainAnswer) -> Vec<(&Reason, usize)> {
    words::merged(&answer.reasons, |reason| &reason.to)
}

/// Why each set is equal to a nim-heap.
fn simplified(answer: &ExplainAnswer, out: &mut dyn Write) -> io::Result<()> {
    for set in &answer.simplifications {
        let heap = set.value;
        writeln!(out, "{STRONG}{} = *{heap}{STRONG:#}", set.position)?;
        let mut table = Table::default();
        for option in &set.options {
            let mut cells = vec![Cell::left(&option.to), Cell::left(format!("worth {}", option.worth))];
            if let Some(reply) = &option.reversed_by {
                cells.push(Cell::left("is reversed by"));
                cells.push(Cell::left(words::replied(reply)).styled(GOOD));
            }
            table.row(cells);
        }
        table.write(out)?;
        let reversed = set.options.iter().any(|option| option.reversed_by.is_some());
        let smaller = if heap > 1 { format!("0 to {}", heap - 1) } else { "0".to_owned() };
        match (heap, reversed) {
            (0, false) => writeln!(out, "There is no option, as in *0.")?,
            (0, true) => {
                writeln!(out, "Every option is reversed: a reply makes the value 0 again, which is that of *0.")?;
            }
            (_, false) => writeln!(out, "The options are worth {smaller}, as those of *{heap} are.")?,
            (_, true) => writeln!(
                out,
                "There are options worth {smaller}, as in *{heap}; any other option is reversed: a reply makes it worth {heap}."
            )?,
        }
        if set.more {
            writeln!(out, "{FAINT}There are more options; `--moves all` lists them.{FAINT:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The values, some of them infinite, and what they make.
fn loopy(
    answer: &ExplainAnswer,
    total: &Value,
    (infinite, others): (usize, u64),
    out: &mut dyn Write,
) -> io::Result<()> {
    let has_one = if answer.outcome == Outcome::N { "it has one" } else { "it has none" };
    if answer.components.len() == 1 {
        return write!(
            out,
            "The value is infinite, so the player to move wins exactly if there is an option worth 0: {has_one}. "
        );
    }
    writeln!(
        out,
        "{STRONG}The value of each component (∞ is infinite, with the numbers that its options are worth):{STRONG:#}"
    )?;
    let mut table = Table::default();
    for component in &answer.components {
        let value = component.value.as_ref().map(Cell::right);
        table.row([Cell::left(&component.position)].into_iter().chain(value));
    }
    table.row([Cell::left("the value of the sum"), Cell::right(total)].map(|cell| cell.styled(STRONG)));
    table.write(out)?;
    writeln!(out)?;
    if infinite > 1 {
        return write!(
            out,
            "{infinite} components are infinite. As long as there are two of them, neither player can be made to lose. "
        );
    }
    writeln!(out, "One component is infinite, and the others are worth {others} together.")?;
    write!(out, "The player to move wins exactly if the infinite one has an option worth {others}: {has_one}. ")
}

/// What the value of a single component says: there is nothing to add up.
fn single(value: u64, out: &mut dyn Write) -> io::Result<()> {
    match value {
        0 => write!(out, "The value is 0. "),
        _ => write!(out, "The value is not 0. "),
    }
}

/// The values below each other in binary, and their nim-sum.
fn columns(answer: &ExplainAnswer, values: &[u64], total: &Value, out: &mut dyn Write) -> io::Result<()> {
    let total = total.nimber().unwrap_or_default();
    if values.is_empty() {
        return write!(out, "The position is empty. ");
    }
    let bits = values.iter().map(|value| u64::BITS - value.leading_zeros()).max().unwrap_or_default().max(1) as usize;
    let binary = |value: u64| format!("{value:0bits$b}");
    writeln!(out, "{STRONG}The value of each component, in decimal and in binary:{STRONG:#}")?;
    let mut table = Table::default();
    for (component, &value) in answer.components.iter().zip(values) {
        table.row([Cell::left(&component.position), Cell::right(value), Cell::right(binary(value))]);
    }
    let rule = "-".repeat(bits);
    table.row([Cell::left(""), Cell::left(""), Cell::right(rule)]);
    let cells = [Cell::left("xor, the value of the sum"), Cell::right(total), Cell::right(binary(total))];
    table.row(cells.map(|cell| cell.styled(STRONG)));
    table.write(out)?;
    writeln!(out)?;
    match total {
        0 => write!(out, "The value is 0: every column has an even number of ones. "),
        _ => write!(out, "The value is not 0. "),
    }
}

fn wins_by_xor(answer: &ExplainAnswer, total: &Value, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}A move wins if it leaves the value 0,{STRONG:#}")?;
    writeln!(out, "so a component worth g has to become worth g xor {total}:")?;
    let mut table = Table::default();
    for (reason, number) in merged(answer) {
        let before = answer.components[reason.to.component].value.clone().unwrap_or(Value::Nimber(0));
        let after = reason.worth.clone().unwrap_or(Value::Nimber(0));
        let mut cells = vec![
            Cell::left(shown(reason)).styled(GOOD),
            Cell::left(format!("{before} xor {total} = {after}")),
            remote(reason),
        ];
        if after > before {
            cells.push(Cell::left(format!("upward: the component becomes worth more, {after} instead of {before}")));
        }
        cells.push(words::times(number));
        cells.retain(|cell| !cell.is_empty());
        table.row(cells);
    }
    table.write(out)
}

/// What an answer in misère play rests on that no theorem decided.
fn misere_search(answer: &ExplainAnswer, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}Misère play: the player who cannot move wins.{STRONG:#}")?;
    if answer.components.is_empty() {
        return Ok(());
    }
    writeln!(out, "In misère play XOR does not determine the outcome, so the sum was searched as a whole:")?;
    writeln!(out, "a position without moves is won; any other is won exactly if a move leads to a lost one.")?;
    if answer.loopy {
        writeln!(
            out,
            "Play need not end: these rules are applied backwards from the end of play, and what they do not settle is a draw."
        )?;
    }
    Ok(())
}

/// The rule of misère Nim.
const BOUTON: &str = "\
All components are nim-heaps, so the rule of misère Nim decides (Bouton 1902):
- If a heap is larger than 1, the winner is the same as in normal play: the player to move wins exactly if the xor of
  the sizes is not 0. To win, play as in normal play until your move would leave no heap larger than 1; then leave an
  odd number of heaps of size 1.
- If no heap is larger than 1, every move takes a whole heap, and whoever takes the last one loses: the player to move
  wins exactly if the number of heaps of size 1 is even.";

/// What an answer in misère play rests on if all components are nim-heaps.
fn misere_nim(
    answer: &ExplainAnswer,
    sizes: &[u64],
    (xor, ones, large): (u64, usize, bool),
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{STRONG}Misère play: the player who cannot move wins.{STRONG:#}")?;
    if answer.components.is_empty() {
        return Ok(());
    }
    let mut table = Table::default();
    for (component, size) in answer.components.iter().zip(sizes) {
        table.row([Cell::left(&component.position), Cell::left("is the nim-heap"), Cell::left(format!("*{size}"))]);
    }
    table.write(out)?;
    writeln!(out, "{BOUTON}")?;
    if large {
        writeln!(out, "Here a heap is larger than 1, and the xor of the sizes is {xor}.")
    } else {
        let parity = if ones.is_multiple_of(2) { "even" } else { "odd" };
        writeln!(out, "Here no heap is larger than 1, and {ones}, the number of heaps of size 1, is {parity}.")
    }
}

fn replies(answer: &ExplainAnswer, normal: bool, out: &mut dyn Write) -> io::Result<()> {
    if answer.reasons.iter().all(|reason| reason.reply.is_some()) {
        let aim = if normal { "makes the value 0 again" } else { "leaves a lost position again" };
        writeln!(out, "{STRONG}Every move has a reply that {aim}:{STRONG:#}")?;
    } else {
        writeln!(out, "{STRONG}Every move loses:{STRONG:#}")?;
    }
    let mut table = Table::default();
    for (reason, number) in merged(answer) {
        let mut cells = vec![Cell::left(shown(reason))];
        match &reason.reply {
            Some(_) => cells.extend(reply(reason.reply.as_ref())),
            None => cells.push(Cell::left(NO_MOVE)),
        }
        cells.push(remote(reason));
        cells.push(words::times(number));
        cells.retain(|cell| !cell.is_empty());
        table.row(cells);
    }
    table.write(out)
}
