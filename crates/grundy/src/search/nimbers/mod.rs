//! Nimber search: the value of a position without the values of all reachable positions.
//!
//! The value of G is the k for which G + *k is a P-position. This gives questions of the form *is the value of G equal
//! to k?* The answer is yes if every value below k is the value of some option and k is not. It is no as soon as one
//! option has value k. Most options therefore only need to be asked whether they have a certain value, and most of
//! these questions end at their first or second option. If an option is a sum, all its components but one are valued,
//! and the question is passed on to the last one.
//!
//! - What is known about a position is a [`Fact`]: its value, or values that it does not have. Facts are kept in a
//!   [`Table`] of bounded memory. When it is full, facts are lost and found again.
//! - Options are tried in the order of their [`Game::weight`], so that the cheapest witness comes first. An option
//!   weighs less the more values it is known not to have. Equal components of an option cancel.
//! - Meeting a position that is open is a cycle. Since not all positions are searched, a cycle that does not affect the
//!   answer may go unnoticed. The answers are also correct in the theory of loopy games, since every answer is proved
//!   by play that ends.
//! - Where play is known to end ([`Game::ends`]), a long search uses two searchers in two threads with a shared table.
//!   The first one searches as it would alone, so the second rarely costs time. The answers are the same.
//!
//! # Source
//! Lemoine & Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462 (2012); Beling & Rogalski, *On pruning
//! search trees of impartial games*, Artificial Intelligence 283 (2020).

mod fact;
mod frame;
mod searcher;
mod shared_search;
mod table;
#[cfg(test)]
mod tests;

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use self::fact::Fact;
use self::frame::{Part, Question, hash, part, same};
use self::searcher::{Searcher, Task};
use self::shared_search::SharedSearch;
use self::table::{Facts, Table};
use super::effort::Effort;
use crate::meter::Halt;
use crate::{Bound, Error, Game, Meter, Nimber};

/// The nimber search of one game, with the facts it has found. Its answers are those of
/// [`Labels`](crate::search::Labels).
///
/// # Complexity
/// Time at most O(options · value) over all positions if the table holds them all, and usually far less.
pub struct Nimbers<G: Game + ?Sized> {
    game: Arc<G>,
    table: Table<G::Position>,
    searcher: Searcher<G::Position>,
    /// The searcher of the second thread.
    second: Searcher<G::Position>,
    /// The question interrupted by a pause or a limit. It is resumed when it is asked again.
    paused: Option<(Part<G::Position>, Question)>,
    /// How many expansions the first searcher makes alone: [`ALONE`], except in tests.
    alone: u64,
    /// The bytes of the table reported to meters so far.
    reported: usize,
}

/// How many expansions one searcher makes before a second one helps: some tens of milliseconds. Until then the order in
/// which facts are found matters more than a second thread.
const ALONE: u64 = 1 << 15;

/// Each question takes at least this fraction of them alone: starting a thread costs as much as some dozen expansions.
const QUESTIONS: u64 = 1 << 5;

/// How many expansions two searchers make between two checks of their memory.
const ROUND: u64 = 1 << 16;

/// The rest of a sum: the nim-sum of its known components, and the unknown components.
type Rest<P> = (Nimber, Vec<Part<P>>);

impl<G: Game + ?Sized> Nimbers<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self
    where
        G: Sized,
    {
        Self::sharing(Arc::new(game))
    }

    /// As [`new`](Self::new), for a game that is shared.
    pub fn sharing(game: Arc<G>) -> Self {
        Self {
            game,
            table: Table::default(),
            searcher: Searcher::new(),
            second: Searcher::new(),
            paused: None,
            alone: ALONE,
            reported: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// How many expansions have been made; a position may be expanded more than once.
    pub const fn expanded(&self) -> u64 {
        self.searcher.expanded() + self.second.expanded()
    }

    /// The effort of the first searcher.
    pub(super) const fn effort(&self) -> Effort {
        self.searcher.effort()
    }

    /// How many positions the table has facts about.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a position in normal play.
    ///
    /// # Errors
    /// [`Error::Cycle`] if a position repeats in the search, [`Error::Budget`] at a limit, [`Error::Rules`] if the
    /// rules fail.
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        meter.whole(|meter| self.pausing_value(position, meter))
    }

    /// As [`value`](Self::value), but the search may pause.
    pub(super) fn pausing_value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Halt> {
        let (mut value, parts) = self.unknown(std::slice::from_ref(position), meter)?;
        for part in parts {
            value += self.component(part, meter)?;
        }
        Ok(value)
    }

    /// The value of a component, if no search is needed.
    pub(super) fn at_hand(&self, component: G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(self.known(&part(component), meter)?.map(Nimber))
    }

    /// The value of a component, if it has been found.
    pub(super) fn found(&self, component: &G::Position) -> Option<Nimber> {
        self.fact(&part(component.clone())).value().map(|value| Nimber(value.into()))
    }

    /// Records the value of a component that was found elsewhere, if there is room for it.
    pub(super) fn learn(&mut self, component: &G::Position, value: Nimber, meter: &Meter<'_>) {
        if let Ok(value) = u32::try_from(value.0) {
            if self.table.is_full() {
                self.grow(meter);
            }
            let mut task = Task { game: &*self.game, table: &mut self.table, side: None };
            task.keep(&part(component.clone()), Fact::exactly(value), NonZero::<u32>::MIN, meter);
        }
    }

    /// Whether a sum of positions has Grundy value `value` in normal play. All components but the heaviest are valued.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn is(&mut self, sum: &[G::Position], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        meter.whole(|meter| self.pausing_is(sum, value, meter))
    }

    /// As [`is`](Self::is), but the search may pause.
    pub(super) fn pausing_is(
        &mut self,
        sum: &[G::Position],
        value: Nimber,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Halt> {
        let (mut base, mut parts) = self.unknown(sum, meter)?;
        parts.sort_by_cached_key(|part| std::cmp::Reverse(self.game.weight(&part.position)));
        while parts.len() > 1 {
            let Some(part) = parts.pop() else { break };
            base += self.component(part, meter)?;
        }
        let left = value + base;
        let Some(last) = parts.pop() else { return Ok(left.is_zero()) };
        let fact = self.ask(last, Question::Is(left.0), meter)?;
        Ok(fact.value().map(u64::from) == Some(left.0))
    }

    /// The components of a sum whose values are not known, with equal ones cancelled, and the nim-sum of the others.
    fn unknown(&mut self, sum: &[G::Position], meter: &mut Meter<'_>) -> Result<Rest<G::Position>, Error> {
        let (mut base, mut parts) = (Nimber::ZERO, Vec::new());
        for position in sum {
            meter.work(WORK_OF_A_QUESTION)?;
            let mut reduced = Vec::new();
            self.game.reduce(position.clone(), &mut reduced).map_err(|error| error.at(|| self.game.show(position)))?;
            for position in reduced {
                let part = part(position);
                match self.known(&part, meter)? {
                    Some(value) => base += Nimber(value),
                    None => match parts.iter().position(|other| same(other, &part)) {
                        Some(twin) => {
                            parts.swap_remove(twin);
                        }
                        None => parts.push(part),
                    },
                }
            }
        }
        Ok((base, parts))
    }

    fn component(&mut self, part: Part<G::Position>, meter: &mut Meter<'_>) -> Result<Nimber, Halt> {
        let fact = self.ask(part, Question::Value, meter)?;
        // A question for the value is answered only when the value is known.
        Ok(fact.value().map_or(Nimber::ZERO, |value| Nimber(u64::from(value))))
    }

    /// The value of a component that needs no search.
    fn known(&self, part: &Part<G::Position>, meter: &mut Meter<'_>) -> Result<Option<u64>, Error> {
        if let Some(value) = self.fact(part).value() {
            return Ok(Some(u64::from(value)));
        }
        Ok(self.game.value(&part.position, meter)?.map(|value| value.0))
    }

    /// What is known about a component.
    fn fact(&self, of: &Part<G::Position>) -> Fact {
        Facts::get(&mut &self.table, of.hash, &of.position).unwrap_or_default()
    }

    fn ask(&mut self, of: Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<Fact, Halt> {
        let fact = self.fact(&of);
        if question.is_answered(fact) {
            return Ok(fact);
        }
        if !self.paused.take().is_some_and(|(part, paused)| paused == question && same(&part, &of)) {
            // An error, or a panic in a game's own code, may have left a search unfinished.
            self.searcher.abandon();
            self.second.abandon();
        }
        let answer = self.search(&of, question, meter);
        if let Err(Halt::Pause | Halt::Error(Error::Budget { bound: Bound::Positions, .. })) = answer {
            // The stack is consistent: a position is on it with all its options, or not at all.
            self.paused = Some((of, question));
        }
        answer
    }

    fn search(&mut self, of: &Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<Fact, Halt> {
        self.table.ask_again();
        let before = self.searcher.expanded();
        loop {
            self.make_room(meter)?;
            let left = if self.may_have_help(meter) { self.left_alone(before) } else { u64::MAX };
            let answer = match left {
                0 => self.search_together(of, question, meter)?,
                _ => {
                    let mut task = Task { game: &*self.game, table: &mut self.table, side: None };
                    self.searcher.search(&mut task, of, question, left, meter)?
                }
            };
            if let Some(fact) = answer {
                return Ok(fact);
            }
        }
    }

    /// How many expansions are left before a second searcher helps with a question; `before` had been made when it was
    /// asked.
    fn left_alone(&self, before: u64) -> u64 {
        let expanded = self.searcher.expanded();
        let of_all = self.alone.saturating_sub(expanded);
        let of_question = (self.alone / QUESTIONS).saturating_sub(expanded - before);
        of_all.max(of_question)
    }

    /// The bytes reported to meters.
    pub(super) const fn reported(&self) -> usize {
        self.reported + self.searcher.reported()
    }

    /// Lets the table grow if it needs to, and reports its memory.
    fn make_room(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        if self.table.is_full() {
            self.grow(meter);
        }
        meter.grow_to(self.table.bytes(), &mut self.reported)
    }

    fn grow(&mut self, meter: &Meter<'_>) {
        // The table gets half of the memory left, so that there is room for the stack.
        let unreported = self.table.bytes().saturating_sub(self.reported);
        self.table.grow(meter.room_for(2).saturating_sub(unreported), hash);
    }

    /// Whether a second thread may search, and there is memory for its stack.
    fn may_have_help(&self, meter: &Meter<'_>) -> bool {
        let stack = self.second.bytes();
        meter.threads() > 1 && meter.positions_left().is_none() && self.game.ends() && stack <= meter.room_for(4)
    }

    /// One round of two searchers, with the same question and a shared table.
    fn search_together(
        &mut self,
        of: &Part<G::Position>,
        question: Question,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Halt> {
        let shared = SharedSearch::new();
        let [here, there] = shared.sides();
        let task = |side| Task { game: &*self.game, table: &self.table, side: Some(side) };
        let limits = meter.of_a_helper();
        let (first, second) = (&mut self.searcher, &mut self.second);
        let (found, heard) = thread::scope(|scope| {
            let task = &task;
            let helper = thread::Builder::new().spawn_scoped(scope, || {
                let answer = second.search(&mut task(there), of, question, u64::MAX, &mut Meter::new(&limits));
                if answer.is_ok() {
                    there.end();
                }
                answer
            });
            let found = first.search(&mut task(here), of, question, ROUND, meter);
            here.end();
            (found, helper.map(thread::ScopedJoinHandle::join))
        });
        match heard {
            Ok(Ok(Ok(None))) => found,
            Ok(Ok(Ok(answer))) => Ok(answer),
            // If the second thread fails, panics, or cannot be started, the first one goes on alone.
            _ => {
                self.second.abandon();
                found
            }
        }
    }
}

/// The steps of work of a question whose answer is known.
const WORK_OF_A_QUESTION: u64 = 16;
