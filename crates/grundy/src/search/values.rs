//! Values by the method that suits the game.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::effort::Effort;
use super::{Grundy, Labels, Nimbers};
use crate::meter::Halt;
use crate::{Bound, Error, Game, Limits, Meter, Nimber, Outcome};

/// The values of one game in normal play, found by full expansion or by nimber search, whichever finishes first.
///
/// A few thousand positions are first expanded in full, which answers small questions. If that is not enough, both
/// methods are tried on smaller positions of the game, chosen among the most expensive ones valued so far. The method
/// that takes less effort there is *preferred*. Both methods then continue in turns, on budgets of positions that
/// double. The preferred method gets at least twice the budget of the other, and more if it did much better. A wrong
/// preference therefore costs a constant factor of time and never the answer. What is searched depends on the game and
/// the limits only, not on timing.
///
/// When the memory limit is reached, the less preferred method drops its tables. If that is not enough, full expansion
/// drops its own, and nimber search, whose table may forget, continues alone.
///
/// # Examples
/// ```
/// use grundy::games::{Cram, CramBoard};
/// use grundy::{Limits, Meter, Nimber, Values};
/// let mut cram = Values::new(Cram);
/// let limits = Limits::default();
/// let mut meter = Meter::new(&limits);
/// let boards = [(3, 4), (4, 5), (5, 5)].map(|(rows, columns)| CramBoard::rectangle(rows, columns));
/// for (board, value) in boards.into_iter().flatten().zip([1, 2, 0]) {
///     assert_eq!(cram.value(&board, &mut meter)?, Nimber(value));
/// }
/// # Ok::<(), grundy::Error>(())
/// ```
pub struct Values<G: Game + ?Sized> {
    game: Arc<G>,
    /// `None` once its memory was needed.
    labels: Option<Labels<G, Grundy>>,
    /// `None` until it is first used.
    nimbers: Option<Nimbers<G>>,
    /// The methods that take turns, the preferred one first; empty before a method is preferred.
    turns: Vec<Method>,
    /// How many positions the first method may expand for each one of the second.
    favour: u64,
    /// Components that were searched although their outcome was known.
    searched: FxHashSet<G::Position>,
}

/// How a value, or an outcome, was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The game knows it: a closed form, a table, a sweep.
    Known,
    /// Full expansion: every reachable position is valued.
    FullExpansion,
    /// Nimber search.
    NimberSearch,
    /// The values of all vertices of a graph where play need not end, found together.
    LoopyLabels,
    /// A search of the sums reachable from the whole sum, since no theorem splits it into components.
    WholeSum,
    /// In misère play: the rule of misère Nim, since all components are nim-heaps.
    MisereNim,
    /// In misère play: a search over multisets of components.
    MisereSearch,
}

use Method::{FullExpansion, NimberSearch};

/// How many positions are expanded in full before a method is preferred: some milliseconds of work.
const SAMPLE: u64 = 1 << 12;

/// How many times the effort of the other method the preferred one is allowed if both did equally well on the smaller
/// positions. The factor grows with the square of the ratio: half the effort there gives four times the allowance, up
/// to [`MOST_FAVOUR`].
const FAVOUR: u64 = 2;
const MOST_FAVOUR: u64 = 64;

impl<G: Game + ?Sized> Values<G> {
    /// A new engine for `game`, with empty tables.
    pub fn new(game: G) -> Self
    where
        G: Sized,
    {
        Self::sharing(Arc::new(game))
    }

    /// As [`new`](Self::new), for a game that is shared.
    pub fn sharing(game: Arc<G>) -> Self {
        Self {
            labels: Some(Labels::sharing(Arc::clone(&game), Grundy::default())),
            nimbers: None,
            turns: Vec::new(),
            favour: FAVOUR,
            searched: FxHashSet::default(),
            game,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many positions something is known about.
    pub fn len(&self) -> usize {
        self.labels.as_ref().map_or(0, Labels::len).max(self.nimbers.as_ref().map_or(0, Nimbers::len))
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the value of a position has been found.
    pub(crate) fn knows(&self, position: &G::Position) -> bool {
        let Ok(components) = self.components(position) else { return false };
        components.iter().all(|component| {
            self.labels.as_ref().is_some_and(|labels| labels.found(component).is_some())
                || self.nimbers.as_ref().is_some_and(|nimbers| nimbers.found(component).is_some())
        })
    }

    /// The value of a position in normal play.
    ///
    /// # Errors
    /// [`Error::Cycle`] with the positions of the cycle, [`Error::Budget`] at a limit, [`Error::Rules`] if the rules
    /// fail, [`Error::Overflow`] after 2^32 - 1 positions. What was found before the error is kept.
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        self.components(position)?.into_iter().map(|component| self.component(component, meter)).sum()
    }

    fn components(&self, position: &G::Position) -> Result<Vec<G::Position>, Error> {
        let mut components = Vec::new();
        self.game.reduce(position.clone(), &mut components).map_err(|error| error.at(|| self.game.show(position)))?;
        Ok(components)
    }

    fn component(&mut self, component: G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        if let Some(value) = self.sampled(&component, meter)? {
            return Ok(value);
        }
        let question = [component];
        self.search(&question, meter, |values| values, |nimbers, meter| nimbers.pausing_value(&question[0], meter))
    }

    /// The value of a position, unless it takes a long search that has not been made. It is not searched for if the
    /// game knows the outcome, since that may be all that is needed.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub(crate) fn at_hand(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let mut total = Nimber::ZERO;
        for component in self.components(position)? {
            match self.at_a_glance(&component, meter)? {
                Some(value) => total += value,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Whether a sum of positions has Grundy value `value` in normal play. This may cost less than finding the value.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn is(&mut self, sum: &[G::Position], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        // Two equal components cancel.
        let mut odd = FxHashSet::default();
        let mut components = Vec::new();
        for position in sum {
            for component in self.components(position)? {
                if !odd.remove(&component) {
                    odd.insert(component.clone());
                }
                components.push(component);
            }
        }
        components.retain(|component| odd.remove(component));
        let (mut rest, mut left) = (value, Vec::new());
        for component in components {
            match self.at_a_glance(&component, meter)? {
                Some(value) => rest += value,
                None => left.push(component),
            }
        }
        match self.outcome(&left) {
            Some(Outcome::P) => return Ok(rest.is_zero()),
            Some(Outcome::N) if rest.is_zero() => return Ok(false),
            _ => {}
        }
        for component in std::mem::take(&mut left) {
            match self.sampled(&component, meter)? {
                Some(value) => rest += value,
                None => left.push(component),
            }
        }
        if left.is_empty() {
            return Ok(rest.is_zero());
        }
        self.search(&left, meter, |value| value == rest, |nimbers, meter| nimbers.pausing_is(&left, rest, meter))
    }

    /// The outcome of a sum, as far as it follows from the outcomes that the game knows.
    fn outcome(&self, sum: &[G::Position]) -> Option<Outcome> {
        let mut known = Outcome::P;
        for component in sum {
            match (self.game.outcome(component)?, known) {
                (Outcome::P, _) => {}
                (Outcome::N, Outcome::P) => known = Outcome::N,
                _ => return None,
            }
        }
        Some(known)
    }

    /// The value of a component that needs no search.
    fn found(&self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        meter.work(1)?;
        if let Some(value) = self.labels.as_ref().and_then(|labels| labels.found(component)) {
            return Ok(Some(value));
        }
        match &self.nimbers {
            Some(nimbers) => nimbers.at_hand(component.clone(), meter),
            None => self.game.value(component, meter),
        }
    }

    /// The value of a component, if the sample suffices. It is not searched for if the game knows the outcome, which
    /// may be enough.
    fn at_a_glance(&mut self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        match self.found(component, meter)? {
            None if self.game.outcome(component).is_none() => self.sampled(component, meter),
            value => Ok(value),
        }
    }

    /// The value of a component, if the sample suffices. At the end of the sample a method is preferred.
    fn sampled(&mut self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        let value = self.found(component, meter)?;
        let (None, Some(labels), true) = (value, &mut self.labels, self.turns.is_empty()) else { return Ok(value) };
        let left = SAMPLE.saturating_sub(labels.labelled() as u64);
        match meter.within(left, |meter| labels.component(component.clone(), meter)) {
            Ok(None) => {
                self.prefer(meter)?;
                Ok(None)
            }
            Ok(value) => Ok(value),
            Err(Error::Budget { bound: Bound::Bytes, .. }) => {
                self.turns = vec![FullExpansion];
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Chooses the method that takes less effort to value some smaller positions of the game from scratch.
    fn prefer(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let held = meter.held();
        let (mut full, mut nimber) = (Effort::default(), Effort::default());
        for smaller in self.labels.iter().flat_map(Labels::heaviest) {
            let mut labels = Labels::sharing(Arc::clone(&self.game), Grundy::default());
            let mut nimbers = Nimbers::sharing(Arc::clone(&self.game));
            let tried = labels.value(smaller, meter).and_then(|_| {
                meter.release_to(held);
                let most = labels.effort().expanded.saturating_mul(4);
                meter.within(most, |meter| nimbers.pausing_value(smaller, meter))
            });
            meter.release_to(held);
            match tried {
                Ok(_) => {}
                // With so little memory there is no choice.
                Err(Error::Budget { bound: Bound::Bytes, .. }) => break,
                Err(error) => return Err(error),
            }
            full = full.and(labels.effort());
            nimber = nimber.and(nimbers.effort());
            if full.expanded > SAMPLE / 2 {
                break;
            }
        }
        let (first, second);
        (self.turns, first, second) = if nimber.total() < full.total() {
            (vec![NimberSearch, FullExpansion], nimber, full)
        } else {
            (vec![FullExpansion, NimberSearch], full, nimber)
        };
        // In sixteenths.
        let times_better = 16 * second.total() / first.total().max(1);
        let favour = (FAVOUR * times_better.saturating_mul(times_better) / 256).clamp(FAVOUR, MOST_FAVOUR);
        // Turns are counted in expansions.
        self.favour = (favour * second.each() / first.each()).max(1);
        Ok(())
    }

    /// Answers a question about a sum of components: by `of` from its value, or by `ask` through nimber search.
    fn search<T>(
        &mut self,
        sum: &[G::Position],
        meter: &mut Meter<'_>,
        of: impl Fn(Nimber) -> T,
        ask: impl Fn(&mut Nimbers<G>, &mut Meter<'_>) -> Result<T, Halt>,
    ) -> Result<T, Error> {
        self.searched.extend(sum.iter().filter(|component| self.game.outcome(component).is_some()).cloned());
        let mut budget = SAMPLE;
        loop {
            for method in self.turns.clone() {
                let most = match self.turns[..] {
                    [_] => u64::MAX,
                    [first, ..] if first == method => self.favour.saturating_mul(budget),
                    _ => budget,
                };
                let answer = meter.within(most, |meter| match (method, &mut self.labels) {
                    (FullExpansion, Some(labels)) => sum
                        .iter()
                        .map(|component| labels.component(component.clone(), meter))
                        .sum::<Result<_, _>>()
                        .map(&of),
                    (_, labels) => {
                        let nimbers = self.nimbers.get_or_insert_with(|| {
                            let mut nimbers = Nimbers::sharing(Arc::clone(&self.game));
                            for (component, value) in labels.iter().flat_map(Labels::each) {
                                nimbers.learn(component, value, meter);
                            }
                            nimbers
                        });
                        ask(nimbers, meter)
                    }
                });
                match answer {
                    Ok(Some(answer)) => return Ok(answer),
                    Ok(None) => {}
                    Err(error @ Error::Budget { bound: Bound::Bytes, .. }) => {
                        self.make_room(error, meter)?;
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
            budget = budget.saturating_mul(2);
        }
    }

    /// Drops the tables of one method, so that the other can use the memory.
    ///
    /// # Errors
    /// The same error, if nimber search was already alone.
    fn make_room(&mut self, error: Error, meter: &mut Meter<'_>) -> Result<(), Error> {
        match self.turns[..] {
            [FullExpansion, _] => {
                self.turns.pop();
                if let Some(nimbers) = self.nimbers.take() {
                    meter.release_to(meter.held().saturating_sub(nimbers.reported() as u64));
                }
                Ok(())
            }
            [NimberSearch, _] | [FullExpansion] => {
                self.turns = vec![NimberSearch];
                let nimbers = self.nimbers.get_or_insert_with(|| Nimbers::sharing(Arc::clone(&self.game)));
                if let Some(labels) = self.labels.take() {
                    labels.give_away(meter, |component, value, meter| nimbers.learn(component, value, meter));
                }
                Ok(())
            }
            _ => Err(error),
        }
    }

    /// How the value of a component was found that has been asked for.
    pub(crate) fn method(&self, component: &G::Position, meter: &mut Meter<'_>) -> Result<Method, Error> {
        if self.game.value(component, meter)?.is_some() {
            return Ok(Method::Known);
        }
        if self.labels.as_ref().is_some_and(|labels| labels.found(component).is_some()) {
            return Ok(FullExpansion);
        }
        let known = self.game.outcome(component).is_some() && !self.searched.contains(component);
        Ok(if known { Method::Known } else { NimberSearch })
    }
}

/// The Grundy value of one position in normal play, by the method that suits the game. For more than one question keep
/// a [`Values`].
///
/// # Errors
/// As for [`Values::value`]: a cycle, a limit, or rules that fail.
///
/// # Complexity
/// At most every reachable position is expanded, each once, and often far fewer.
///
/// # Examples
/// ```
/// use grundy::{Game, Limits, Nimber, Options, value};
///
/// /// Kayles: knock down one pin, or two adjacent pins.
/// struct Kayles;
///
/// impl Game for Kayles {
///     type Position = u64;
///     fn options(&self, row: &u64, out: &mut Options<u64>) {
///         for hit in 1..=2.min(*row) {
///             let rest = row - hit;
///             (0..=rest / 2).for_each(|left| out.push_sum([left, rest - left]));
///         }
///     }
/// }
///
/// assert_eq!(value(Kayles, &12, &Limits::default())?, Nimber(4));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn value<G: Game>(game: G, position: &G::Position, limits: &Limits) -> Result<Nimber, Error> {
    Values::new(game).value(position, &mut Meter::new(limits))
}

/// The outcome of one position in normal play. This may cost less than [`value()`].
///
/// # Errors
/// As for [`Values::value`].
///
/// # Examples
/// ```
/// use grundy::games::{Chomp, ChompBoard};
/// use grundy::{Limits, Outcome, outcome};
/// let board = ChompBoard::new(&[64; 64]).expect("no row is longer than the row above");
/// assert_eq!(outcome(Chomp, &board, &Limits::default())?, Outcome::N);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn outcome<G: Game>(game: G, position: &G::Position, limits: &Limits) -> Result<Outcome, Error> {
    let is_lost = Values::new(game).is(std::slice::from_ref(position), Nimber::ZERO, &mut Meter::new(limits))?;
    Ok(if is_lost { Outcome::P } else { Outcome::N })
}

#[cfg(test)]
mod tests;
