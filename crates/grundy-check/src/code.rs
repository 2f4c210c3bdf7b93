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
    /// Bit j allows to leave exactly j heaps, none of them empty.
    pub(crate) leave: u8,
}

impl Digit {
    pub(crate) fn leaves(self, heaps: u32) -> bool {
        self.leave >> heaps & 1 == 1
    }
}

impl Code {
    /// Grundy's game: a heap is split into two that differ.
    pub(crate) fn grundys_game() -> Self {
        Self { digits: vec![Digit { take: 0, leave: 1 << 2 }], unequal: true }
    }

    /// Reads `d0.d1d2…`; None if the text does not begin like a code, a digit and a point.
    pub(crate) fn read(text: &str) -> Option<Result<Self, RuleError>> {
        let (first, rest) = text.split_once('.')?;
        let first = first.parse().ok()?;
        Some(Self::read_digits(first, digit(first)?, rest))
    }

    fn read_digits(first: char, d0: u8, rest: &str) -> Result<Self, RuleError> {
        if d0 & 0b11 != 0 {
            return Err(RuleError(format!(
                "`{first}` before the point is not 0, 4, 8 or C: taking nothing must split the heap"
            )));
        }
        if rest.ends_with(']') && rest.contains('[') {
            return Err(RuleError(
                "a digit that repeats for ever leaves no last digit, so no theorem applies".to_owned(),
            ));
        }
        let mut digits = vec![Digit { take: 0, leave: d0 }];
        for (take, char) in (1..).zip(rest.chars()) {
            match digit(char) {
                Some(leave) => digits.push(Digit { take, leave }),
                None => return RuleError::unexpected(&char.to_string(), "a digit 0-9 or A-F"),
            }
        }
        if rest.is_empty() {
            return RuleError::unexpected("", "a digit 0-9 or A-F");
        }
        digits.retain(|digit| digit.leave != 0);
        Ok(Self { digits, unequal: false })
    }

    /// The numbers of tokens that a move may take and leave so many heaps, rising.
    pub(crate) fn takes_that_leave(&self, heaps: u32) -> impl Iterator<Item = usize> {
        self.digits.iter().filter(move |digit| digit.leaves(heaps)).map(|digit| digit.take)
    }

    /// The index of the last digit that is not 0, or 0 if there is none: *k* in the theorem on periods.
    pub(crate) fn last_digit(&self) -> usize {
        self.digits.last().map_or(0, |digit| digit.take)
    }

    /// The largest number of heaps that a move can leave, at least 1: *s* in the theorem on periods.
    pub(crate) fn most_heaps_left(&self) -> u32 {
        (2..4).filter(|&heaps| self.takes_that_leave(heaps).next().is_some()).fold(1, u32::max)
    }
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
    fn a_bad_code_says_what_is_wrong() {
        for digit in "1235679ABDEF".chars() {
            let message = read(&format!("{digit}.7")).unwrap_err().to_string();
            assert!(message.starts_with(&format!("`{digit}` before the point is not 0, 4, 8 or C")), "{message}");
        }
        assert!(["0.7", "4.7", "8.7", "C.7"].into_iter().all(|text| read(text).is_ok()));
        for text in ["0.[3]", "4.[3]", "0.07[F]"] {
            assert!(read(text).unwrap_err().to_string().contains("repeats for ever"), "{text}");
        }
        for (text, found) in
            [("0.", ""), ("0.7x", "x"), ("0.7a", "a"), ("0.[3", "["), ("0.[3]7", "["), ("0.7 7", " "), ("0.7.", ".")]
        {
            let want = format!("`{found}` stands where a digit 0-9 or A-F should");
            assert_eq!(read(text).unwrap_err().to_string(), want, "{text}");
        }
        for text in [".7", "00.7", "a.7", "G.7", "07", ""] {
            assert_eq!(Code::read(text), None, "{text}");
        }
    }
}
