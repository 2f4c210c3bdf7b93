//! The parser: from text to a tree.

mod fault;

use super::brackets::{closing, mismatched, stray, unclosed};
use super::character::{begins_term, quoted};
use super::cursor::Cursor;
use super::{Arguments, NodeId, NodeKind, NotationError, RuleKind, RuleText, Span, Syntax, integer};

/// Parses a sum of positions; the [module](crate::syntax) describes the grammar.
///
/// # Errors
/// If the text is not such a sum. The first error is reported, with its place.
///
/// # Complexity
/// Time and space O(length of the text). Brackets may be nested to any depth.
///
/// # Examples
/// ```
/// use grundy::syntax::parse_sum;
/// assert_eq!(parse_sum("0.77(9) + (*3 + {})")?.terms.len(), 3);
/// assert_eq!(parse_sum("kayles").unwrap_err().message, "`kayles` needs its arguments in brackets");
/// # Ok::<(), grundy::syntax::NotationError>(())
/// ```
pub fn parse_sum(text: &str) -> Result<Syntax, NotationError> {
    let mut parser =
        Parser { cursor: Cursor::new(text), syntax: Syntax::default(), open: Vec::new(), terms: Vec::new() };
    let mut before = Before::Start;
    loop {
        parser.cursor.skip_space();
        if let Some(opened) = parser.term(before)? {
            before = opened;
            continue;
        }
        match parser.after_term()? {
            Some(separator) => before = separator,
            None => return Ok(Syntax { terms: parser.terms, ..parser.syntax }),
        }
    }
}

/// Parses a rule alone, without arguments.
///
/// # Errors
/// If the text is not a rule, or contains more than one.
///
/// # Complexity
/// Time and space O(length of the text).
///
/// # Examples
/// ```
/// use grundy::syntax::{RuleKind, parse_rule};
/// assert_eq!(parse_rule("0.137")?.kind, RuleKind::Code("0.137".to_owned()));
/// assert_eq!(parse_rule("nim(3)").unwrap_err().span.range(), 3..6);
/// # Ok::<(), grundy::syntax::NotationError>(())
/// ```
pub fn parse_rule(text: &str) -> Result<RuleText, NotationError> {
    let mut cursor = Cursor::new(text);
    cursor.skip_space();
    let rule = RuleText::read(&mut cursor)?;
    cursor.skip_space();
    match cursor.peek() {
        None => Ok(rule),
        Some('(') => {
            let span = Span::new(cursor.at, text.trim_end().len());
            let name = rule.canonical();
            let arguments = closing(text, cursor.at).ok().map(|end| &text[cursor.at + 1..end]);
            let help = match (&rule.kind, arguments) {
                (RuleKind::Named { parameters: None, .. }, Some(arguments)) if !arguments.trim().is_empty() => {
                    let braced = quoted(&format!("{name}{{{arguments}}}"));
                    format!("write {}, or {braced} if these are the parameters of the rule", quoted(&name))
                }
                _ => format!("write {}", quoted(&name)),
            };
            Err(NotationError::new(span, "expected a rule without arguments").with_help(help))
        }
        Some(_) => Err(cursor.unexpected("nothing after the rule")),
    }
}

/// What precedes the place where a term is expected, with its offset where an error needs it.
#[derive(Clone, Copy)]
pub(super) enum Before {
    Start,
    Group(usize),
    Set,
    Plus(usize),
    Comma(usize),
}

/// A bracket that is still open, with its offset.
pub(super) enum Open {
    Group(usize),
    Set {
        at: usize,
        /// How many of the parser's terms belong to the sums around the set.
        outer: usize,
        options: Vec<Vec<NodeId>>,
    },
}

impl Open {
    pub(super) const fn at(&self) -> usize {
        match self {
            Self::Group(at) | Self::Set { at, .. } => *at,
        }
    }
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    syntax: Syntax,
    open: Vec<Open>,
    /// The terms of every unfinished sum, outermost first. A bracketed sum adds to the sum around it, and a set takes
    /// its own terms from the end, so no term is moved more than once, however deep it is.
    terms: Vec<NodeId>,
}

impl Parser<'_> {
    /// Reads one term, or the bracket that opens one; an opening bracket is returned.
    fn term(&mut self, before: Before) -> Result<Option<Before>, NotationError> {
        let at = self.cursor.at;
        match self.cursor.peek() {
            Some('(') => {
                self.cursor.at += 1;
                self.open.push(Open::Group(at));
                return Ok(Some(Before::Group(at)));
            }
            Some('{') => {
                self.cursor.at += 1;
                self.open.push(Open::Set { at, outer: self.terms.len(), options: Vec::new() });
                return Ok(Some(Before::Set));
            }
            // The empty set. Its brace is read as one that follows a term.
            Some('}') if matches!(before, Before::Set) => {}
            Some('*') => self.nimber()?,
            Some(c) if begins_term(c) => self.component()?,
            _ => return Err(fault::no_term(&self.cursor, before, self.open.last())),
        }
        Ok(None)
    }

    /// Reads what may follow a term, including closing brackets, up to the next place for a term. `None` at the end of
    /// the text.
    fn after_term(&mut self) -> Result<Option<Before>, NotationError> {
        loop {
            self.cursor.skip_space();
            let at = self.cursor.at;
            match (self.cursor.peek(), self.open.last_mut()) {
                (None, None) => return Ok(None),
                (None, Some(open)) => return Err(unclosed(self.cursor.text, open.at())),
                (Some('+'), _) => {
                    self.cursor.at += 1;
                    return Ok(Some(Before::Plus(at)));
                }
                (Some(','), Some(Open::Set { outer, options, .. })) => {
                    options.push(self.terms.drain(*outer..).collect());
                    self.cursor.at += 1;
                    return Ok(Some(Before::Comma(at)));
                }
                (Some(')' | '}'), _) => self.close()?,
                (Some(_), _) => return Err(fault::no_plus(&self.cursor, self.open.last())),
            }
        }
    }

    /// Closes the innermost bracket with the one at the cursor.
    fn close(&mut self) -> Result<(), NotationError> {
        let (text, at) = (self.cursor.text, self.cursor.at);
        let brace = self.cursor.peek() == Some('}');
        self.cursor.at += 1;
        match self.open.pop() {
            None => return Err(stray(text, at)),
            Some(Open::Group(_)) if !brace => {}
            Some(Open::Set { at: opening, outer, mut options }) if brace => {
                // Only the empty set is closed without a preceding sum.
                if self.terms.len() > outer {
                    options.push(self.terms.drain(outer..).collect());
                }
                let set = self.syntax.push(Span::new(opening, at + 1), NodeKind::Set(options));
                self.terms.push(set);
            }
            Some(open) => return Err(mismatched(text, open.at(), at)),
        }
        Ok(())
    }

    fn nimber(&mut self) -> Result<(), NotationError> {
        let star = self.cursor.at;
        self.cursor.at += 1;
        self.cursor.skip_space();
        let start = self.cursor.at;
        let word = self.cursor.take_integer();
        if word.is_empty() {
            let span = Span::new(star, star + 1);
            return Err(NotationError::new(span, "`*` needs an integer").with_help("a nim-heap is written `*3`"));
        }
        let size = integer::read(word, Span::new(start, self.cursor.at))?;
        let node = self.syntax.push(Span::new(star, self.cursor.at), NodeKind::Nimber(size));
        self.terms.push(node);
        Ok(())
    }

    fn component(&mut self) -> Result<(), NotationError> {
        if let Some(error) = fault::bare_number(&self.cursor) {
            return Err(error);
        }
        let rule = RuleText::read(&mut self.cursor)?;
        self.cursor.skip_space();
        if self.cursor.peek() != Some('(') {
            return Err(fault::no_arguments(&self.cursor, &rule));
        }
        let inside = Span::new(self.cursor.at + 1, closing(self.cursor.text, self.cursor.at)?);
        self.cursor.at = inside.end + 1;
        if self.cursor.peek() == Some('(')
            && let Some(error) = fault::second_brackets(&self.cursor, &rule, inside)
        {
            return Err(error);
        }
        let arguments = Arguments::new(&self.cursor.text[inside.range()], inside.start);
        let span = Span::new(rule.span.start, self.cursor.at);
        let node = self.syntax.push(span, NodeKind::Component { rule, arguments });
        self.terms.push(node);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    /// The tree as text, with every bracketed sum merged and every rule in canonical form. Recursive, for shallow
    /// trees.
    fn written(syntax: &Syntax, sum: &[NodeId]) -> String {
        let mut out = String::new();
        for (i, &id) in sum.iter().enumerate() {
            out.push_str(if i == 0 { "" } else { " + " });
            match &syntax[id].kind {
                NodeKind::Nimber(size) => write!(out, "*{size}").unwrap(),
                NodeKind::Set(options) => {
                    let options: Vec<String> = options.iter().map(|option| written(syntax, option)).collect();
                    write!(out, "{{{}}}", options.join(", ")).unwrap();
                }
                NodeKind::Component { rule, arguments } => {
                    write!(out, "{}({})", rule.canonical(), arguments.text()).unwrap();
                }
            }
        }
        out
    }

    fn tree(text: &str) -> String {
        let syntax = parse_sum(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        written(&syntax, &syntax.terms)
    }

    #[test]
    fn the_tree_of_a_small_sum_is_exact() {
        let syntax = parse_sum(" {*1, {} + * 2}+nim ( 3,4 )").unwrap();
        let node = |index: usize| (syntax.nodes[index].span.range(), &syntax.nodes[index].kind);
        assert_eq!(syntax.nodes.len(), 5);
        assert_eq!(node(0), (2..4, &NodeKind::Nimber(1)));
        assert_eq!(node(1), (6..8, &NodeKind::Set(vec![])));
        assert_eq!(node(2), (11..14, &NodeKind::Nimber(2)));
        let [set, component] = syntax.terms[..] else { panic!("two terms: {syntax:?}") };
        assert_eq!((set.index(), component.index()), (3, 4));
        assert_eq!(syntax[set].span, Span::new(1, 15));
        let NodeKind::Set(options) = &syntax[set].kind else { panic!("a set: {syntax:?}") };
        let indices: Vec<Vec<usize>> = options.iter().map(|o| o.iter().map(|id| id.index()).collect()).collect();
        assert_eq!(indices, [vec![0], vec![1, 2]]);
        let rule =
            RuleText { span: Span::new(16, 19), kind: RuleKind::Named { name: "nim".to_owned(), parameters: None } };
        let arguments = Arguments::new(" 3,4 ", 21);
        assert_eq!(node(4), (16..27, &NodeKind::Component { rule, arguments }));
    }

    #[test]
    fn every_form_of_the_notation_is_read_and_reads_back() {
        for text in [
            "*0",
            "*18446744073709551615",
            "{}",
            "{*1, {*1}, *2}",
            "{{}, {} + *3}",
            "nim(3, 4)",
            "nim()",
            "0.77(9) + 0.137(5, 8) + 4.7(6) + 0.3F(12) + 0.[3](1) + 4.[3](2) + C.8(3) + 0.7[3](4)",
            "subtract{1,3,4}(10) + subtract{1..3}(7) + subtract{powers:2}(9) + allbut{2,3,7}(20)",
            "dawson-kayles(5) + grundys-game(8) + nim-with-pass(3) + treblecross(9)",
            "mock-turtles(1, 4) + product{turtles,ruler}(3:5, 2:2) + wythoff{t}(3, 5)",
            "moore{2}(1, 2, 3) + staircase(1, 0, 4) + take-away{3}(10, 4)",
            "chomp(3x4) + cram(\"......./##.####\") + notakto(\"x../.x./...\")",
            "node-kayles(path:5) + node-kayles(grid:2x5) + hackenbush(edges:0-1,1-2,2-0) + nimstring(2x3)",
            "graph(\"moves.dot\", a, b) + \"take.star\"(10)",
        ] {
            assert_eq!(tree(text), text);
        }
    }

    #[test]
    fn bracketed_sums_are_merged_in_order() {
        assert_eq!(tree("(*1+(*2+((*3)))+*4)+*5"), "*1 + *2 + *3 + *4 + *5");
        assert_eq!(tree("{(*1+*2)+*3,(({}))}"), "{*1 + *2 + *3, {}}");
    }

    #[test]
    fn white_space_is_free_between_tokens() {
        assert_eq!(tree("*10^18 + *1e3+*1_000"), "*1000000000000000000 + *1000 + *1000");
        assert_eq!(tree("\n\t*\u{a0}3 +subtract { 1 , 3 }\r\n(10)+0.77 (9)"), "*3 + subtract{1,3}(10) + 0.77(9)");
    }

    #[test]
    fn brackets_in_strings_close_nothing() {
        assert_eq!(tree(r#"cram(")") + x{"}"}("\")(")"#), r#"cram(")") + x{"}"}("\")(")"#);
    }

    #[test]
    fn a_rule_may_stand_alone() {
        for (text, want) in
            [(" nim ", "nim"), ("0.[3]", "0.[3]"), ("subtract{1, 3} ", "subtract{1,3}"), ("\"a\"", "\"a\"")]
        {
            assert_eq!(parse_rule(text).unwrap().canonical(), want);
        }
        let help = |text: &str| parse_rule(text).unwrap_err().help.unwrap_or_default();
        assert_eq!(
            help("subtract(1,3)"),
            "write `subtract`, or `subtract{1,3}` if these are the parameters of the rule"
        );
        assert_eq!((help("0.77(9)"), help("subtract{1}(9)")), ("write `0.77`".into(), "write `subtract{1}`".into()));
        for (text, span, message) in [
            ("", 0..0, "expected a rule, found the end of the text"),
            ("nim(3) ", 3..6, "expected a rule without arguments"),
            ("nim kayles", 4..5, "expected nothing after the rule, found `k`"),
            ("{*1}", 0..1, "expected a rule, found `{`"),
            ("12", 0..2, "expected a rule, found `12`"),
        ] {
            let error = parse_rule(text).unwrap_err();
            assert_eq!((error.span.range(), error.message.as_str()), (span, message), "{text}");
        }
    }

    /// A text with a million levels, each of constant work.
    fn deep(open: &str, middle: &str, close: &str) -> String {
        const DEPTH: usize = 1_000_000;
        open.repeat(DEPTH) + middle + &close.repeat(DEPTH)
    }

    fn quick<T>(what: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = what();
        // Linear work takes a tenth of a second, or twenty seconds on a busy machine; quadratic work would take hours.
        assert!(start.elapsed() < Duration::from_secs(200), "{:?}", start.elapsed());
        result
    }

    #[test]
    fn a_million_nested_brackets_are_read_in_linear_time() {
        for (text, terms, nodes) in [
            (deep("{", "", "}"), 1, 1_000_000),
            (deep("(", "*1", ")"), 1, 1),
            (deep("({", "", "})"), 1, 1_000_000),
            (deep("(*1+", "*1", "+*1)"), 2_000_001, 2_000_001),
            (deep("*1+{*1,", "*1", "}"), 2, 3_000_001),
            (deep("{", "*1", "+*1,*2}"), 1, 3_000_001),
            ("nim".to_owned() + &deep("(", "", ")"), 1, 1),
            ("x".to_owned() + &deep("{", "", "}") + "()", 1, 1),
        ] {
            let syntax = quick(|| parse_sum(&text)).unwrap();
            assert_eq!((syntax.terms.len(), syntax.nodes.len()), (terms, nodes), "{}", &text[..8]);
            quick(move || drop(syntax));
        }
    }

    #[test]
    fn a_million_unclosed_brackets_are_an_error_at_once() {
        for open in ["{", "(", "({", "*1+(", "{*1,", "x{", "x("] {
            let text = open.repeat(1_000_000);
            let error = quick(|| parse_sum(&text)).unwrap_err();
            assert!(error.message.ends_with("is never closed"), "{open}: {error}");
            assert_eq!(error.span, Span::at(text.len()));
        }
    }

    #[test]
    fn long_flat_texts_are_read_in_linear_time() {
        let text = "*1+".repeat(1_000_000) + "nim(" + &"3,".repeat(1_000_000) + "4)";
        let syntax = quick(|| parse_sum(&text)).unwrap();
        let NodeKind::Component { arguments, .. } = &syntax.nodes[1_000_000].kind else { panic!("a component") };
        assert_eq!(quick(|| arguments.integers()).unwrap().len(), 1_000_001);
    }

    /// Whatever was parsed, its places and those of its errors lie within the text, and rules can be parsed again.
    fn check(text: &str) {
        let inside = |span: Span| assert!(span.slice(text).is_some(), "{span:?} of {text:?}");
        let fault = |error: &NotationError| {
            inside(error.span);
            error.related.iter().for_each(|related| inside(related.span));
        };
        match parse_sum(text) {
            Err(error) => fault(&error),
            Ok(syntax) => {
                for node in &syntax.nodes {
                    inside(node.span);
                    let NodeKind::Component { rule, arguments } = &node.kind else { continue };
                    assert_eq!(arguments.span().slice(text), Some(arguments.text()));
                    assert_eq!(parse_rule(&rule.canonical()).map(|rule| rule.canonical()), Ok(rule.canonical()));
                    arguments.integers().err().iter().for_each(fault);
                    for item in arguments.items().iter().flatten() {
                        assert_eq!(item.span().slice(text), Some(item.text()));
                        item.range().err().iter().for_each(fault);
                        item.string().err().iter().for_each(fault);
                        item.word().err().iter().for_each(fault);
                    }
                }
                let again = written(&syntax, &syntax.terms);
                assert_eq!(tree(&again), again);
            }
        }
        parse_rule(text).err().iter().for_each(fault);
    }

    /// Texts made of pieces of the notation, which get much further than arbitrary ones.
    fn pieces() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec![
            "*",
            "*3",
            "{",
            "}",
            "(",
            ")",
            "[",
            "]",
            "+",
            ",",
            ".",
            "..",
            "-",
            ":",
            " ",
            "\u{a0}",
            "\"",
            "\\",
            "\\ud800",
            "é",
            "3",
            "0.77",
            "0.[3]",
            "nim",
            "nim(",
            "subtract{1..3}(",
            "path:5",
            "\"a\"",
            "a-b",
            "A",
            "f",
            "_",
            "⊕",
            "^",
            "1e18",
            "1,000",
        ]);
        prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn any_text_is_read_or_refused_at_a_place_in_it(text in any::<String>()) {
            check(&text);
        }

        #[test]
        fn any_text_of_the_alphabet_is_read_or_refused_at_a_place_in_it(text in "[-*+(){}\\[\\],.:\"\\\\ 0-9A-Fa-f_né]{0,40}") {
            check(&text);
        }

        #[test]
        fn any_text_of_pieces_is_read_or_refused_at_a_place_in_it(text in pieces()) {
            check(&text);
        }
    }
}
