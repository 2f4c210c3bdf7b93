//! Text from outside that may hold anything, made fit for a terminal.

use std::borrow::Cow;

/// The text with everything that would move the cursor, change colours or reverse the direction of the text shown as an escape.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if is_visible(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push(c, &mut out));
    Cow::Owned(out)
}

/// Whether a text is shown as it is.
pub(crate) fn is_visible(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) || text.chars().all(is_plain)
}

/// Appends a character as [`visible`] shows it.
pub(super) fn push(c: char, out: &mut String) {
    match c {
        // A tab is as wide as a blank: what stands around it is not a table.
        '\t' => out.push(' '),
        _ if is_plain(c) => out.push(c),
        _ => out.extend(c.escape_default()),
    }
}

fn is_plain(c: char) -> bool {
    // Marks of direction (Unicode Bidirectional Algorithm, UAX 9) and of width zero hide what a text is.
    let hides = matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    !c.is_control() && !hides
}

/// The most characters of a message: more than any message of ours has, but for what it quotes.
const LONGEST: usize = 400;

/// A message whose middle is left out if a very long name or file name stands in it.
pub(super) fn shortened(message: &str) -> String {
    let count = message.chars().count();
    if count <= LONGEST {
        return message.to_owned();
    }
    let first = message.chars().take(LONGEST / 2);
    let last = message.chars().skip(count - LONGEST / 2);
    first.chain(['…']).chain(last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_a_terminal_but_text() {
        assert_eq!(visible("héllo + *1"), "héllo + *1");
        assert_eq!(visible("\x1b[31m\r\n\t\u{202e}x"), "\\u{1b}[31m\\r\\n \\u{202e}x");
    }

    #[test]
    fn a_message_keeps_its_beginning_and_its_end() {
        let long = shortened(&format!("there is no game `{}`", "x".repeat(100_000)));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.starts_with("there is no game `x") && long.ends_with("x`"));
        assert_eq!(shortened("short"), "short");
    }
}
