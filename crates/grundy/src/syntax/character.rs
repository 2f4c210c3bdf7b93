//! Single characters: which ones make words, how they are shown, and what a foreign one was meant to be.

/// The most characters of the user's text that a message repeats.
const SHOWN: usize = 40;

/// Whether `c` may stand in a word: a name, a code without its brackets, a number, the name of a vertex.
pub(super) const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Whether `c` may begin a term of a sum.
pub(super) const fn begins_term(c: char) -> bool {
    is_word(c) || matches!(c, '*' | '{' | '(' | '"')
}

/// Whether the notation has a use for `c` at all.
pub(super) const fn is_known(c: char) -> bool {
    begins_term(c) || matches!(c, ')' | '}' | '[' | ']' | '+' | ',' | ':')
}

/// The text between back-quotes as a message shows it: invisible characters escaped, a long text cut.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("`");
    for (count, c) in text.chars().enumerate() {
        if count == SHOWN {
            out.push('…');
            break;
        }
        match c {
            '\'' | '"' | '\\' => out.push(c),
            _ => out.extend(c.escape_debug()),
        }
    }
    out.push('`');
    out
}

/// What to type instead of a character that only looks right, as word processors and papers have it.
pub(super) const fn advice(c: char) -> Option<&'static str> {
    match c {
        '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' => {
            Some("a string stands in straight double quotes: `\"`")
        }
        '⊕' | '＋' => Some("terms are joined by `+`"),
        '∗' | '⋆' | '★' | '＊' => Some("a nim-heap is written `*3`"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_repeats_text_visibly_and_briefly() {
        assert_eq!(quoted("it's \"é\""), "`it's \"é\"`");
        assert_eq!(quoted("\0\n\u{200b}"), "`\\0\\n\\u{200b}`");
        assert_eq!(quoted(&"é".repeat(41)), format!("`{}…`", "é".repeat(40)));
    }
}
