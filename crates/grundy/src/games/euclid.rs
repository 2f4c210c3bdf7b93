//! The game Euclid: two numbers, of which the larger one is diminished by multiples of the smaller one.

use super::Entry;
use super::numbers::{AnyGame, Pair, pair, rows, two_numbers};
use crate::picture::Picture;
use crate::syntax::{NotationError, Span};
use crate::{Error, Game, Knowledge, Meter, Nimber, Options, Outcome};

pub(super) const ENTRY: Entry = Entry {
    name: "euclid",
    parameters: "positive",
    arguments: "two numbers, which are one position",
    rules: "Subtract a positive multiple of the smaller number from the larger one; who reaches 0 has moved last. With `positive` both numbers stay positive.",
    example: "euclid(25, 7)",
    source: "Cole and Davie, A game based on the Euclidean algorithm and a winning strategy for it, 1969; values Nivasch, The Sprague-Grundy function of the game Euclid, 2006",
    build: |call, rules| match call.parameters {
        None => Ok(pair(rules, Euclid::ToZero, two_numbers, 0)),
        Some(parameters) if parameters.text().trim() == "positive" => Ok(pair(rules, Euclid::Positive, positive, 1)),
        Some(parameters) => {
            let error = NotationError::new(parameters.span(), "`euclid` takes no parameter but `positive`");
            Err(error.with_help("write `euclid{positive}(25, 7)`, or `euclid(25, 7)`").into())
        }
    },
};

fn positive(game: &AnyGame<Pair>, numbers: &[(u64, Span)], span: Span) -> Result<Pair, NotationError> {
    let pair = two_numbers(game, numbers, span)?;
    match numbers.iter().find(|&&(number, _)| number == 0) {
        None => Ok(pair),
        Some(&(_, span)) => {
            let error = NotationError::new(span, "the numbers of `euclid{positive}` are at least 1");
            Err(error.with_help("`euclid` is the game in which a number may reach 0"))
        }
    }
}

/// Euclid: a position is two numbers, and a move subtracts a positive multiple of the smaller number from the larger one.
///
/// Who wins is known in both forms by the golden ratio φ. Values are known for the form in which both numbers stay positive:
/// g(a, b) = ⌊|a/b - b/a|⌋ (Nivasch).
///
/// # Source
/// Cole & Davie 1969; Spitznagel 1973; Nivasch 2006, *The Sprague–Grundy function of the game Euclid*.
///
/// # Examples
/// ```
/// use grundy::games::Euclid;
/// use grundy::{Game, Limits, Meter, Nimber, Outcome};
/// let limits = Limits::default();
/// assert_eq!(Euclid::ToZero.outcome(&[25, 7]), Some(Outcome::N));
/// assert_eq!(Euclid::ToZero.outcome(&[24, 15]), Some(Outcome::P));
/// assert_eq!(Euclid::Positive.value(&[25, 7], &mut Meter::new(&limits))?, Some(Nimber(3)));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Euclid {
    /// A number may reach 0, which ends play.
    ToZero,
    /// Both numbers stay positive; play ends when they are equal.
    Positive,
}

/// Whether the larger number is more than φ times the smaller one: a/b > φ iff a² > ab + b².
fn is_wide(larger: u64, smaller: u64) -> bool {
    u128::from(larger) * u128::from(larger - smaller) > u128::from(smaller) * u128::from(smaller)
}

/// ⌊|a/b - b/a|⌋, for positive numbers.
fn nivasch([a, b]: Pair) -> Option<u64> {
    let (larger, smaller) = (u128::from(a.max(b)), u128::from(a.min(b)));
    let quotient = (larger * larger - smaller * smaller).checked_div(larger * smaller)?;
    u64::try_from(quotient).ok()
}

impl Euclid {
    /// The larger number, the smaller one, and the place of the larger one.
    const fn ordered([a, b]: Pair) -> (u64, u64, usize) {
        if a >= b { (a, b, 0) } else { (b, a, 1) }
    }

    /// How many times the smaller number can be subtracted.
    fn times(self, larger: u64, smaller: u64) -> u64 {
        match self {
            Self::ToZero => larger.checked_div(smaller).unwrap_or_default(),
            Self::Positive => larger.saturating_sub(1).checked_div(smaller).unwrap_or_default(),
        }
    }

    /// The positions with `left` in place of the larger number. Either number of an equal pair may be taken for it.
    fn leaving(pair: Pair, left: u64) -> impl Iterator<Item = Pair> {
        let (larger, smaller, place) = Self::ordered(pair);
        let at = move |place: usize| if place == 0 { [left, smaller] } else { [smaller, left] };
        std::iter::once(at(place)).chain((larger == smaller).then(|| at(1 - place)))
    }
}

impl Game for Euclid {
    type Position = Pair;

    fn options(&self, pair: &Pair, out: &mut Options<Pair>) {
        let (larger, smaller, _) = Self::ordered(*pair);
        for times in 1..=self.times(larger, smaller) {
            Self::leaving(*pair, larger - times * smaller).for_each(|option| out.push(option));
            if out.more() {
                return;
            }
        }
    }

    fn reduce(&self, [a, b]: Pair, parts: &mut Vec<Pair>) -> Result<(), Error> {
        parts.push([a.max(b), a.min(b)]);
        Ok(())
    }

    fn value(&self, pair: &Pair, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(match self {
            Self::Positive => nivasch(*pair).map(Nimber),
            Self::ToZero => (self.outcome(pair) == Some(Outcome::P)).then_some(Nimber::ZERO),
        })
    }

    fn outcome(&self, pair: &Pair) -> Option<Outcome> {
        let (larger, smaller, _) = Self::ordered(*pair);
        let ends_at_once = *self == Self::ToZero && larger == smaller;
        let wins = smaller > 0 && (ends_at_once || is_wide(larger, smaller));
        Some(if wins { Outcome::N } else { Outcome::P })
    }

    fn knowledge(&self, pair: &Pair) -> Option<Knowledge> {
        let statement = match self {
            Self::Positive => "(a, b) is worth ⌊|a/b - b/a|⌋",
            Self::ToZero if self.outcome(pair) == Some(Outcome::P) => {
                "(a, b) is lost iff a number is 0, or they differ and the larger one is less than φ times the smaller one"
            }
            Self::ToZero => return None,
        };
        Some(Knowledge::Theorem(statement.to_owned()))
    }

    fn options_worth(
        &self,
        pair: &Pair,
        value: Nimber,
        meter: &mut Meter<'_>,
        out: &mut Options<Pair>,
    ) -> Result<bool, Error> {
        if *self == Self::ToZero && !value.is_zero() {
            return Ok(false);
        }
        let (larger, smaller, _) = Self::ordered(*pair);
        let Some(rest) = larger.checked_rem(smaller) else { return Ok(true) };
        let most = self.times(larger, smaller);
        // For k ≥ 1 the option (rest + k·smaller, smaller) is worth k or k - 1; of those with k = 0 there is at most one.
        let mut quotients = vec![0, value.0, value.0.saturating_add(1)];
        if *self == Self::ToZero {
            // Of the numbers between smaller and φ·smaller at most one is an option, with k = 1.
            quotients = vec![0, 1];
        }
        quotients.sort_unstable_by(|a, b| b.cmp(a));
        quotients.dedup();
        for quotient in quotients {
            let Some(left) = quotient.checked_mul(smaller).and_then(|multiple| multiple.checked_add(rest)) else {
                continue;
            };
            let times = (larger / smaller).checked_sub(quotient).filter(|&times| (1..=most).contains(&times));
            for option in times.into_iter().flat_map(|_| Self::leaving(*pair, left)) {
                if self.value(&option, meter)? == Some(value) {
                    out.push(option);
                }
            }
        }
        Ok(true)
    }

    fn ends(&self) -> bool {
        true
    }

    fn name_move(&self, pair: &Pair, parts: &[Pair]) -> Option<String> {
        let option = parts.first()?;
        let place = usize::from(pair[0] == option[0]);
        let (taken, smaller) = (pair[place].checked_sub(option[place])?, pair[1 - place]);
        let which = if pair[0] == pair[1] { ["the first ", "the second "][place] } else { "" };
        Some(format!("subtract {} x {smaller} from {which}{}", taken.checked_div(smaller)?, pair[place]))
    }

    fn picture(&self, pair: &Pair, left: Option<&[Pair]>) -> Option<Picture> {
        Some(rows(pair, left.and_then(<[_]>::first).map(Pair::as_slice)))
    }

    fn show(&self, [a, b]: &Pair) -> String {
        let braces = if *self == Self::Positive { "{positive}" } else { "" };
        format!("euclid{braces}({a}, {b})")
    }
}

#[cfg(test)]
mod tests {
    use super::super::claims::agree_with_search;
    use super::*;
    use crate::Limits;

    #[test]
    fn what_is_known_agrees_with_the_search() {
        for (game, least) in [(Euclid::ToZero, 0), (Euclid::Positive, 1)] {
            let pairs = (least..60).flat_map(|a| (least..60).map(move |b| [a, b]));
            let claims = agree_with_search(game, pairs);
            assert_eq!(claims.outcomes, claims.positions, "{game:?}");
            assert!(game == Euclid::ToZero || claims.values == claims.positions, "{game:?}");
        }
    }

    #[test]
    fn numbers_of_64_bits_are_exact() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let pair = [u64::MAX, 1];
        assert_eq!(Euclid::Positive.value(&pair, &mut meter).unwrap(), Some(Nimber(u64::MAX - 1)));
        assert_eq!(Euclid::ToZero.outcome(&pair), Some(Outcome::N));
        // Neighbours in Fibonacci's sequence are nearer to φ than any others.
        let (a, b, c) = (12_200_160_415_121_876_738, 7_540_113_804_746_346_429, 4_660_046_610_375_530_309);
        assert_eq!(Euclid::ToZero.outcome(&[a, b]), Euclid::Positive.outcome(&[a, b]));
        assert_ne!(Euclid::ToZero.outcome(&[a, b]), Euclid::ToZero.outcome(&[b, c]));
    }
}
