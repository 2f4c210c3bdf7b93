//! The reader of take-and-break codes.

use crate::RuleError;

/// A take-and-break code with finitely many digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    /// The digits that are not 0, by rising number of tokens.
    pub(crate) digits: Vec<Digit>,
    /// Whether the heaps that a move leaves must differ. Not in the notation: it is for Grundy's game.
    pub(crate) unequal: bool,
}

/// What taking one number of tokens allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Digit {
    /// How many tokens are taken.
    pub(crate) take: usize,
    /// Bit j allows to leave exactly j heaps, none of them empty. A code can only set bits 0 to 3; what is computed
    /// from the bits holds for all eight.
    pub(crate) leave: u8,
}

impl Digit {
    /// The numbers of heaps that may be left, rising.
    pub(crate) fn heaps_left(self) -> impl Iterator<Item = u32> {
        (0..u8::BITS).filter(move |&j| self.leave >> j & 1 == 1)
    }
}

impl Code {
    /// Grundy's game: a heap is split into two that differ.
    pub(crate) fn grundys_game() -> Self {
        Self { digits: vec![Digit { take: 0, leave: 1 << 2 }], unequal: true }
    }

    /// Reads `d0.d1d2…`; None if the text does not begin like a code, a digit and a point.
    pub(crate) fn read(text: &str) -> Option<Result<Self, RuleError>> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let leave = digit(first)?;
        if chars.next()? != '.' {
            return None;
        }
        if leave & 0b11 != 0 {
            return Some(Err(RuleError::EndlessPlay { digit: first }));
        }
        Some(Self::read_after_point(leave, chars.as_str()))
    }

    fn read_after_point(d0: u8, text: &str) -> Result<Self, RuleError> {
        let mut digits = Vec::new();
        let mut push = |take, leave| {
            if leave != 0 {
                digits.push(Digit { take, leave });
            }
        };
        push(0, d0);
        for (take, char) in (1..).zip(text.chars()) {
            match digit(char) {
                Some(leave) => push(take, leave),
                None if ends_in_repeated_digit(text, take) => return Err(RuleError::EndlessDigit),
                None => {
                    // The first digit after the point stands at place 3.
                    let (place, found) = (take + 2, format!("`{char}`"));
                    return Err(RuleError::Unexpected { place, found, expected: "a digit 0-9 or A-F" });
                }
            }
        }
        if text.is_empty() {
            let found = "the end".to_owned();
            return Err(RuleError::Unexpected { place: 3, found, expected: "a digit 0-9 or A-F" });
        }
        Ok(Self { digits, unequal: false })
    }

    /// The numbers of tokens that a move may take and leave so many heaps, rising.
    pub(crate) fn takes_that_leave(&self, heaps: u32) -> impl Iterator<Item = usize> {
        self.digits.iter().filter(move |digit| digit.leave >> heaps & 1 == 1).map(|digit| digit.take)
    }

    /// The index of the last digit that is not 0, or 0 if there is none: *k* in the theorem on periods.
    pub(crate) fn last_digit(&self) -> usize {
        self.digits.last().map_or(0, |digit| digit.take)
    }

    /// The largest number of heaps that a move can leave, at least 1: *s* in the theorem on periods.
    pub(crate) fn most_heaps_left(&self) -> u32 {
        self.digits.iter().flat_map(|digit| digit.heaps_left()).fold(1, u32::max)
    }
}

/// Whether `[d]`, the rest of a code after a point, begins at the character number `nth` (from 1) and ends the text.
fn ends_in_repeated_digit(text: &str, nth: usize) -> bool {
    let mut rest = text.chars().skip(nth - 1);
    rest.next() == Some('[')
        && rest.next().and_then(digit).is_some()
        && rest.next() == Some(']')
        && rest.next().is_none()
}

/// The value of a digit 0-9 or A-F.
fn digit(char: char) -> Option<u8> {
    match char {
        '0'..='9' | 'A'..='F' => char.to_digit(16).and_then(|value| u8::try_from(value).ok()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Code, RuleError> {
        Code::read(text).unwrap()
    }

    #[test]
    fn zero_digits_are_read_and_not_kept() {
        let digits = [Digit { take: 0, leave: 4 }, Digit { take: 2, leave: 7 }, Digit { take: 3, leave: 15 }];
        let code = read("4.07F00").unwrap();
        assert_eq!(code.digits, digits);
        assert_eq!((code.last_digit(), code.most_heaps_left()), (3, 3));
    }

    #[test]
    fn a_code_without_moves_has_neutral_k_and_s() {
        let code = read("0.000").unwrap();
        assert_eq!((code.last_digit(), code.most_heaps_left()), (0, 1));
        let code = read("0.001").unwrap();
        assert_eq!((code.last_digit(), code.most_heaps_left()), (3, 1));
        let code = read("4.00").unwrap();
        assert_eq!((code.last_digit(), code.most_heaps_left()), (0, 2));
    }

    #[test]
    fn the_digit_before_the_point_must_split() {
        for digit in "1235679ABDEF".chars() {
            assert_eq!(read(&format!("{digit}.7")), Err(RuleError::EndlessPlay { digit }));
        }
        assert!(["0.7", "4.7", "8.7", "C.7"].into_iter().all(|text| read(text).is_ok()));
    }

    #[test]
    fn a_repeated_digit_is_told_from_bad_notation() {
        for text in ["0.[3]", "4.[3]", "0.07[F]"] {
            assert_eq!(read(text), Err(RuleError::EndlessDigit), "{text}");
        }
        for (text, place) in
            [("0.", 3), ("0.7x", 4), ("0.7a", 4), ("0.[3", 3), ("0.[3]7", 3), ("0.[]", 3), ("0.7 7", 4)]
        {
            let Err(RuleError::Unexpected { place: found, .. }) = read(text) else { panic!("{text}") };
            assert_eq!(found, place, "{text}");
        }
    }
}
