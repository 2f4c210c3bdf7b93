//! What can be played.

use std::io::{self, Write};

use grundy_answers::GamesAnswer;

use super::style::{FAINT, STRONG};

/// Where the rules begin; a longer call has a line of its own.
const RULES: usize = 30;

/// What has no name and can be played all the same.
const ALSO: &str = "\
Also 0.77(9), a take-and-break game by its octal code; *3, the nim-heap of 3; {*1, {*1}, *2}, a position by
its options; \"take.star\"(10), a position of your own rules, in a file. `+` puts positions side by side.";

/// The answer for people.
pub(crate) fn text(answer: &GamesAnswer, out: &mut dyn Write) -> io::Result<()> {
    for game in &answer.games {
        let call = match game.parameters.as_str() {
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
