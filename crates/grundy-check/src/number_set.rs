//! The reader of finite sets of numbers of tokens: those that may be taken, or may not.

use std::ops::RangeInclusive;

use crate::RuleError;

/// A finite, non-empty set of positive numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NumberSet {
    /// The set as the union of these ranges, as they were written: a hostile `1..9999999999` takes no memory.
    pub(crate) ranges: Vec<RangeInclusive<u64>>,
}

impl NumberSet {
    /// Reads what follows `start`, up to `}`; None if the text does not begin so.
    pub(crate) fn read(text: &str, start: &str) -> Option<Result<Self, RuleError>> {
        text.starts_with(start).then(|| {
            let mut reader = Reader { text, at: start.len() };
            reader.set()
        })
    }

    /// Whether the number is in the set. O(ranges) time.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.ranges.iter().any(|range| range.contains(&number))
    }

    /// The largest number in the set.
    pub(crate) fn largest(&self) -> u64 {
        self.ranges.iter().map(|range| *range.end()).fold(0, u64::max)
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte that is next.
    at: usize,
}

impl Reader<'_> {
    /// `range {"," range} "}"` and the end of the text.
    fn set(&mut self) -> Result<NumberSet, RuleError> {
        let mut ranges = vec![self.range()?];
        while self.eat(",") {
            ranges.push(self.range()?);
        }
        if !self.eat("}") {
            return Err(self.unexpected("`,` or `}`"));
        }
        if self.at < self.text.len() {
            return Err(self.unexpected("the end"));
        }
        Ok(NumberSet { ranges })
    }

    /// `number [".." number]`
    fn range(&mut self) -> Result<RangeInclusive<u64>, RuleError> {
        let from = self.number()?;
        let to = if self.eat("..") { self.number()? } else { from };
        if from == 0 {
            return Err(RuleError::ZeroTake);
        }
        if from > to {
            return Err(RuleError::EmptyRange { from, to });
        }
        Ok(from..=to)
    }

    fn number(&mut self) -> Result<u64, RuleError> {
        self.skip_space();
        let rest = &self.text[self.at..];
        let digits = &rest[..rest.find(|char: char| !char.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Err(self.unexpected("a number"));
        }
        let number = digits.parse().map_err(|_| RuleError::TooLarge { place: self.place() })?;
        self.at += digits.len();
        Ok(number)
    }

    /// Whether `token` comes next, perhaps after white space; it is passed if so.
    fn eat(&mut self, token: &str) -> bool {
        self.skip_space();
        let there = self.text[self.at..].starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    fn skip_space(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn unexpected(&self, expected: &'static str) -> RuleError {
        let found = self.text[self.at..].chars().next().map_or("the end".to_owned(), |char| format!("`{char}`"));
        RuleError::Unexpected { place: self.place(), found, expected }
    }

    fn place(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<NumberSet, RuleError> {
        NumberSet::read(text, "subtract{").unwrap()
    }

    #[test]
    fn numbers_and_ranges_in_any_order() {
        assert_eq!(read("subtract{1,3,4}").unwrap().ranges, [1..=1, 3..=3, 4..=4]);
        let set = read("subtract{ 5 .. 7 , 2 }").unwrap();
        assert_eq!(set.ranges, [5..=7, 2..=2]);
        assert_eq!(set.largest(), 7);
        assert_eq!(read("subtract{1..18446744073709551615}").unwrap().largest(), u64::MAX);
    }

    #[test]
    fn a_bad_set_says_where() {
        for (text, place) in [
            ("subtract{", 10),
            ("subtract{}", 10),
            ("subtract{squares}", 10),
            ("subtract{1,}", 12),
            ("subtract{1 é}", 12),
            ("subtract{-1}", 10),
            ("subtract{1..}", 13),
            ("subtract{1} ", 12),
            ("subtract{1}(4)", 12),
        ] {
            let Err(RuleError::Unexpected { place: found, .. }) = read(text) else { panic!("{text}") };
            assert_eq!(found, place, "{text}");
        }
        assert_eq!(read("subtract{0..3}"), Err(RuleError::ZeroTake));
        assert_eq!(read("subtract{3..1}"), Err(RuleError::EmptyRange { from: 3, to: 1 }));
        assert_eq!(read("subtract{1,18446744073709551616}"), Err(RuleError::TooLarge { place: 12 }));
    }
}
