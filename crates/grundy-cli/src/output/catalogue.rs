//! What can be played: the page of `grundy games`.

use std::io::{self, Write};

use grundy::games::Entry;
use serde::Serialize;

use super::style::{FAINT, STRONG};

/// The list of games.
pub(crate) struct Catalogue {
    pub(crate) games: Vec<Entry>,
}

#[derive(Serialize)]
struct CatalogueJson {
    games: Vec<GameJson>,
}

#[derive(Serialize)]
struct GameJson {
    name: &'static str,
    parameters: &'static str,
    arguments: &'static str,
    rules: &'static str,
    example: &'static str,
}

/// Where the rules begin; a longer call has a line of its own.
const RULES: usize = 30;

/// What is no game by name and can be played all the same.
const ALSO: &str = "\
Also 0.77(9), a take-and-break game by its code; *3, the nim-heap of 3; {*1, {*1}, *2}, a position by
its options; \"take.star\"(10), a position of your own rules, in a file. `+` puts positions side by side.";

impl Catalogue {
    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let game = |&Entry { name, parameters, arguments, rules, example, .. }: &Entry| GameJson {
            name,
            parameters,
            arguments,
            rules,
            example,
        };
        serde_json::to_writer(&mut *out, &CatalogueJson { games: self.games.iter().map(game).collect() })?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for game in &self.games {
            let call = match game.parameters {
                "" => format!("{}({})", game.name, game.arguments),
                parameters => format!("{}{{{parameters}}}({})", game.name, game.arguments),
            };
            let width = call.chars().count();
            let rest = &call[game.name.len()..];
            write!(out, "{STRONG}{}{STRONG:#}{rest}", game.name)?;
            if width + 2 > RULES {
                write!(out, "\n{:RULES$}", "")?;
            } else {
                write!(out, "{:pad$}", "", pad = RULES - width)?;
            }
            writeln!(out, "{}", game.rules)?;
            writeln!(out, "{:RULES$}{FAINT}as in {FAINT:#}{}", "", game.example)?;
        }
        writeln!(out, "\n{ALSO}")
    }
}
