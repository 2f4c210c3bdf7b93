//! Nimber search: the value of a position, without those of all positions that can be reached.
//!
//! The value of G is the k for which G + *k is a P-position, and that is a question of its own: *is G worth k?* Yes, if
//! each value below k is that of some option, and k is not. No, as soon as one option is worth k. So most options need only
//! be asked whether they are worth a certain k, and most of these questions end at their first or second option. Of an
//! option that is a sum all components but one are valued; the question then goes to the last one.
//!
//! - What was found of a position is a [`Fact`]: its value, or values that it does not have. Facts are kept in a
//!   [`Table`] with a bound on its memory. If it is full, facts are lost and found again.
//! - Options are asked in the order of their [`Game::weight`], so that the cheapest witness comes first; the more values an
//!   option is known not to have, the less it weighs. Equal components of an option cancel.
//! - A position that is met while it is open is a cycle. Since not all positions are searched, a cycle that the answer does
//!   not depend on may go unseen: what is answered is right in the theory of loopy games too, as every answer is proved by
//!   play that ends.
//! - A long search is made by two searchers in two threads, with one table, where play is known to end ([`Game::ends`]). The
//!   first one searches as it would alone, so that the second can hardly cost time; its answers are the same.
//!
//! Sources: Lemoine & Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462 (2012); Beling & Rogalski, *On
//! pruning search trees of impartial games*, Artificial Intelligence 283 (2020).

mod company;
mod fact;
mod frame;
mod searcher;
mod table;
#[cfg(test)]
mod tests;

use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use self::company::Company;
use self::fact::Fact;
use self::frame::{Part, Question, hash, part, same};
use self::searcher::{Searcher, Task};
use self::table::{Facts, Table};
use super::effort::Effort;
use crate::limits::Halt;
use crate::{Bound, Error, Game, Meter, Nimber};

/// The nimber search of one game, with the facts that it found.
///
/// Time: at most O(options · value) over all positions where the table holds them, mostly far less. It answers as
/// [`Labels`](crate::search::Labels) does.
pub struct Nimbers<G: Game> {
    game: Arc<G>,
    table: Table<G::Position>,
    searcher: Searcher<G::Position>,
    /// The searcher of a second thread.
    second: Searcher<G::Position>,
    /// The question that a pause or a limit broke off. It is resumed when it is asked again.
    paused: Option<(Part<G::Position>, Question)>,
    /// [`ALONE`].
    alone: u64,
    /// Bytes of the table reported to meters so far.
    reported: usize,
}

/// Expansions of one searcher before a second one helps it: some tens of milliseconds. Until then the order in which facts are
/// found decides the time more than a second thread does.
const ALONE: u64 = 1 << 15;

/// The share of these that each question takes alone: a new thread takes as long as some dozen expansions.
const QUESTIONS: u64 = 1 << 5;

/// Expansions of two searchers between two looks at the memory they hold.
const ROUND: u64 = 1 << 16;

/// What is left of a sum: the nim-sum of its known components, and the others.
type Rest<P> = (Nimber, Vec<Part<P>>);

impl<G: Game> Nimbers<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self::sharing(Arc::new(game))
    }

    /// The same, of a game that others hold too.
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

    /// How often a position has been expanded.
    pub const fn expanded(&self) -> u64 {
        self.searcher.expanded() + self.second.expanded()
    }

    /// What one thread has done.
    pub(super) const fn effort(&self) -> Effort {
        self.searcher.effort()
    }

    /// How many positions the table knows something of.
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
    /// [`Error::Cycle`] if a position recurs in the search, [`Error::Budget`] at a limit, [`Error::Rules`] if the game
    /// fails.
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        meter.whole(|meter| self.pausing_value(position, meter))
    }

    /// The same, in turns.
    pub(super) fn pausing_value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Halt> {
        let (mut value, parts) = self.unknown(std::slice::from_ref(position), meter)?;
        for part in parts {
            value += self.component(part, meter)?;
        }
        Ok(value)
    }

    /// The value of a component, if it takes no search.
    pub(super) fn at_hand(&self, component: G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(self.known(&part(component), meter)?.map(Nimber))
    }

    /// The value of a component, if it was found.
    pub(super) fn found(&self, component: &G::Position) -> Option<Nimber> {
        self.fact(&part(component.clone())).value().map(|value| Nimber(value.into()))
    }

    /// Records the value of a component that was found elsewhere, if there is room.
    pub(super) fn learn(&mut self, component: &G::Position, value: Nimber, meter: &Meter<'_>) {
        if let Ok(value) = u32::try_from(value.0) {
            if self.table.is_full() {
                self.grow(meter);
            }
            let mut task = Task { game: &*self.game, table: &mut self.table, side: None };
            task.keep(&part(component.clone()), Fact::exactly(value), NonZero::<u32>::MIN, meter);
        }
    }

    /// Whether a sum of positions is worth `value` in normal play. All components but the heaviest are valued.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn is(&mut self, sum: &[G::Position], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
        meter.whole(|meter| self.pausing_is(sum, value, meter))
    }

    /// The same, in turns.
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

    /// The components of a sum whose values are not known, equal ones cancelled, and the nim-sum of the others.
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
        // An answered question of a value has one.
        Ok(fact.value().map_or(Nimber::ZERO, |value| Nimber(u64::from(value))))
    }

    /// The value of a component that needs no search.
    fn known(&self, part: &Part<G::Position>, meter: &mut Meter<'_>) -> Result<Option<u64>, Error> {
        if let Some(value) = self.fact(part).value() {
            return Ok(Some(u64::from(value)));
        }
        Ok(self.game.value(&part.position, meter)?.map(|value| value.0))
    }

    /// What is known of a component.
    fn fact(&self, of: &Part<G::Position>) -> Fact {
        Facts::get(&mut &self.table, of.hash, &of.position).unwrap_or_default()
    }

    fn ask(&mut self, of: Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<Fact, Halt> {
        let fact = self.fact(&of);
        if question.is_answered(fact) {
            return Ok(fact);
        }
        if !self.paused.take().is_some_and(|(part, paused)| paused == question && same(&part, &of)) {
            // Besides an error, a panic in a game's own code may have left a search unfinished.
            self.searcher.abandon();
            self.second.abandon();
        }
        let answer = self.search(&of, question, meter);
        if let Err(Halt::Pause | Halt::Error(Error::Budget { bound: Bound::Positions, .. })) = answer {
            // The stack is whole: a position is on it with all its options, or not at all.
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

    /// Expansions until a second searcher helps with a question, before which so many had been made.
    fn left_alone(&self, before: u64) -> u64 {
        let expanded = self.searcher.expanded();
        let of_all = self.alone.saturating_sub(expanded);
        let of_question = (self.alone / QUESTIONS).saturating_sub(expanded - before);
        of_all.max(of_question)
    }

    /// Bytes that meters were told of.
    pub(super) const fn reported(&self) -> usize {
        self.reported + self.searcher.reported()
    }

    /// Lets the table grow if it asks to, and reports what it holds.
    fn make_room(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        if self.table.is_full() {
            self.grow(meter);
        }
        meter.grow_to(self.table.bytes(), &mut self.reported)
    }

    fn grow(&mut self, meter: &Meter<'_>) {
        // Half of what is left is for the table, so that the stack has room.
        let untold = self.table.bytes().saturating_sub(self.reported);
        self.table.grow(meter.room_for(2).saturating_sub(untold), hash);
    }

    /// Whether a second thread may search, and there is memory for what it holds.
    fn may_have_help(&self, meter: &Meter<'_>) -> bool {
        let stack = self.second.bytes();
        meter.threads() > 1 && meter.positions_left().is_none() && self.game.ends() && stack <= meter.room_for(4)
    }

    /// A round of two searchers, with the same question and the same table.
    fn search_together(
        &mut self,
        of: &Part<G::Position>,
        question: Question,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Halt> {
        let company = Company::new();
        let [here, there] = company.sides();
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
            // An error or a panic of the second thread, or no thread for it, leaves the question to the first one.
            _ => {
                self.second.abandon();
                found
            }
        }
    }
}

/// Steps that a question takes whose answer is known.
const WORK_OF_A_QUESTION: u64 = 16;
