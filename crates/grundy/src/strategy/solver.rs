//! The solver, which keeps its engines from question to question.

use rustc_hash::FxHashSet;

use super::moves::distinct;
use super::{Detail, Move, Moves, ValuedMove};
use crate::listing;
use crate::search::{Grundy, Labels};
use crate::sum::WholeSums;
use crate::{
    Component, Convention, Error, Limits, LoopyValue, Meter, Misere, Nimber, Options, Outcome, RuleId, Rules, Sum,
};

/// What is known about a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The play convention.
    pub convention: Convention,
    /// The value of each component in normal play. Empty in misère play, where values do not determine the outcome, and
    /// when they were not needed.
    pub values: Vec<LoopyValue>,
    /// The value of the sum in normal play; `None` if `values` is empty.
    pub value: Option<LoopyValue>,
    /// The outcome.
    pub outcome: Outcome,
    /// The winning moves, at most as many as were asked for; none in a P-position.
    pub winning: Moves,
    /// Where play need not end: the moves that keep a draw and do not win, at most as many as were asked for.
    pub drawing: Option<Moves>,
    /// Why moves are missing from these lists: the game knows the value of a component, but its rules could not list the
    /// options.
    pub unlisted: Option<Error>,
}

/// The outcome of a sum in normal play, and the winning moves.
///
/// Keep a [`Solver`] for several questions, for misère play, and for games whose positions may repeat.
///
/// # Errors
/// As for [`Solver::solve`].
///
/// # Examples
/// ```
/// use grundy::{Limits, notation::Reader, strategy::solve};
/// let sum = Reader::default().sum("nim(3, 4) + subtract{1,2,3}(10)")?;
/// for winning in solve(&sum, &Limits::default())?.winning.list {
///     assert_eq!(winning.show(&sum), "nim(4) -> nim(1)");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(sum: &Sum, limits: &Limits) -> Result<Solution, Error> {
    let mut solver = Solver::new(sum.rules.clone());
    solver.solve(&sum.components, Convention::Normal, Detail::Moves(usize::MAX), &mut Meter::new(limits))
}

/// Answers questions about sums of components of the same rules.
///
/// # Examples
/// ```
/// use grundy::strategy::{Detail, Solver};
/// use grundy::{Component, Convention, Limits, Meter, Outcome, Rules};
///
/// let mut solver = Solver::new(Rules::default());
/// let sum = [3, 4, 5].map(Component::Nim);
/// let limits = Limits::default();
/// let solution = solver.solve(&sum, Convention::Normal, Detail::Moves(10), &mut Meter::new(&limits))?;
/// assert_eq!(solution.outcome, Outcome::N);
/// assert_eq!(solution.winning.list[0].parts, [Component::Nim(1)]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Solver {
    pub(super) rules: Rules,
    pub(super) values: Labels<Rules, Grundy>,
    pub(super) misere: Misere<Rules>,
    /// Sums that are searched as a whole.
    pub(super) whole: WholeSums,
    /// Whether positions may repeat in every game.
    pub(super) loopy: bool,
    /// Whether replies are those that end play soonest.
    pub(super) fastest_replies: bool,
    /// The rules in which a cycle was met and that allow positions to repeat.
    pub(super) recurring: FxHashSet<RuleId>,
}

impl Solver {
    /// A solver for sums of components of these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            values: Labels::new(rules.clone(), Grundy::default()),
            misere: Misere::new(rules.clone()),
            whole: WholeSums::new(rules.clone()),
            loopy: false,
            fastest_replies: false,
            recurring: FxHashSet::default(),
            rules,
        }
    }

    /// The same solver, which allows positions to repeat: endless play is a draw. By default only explicit graphs allow
    /// this, and a cycle in any other game is an error, since most cycles are mistakes in the rules.
    ///
    /// All positions reachable from a component are expanded, so there must be finitely many. If an option leaves
    /// several parts, the position is the whole of them.
    ///
    /// # Examples
    /// ```
    /// use grundy::strategy::{Detail, Solver};
    /// use grundy::{Convention, Game, Limits, LoopyValue, Meter, Options, Outcome, Sum};
    ///
    /// /// A counter that moves around a ring of three places.
    /// struct Ring;
    /// impl Game for Ring {
    ///     type Position = u8;
    ///     fn options(&self, place: &u8, out: &mut Options<u8>) {
    ///         out.push((place + 1) % 3);
    ///     }
    /// }
    ///
    /// let mut sum = Sum::default();
    /// let ring = sum.rules.add(Ring);
    /// sum.components = vec![ring.at(2)?];
    /// let mut solver = Solver::new(sum.rules.clone()).loopy(true);
    /// let limits = Limits::default();
    /// let solution = solver.solve(&sum.components, Convention::Normal, Detail::Moves(9), &mut Meter::new(&limits))?;
    /// assert_eq!((solution.value, solution.outcome), (Some(LoopyValue::infinity([])), Outcome::D));
    /// # Ok::<(), grundy::Error>(())
    /// ```
    #[must_use]
    pub fn loopy(self, loopy: bool) -> Self {
        Self { loopy, ..self }
    }

    /// The same solver, whose replies in explanations are those that end play soonest. Where play need not end, a
    /// winner who always replies in this way does win, while replies that merely keep the win may go around in circles.
    /// Sums are searched as a whole for this.
    #[must_use]
    pub fn fastest_replies(self, fastest: bool) -> Self {
        Self { fastest_replies: fastest, ..self }
    }

    /// Sets whether replies in explanations are those that end play soonest; see
    /// [`fastest_replies`](Self::fastest_replies).
    pub const fn set_fastest_replies(&mut self, fastest: bool) {
        self.fastest_replies = fastest;
    }

    /// The misère value of a sum: the mex of the misère values of its options, or 1 if there are none.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn misere_value(&mut self, sum: &[Component], meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.misere.value(sum, meter)
    }

    /// The remoteness of a sum: how many moves play lasts if the winner wins as soon as possible and the loser delays;
    /// `None` for a draw.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve), but cycles are allowed.
    ///
    /// # Complexity
    /// The sum is searched as a whole: every reachable position is expanded, and their number can be exponential in the
    /// number of components.
    ///
    /// # Source
    /// Steinhaus 1925; Smith 1966; Berlekamp, Conway & Guy, *Winning Ways*, ch. 9.
    pub fn remoteness(
        &mut self,
        sum: &[Component],
        convention: Convention,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        self.whole.remoteness(sum, convention, meter)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The outcome of a sum, and the winning moves. All winning moves count, including those that increase the value of
    /// a component.
    ///
    /// # Errors
    /// [`Error::Cycle`] if play need not end, [`Error::Budget`] at a limit, [`Error::Rules`] if the rules fail. Rules that
    /// tell the value of a component and fail to list its options are not errors; see [`Solution::unlisted`].
    pub fn solve(
        &mut self,
        sum: &[Component],
        convention: Convention,
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<Solution, Error> {
        let mut solution = match convention {
            Convention::Normal => self.solve_normal(sum, detail, meter)?,
            Convention::Misere => self.solve_misere(sum, detail, meter)?,
        };
        if detail.moves() == 0 {
            // Every N-position has a winning move, except the empty game in misère play, which is already won.
            solution.winning.more =
                solution.outcome == Outcome::N && (convention == Convention::Normal || self.has_move(sum, meter)?);
        }
        Ok(solution)
    }

    /// The answer of [`solve`](Self::solve) as far as the limits allow: first the outcome, then one winning move, then
    /// the list. If a limit is reached after the first step, the result is what was found so far, together with the
    /// error that says why it is incomplete. The same holds if the rules could not list the moves.
    ///
    /// If only the outcome or one move is wanted, values that are hard to find may be omitted; so they may if a game knows all
    /// winning moves, but not the value. The solution then has no values.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve), if not even the outcome is known.
    pub fn solve_within(
        &mut self,
        sum: &[Component],
        convention: Convention,
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<(Solution, Option<Error>), Error> {
        let cheap = convention == Convention::Normal && matches!(detail, Detail::Outcome | Detail::OneMove);
        if cheap && !self.loopy {
            match self.decide(sum, detail, meter) {
                // Where play need not end, the outcome depends on all values.
                Err(Error::Cycle(_)) => {}
                decided => return decided.map(with_reason),
            }
        }
        if let Detail::Moves(most @ 1..) = detail
            && convention == Convention::Normal
            && !self.loopy
        {
            match self.known_moves(sum, most, meter) {
                Ok(Some(known)) => return Ok((known, None)),
                Ok(None) | Err(Error::Cycle(_)) => {}
                Err(error) => return Err(error),
            }
        }
        self.step_by_step(sum, convention, detail, meter).map(with_reason)
    }

    pub(super) fn step_by_step(
        &mut self,
        sum: &[Component],
        convention: Convention,
        detail: Detail,
        meter: &mut Meter<'_>,
    ) -> Result<(Solution, Option<Error>), Error> {
        let mut solution = self.solve(sum, convention, Detail::Outcome, meter)?;
        let steps = match detail {
            Detail::Outcome | Detail::Moves(0) => &[][..],
            Detail::OneMove => &[Detail::OneMove],
            Detail::Moves(_) => &[Detail::OneMove, detail],
        };
        for &step in steps {
            let more = solution.winning.more || solution.drawing.as_ref().is_some_and(|drawing| drawing.more);
            if !more || solution.unlisted.is_some() {
                break;
            }
            match self.solve(sum, convention, step, meter) {
                Ok(better) => solution = better,
                Err(error @ Error::Budget { .. }) => return Ok((solution, Some(error))),
                Err(error) => return Err(error),
            }
        }
        Ok((solution, None))
    }

    fn has_move(&self, sum: &[Component], meter: &mut Meter<'_>) -> Result<bool, Error> {
        for component in sum {
            let mut first = Options::at_most(1);
            self.list(component, &mut first, meter)?;
            if !first.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The options of a sum, at most `most` of them, each with the value and outcome it leads to.
    ///
    /// # Errors
    /// As for [`solve`](Self::solve).
    pub fn options(
        &mut self,
        sum: &[Component],
        convention: Convention,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Moves<ValuedMove>, Error> {
        let mut moves = Moves::default();
        let values = match convention {
            Convention::Normal => Some(self.component_values(sum, meter)?),
            Convention::Misere => {
                self.misere_outcome(sum, meter)?; // everything reachable is searched in one go
                None
            }
        };
        for (component, of) in sum.iter().enumerate() {
            let options = distinct(most - moves.list.len(), meter, |out, meter| self.list(of, out, meter))?;
            moves.more |= options.more;
            let others = values.as_ref().map(|values| values.others(component));
            for parts in options.list {
                let to = Move { component, parts };
                let (value, outcome) = match &others {
                    Some(others) => {
                        let value = others.clone() + self.worth(&to.parts, meter)?;
                        let outcome = value.outcome();
                        (Some(value), outcome)
                    }
                    None => (None, self.misere_outcome(&to.apply(sum), meter)?.0),
                };
                moves.list.push(ValuedMove { to, value, outcome });
            }
        }
        Ok(moves)
    }

    /// The options of one component, at most as many as the list has room for.
    pub(super) fn list(
        &self,
        component: &Component,
        options: &mut Options<Component>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        meter.step()?;
        listing::list(&self.rules, component, options.room(), options, meter)
    }
}

/// A solution and why it is incomplete: a limit, or else rules that could not list the moves.
fn with_reason((solution, stopped): (Solution, Option<Error>)) -> (Solution, Option<Error>) {
    let stopped = stopped.or_else(|| solution.unlisted.clone());
    (solution, stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// Kayles as its players would write it: left and right are distinguished.
    struct Pins;

    impl Game for Pins {
        type Position = u64;
        fn options(&self, row: &u64, out: &mut Options<u64>) {
            for hit in 1..=2.min(*row) {
                (0..=row - hit).for_each(|left| out.push_sum([left, row - hit - left]));
            }
        }
    }

    fn solve(sum: &crate::Sum, convention: Convention, most: usize) -> Solution {
        let limits = Limits::default();
        let mut solver = Solver::new(sum.rules.clone());
        solver.solve(&sum.components, convention, Detail::Moves(most), &mut Meter::new(&limits)).unwrap()
    }

    #[test]
    fn mirrored_options_are_one_move() {
        let mut sum = crate::Sum::default();
        let pins = sum.rules.add(Pins);
        sum.components.push(pins.at(5).unwrap());
        let solution = solve(&sum, Convention::Normal, 100);
        assert_eq!(solution.winning.list.len(), 1, "{solution:?}");
        let limits = Limits::default();
        let mut solver = Solver::new(sum.rules.clone());
        let all = solver.options(&sum.components, Convention::Normal, 100, &mut Meter::new(&limits)).unwrap();
        assert_eq!(all.list.len(), 5);
    }

    /// A heap whose value is known, and whose options can be listed up to size 10 only.
    struct Vast;

    impl Game for Vast {
        type Position = u64;
        fn options(&self, heap: &u64, out: &mut Options<u64>) {
            match heap {
                0..=10 => (0..*heap).for_each(|left| out.push(left)),
                _ => out.fail("too many options"),
            }
        }
        fn value(&self, heap: &u64, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
            Ok(Some(Nimber(*heap)))
        }
    }

    #[test]
    fn a_known_value_needs_no_list_of_options() {
        let limits = Limits::default();
        let rules = Rules::default();
        let vast = rules.add(Vast);
        let [large, small] = [1000, 10].map(|size| vast.at(size).unwrap());
        for (sum, value, listed) in [
            (vec![large], 1000, 0),
            (vec![large, large], 0, 0),
            (vec![large, Component::Nim(1001)], 1, 1),
            (vec![Component::Nim(1001), large], 1, 1),
            (vec![large, small, Component::Nim(1003)], 9, 2),
            (vec![Component::Nim(1000), small, large], 10, 2),
        ] {
            let outcome = Outcome::of(Nimber(value));
            for detail in [Detail::Outcome, Detail::OneMove, Detail::Moves(1), Detail::Moves(100)] {
                let mut solver = Solver::new(rules.clone());
                let mut meter = Meter::new(&limits);
                let (solution, stopped) = solver.solve_within(&sum, Convention::Normal, detail, &mut meter).unwrap();
                assert_eq!((solution.value, solution.outcome), (Some(Nimber(value).into()), outcome), "{sum:?}");
                assert_eq!(solution.winning.list.len(), listed.min(detail.moves()), "{sum:?} {detail:?}");
                let is_asked = match detail {
                    Detail::Outcome => false,
                    Detail::OneMove => listed == 0,
                    Detail::Moves(_) => true,
                };
                let unlisted = is_asked && outcome == Outcome::N;
                assert_eq!(stopped.is_some(), unlisted, "{sum:?} {detail:?} {stopped:?}");
                assert!(solution.winning.more || !unlisted);
            }
        }
        let mut solver = Solver::new(rules.clone());
        let mut meter = Meter::new(&limits);
        let explained = solver.explain(&[large, large], Convention::Normal, 10, &mut meter).unwrap();
        assert_eq!((explained.solution.outcome, explained.reasons.len(), explained.more), (Outcome::P, 0, true));
        assert!(matches!(explained.solution.unlisted, Some(Error::Rules { .. })));
    }

    #[test]
    fn a_value_that_the_options_refute_is_an_error() {
        /// Two moves to 0, and the claim that it is worth 2.
        struct Wrong;
        impl Game for Wrong {
            type Position = u64;
            fn options(&self, heap: &u64, out: &mut Options<u64>) {
                if *heap > 0 {
                    out.push(0);
                }
            }
            fn value(&self, heap: &u64, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
                Ok(Some(Nimber(2 * *heap)))
            }
        }
        let rules = Rules::default();
        let wrong = rules.add(Wrong).at(1).unwrap();
        let limits = Limits::default();
        let sum = [wrong, Component::Nim(1)];
        let solved = Solver::new(rules).solve(&sum, Convention::Normal, Detail::Moves(9), &mut Meter::new(&limits));
        assert!(matches!(solved, Err(Error::Rules { .. })), "{solved:?}");
    }

    #[test]
    fn a_hundred_thousand_heaps_are_solved_in_both_conventions() {
        let components = (1..=100_000).map(|n| Component::Nim(n % 7)).collect();
        let sum = crate::Sum { components, ..crate::Sum::default() };
        for convention in [Convention::Normal, Convention::Misere] {
            let solution = solve(&sum, convention, 10);
            assert_eq!(solution.outcome, Outcome::N);
            assert!(solution.winning.more && solution.winning.list.len() == 10);
        }
    }
}
