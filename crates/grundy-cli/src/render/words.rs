//! What several commands say in the same words.

use std::collections::HashMap;
use std::io::{self, Write};

use grundy_answers::{Convention, Move, Outcome, Part, Reply};

use super::style::{BAD, EVEN, FAINT, GOOD};
use super::table::Cell;

/// The sentence that says who wins.
pub(super) fn outcome(outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::N => writeln!(out, "{GOOD}The player to move wins (N).{GOOD:#}"),
        Outcome::P => writeln!(out, "{BAD}The player to move loses (P).{BAD:#}"),
        Outcome::D => writeln!(out, "{EVEN}Nobody can force a win: best play never ends, a draw (D).{EVEN:#}"),
    }
}

/// How long play lasts if the winner hurries and the loser delays, as a cell says it.
pub(super) fn lasts(remoteness: Option<u32>) -> String {
    remoteness.map_or_else(|| "∞".to_owned(), |moves| moves.to_string())
}

/// The same in a sentence.
pub(super) fn lasting(remoteness: Option<u32>, out: &mut dyn Write) -> io::Result<()> {
    match remoteness {
        None => writeln!(out, "Play never ends."),
        Some(1) => writeln!(out, "Play lasts 1 move if the winner hurries and the loser delays (remoteness 1)."),
        Some(moves) => {
            writeln!(out, "Play lasts {moves} moves if the winner hurries and the loser delays (remoteness {moves}).")
        }
    }
}

/// What a winning move has to do besides where play need not end.
pub(super) const NEARER: &str = "Play need not end: to win, a move must also bring the end nearer.";

/// What an answer rests on beside the rules.
pub(super) fn premises(premises: &[String], out: &mut dyn Write) -> io::Result<()> {
    premises.iter().try_for_each(|premise| writeln!(out, "This rests on {premise}."))
}

/// The name of a convention in a sentence.
pub(super) const fn play(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal play",
        Convention::Misere => "misère play",
    }
}

/// A move: its name, the component and what replaces it.
pub(super) fn moved(Move { name, from, to, .. }: &Move) -> String {
    arrow(name.as_deref(), from, to)
}

/// The same of a reply.
pub(super) fn replied(Reply { name, from, to, .. }: &Reply) -> String {
    arrow(name.as_deref(), from, to)
}

fn arrow(name: Option<&str>, from: &str, to: &str) -> String {
    match name {
        Some(name) => format!("{name}: {from} -> {to}"),
        None => format!("{from} -> {to}"),
    }
}

/// What has to be said of values in misère play, which decide single positions and no sums.
pub(super) const fn misere_values(convention: Convention) -> Option<&'static str> {
    match convention {
        Convention::Normal => None,
        Convention::Misere => {
            Some("A position of value 0 is lost, any other is won; the values of several must not be xored.")
        }
    }
}

/// Items that each are about a move, those about the same move in equal components taken as one, with their number.
pub(super) fn merged<T>(items: &[T], of: impl Fn(&T) -> &Move) -> Vec<(&T, usize)> {
    let mut merged: Vec<(&T, usize)> = Vec::new();
    let mut places: HashMap<(&str, &[Part], &str), usize> = HashMap::new();
    for item in items {
        let to = of(item);
        let place = *places.entry((&to.from, &to.parts, &to.to)).or_insert(merged.len());
        match merged.get_mut(place) {
            Some((_, times)) => *times += 1 + to.also.len(),
            None => merged.push((item, 1 + to.also.len())),
        }
    }
    merged
}

/// The longest line of a list: that of the narrowest usual terminal.
const LINE: usize = 80;

/// Items in indented lines that fit a terminal.
pub(super) fn wrapped(items: impl Iterator<Item = String>, between: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for item in items {
        if !line.is_empty() {
            line.push_str(between.trim_end());
            if line.chars().count() + item.chars().count() + 1 > LINE - 3 {
                writeln!(out, "  {line}")?;
                line.clear();
            } else {
                line.push(' ');
            }
        }
        line.push_str(&item);
    }
    if line.is_empty() { Ok(()) } else { writeln!(out, "  {line}") }
}

/// What is said of a move that can be made in several equal components.
pub(super) fn times(times: usize) -> Cell {
    let text = if times > 1 { format!("in any of {times} equal components") } else { String::new() };
    Cell::left(text).styled(FAINT)
}
