//! Who wins, in words.

use std::io::{self, Write};

use grundy::{Convention, Method, Outcome};

use super::style::{BAD, GOOD};

/// The sentence that says who wins.
pub(super) fn outcome(outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Outcome::N => writeln!(out, "{GOOD}The player to move wins (N).{GOOD:#}"),
        Outcome::P => writeln!(out, "{BAD}The player to move loses (P).{BAD:#}"),
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
