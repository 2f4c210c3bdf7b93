//! Where the values of components come from.

use std::collections::HashSet;
use std::io::{self, Write};

use grundy_answers::{Derivation, ExplainAnswer, OptionsOfValue, Origin, Reply, Value};

use super::style::{FAINT, GOOD, STRONG};
use super::table::{Cell, Table};

const MEX: &str =
    "A position is worth the least number that none of its options is worth, the mex (minimum excluded number):";

/// The most values of options that have a line each.
const MOST_LINES: usize = 10;
/// The most ranges of numbers in a line.
const MOST_RANGES: usize = 12;

/// What the options of each component are worth, and which number is missing.
pub(super) fn text(answer: &ExplainAnswer, out: &mut dyn Write) -> io::Result<()> {
    let derivations = &answer.derivations;
    if derivations.is_empty() {
        return Ok(());
    }
    writeln!(out, "{STRONG}{MEX}{STRONG:#}")?;
    derivations.iter().try_for_each(|derived| component(derived, out))?;
    let derived = derivations.iter().map(|derived| &derived.position);
    let told: HashSet<&String> = derived.chain(answer.simplifications.iter().map(|set| &set.position)).collect();
    match answer.components.iter().filter(|component| !told.contains(&component.position)).count() {
        0 => {}
        more => writeln!(out, "{FAINT}The options of {more} more components are not shown.{FAINT:#}")?,
    }
    writeln!(out)
}

fn component(derived: &Derivation, out: &mut dyn Write) -> io::Result<()> {
    let Derivation { position, value, unlisted, .. } = derived;
    write!(out, "{STRONG}{position}{STRONG:#} is worth {value}")?;
    match origin(&derived.origin) {
        Some(reason) => writeln!(out, ": {reason}.")?,
        None => writeln!(out, ".")?,
    }
    if let Some(reason) = unlisted {
        return writeln!(out, "  {FAINT}Its options are not shown: {reason}.{FAINT:#}");
    }
    let values = derived.by_value.len() + derived.more_values;
    let lines = if values > MOST_LINES { MOST_LINES - 1 } else { values };
    let mut table = Table::default();
    for same in derived.by_value.iter().take(lines) {
        table.row([Cell::left(format!("worth {}", same.worth)), Cell::left(moves(same))]);
    }
    table.write(out)?;
    if values > lines {
        writeln!(out, "  {FAINT}and options of {} more values{FAINT:#}", values - lines)?;
    }
    missing(derived, out)
}

/// The line that leads from the values of the options to that of the component.
fn missing(derived: &Derivation, out: &mut dyn Write) -> io::Result<()> {
    let numbers = numbers(&derived.numbers);
    match (&derived.value, derived.numbers.is_empty()) {
        (Value::Nimber(value), _) => {
            match (derived.options, numbers.as_str()) {
                (Some(0), _) => write!(out, "  There is no option, so the least number is {GOOD}{value}{GOOD:#}.")?,
                (_, "") => write!(out, "  No option is worth a number, so the least is {GOOD}{value}{GOOD:#}.")?,
                (_, numbers) => {
                    write!(out, "  The least number that is not among {numbers} is {GOOD}{value}{GOOD:#}.")?
                }
            }
            let is_infinite = |same: &OptionsOfValue| same.worth.nimber().is_none();
            if derived.by_value.iter().any(is_infinite) {
                write!(out, " After a move to an infinite option a reply makes the value {value} again.")?;
            }
            writeln!(out)
        }
        // Smith's theory: an infinite value is what its options are worth.
        (value, true) => writeln!(out, "  It is infinite, and no option is worth a number: {value}."),
        (value, false) => writeln!(out, "  It is infinite, with options worth {numbers}: {value}."),
    }
}

/// Ranges of numbers in words.
fn numbers(ranges: &[[u64; 2]]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for &[first, last] in ranges.iter().take(MOST_RANGES) {
        match last - first {
            0..=3 => texts.extend((first..=last).map(|number| number.to_string())),
            _ => texts.push(format!("{first} to {last}")),
        }
    }
    if ranges.len() > MOST_RANGES {
        texts.push("…".to_owned());
    }
    texts.join(", ")
}

/// Some of the options, and how many more there are.
fn moves(same: &OptionsOfValue) -> String {
    let name = |Reply { name, to, .. }: &Reply| name.clone().unwrap_or_else(|| to.clone());
    let shown: Vec<String> = same.moves.iter().map(name).collect();
    let more = same.count - shown.len().min(same.count);
    let more = if more > 0 { format!("; {more} more") } else { String::new() };
    format!("{}{more}", shown.join("; "))
}

/// What gives the value, if it is not the options.
fn origin(origin: &Origin) -> Option<String> {
    match origin {
        Origin::Theorem { statement } => Some(statement.clone()),
        Origin::Period { period, preperiod, saltus, like, times } => {
            let grown = match saltus.checked_mul(*times).filter(|&grown| grown > 0) {
                Some(grown) => format!(", and {grown} more"),
                None => String::new(),
            };
            Some(format!(
                "from heap {preperiod} on the values have the period {period} (proved), so it is worth what heap {like} is worth{grown}"
            ))
        }
        Origin::Computed => Some("computed by search or from a table".to_owned()),
        _ => None,
    }
}
