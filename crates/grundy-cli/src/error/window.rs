//! The piece of a text around a place in it: the line where the place begins, cut to what a terminal shows.

use std::ops::Range;

use grundy_answers::Span;

use super::visible;

/// Characters shown before the place, of the place itself, and after it.
const BEFORE: usize = 36;
const WITHIN: usize = 60;
const AFTER: usize = 24;

/// A piece of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// What is shown.
    pub(super) text: String,
    /// The number of its line, from 1.
    pub(super) line: usize,
    /// The place, as bytes of what is shown.
    pub(super) span: Range<usize>,
    /// The second place, if it is seen here too.
    pub(super) related: Option<Range<usize>>,
}

impl Window {
    /// The window around `span`, and where `related` is seen in it.
    pub(super) fn around(text: &str, span: Span, related: Option<Span>) -> Self {
        let start = floor(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |place| place + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let end = floor(text, span.end).clamp(start, line_end);

        let from =
            text[line_start..start].char_indices().rev().take(BEFORE).last().map_or(start, |(i, _)| line_start + i);
        let shown_end = skip(text, start, end, WITHIN);
        let to = skip(text, shown_end, line_end, AFTER);

        let mut shown = Shown::default();
        let cut = |there: bool| if there { "…" } else { "" };
        shown.text.push_str(cut(from > line_start));
        shown.push(&text[from..start]);
        let place = shown.push(&text[start..shown_end]);
        shown.push(&text[shown_end..to]);
        shown.text.push_str(cut(to < line_end));

        let related = related
            .filter(|related| from <= related.start && related.start < to && text.is_char_boundary(related.start))
            .map(|related| {
                let end = floor(text, related.end).clamp(related.start, to);
                let mut before = Shown { text: cut(from > line_start).to_owned() };
                before.push(&text[from..related.start]);
                before.push(&text[related.start..end])
            });
        let line = 1 + text[..line_start].matches('\n').count();
        Self { text: shown.text, line, span: place, related }
    }
}

/// Text as it is shown.
#[derive(Default)]
struct Shown {
    text: String,
}

impl Shown {
    /// Appends a piece and says which bytes show it.
    fn push(&mut self, piece: &str) -> Range<usize> {
        let start = self.text.len();
        piece.chars().for_each(|c| visible::push(c, &mut self.text));
        start..self.text.len()
    }
}

/// The place so many characters after `from`, at most `end`.
fn skip(text: &str, from: usize, end: usize, characters: usize) -> usize {
    text[from..end].char_indices().nth(characters).map_or(end, |(length, _)| from + length)
}

/// The last character boundary up to `place`.
fn floor(text: &str, place: usize) -> usize {
    (0..=place.min(text.len())).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(text: &str, start: usize, end: usize) -> (String, String, usize) {
        let window = Window::around(text, Span { start, end }, None);
        (window.text[window.span.clone()].to_owned(), window.text, window.line)
    }

    #[test]
    fn a_short_text_is_shown_whole() {
        assert_eq!(window("kyales(3)", 0, 6), ("kyales".into(), "kyales(3)".into(), 1));
        assert_eq!(window("nim(3", 5, 5), (String::new(), "nim(3".into(), 1));
        assert_eq!(window("", 0, 0), (String::new(), String::new(), 1));
    }

    #[test]
    fn only_the_line_of_the_place_is_shown() {
        assert_eq!(window("nim(1) +\r\n\tkyales(3)\n+ *1", 11, 17), ("kyales".into(), " kyales(3)".into(), 2));
        // A place that runs over the end of its line ends there.
        assert_eq!(window("ab\ncd", 1, 5), ("b".into(), "ab".into(), 1));
    }

    #[test]
    fn a_long_text_is_cut_on_both_sides() {
        let text = format!("{}éé{}", "é".repeat(500_000), "x".repeat(500_000));
        let (place, shown, _) = window(&text, 1_000_000, 1_000_004);
        assert_eq!(place, "éé");
        assert_eq!(shown, format!("…{}éé{}…", "é".repeat(BEFORE), "x".repeat(AFTER)));
        let (place, _, _) = window(&text, 1_000_000, 1_500_000);
        assert_eq!(place.chars().count(), WITHIN);
    }

    #[test]
    fn what_could_harm_a_terminal_is_escaped_and_still_pointed_at() {
        assert_eq!(window("a\x1b[31mb", 6, 7), ("b".into(), "a\\u{1b}[31mb".into(), 1));
    }

    #[test]
    fn a_second_place_is_found_if_it_is_in_sight() {
        let text = "nim(\x1b 3, {4)";
        let near = Window::around(text, Span { start: 11, end: 11 }, Some(Span { start: 3, end: 4 }));
        assert_eq!(near.related.map(|range| near.text[range].to_owned()), Some("(".into()));
        let far = format!("{}{text}", "(".repeat(100));
        assert_eq!(Window::around(&far, Span { start: 111, end: 111 }, Some(Span { start: 0, end: 1 })).related, None);
    }
}
