//! Numbers on the command line.

use std::fmt;
use std::str::FromStr;

use grundy::Limits;
use grundy::syntax::parse_integer;
use grundy_answers::Kind;

use crate::error::Failure;

/// Reads an integer from 0 to 2^64 - 1, as the notation writes it: `1000000`, `1_000_000`, `1e6` or `10^6`.
pub(crate) fn parse(text: &str) -> Result<u64, String> {
    parse_integer(text).map_err(|error| match error.help {
        Some(help) => format!("{}; {help}", error.message),
        None => error.message,
    })
}

/// Reads a range of integers, `3..9`, or one integer.
pub(crate) fn range(text: &str) -> Result<[u64; 2], String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let range = [parse(first), parse(last)];
    match range {
        [Ok(first), Ok(last)] if first <= last => Ok([first, last]),
        [Ok(first), Ok(last)] => Err(format!("{first} is above {last}")),
        _ => Err("expected a range such as 0..9".to_owned()),
    }
}

/// How many entries a list may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Most {
    Entries(usize),
    All,
}

/// Memory that a move takes from the game that lists it to the page: an upper estimate, since a list that outgrows the
/// machine cannot be stopped any more.
const BYTES_OF_A_MOVE: u64 = 512;

impl Most {
    /// The number of entries; for all, as many as memory holds.
    pub(crate) fn entries(self, limits: &Limits) -> usize {
        let room =
            limits.bytes.map_or(usize::MAX, |bytes| usize::try_from(bytes / BYTES_OF_A_MOVE).unwrap_or(usize::MAX));
        match self {
            Self::Entries(most) => most.min(room),
            Self::All => room,
        }
    }
}

impl Most {
    /// Why a list of all moves is incomplete.
    pub(crate) fn cut(self, more: bool) -> Option<Failure> {
        (self == Self::All && more).then(|| {
            let failure = Failure::new(Kind::Budget, "the list of moves does not fit the limit on memory");
            failure.with_help("`--max-memory` raises the limit, and `--moves` shortens the list")
        })
    }
}

impl FromStr for Most {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let most = parse(text).map_err(|error| format!("{error}, or `all`"))?;
        Ok(usize::try_from(most).map_or(Self::All, Self::Entries))
    }
}

impl fmt::Display for Most {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entries(most) => most.fmt(f),
            Self::All => f.write_str("all"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_be_grouped_or_have_an_exponent() {
        for (text, want) in [
            ("0", 0),
            ("1_000_000", 1_000_000),
            ("1e6", 1_000_000),
            ("10^6", 1_000_000),
            ("25E1", 250),
            ("0e99", 0),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(parse(text), Ok(want), "{text}");
        }
        for text in
            ["", "-1", "+1", "1.5", "e6", "1e", "_1", "one", "18446744073709551616", "2e19", "1e20", "1e999999999999"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_range_has_two_ends_in_order() {
        assert_eq!((range("0..9"), range("7"), range("1e3..2e3")), (Ok([0, 9]), Ok([7, 7]), Ok([1000, 2000])));
        assert!(["", "..", "1..", "9..1", "1-2", "a..b"].into_iter().all(|text| range(text).is_err()));
    }

    #[test]
    fn all_is_as_much_as_memory_holds() {
        let limits = Limits { bytes: Some(512 * 1000), ..Limits::default() };
        assert_eq!("all".parse::<Most>().unwrap().entries(&limits), 1000);
        assert_eq!("7".parse::<Most>().unwrap().entries(&limits), 7);
        assert_eq!(Most::All.entries(&Limits::default()), usize::MAX);
    }
}
