//! Who wins, in words.

use std::io::{self, Write};

use grundy::{Convention, Method, Outcome};

use super::style::{BAD, EVEN, GOOD};

/// The sentence that says who wins.
pub(super) fn outcome(outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::N => writeln!(out, "{GOOD}The player to move wins (N).{GOOD:#}"),
        Outcome::P => writeln!(out, "{BAD}The player to move loses (P).{BAD:#}"),
        Outcome::D => writeln!(out, "{EVEN}Nobody can force a win: best play never ends, a draw (D).{EVEN:#}"),
    }
}

/// How long play lasts if the winner makes haste and the loser delays, as a cell says it.
pub(super) fn lasts(remoteness: Option<u32>) -> String {
    remoteness.map_or_else(|| "for ever".to_owned(), |moves| moves.to_string())
}

/// The same in a sentence.
pub(super) fn lasting(remoteness: Option<u32>, out: &mut dyn Write) -> io::Result<()> {
    match remoteness {
        None => writeln!(out, "Play lasts for ever."),
        Some(1) => writeln!(out, "Play lasts 1 move if the winner makes haste and the loser delays (remoteness 1)."),
        Some(moves) => {
            writeln!(
                out,
                "Play lasts {moves} moves if the winner makes haste and the loser delays (remoteness {moves})."
            )
        }
    }
}

/// The name of a convention in JSON.
pub(super) const fn convention(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    }
}

/// The name of a convention in a sentence.
pub(super) const fn play(convention: Convention) -> &'static str {
    match convention {
        Convention::Normal => "normal play",
        Convention::Misere => "misère play",
    }
}

/// How a value was found.
pub(super) const fn method(method: Method) -> &'static str {
    match method {
        Method::Known => "known to the game",
        Method::FullExpansion => "full expansion",
        Method::NimberSearch => "nimber search",
    }
}
