//! Compares two heap games: where they differ, or why they do not.

use super::Heaps;
use crate::heap::{
    Code, HeapGame, HeapRule, Period, PeriodSearch, PeriodTheorem, Reduced, Status, decisive_heap, first_compared,
    same_options,
};
use crate::{Bound, Error, Meter, Nimber};

/// The result of comparing two heap games: whether g(n) = h(n - shift) for all n > max(shift, 0), or for all n if the
/// shift is 0. Here g are the values of the first game and h those of the second.
#[derive(Debug)]
pub struct Comparison {
    /// The shift to which the verdict applies.
    pub shift: i64,
    /// The verdict.
    pub verdict: ComparisonVerdict,
    /// The last position of the first game that was compared.
    pub checked_to: Option<u64>,
    /// The limit that ended the comparison, if one did.
    pub stopped: Option<Error>,
}

/// Whether two games have equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ComparisonVerdict {
    /// They do, and this is the proof.
    Proved(EqualityProof),
    /// No difference was found, but equality is not proved for larger heaps.
    Equal {
        /// The position up to which they must be compared for a proof, if both periods are proved.
        decisive: Option<u64>,
    },
    /// They differ.
    Different {
        /// The first position of the first game whose value differs.
        heap: u64,
        /// Its value, and the value of position `heap` - shift of the second game.
        values: [Nimber; 2],
    },
}

/// Why two games have equal values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EqualityProof {
    /// The moves are the same.
    Options,
    /// Both codes reduce to this [code](crate::heap::Reduced): the moves are the same except for heaps without moves
    /// and for changes that do not affect values.
    Reduction(Code),
    /// The periods of both are proved, and the values agree up to the position that [`decisive_heap`] requires.
    Periods([Period; 2]),
}

impl Comparison {
    /// The comparison of a game with itself.
    #[must_use]
    pub const fn with_itself() -> Self {
        Self::of_options(0)
    }

    const fn of_options(shift: i64) -> Self {
        Self::without_values(shift, EqualityProof::Options)
    }

    const fn without_values(shift: i64, equality: EqualityProof) -> Self {
        Self { shift, verdict: ComparisonVerdict::Proved(equality), checked_to: None, stopped: None }
    }
}

/// The largest shift that is tried in both directions if none is given.
const SHIFTS: i64 = 16;
/// The number of positions on which shifts are tried.
const TRIED_ON: u64 = 1000;
/// A shift is tried only on at least this many times its own size, since any shift fits a shorter range.
const FITS: i64 = 8;

/// Compares two heap games up to position `last` of the first one, or as far as needed to prove that they are equal.
/// Without a given shift, the games are first compared unshifted, and then with each shift up to 16 that fits the first
/// 1000 positions.
///
/// # Errors
/// As for [`Heaps::value`]. A limit other than a cancellation ends the comparison with the result so far.
///
/// # Complexity
/// Time and space as for the values of both games, and for 1000 positions for each shift that is tried.
///
/// # Examples
/// ```
/// use grundy::games::{ComparisonVerdict, compare};
/// use grundy::{Limits, Meter, notation::Reader};
/// let (one, two) = (Reader::default(), Reader::default());
/// let (dawson_kayles, dawson_chess) = (one.rule("0.07")?, two.rule("0.137")?);
/// let (a, b) = (dawson_kayles.heaps().unwrap(), dawson_chess.heaps().unwrap());
/// let comparison = compare(a, b, 1_000_000, None, &mut Meter::new(&Limits::default()))?;
/// assert!(matches!((comparison.verdict, comparison.shift), (ComparisonVerdict::Proved(_), 1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    a: &dyn Heaps,
    b: &dyn Heaps,
    last: u64,
    shift: Option<i64>,
    meter: &mut Meter<'_>,
) -> Result<Comparison, Error> {
    let same_moves = match (a.heap_game(), b.heap_game()) {
        (Some(g), Some(h)) if same_options(g.rule(), h.rule()) => {
            i64::try_from(i128::from(b.shift()) - i128::from(a.shift()))
                .ok()
                .filter(|&same| shift.is_none_or(|shift| shift == same))
        }
        _ => None,
    };
    if let Some(shift) = same_moves {
        return Ok(Comparison::of_options(shift));
    }
    if let Some((reduced, same)) = within_limits(same_reduced_code(a, b, meter))?.flatten()
        && shift.is_none_or(|shift| shift == same)
    {
        return Ok(Comparison::without_values(same, EqualityProof::Reduction(reduced)));
    }
    let as_asked = Pair { a, b, shift: shift.unwrap_or(0) }.compare(last, meter)?;
    if shift.is_none() && as_asked.is_different() {
        for shift in fitting(a, b, last, meter)? {
            let shifted = Pair { a, b, shift }.compare(last, meter)?;
            if !shifted.is_different() {
                return Ok(shifted);
            }
        }
    }
    Ok(as_asked)
}

/// The code to which both games reduce, with the shift between them, if they reduce to the same code.
fn same_reduced_code(a: &dyn Heaps, b: &dyn Heaps, meter: &mut Meter<'_>) -> Result<Option<(Code, i64)>, Error> {
    let mut reduced = |game: &dyn Heaps| match game.heap_game().map(HeapGame::rule) {
        Some(HeapRule::Code(code)) => code.reduced(meter),
        _ => Ok(None),
    };
    let (Some(g), Some(h)) = (reduced(a)?, reduced(b)?) else { return Ok(None) };
    let larger = |reduced: &Reduced, game: &dyn Heaps| i128::from(reduced.shift) - i128::from(game.shift());
    let shift = i64::try_from(larger(&g, a) - larger(&h, b));
    Ok(shift.ok().filter(|_| g.code == h.code).map(|shift| (g.code, shift)))
}

impl Comparison {
    const fn is_different(&self) -> bool {
        matches!(self.verdict, ComparisonVerdict::Different { .. })
    }
}

/// The shifts that fit the first positions, small ones first. None if a limit is reached.
fn fitting(a: &dyn Heaps, b: &dyn Heaps, last: u64, meter: &mut Meter<'_>) -> Result<Vec<i64>, Error> {
    let tried_on = TRIED_ON.min(last);
    let mut values = |game: &dyn Heaps| values(game, 0, tried_on + SHIFTS.unsigned_abs(), meter);
    let (Some(g), Some(h)) = (within_limits(values(a))?, within_limits(values(b))?) else { return Ok(Vec::new()) };
    let most = SHIFTS.min(i64::try_from(tried_on).unwrap_or(i64::MAX) / FITS);
    let fits = |&shift: &i64| {
        let shifted = |n: u64| n.checked_add_signed(-shift).and_then(|n| h.get(usize::try_from(n).ok()?));
        (first_compared(shift)..=tried_on).zip(&g[first(shift)..]).all(|(n, value)| shifted(n) == Some(value))
    };
    Ok((1..=most).flat_map(|shift| [shift, -shift]).filter(fits).collect())
}

fn first(shift: i64) -> usize {
    usize::try_from(first_compared(shift)).unwrap_or(usize::MAX)
}

/// The values of the positions `from` to `to`.
fn values(game: &dyn Heaps, from: u64, to: u64, meter: &mut Meter<'_>) -> Result<Vec<Nimber>, Error> {
    let mut values = Vec::new();
    game.for_each_value(from, to, meter, &mut |_, value| {
        values.push(value);
        true
    })?;
    Ok(values)
}

/// The result of a computation; `None` if a limit ended it.
fn within_limits<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Err(Error::Budget { bound: Bound::Cancel, .. }) | Ok(_) => result.map(Some),
        Err(Error::Budget { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Two games, in which position n of the first corresponds to position n - shift of the second.
struct Pair<'a> {
    a: &'a dyn Heaps,
    b: &'a dyn Heaps,
    shift: i64,
}

/// How many positions are compared before periods are first asked for, and between two looks at the limits.
const PORTION: (u64, u64) = (1 << 10, 1 << 16);
/// Periods are asked for again when this many times more positions have been compared.
const ASKED_AGAIN: u64 = 4;

impl Pair<'_> {
    fn compare(&self, last: u64, meter: &mut Meter<'_>) -> Result<Comparison, Error> {
        let mut comparison = Comparison {
            shift: self.shift,
            verdict: ComparisonVerdict::Equal { decisive: None },
            checked_to: None,
            stopped: None,
        };
        let done = self.walk(last, &mut comparison, meter);
        match done {
            Err(error @ Error::Budget { bound: Bound::Cancel, .. }) => Err(error),
            Err(error @ Error::Budget { .. }) => Ok(Comparison { stopped: Some(error), ..comparison }),
            Err(error) => Err(error),
            Ok(()) => Ok(comparison),
        }
    }

    /// Compares the games position by position until the verdict is known or the last position is reached.
    fn walk(&self, last: u64, found: &mut Comparison, meter: &mut Meter<'_>) -> Result<(), Error> {
        let mut next = first_compared(self.shift);
        let (mut portion, most) = PORTION;
        let mut ask_at = portion;
        let mut periods = None;
        let mut until = last;
        while next <= until {
            let to = until.min(next.saturating_add(portion - 1));
            if let Some((heap, values)) = self.first_difference(next, to, meter)? {
                found.checked_to = Some(heap);
                found.verdict = ComparisonVerdict::Different { heap, values };
                return Ok(());
            }
            found.checked_to = Some(to);
            portion = most.min(2 * portion);
            meter.resume("heaps", to, Some(last));
            meter.look()?;
            if periods.is_none() && (to >= ask_at || to == last) {
                ask_at = to.saturating_mul(ASKED_AGAIN);
                periods = self.periods(to, meter)?;
                if let Some([g, h]) = &periods {
                    let decisive = decisive_heap(g, h, self.shift);
                    found.verdict = ComparisonVerdict::Equal { decisive };
                    until = decisive.map_or(last, |decisive| decisive.min(last));
                }
            }
            match to.checked_add(1) {
                Some(after) => next = after,
                None => break,
            }
        }
        if let (Some(periods), ComparisonVerdict::Equal { decisive: Some(decisive) }) = (periods, &found.verdict)
            && found.checked_to >= Some(*decisive)
        {
            found.verdict = ComparisonVerdict::Proved(EqualityProof::Periods(periods));
        }
        Ok(())
    }

    /// The first of these positions of the first game whose value differs from the second game's, with both values.
    fn first_difference(&self, from: u64, to: u64, meter: &mut Meter<'_>) -> Result<Option<(u64, [Nimber; 2])>, Error> {
        let g = values(self.a, from, to, meter)?;
        let mut difference = None;
        let mut left = (from..=to).zip(g);
        self.b.for_each_value(self.other(from)?, self.other(to)?, meter, &mut |_, other| {
            difference = left.next().filter(|&(_, value)| value != other).map(|(heap, value)| (heap, [value, other]));
            difference.is_none()
        })?;
        Ok(difference)
    }

    /// The position of the second game that corresponds to this one of the first.
    fn other(&self, n: u64) -> Result<u64, Error> {
        let other = u64::try_from(i128::from(n) - i128::from(self.shift));
        other.map_err(|_| Error::Overflow(format!("{n} is too large for a shift by {}", self.shift)))
    }

    /// The periods of both games, if the values up to this position of the first one prove them.
    fn periods(&self, to: u64, meter: &mut Meter<'_>) -> Result<Option<[Period; 2]>, Error> {
        let mut proved = |game: &dyn Heaps, last: u64| {
            let search = PeriodSearch { heaps: last.saturating_add(1), theorem: PeriodTheorem::Any };
            let finding = game.find_period(&search, meter)?;
            match (finding.status, finding.stopped) {
                (Status::Proved(period), _) => Ok(Some(period)),
                (_, Some(error @ Error::Budget { bound: Bound::Cancel, .. })) => Err(error),
                _ => Ok(None),
            }
        };
        let Some(g) = proved(self.a, to)? else { return Ok(None) };
        Ok(proved(self.b, self.other(to)?)?.map(|h| [g, h]))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Limits;
    use crate::heap::{HeapRule, Sequence};
    use crate::notation::Reader;

    fn compared(a: &str, b: &str, last: u64, shift: Option<i64>) -> Comparison {
        let (one, two) = (Reader::default(), Reader::default());
        let (a, b) = (one.rule(a).unwrap(), two.rule(b).unwrap());
        let limits = Limits::default();
        compare(a.heaps().unwrap(), b.heaps().unwrap(), last, shift, &mut Meter::new(&limits)).unwrap()
    }

    fn is_proved_by_periods(comparison: &Comparison) -> bool {
        matches!(comparison.verdict, ComparisonVerdict::Proved(EqualityProof::Periods(_)))
    }

    #[test]
    fn known_twins_are_proved_with_their_shifts() {
        for (a, b, shift) in [
            ("0.07", "0.137", 1),
            ("0.137", "0.07", -1),
            ("0.01377", "0.113377", 1),
            ("0.1271", "0.127", 0),
            ("4.41", "0.77", 1),
            ("0.0077", "0.113377", 2),
            ("0.044", "0.113377", 3),
            ("0.27", "0.26", 0),
            ("0.563", "0.56", 0),
            // No period is known for these games.
            ("0.6", "0.37", 1),
            ("treblecross", "0.11337", 0),
        ] {
            let comparison = compared(a, b, 1_000_000, None);
            assert_eq!(comparison.shift, shift, "{a} {b}");
            assert!(
                matches!(comparison.verdict, ComparisonVerdict::Proved(EqualityProof::Reduction(_))),
                "{a} {b} {comparison:?}"
            );
        }
        for (a, b, shift) in [("0.147", "0.544", 0), ("0.012", "0.3", 1), ("nim", "0.[7]", 0)] {
            let comparison = compared(a, b, 1_000_000, None);
            assert_eq!(comparison.shift, shift, "{a} {b}");
            assert!(is_proved_by_periods(&comparison), "{a} {b} {comparison:?}");
        }
        assert_eq!(
            compared("0.333", "subtract{1..3}", 9, None).verdict,
            ComparisonVerdict::Proved(EqualityProof::Options)
        );
    }

    #[test]
    fn a_reduced_code_proves_no_other_shift() {
        assert!(compared("0.07", "0.137", 100, Some(0)).is_different());
        assert!(compared("0.07", "0.137", 100, Some(-1)).is_different());
    }

    #[test]
    fn the_first_difference_is_found() {
        let values = |x, y| [Nimber(x), Nimber(y)];
        for (a, b, shift, heap, values) in [
            ("0.161", "0.36", None, 519, values(2, 4)),
            ("nim", "nim-with-pass", None, 1, values(1, 2)),
            ("nim", "subtract{1..9}", None, 10, values(10, 0)),
            ("nim", "nim", Some(3), 4, values(4, 1)),
            ("nim", "nim", Some(-3), 1, values(1, 4)),
        ] {
            let comparison = compared(a, b, 1000, shift);
            assert_eq!(comparison.verdict, ComparisonVerdict::Different { heap, values }, "{a} {b}");
            assert_eq!((comparison.checked_to, comparison.shift), (Some(heap), shift.unwrap_or(0)), "{a} {b}");
        }
    }

    #[test]
    fn without_a_proof_equal_is_only_seen() {
        // Treblecross is not known to have a period; counted in squares it is the same game.
        assert_eq!(compared("0.007", "treblecross", 100, None).shift, 2);
        assert_eq!(
            compared("0.007", "treblecross", 100, Some(2)).verdict,
            ComparisonVerdict::Proved(EqualityProof::Options)
        );
        let seen = compared("0.0070", "0.00700", 500, Some(0));
        assert_eq!(seen.verdict, ComparisonVerdict::Proved(EqualityProof::Options));
        let seen = compared("0.161", "0.36", 60, None);
        assert_eq!((seen.verdict, seen.checked_to), (ComparisonVerdict::Equal { decisive: None }, Some(60)));
        // Both periods are known immediately, and too long to compare.
        let long = "subtract{1..1000000000000}";
        let seen = compared("nim", long, 1000, None);
        assert_eq!(seen.verdict, ComparisonVerdict::Equal { decisive: Some(1_000_000_000_001) });
        assert_eq!(compared("nim", long, 2, Some(9)).checked_to, None);
    }

    #[test]
    fn few_heaps_prove_no_shift() {
        assert_eq!(compared("0.012", "0.3", 2, None).shift, 0);
    }

    proptest! {
        /// Verdicts against the values from the definition.
        #[test]
        fn verdicts_are_those_of_the_definition(
            a in prop::collection::vec(0u8..8, 1..4),
            b in prop::collection::vec(0u8..8, 1..4),
            shift in -3i64..4,
        ) {
            let text = |digits: &[u8]| format!("0.{}", digits.iter().map(u8::to_string).collect::<String>());
            let plain = |digits: &[u8]| {
                let mut sequence = Sequence::plain(HeapRule::Code(text(digits).parse().unwrap()));
                sequence.extend(410, &mut Meter::new(&Limits::default())).unwrap();
                sequence.values().map(|value| Nimber(value.into())).collect::<Vec<_>>()
            };
            let (g, h) = (plain(&a), plain(&b));
            let beside = |heap: u64| usize::try_from(heap.checked_add_signed(-shift).unwrap()).unwrap();
            let difference = (first_compared(shift)..=400)
                .map(|heap| (heap, [g[usize::try_from(heap).unwrap()], h[beside(heap)]]))
                .find(|(_, values)| values[0] != values[1]);
            let comparison = compared(&text(&a), &text(&b), 300, Some(shift));
            match difference.filter(|&(heap, _)| heap <= 300) {
                Some((heap, values)) => prop_assert_eq!(comparison.verdict, ComparisonVerdict::Different { heap, values }),
                None if difference.is_some() => {
                    prop_assert!(matches!(comparison.verdict, ComparisonVerdict::Equal { .. }), "{:?}", comparison);
                }
                None => prop_assert!(!comparison.is_different(), "{:?}", comparison),
            }
        }
    }

    #[test]
    fn a_limit_ends_the_comparison_with_what_was_seen() {
        let (one, two) = (Reader::default(), Reader::default());
        let (a, b) = (one.rule("0.161").unwrap(), two.rule("0.36").unwrap());
        let (a, b) = (a.heaps().unwrap(), b.heaps().unwrap());
        let limits = Limits { positions: Some(100), ..Limits::default() };
        let seen = compare(a, b, 1_000_000, Some(0), &mut Meter::new(&limits)).unwrap();
        assert_eq!((&seen.verdict, seen.checked_to), (&ComparisonVerdict::Equal { decisive: None }, None));
        assert!(matches!(seen.stopped, Some(Error::Budget { bound: Bound::Positions, .. })));
        let limits = Limits::default();
        limits.cancel.cancel();
        let cancelled = compare(a, b, 1_000_000, Some(0), &mut Meter::new(&limits));
        assert!(matches!(cancelled, Err(Error::Budget { bound: Bound::Cancel, .. })));
    }
}
