//! Take-and-break codes `d0.d1d2d3…`: Guy and Smith's octal codes, their hexadecimal extension, and codes without end.

use std::fmt;
use std::str::FromStr;

/// A take-and-break code.
///
/// Digit `d_k` says what may happen to a heap of n when k tokens are taken: its bit j (value 2^j) allows leaving the other
/// n - k tokens as exactly j non-empty heaps. `d_0` is a split without taking, so only its bits 2 and 3 may be set. The
/// last digit may repeat for ever, `0.[3]`.
///
/// Two codes are equal if they allow the same moves: `0.770` is `0.77`, and `0.3[3]` is `0.[3]`.
///
/// # Source
/// Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.
///
/// # Examples
/// ```
/// use grundy::heap::Code;
/// let kayles: Code = "0.77".parse()?;
/// assert_eq!((kayles.digit(0), kayles.digit(2), kayles.digit(3)), (0, 7, 0));
/// assert_eq!("0.3[3]".parse::<Code>()?.to_string(), "0.[3]");
/// # Ok::<(), grundy::heap::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// d_0, d_1, …, without the digits at the end that `repeated` already says.
    digits: Vec<u8>,
    /// Every digit after those; 0 for a finite code.
    repeated: u8,
}

impl Code {
    /// The code with these digits d_0, d_1, … and then `repeated` for ever.
    ///
    /// # Errors
    /// [`CodeError`] if a digit is above 15, or d_0 allows a move that does not end.
    pub fn new(digits: impl Into<Vec<u8>>, repeated: u8) -> Result<Self, CodeError> {
        let mut digits = digits.into();
        if digits.is_empty() {
            digits.push(0);
        }
        if let Some(place) = digits.iter().chain([&repeated]).position(|&digit| digit > 15) {
            return Err(CodeError { place, kind: Fault::Digit });
        }
        if digits[0] & 3 != 0 {
            return Err(CodeError { place: 0, kind: Fault::First });
        }
        // d_0 stays: it is never part of the repetition.
        while digits.len() > 1 && digits.last() == Some(&repeated) {
            digits.pop();
        }
        Ok(Self { digits, repeated })
    }

    /// Digit d_k.
    #[must_use]
    pub fn digit(&self, k: u64) -> u8 {
        usize::try_from(k).ok().and_then(|k| self.digits.get(k)).copied().unwrap_or(self.repeated)
    }

    /// The index of the last digit that allows a move; `None` for a code without end. A code without moves has 0.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        (self.repeated == 0).then(|| self.digits.len() as u64 - 1)
    }

    /// The digits before the repetition, d_0 first, and the repeated digit (0 for a finite code).
    #[must_use]
    pub fn digits(&self) -> (&[u8], u8) {
        (&self.digits, self.repeated)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit:X}")?;
        }
        match self.repeated {
            0 if self.digits.len() == 1 => f.write_str("0"),
            0 => Ok(()),
            repeated => write!(f, "[{repeated:X}]"),
        }
    }
}

/// Why a text is not a take-and-break code, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct CodeError {
    /// The byte of the text (of [`Code::new`]: the index of the digit) where the fault is.
    pub place: usize,
    kind: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("a digit is one of 0-9 and A-F, upper case")]
    Digit,
    #[error("d0 may only split (bits 4 and 8): taking nothing and leaving the heap as it is would not end")]
    First,
    #[error("a code is written d0.d1d2d3…, as in `0.77`")]
    Shape,
    #[error("one digit at the end may repeat, as in `0.3[7]`")]
    Repeat,
}

impl FromStr for Code {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let fail = |place, kind| Err(CodeError { place, kind });
        let Some((whole, rest)) = text.split_once('.') else { return fail(text.len(), Fault::Shape) };
        if whole.chars().count() != 1 || rest.is_empty() {
            return fail(if rest.is_empty() { text.len() } else { 0 }, Fault::Shape);
        }
        let start = whole.len() + 1;
        let mut digits = vec![digit(whole.as_bytes()[0]).ok_or(CodeError { place: 0, kind: Fault::Digit })?];
        let (plain, repeated) = match rest.find('[') {
            None => (rest, 0),
            Some(bracket) => match rest.as_bytes()[bracket + 1..] {
                [byte, b']'] => match digit(byte) {
                    Some(repeated) => (&rest[..bracket], repeated),
                    None => return fail(start + bracket + 1, Fault::Digit),
                },
                _ => return fail(start + bracket, Fault::Repeat),
            },
        };
        for (place, byte) in plain.bytes().enumerate() {
            digits.push(digit(byte).ok_or(CodeError { place: start + place, kind: Fault::Digit })?);
        }
        Self::new(digits, repeated)
    }
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (text, written) in [
            ("0.77", "0.77"),
            ("0.770", "0.77"),
            ("4.[3]", "4.[3]"),
            ("0.3[3]", "0.[3]"),
            ("0.3[0]", "0.3"),
            ("C.8F", "C.8F"),
            ("0.0", "0.0"),
            ("4.0", "4.0"),
        ] {
            assert_eq!(text.parse::<Code>().unwrap().to_string(), written);
        }
    }

    #[test]
    fn a_repetition_does_not_swallow_the_first_digit() {
        let code: Code = "4.[4]".parse().unwrap();
        assert_eq!((code.digit(0), code.digit(1), code.digit(9)), (4, 4, 4));
        assert_eq!(code.to_string(), "4.[4]");
    }

    #[test]
    fn faults_are_placed() {
        for (text, place) in [
            ("77", 2),
            ("0.", 2),
            (".7", 0),
            ("00.7", 0),
            ("0.7a", 3),
            ("0.7é", 3),
            ("é.7", 0),
            ("1.7", 0),
            ("7.7", 0),
            ("0.[37]", 2),
            ("0.[", 2),
            ("0.[3]3", 2),
            ("0.[g]", 3),
            ("", 0),
        ] {
            assert_eq!(text.parse::<Code>().unwrap_err().place, place, "{text}");
        }
    }
}
