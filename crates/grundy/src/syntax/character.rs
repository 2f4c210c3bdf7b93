//! Classes of characters, how characters are quoted, and suggestions for look-alikes.

/// How many characters of the user's text a message quotes at most.
const SHOWN: usize = 40;

/// Whether `c` may be part of a word: a name, a code without its brackets, a number, the name of a vertex.
pub(super) const fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

/// Whether `c` may start a term of a sum.
pub(super) const fn begins_term(c: char) -> bool {
    is_word(c) || matches!(c, '*' | '{' | '(' | '"')
}

/// Whether the notation uses `c` at all.
pub(super) const fn is_known(c: char) -> bool {
    begins_term(c) || matches!(c, ')' | '}' | '[' | ']' | '+' | ',' | ':' | '^')
}

/// The text in back-quotes for a message: invisible characters are escaped, and a long text is cut.
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

/// What to type instead of a look-alike character from a word processor or a paper.
pub(super) const fn advice(c: char) -> Option<&'static str> {
    match c {
        '“' | '”' | '„' | '«' | '»' | '\'' | '‘' | '’' => {
            Some("write a string in straight double quotes: `\"`")
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
