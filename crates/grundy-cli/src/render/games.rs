//! What can be played.

use std::io::{self, Write};

use grundy_answers::{CodeMeaning, DigitMeaning, GamesAnswer, NamedGame};

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
    if let Some(code) = &game.code {
        digits(game, code, out)?;
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

/// The code of a game, and what its digits allow.
fn digits(game: &NamedGame, code: &CodeMeaning, out: &mut dyn Write) -> io::Result<()> {
    let others: Vec<&str> = code.games.iter().filter(|&name| *name != game.name).map(String::as_str).collect();
    if game.name != code.code {
        let (n, shifted) = if code.shift > 0 { ("(n)", format!("(n + {})", code.shift)) } else { ("", String::new()) };
        writeln!(out, "{FAINT}Code:{FAINT:#} {}{n} is {}{shifted}.", game.rule, code.code)?;
    }
    if !others.is_empty() {
        writeln!(out, "{FAINT}Also called:{FAINT:#} {}.", others.join(", "))?;
    }
    writeln!(out, "\n{STRONG}What the digits of {} allow:{STRONG:#}", code.code)?;
    let mut table = Table::default();
    for digit in &code.digits {
        let DigitMeaning { take, or_more, digit: written, leaves, .. } = digit;
        let powers: Vec<String> = leaves.iter().map(|&heaps| (1_u32 << heaps).to_string()).collect();
        let sum = if powers.len() > 1 { format!("{written} = {}", powers.join(" + ")) } else { written.clone() };
        let more = if *or_more { " or more" } else { "" };
        table.row([Cell::left(format!("take {take}{more}")), Cell::left(sum), Cell::left(allowed(*take, leaves))]);
    }
    table.write(out)?;
    writeln!(out, "{FAINT}{DIGITS}{FAINT:#}")
}

/// How a digit is read.
const DIGITS: &str = "\
The place of a digit after the point is the number of tokens that a move takes. The digit adds up what may be left:
1 nothing, 2 one heap, 4 two heaps, 8 three heaps, none of them empty; A to F are 10 to 15. Before the point nothing
is taken, and a heap is only split. A digit in brackets repeats forever.";

/// The moves that a digit allows, in words.
fn allowed(take: u64, leaves: &[u8]) -> String {
    let left: Vec<&str> =
        leaves.iter().filter_map(|&heaps| ["", "one", "two", "three"].get(usize::from(heaps))).copied().collect();
    let (whole, left) = match left.split_first() {
        Some((&"", rest)) => (true, rest),
        _ => (false, &left[..]),
    };
    let heaps = match left {
        [] => String::new(),
        ["one"] => "one heap".to_owned(),
        [one] => format!("{one} heaps"),
        [first, second] => format!("{first} or {second} heaps"),
        [others @ .., last] => format!("{} or {last} heaps", others.join(", ")),
    };
    match (take, whole, heaps.as_str()) {
        (_, false, "") => "not allowed".to_owned(),
        (0, _, heaps) => format!("split a heap into {heaps}"),
        (_, true, "") => "only a whole heap".to_owned(),
        (_, true, heaps) => format!("the whole heap, or leave {heaps}"),
        (_, false, heaps) => format!("leave {heaps} (not the whole heap)"),
    }
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
