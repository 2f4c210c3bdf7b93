//! Where the lines go that rule files print.

use std::io::{self, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most lines that a process writes, and the most characters of a line: a file may print in a loop of millions of turns.
const MOST_LINES: usize = 10_000;
const LONGEST: usize = 1000;

static LINES: AtomicUsize = AtomicUsize::new(0);
static LISTENER: OnceLock<fn(&str)> = OnceLock::new();

/// Gives what rule files print, line by line, to `listener`; without one it goes to standard error. Characters that a terminal
/// would obey are written as escapes. Only the first listener of a process counts.
pub fn print_to(listener: fn(&str)) {
    let _ = LISTENER.set(listener);
}

/// Writes a line that a file prints.
pub(crate) fn line(text: &str) {
    match LINES.fetch_add(1, Ordering::Relaxed) {
        0..MOST_LINES => write(&fit(text)),
        MOST_LINES => write(&format!("(more than {MOST_LINES} lines were printed; the others are left out)")),
        _ => {}
    }
}

fn write(text: &str) {
    match LISTENER.get() {
        Some(listener) => listener(text),
        // If nobody reads standard error, nobody misses the line.
        None => drop(writeln!(io::stderr(), "{text}")),
    }
}

/// The text on one line of plain characters.
fn fit(text: &str) -> String {
    let mut out = String::new();
    for (place, c) in text.chars().enumerate() {
        if place == LONGEST {
            out.push('…');
            break;
        }
        // Marks of direction and of width zero hide what a text is.
        let hides =
            matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
        if c.is_control() || hides { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_printed_line_is_one_line_of_plain_characters() {
        assert_eq!(fit("a.star:3: é\n\u{1b}[31m"), "a.star:3: é\\n\\u{1b}[31m");
        assert_eq!(fit(&"x".repeat(2000)).chars().count(), LONGEST + 1);
    }
}
