//! What can be played.

use std::io::{self, Write};

use grundy_answers::{GamesAnswer, NamedGame};

use super::style::{FAINT, STRONG};
use super::table::{Cell, Table};

/// Where the rules begin; a longer call has a line of its own.
const RULES: usize = 30;

/// What has no name and can be played all the same.
const ALSO: &str = "\
Also 0.77(9), a take-and-break game by its octal code; *3, the nim-heap of 3; {*1, {*1}, *2}, a position by
its options; \"take.star\"(10), a position of your own rules, in a file. `+` puts positions side by side.";

/// The answer for people.
pub(crate) fn text(answer: &GamesAnswer, out: &mut dyn Write) -> io::Result<()> {
    for game in &answer.games {
        let call = call(game);
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

/// How the positions of a game are written.
fn call(game: &NamedGame) -> String {
    match game.parameters.as_str() {
        "" => format!("{}({})", game.name, game.arguments),
        parameters => format!("{}{{{parameters}}}({})", game.name, game.arguments),
    }
}

/// All that is known of one game.
pub(crate) fn page(game: &NamedGame, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{STRONG}{}{STRONG:#}", call(game))?;
    writeln!(out, "{}", game.rules)?;
    if !game.source.is_empty() {
        writeln!(out, "{FAINT}Source:{FAINT:#} {}.", game.source)?;
    }
    writeln!(out, "\n{STRONG}What can be asked:{STRONG:#}")?;
    let mut table = Table::default();
    for (position, arguments, about) in QUESTIONS {
        if !game.questions.iter().any(|asked| asked == position) {
            continue;
        }
        let text = if OF_POSITIONS.contains(&position) { &game.example } else { &game.rule };
        let command = arguments.replace("{}", &format!("'{text}'"));
        table.row([Cell::left(command), Cell::left(about).styled(FAINT)]);
    }
    table.write(out)
}

const OF_POSITIONS: [&str; 4] = ["solve", "moves", "explain", "equal"];

/// The question, the command that asks it, and what it tells.
const QUESTIONS: [(&str, &str, &str); 8] = [
    ("solve", "grundy solve {}", "who wins, and by which moves; also `--misere`"),
    ("moves", "grundy moves {}", "every move, and what it leads to"),
    ("explain", "grundy explain {}", "why"),
    ("equal", "grundy equal {} '*1'", "whether two positions are equal"),
    ("values", "grundy values {}", "the values of single heaps"),
    ("period", "grundy period {}", "when they repeat"),
    ("compare", "grundy compare {} nim", "where two rules differ"),
    ("table", "grundy values {} --rows 0..9 --cols 0..9", "the values as a table"),
];
