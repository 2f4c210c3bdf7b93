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
    /// Reads `start`, ranges with commas between, and `}`; None if the text does not begin so.
    pub(crate) fn read(text: &str, start: &str) -> Option<Result<Self, RuleError>> {
        let list = text.strip_prefix(start)?;
        let Some(list) = list.strip_suffix('}') else {
            return Some(RuleError::unexpected(list, "a list that ends in }"));
        };
        Some(list.split(',').map(range).collect::<Result<_, _>>().map(|ranges| Self { ranges }))
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

/// `number [".." number]`
fn range(text: &str) -> Result<RangeInclusive<u64>, RuleError> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (number(from)?, number(to)?) {
        (0, _) => Err(RuleError("the set holds 0, and taking nothing is no move".to_owned())),
        (from, to) if from > to => Err(RuleError(format!("the range {from}..{to} is empty"))),
        (from, to) => Ok(from..=to),
    }
}

fn number(text: &str) -> Result<u64, RuleError> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return RuleError::unexpected(digits, "a number");
    }
    digits.parse().map_err(|_| RuleError(format!("the number {digits} is above 2^64 - 1")))
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
        assert_eq!(NumberSet::read("allbut{1}", "subtract{"), None);
    }

    #[test]
    fn a_bad_set_says_what_is_wrong() {
        for (text, message) in [
            ("subtract{", "`` stands where a list that ends in } should"),
            ("subtract{}", "`` stands where a number should"),
            ("subtract{squares}", "`squares` stands where a number should"),
            ("subtract{1,}", "`` stands where a number should"),
            ("subtract{1 é}", "`1 é` stands where a number should"),
            ("subtract{-1}", "`-1` stands where a number should"),
            ("subtract{+1}", "`+1` stands where a number should"),
            ("subtract{1..}", "`` stands where a number should"),
            ("subtract{1..2..3}", "`2..3` stands where a number should"),
            ("subtract{1} ", "`1} ` stands where a list that ends in } should"),
            ("subtract{1}(4)", "`1}(4)` stands where a list that ends in } should"),
            ("subtract{0..3}", "the set holds 0, and taking nothing is no move"),
            ("subtract{3..1}", "the range 3..1 is empty"),
            ("subtract{1,18446744073709551616}", "the number 18446744073709551616 is above 2^64 - 1"),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}
