//! Rules for single heaps, and the reader of their notation.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::{RuleError, size};

/// A game played on single heaps, read from its notation.
///
/// - *Take-and-break codes* (octal and hexadecimal codes) `d0.d1d2d3…` with digits 0-9 and A-F: bit j of the digit
///   `d_k` (of value 2^j) allows a move to take k tokens from a heap and to leave the rest as exactly j nonempty heaps.
///   `d0` is 0, 4, 8 or C, since taking nothing must at least split the heap.
/// - *Finite subtraction sets* `subtract{1,3,4}`, `subtract{1..3}`, `subtract{2, 5..7}`: a move takes one of these
///   numbers of tokens. White space is allowed inside the braces.
/// - *All but a finite set* `allbut{2,3,7}`, `allbut{1..3}`: a move takes any positive number of tokens except these.
/// - *Grundy's game* `grundys-game`: a heap is split into two heaps of different sizes.
///
/// # Source
/// For codes Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.
///
/// # Examples
/// ```
/// use grundy_check::Rule;
/// assert!("4.07F".parse::<Rule>().is_ok());
/// assert!("subtract{1, 3..5}".parse::<Rule>().is_ok());
/// assert!("0.[3]".parse::<Rule>().is_err_and(|why| why.to_string().contains("repeats forever")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule(pub(crate) Moves);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    TakeAndBreak(Code),
    Subtraction(Takes),
    /// All positive numbers may be taken except some up to the largest; these are the numbers up to there that may be
    /// taken.
    AllBut(Takes),
}

/// A take-and-break code with finitely many digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// The nonzero digits, by ascending number of tokens.
    pub(crate) digits: Vec<Digit>,
    /// Whether the heaps that a move leaves must differ. Not part of the notation; used for Grundy's game.
    pub(crate) unequal: bool,
}

/// What a move that takes `take` tokens may leave: bit j allows exactly j nonempty heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    pub(crate) take: usize,
    leave: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Takes {
    /// The union of these ranges; a hostile `1..9999999999` takes no memory.
    pub(crate) ranges: Vec<RangeInclusive<usize>>,
    /// The largest number in the notation.
    pub(crate) largest: usize,
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads a rule.
    ///
    /// # Errors
    /// If the text is not a rule, or if no theorem applies to it.
    ///
    /// # Complexity
    /// Whatever numbers it contains, a text of length n takes O(n log n) time and O(n) space.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        Ok(Self(if text == "grundys-game" {
            Moves::TakeAndBreak(Code { digits: vec![Digit { take: 0, leave: 1 << 2 }], unequal: true })
        } else if let Some(list) = text.strip_prefix("subtract{") {
            Moves::Subtraction(Takes::read(list)?)
        } else if let Some(list) = text.strip_prefix("allbut{") {
            Moves::AllBut(Takes::read(list)?.complement())
        } else {
            Moves::TakeAndBreak(Code::read(text)?)
        }))
    }
}

impl Code {
    fn read(text: &str) -> Result<Self, RuleError> {
        let digit = |char| "0123456789ABCDEF".find(char).and_then(|value| u8::try_from(value).ok());
        let mut chars = text.chars();
        let (Some(leave), Some('.')) = (chars.next().and_then(digit), chars.next()) else {
            let unknown = "neither a code such as 0.77 nor subtract{1,3,4}, allbut{2} or grundys-game";
            return Err(RuleError(unknown.to_owned()));
        };
        if leave & 0b11 != 0 {
            let rule = "before the point is not 0, 4, 8 or C: taking nothing must split the heap";
            return Err(RuleError(format!("`{leave:X}` {rule}")));
        }
        let rest = chars.as_str();
        if rest.ends_with(']') && rest.contains('[') {
            let endless = "a digit that repeats forever leaves no last digit, so no theorem applies";
            return Err(RuleError(endless.to_owned()));
        }
        let bad: String = rest.chars().filter(|&char| digit(char).is_none()).take(1).collect();
        if rest.is_empty() || !bad.is_empty() {
            return RuleError::unexpected(&bad, "a digit 0-9 or A-F");
        }
        let leaves = [leave].into_iter().chain(rest.chars().filter_map(digit));
        let digits = leaves.enumerate().map(|(take, leave)| Digit { take, leave }).filter(|digit| digit.leave != 0);
        Ok(Self { digits: digits.collect(), unequal: false })
    }

    /// The numbers of tokens that a move may take to leave this many heaps, in ascending order.
    pub(crate) fn takes_that_leave(&self, heaps: usize) -> impl Iterator<Item = usize> {
        self.digits.iter().filter(move |digit| digit.leaves(heaps)).map(|digit| digit.take)
    }

    /// The index of the last nonzero digit, or 0 if there is none: *k* in the theorem on periods.
    pub(crate) fn last_digit(&self) -> usize {
        self.digits.last().map_or(0, |digit| digit.take)
    }

    /// The largest number of heaps that a move can leave, at least 1: *s* in the theorem on periods.
    pub(crate) fn most_heaps_left(&self) -> usize {
        (2..4).rev().find(|&heaps| self.takes_that_leave(heaps).next().is_some()).unwrap_or(1)
    }
}

impl Digit {
    pub(crate) fn leaves(self, heaps: usize) -> bool {
        self.leave >> heaps & 1 == 1
    }
}

impl Takes {
    /// Reads what follows `{`: ranges separated by commas, and `}`.
    fn read(list: &str) -> Result<Self, RuleError> {
        let Some(list) = list.strip_suffix('}') else {
            return RuleError::unexpected(list, "a list that ends in }");
        };
        let ranges: Vec<_> = list.split(',').map(range).collect::<Result<_, _>>()?;
        let largest = ranges.iter().map(|range| *range.end()).fold(0, usize::max);
        Ok(Self { ranges, largest })
    }

    /// The positive numbers up to the largest that are not in the set.
    fn complement(mut self) -> Self {
        self.ranges.sort_unstable_by_key(|range| *range.start());
        let mut next = 1;
        for range in &mut self.ranges {
            let gap = next..=range.start() - 1;
            next = next.max(range.end().saturating_add(1));
            *range = gap;
        }
        self.ranges.retain(|gap| !gap.is_empty());
        self
    }
}

/// `number [".." number]`
fn range(text: &str) -> Result<RangeInclusive<usize>, RuleError> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (number(from)?, number(to)?) {
        (0, _) => Err(RuleError("the set contains 0, but taking nothing is not a move".to_owned())),
        (from, to) if from > to => Err(RuleError(format!("the range {from}..{to} is empty"))),
        (from, to) => Ok(size(from)..=size(to)),
    }
}

fn number(text: &str) -> Result<u64, RuleError> {
    let digits = text.trim();
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return RuleError::unexpected(digits, "a number");
    }
    digits.parse().map_err(|_| RuleError(format!("the number {digits} is above 2^64 - 1")))
}
