//! Families of codes: a code in which some digits stand for any digit.

use std::fmt;
use std::str::FromStr;

use crate::heap::Code;
use crate::heap::reduced::MOST_DIGITS;

/// The codes of a pattern: a finite code in which `d` stands for any octal digit, 0 to 7, and `x` for any hexadecimal one, 0
/// to F. As the first digit they stand for those that may stand there, 0 and 4, and also 8 and C.
///
/// # Examples
/// ```
/// use grundy::heap::atlas::Family;
/// let family: Family = "0.3d".parse()?;
/// let codes: Vec<String> = family.codes().map(|code| code.to_string()).collect();
/// assert_eq!(codes, ["0.3", "0.31", "0.32", "0.33", "0.34", "0.35", "0.36", "0.37"]);
/// assert_eq!("d.xx".parse::<Family>()?.size(), 2 * 16 * 16);
/// # Ok::<(), grundy::heap::atlas::FamilyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    text: String,
    /// The digits that may stand at each place, ascending.
    places: Vec<Vec<u8>>,
}

/// The most codes of a family.
const MOST: usize = 1 << 20;

impl Family {
    /// How many codes the pattern stands for, each way to write one counted.
    #[must_use]
    pub fn size(&self) -> usize {
        self.places.iter().map(Vec::len).product()
    }

    /// The codes, each as it is counted by [`size`](Self::size): `0.30` is there as `0.3`, whether or not that is there
    /// otherwise.
    pub fn codes(&self) -> impl Iterator<Item = Code> + '_ {
        (0..self.size()).filter_map(|number| {
            let (mut number, mut digits) = (number, vec![0; self.places.len()]);
            for (digit, choices) in digits.iter_mut().zip(&self.places).rev() {
                *digit = choices[number % choices.len()];
                number /= choices.len();
            }
            // All digits are such as may stand there.
            Code::new(digits, 0).ok()
        })
    }
}

/// The pattern as it was given.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Why a text is not a family of codes, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}")]
pub struct FamilyError {
    /// The byte of the text where the fault is.
    pub place: usize,
    kind: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Fault {
    #[error("a family of codes is written d0.d1d2d3…, as in `0.ddd`")]
    Shape,
    #[error("here stands a digit (0-9 and A-F, upper case), `d` for any octal digit, or `x` for any hexadecimal digit")]
    Digit,
    #[error("d0 may only split (bits 4 and 8): taking nothing and leaving the heap as it is would not end")]
    First,
    #[error("a code of an atlas has finitely many digits")]
    Repeats,
    #[error("that is a family of more than {MOST} codes")]
    Large,
    #[error("a code of an atlas has at most {MOST_DIGITS} digits")]
    Long,
}

impl FromStr for Family {
    type Err = FamilyError;

    fn from_str(text: &str) -> Result<Self, FamilyError> {
        let fail = |place, kind| Err(FamilyError { place, kind });
        let mut places: Vec<Vec<u8>> = Vec::new();
        let mut size = Some(1usize);
        let mut point = false;
        for (place, symbol) in text.char_indices() {
            if symbol == '.' && !point && places.len() == 1 {
                point = true;
                continue;
            }
            let mut choices: Vec<u8> = match symbol {
                'd' => (0..8).collect(),
                'x' => (0..16).collect(),
                '0'..='9' | 'A'..='F' => {
                    symbol.to_digit(16).and_then(|digit| u8::try_from(digit).ok()).into_iter().collect()
                }
                '[' | ']' => return fail(place, Fault::Repeats),
                _ => return fail(place, Fault::Digit),
            };
            if !point && !places.is_empty() {
                return fail(place, Fault::Shape);
            }
            if places.is_empty() {
                choices.retain(|digit| digit & 3 == 0);
                if choices.is_empty() {
                    return fail(place, Fault::First);
                }
            }
            size = size.and_then(|size| size.checked_mul(choices.len())).filter(|&size| size <= MOST);
            if size.is_none() {
                return fail(place, Fault::Large);
            }
            if places.len() == MOST_DIGITS {
                return fail(place, Fault::Long);
            }
            places.push(choices);
        }
        if places.len() < 2 {
            return fail(text.len(), Fault::Shape);
        }
        Ok(Self { text: text.to_owned(), places })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_without_a_letter_is_its_code() {
        for (pattern, code) in [("0.77", "0.77"), ("0.770", "0.77"), ("4.0", "4.0"), ("C.8F", "C.8F"), ("0.000", "0.0")]
        {
            let codes: Vec<Code> = pattern.parse::<Family>().unwrap().codes().collect();
            assert_eq!(codes, [code.parse().unwrap()], "{pattern}");
        }
    }

    #[test]
    fn a_letter_stands_for_each_digit_that_may_be_there() {
        let first = |pattern: &str| -> Vec<String> {
            pattern.parse::<Family>().unwrap().codes().map(|code| code.to_string()).collect()
        };
        assert_eq!(first("d.7"), ["0.7", "4.7"]);
        assert_eq!(first("x.7"), ["0.7", "4.7", "8.7", "C.7"]);
        assert_eq!(first("0.d").len(), 8);
        assert_eq!(first("0.x").last().map(String::as_str), Some("0.F"));
        assert_eq!("0.ddd".parse::<Family>().unwrap().size(), 512);
    }

    #[test]
    fn faults_are_placed() {
        for (text, place) in [
            ("", 0),
            ("0", 1),
            ("0.", 2),
            (".7", 0),
            ("00.7", 1),
            ("0.7.7", 3),
            ("0.7a", 3),
            ("0.dé", 3),
            ("1.d", 0),
            ("7.d", 0),
            ("0.[3]", 2),
            ("0.d, 4.d", 3),
            ("0.ddddddd", 8),
        ] {
            assert_eq!(text.parse::<Family>().unwrap_err().place, place, "{text}");
        }
        let digits = |count: usize| format!("0.{}", "0".repeat(count));
        assert_eq!(digits(64).parse::<Family>().unwrap_err().place, 65);
        assert!(digits(63).parse::<Family>().is_ok());
        assert!("0.dddddd".parse::<Family>().is_ok() && "0.xxxxx".parse::<Family>().is_ok());
    }
}
