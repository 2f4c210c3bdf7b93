//! One searcher and its stack of open questions.

use std::hash::Hash;
use std::num::NonZero;

use hashbrown::HashTable;

use super::fact::{Fact, UNIT};
use super::frame::{Choice, Frame, Part, Question, part, same};
use super::shared_search::Searching;
use super::table::Facts;
use crate::listing::list_all;
use crate::meter::Halt;
use crate::search::effort::Effort;
use crate::{Cycle, Error, Game, Meter, Options, Outcome};

/// The surroundings of a searcher.
pub(super) struct Task<'a, G: Game + ?Sized, T> {
    pub(super) game: &'a G,
    pub(super) table: T,
    /// Its view of the pair, if two searchers work.
    pub(super) side: Option<Searching<'a>>,
}

impl<G: Game + ?Sized, T: Facts<G::Position>> Task<'_, G, T> {
    /// What is known about a component.
    pub(super) fn fact(&mut self, of: &Part<G::Position>) -> Fact {
        self.table.get(of.hash, &of.position).unwrap_or_default()
    }

    /// Records a fact about a component, which took `cost` expansions to find.
    pub(super) fn keep(&mut self, of: &Part<G::Position>, fact: Fact, cost: NonZero<u32>, meter: &Meter<'_>) {
        // The table gets half of the memory left, so that there is room for the stack.
        let room = meter.room_for(2);
        self.table.put(of.hash, &of.position, (fact, cost), room, |position| self.game.bytes(position));
    }
}

/// The stack of open questions.
pub(super) struct Searcher<P> {
    frames: Vec<Frame<P>>,
    /// The options of unknown value of all open positions, and their components.
    choices: Vec<Choice>,
    parts: Vec<Part<P>>,
    /// The frames, by position.
    open: HashTable<u32>,
    options: Options<P>,
    reduced: Vec<P>,
    /// The effort so far; a position counts each time it is expanded.
    effort: Effort,
    /// The bytes reported to meters so far.
    reported: usize,
}

impl<P: Clone + Eq + Hash> Searcher<P> {
    /// A searcher with no question open.
    pub(super) fn new() -> Self {
        Self {
            frames: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            open: HashTable::new(),
            options: Options::new(),
            reduced: Vec::new(),
            effort: Effort::default(),
            reported: 0,
        }
    }

    /// The effort so far; a position counts each time it is expanded.
    pub(super) const fn effort(&self) -> Effort {
        self.effort
    }

    /// How many expansions have been made; a position may be expanded more than once.
    pub(super) const fn expanded(&self) -> u64 {
        self.effort.expanded
    }

    /// The bytes reported to meters.
    pub(super) const fn reported(&self) -> usize {
        self.reported
    }

    /// Whether no question is open.
    pub(super) const fn is_idle(&self) -> bool {
        self.frames.is_empty()
    }

    /// Discards the open questions. The facts found stay in the table.
    pub(super) fn abandon(&mut self) {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.open.clear();
    }

    /// Searches until the first question on the stack is answered; if the stack is empty, the root question is opened.
    /// Returns `None` when about `expansions` expansions have been made, the table needs to grow, or the other searcher
    /// has finished.
    pub(super) fn search<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        root: &Part<P>,
        question: Question,
        expansions: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Halt> {
        let until = self.expanded().saturating_add(expansions);
        let mut look = self.expanded();
        let mut answer = None;
        if self.is_idle() {
            let fact = task.fact(root);
            answer = self.open(task, root.clone(), question, fact, meter)?;
        } else if let Some(side) = task.side {
            self.frames.iter().enumerate().for_each(|(place, frame)| side.show(place, &frame.of));
        }
        loop {
            if let Some(fact) = answer {
                if self.is_idle() {
                    return Ok(answer);
                }
                self.receive(fact);
            }
            if self.expanded() >= look {
                look = self.expanded() + BETWEEN_LOOKS;
                if self.expanded() >= until || task.table.is_full() || task.side.is_some_and(Searching::is_over) {
                    return Ok(None);
                }
                if task.side.is_some() {
                    answer = self.close_answered(task, meter)?;
                    if answer.is_some() {
                        continue;
                    }
                }
            }
            answer = match self.next(task) {
                Next::Open(part, question, fact) => self.open(task, part, question, fact, meter)?,
                Next::Close => Some(self.leave(task, meter)?),
            };
        }
    }

    /// Opens a question about a component, of which `fact` is known.
    fn open<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        of: Part<P>,
        question: Question,
        fact: Fact,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Halt> {
        if let Some(&start) = self.open.find(of.hash, |&frame| same(&self.frames[frame as usize].of, &of)) {
            return Err(Error::Cycle(self.cycle(task.game, start as usize)).into());
        }
        let mut fact = fact;
        if question.is_answered(fact) {
            return Ok(Some(fact));
        }
        if !fact.excludes(0) && task.game.outcome(&of.position) == Some(Outcome::N) {
            fact.exclude(0);
            if question.is_answered(fact) {
                return Ok(Some(fact));
            }
        }
        let Some(side) = task.side else { return self.enter(task, of, question, fact, meter) };
        side.show(self.frames.len(), &of);
        let answer = self.enter(task, of, question, fact, meter)?;
        if answer.is_some() {
            side.hide(self.frames.len());
        }
        Ok(answer)
    }

    /// Closes the first open question that the other searcher has answered, and all questions above it.
    fn close_answered<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        meter: &Meter<'_>,
    ) -> Result<Option<Fact>, Error> {
        for place in 0..self.frames.len() {
            let frame = &self.frames[place];
            let fact = task.fact(&frame.of);
            if frame.question.is_answered(fact) {
                while self.frames.len() > place + 1 {
                    self.leave(task, meter)?;
                }
                self.frames[place].fact = fact;
                return self.leave(task, meter).map(Some);
            }
        }
        Ok(None)
    }

    /// What the question on top of the stack needs next.
    fn next<G: Game<Position = P> + ?Sized, T: Facts<P>>(&mut self, task: &mut Task<'_, G, T>) -> Next<P> {
        let Some(frame) = self.frames.last_mut() else { return Next::Close };
        loop {
            if frame.is_answered() {
                return Next::Close;
            }
            let target = frame.target();
            let Some(choice) = self.choices.get_mut(frame.cursor) else {
                frame.exhausted();
                continue;
            };
            // Takes in what was found since the option was listed. `last` is the fact about the last unknown component.
            let mut last = Fact::default();
            let mut at = choice.from;
            while at < choice.to {
                let part = &self.parts[at];
                let fact = task.fact(part);
                match fact.value() {
                    Some(value) => {
                        choice.base ^= u64::from(value);
                        choice.to -= 1;
                        self.parts.swap(at, choice.to);
                    }
                    None => {
                        last = fact;
                        at += 1;
                    }
                }
            }
            let question = match choice.to - choice.from {
                0 => {
                    let (value, at) = (choice.base, frame.cursor);
                    frame.cursor += 1;
                    if frame.found(value) {
                        self.choices.remove(at);
                        frame.cursor = frame.cursor.min(at);
                    }
                    continue;
                }
                1 if last.excludes(target ^ choice.base) => {
                    frame.cursor += 1;
                    continue;
                }
                1 => Question::Is(target ^ choice.base),
                _ => Question::Value,
            };
            let part = &self.parts[choice.to - 1];
            // What the other searcher is working on comes last, so that the two divide the work.
            let left = &mut self.choices[frame.cursor..];
            if task.side.is_some_and(|side| frame.passed < left.len() && side.is_taken(part)) {
                frame.passed += 1;
                left.rotate_left(1);
                continue;
            }
            frame.passed = 0;
            return Next::Open(part.clone(), question, last);
        }
    }

    /// Passes the answer about a component to the question on top of the stack.
    fn receive(&mut self, fact: Fact) {
        let Some(frame) = self.frames.last_mut() else { return };
        let choice = &mut self.choices[frame.cursor];
        match fact.value() {
            None => frame.cursor += 1,
            Some(value) => {
                // The component that was asked is the last one.
                choice.to -= 1;
                choice.base ^= u64::from(value);
            }
        }
    }

    /// Pushes a question on the stack with the options that matter, unless they answer it immediately.
    fn enter<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        of: Part<P>,
        question: Question,
        fact: Fact,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Halt> {
        meter.expand()?;
        self.effort.expanded += 1;
        let mut options = std::mem::take(&mut self.options);
        let (choices, parts) = (self.choices.len(), self.parts.len());
        let listed = list_all(task.game, &of.position, &mut options, meter)
            .and_then(|()| self.push_frame(task, of, question, fact, &mut options, meter));
        self.options = options;
        if listed.is_err() {
            // What was listed so far belongs to no frame. If the search continues, it is listed again.
            self.choices.truncate(choices);
            self.parts.truncate(parts);
        }
        Ok(listed?)
    }

    fn push_frame<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        of: Part<P>,
        question: Question,
        mut fact: Fact,
        options: &mut Options<P>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Fact>, Error> {
        let (first, parts) = (self.choices.len(), self.parts.len());
        let mut refuted = false;
        let mut reduced = std::mem::take(&mut self.reduced);
        let mut options = options.drain();
        while let Some(mut option) = options.next_option() {
            self.effort.options += 1;
            option
                .try_for_each(|part| task.game.reduce(part, &mut reduced))
                .map_err(|error| error.at(|| task.game.show(&of.position)))?;
            drop(option);
            meter.work(4 * reduced.len() as u64)?;
            let (from, mut base) = (self.parts.len(), 0);
            // What is known about the last component listed.
            let mut last = Fact::default();
            for position in reduced.drain(..) {
                let part = part(position);
                let known = task.fact(&part);
                let value = match known.value() {
                    Some(value) => Some(u64::from(value)),
                    None => task.game.value(&part.position, meter)?.map(|value| value.0),
                };
                match value {
                    Some(value) => base ^= value,
                    // Equal components cancel.
                    None => match (from..self.parts.len()).find(|&other| same(&self.parts[other], &part)) {
                        Some(twin) => {
                            self.parts.remove(twin);
                            last = Fact::default();
                        }
                        None => {
                            self.parts.push(part);
                            last = known;
                        }
                    },
                }
            }
            let to = self.parts.len();
            let weight = match &mut self.parts[from..] {
                [] => {
                    let kept = fact.exclude(base);
                    refuted = matches!(question, Question::Is(value) if value == base);
                    if refuted || question.is_answered(fact) {
                        break;
                    }
                    if kept {
                        continue;
                    }
                    0
                }
                [part] => {
                    let target = match question {
                        Question::Is(value) => value ^ base,
                        Question::Value => u64::from(fact.least()) ^ base,
                    };
                    last.weighed(task.game.weight(&part.position), target)
                }
                several => {
                    // The heaviest first: the others are valued, starting with the last one.
                    several.sort_by_cached_key(|part| (std::cmp::Reverse(task.game.weight(&part.position)), part.hash));
                    let weights = several.iter().map(|part| task.game.weight(&part.position));
                    weights.fold(0, u64::saturating_add).saturating_mul(UNIT)
                }
            };
            self.choices.push(Choice { base, from, to, weight });
        }
        self.reduced = reduced;
        if refuted || question.is_answered(fact) {
            self.choices.truncate(first);
            self.parts.truncate(parts);
            task.keep(&of, fact, NonZero::<u32>::MIN, meter);
            self.charge(meter)?;
            return Ok(Some(fact));
        }
        // Options of equal weight keep the order in which the game lists them.
        self.choices[first..].sort_unstable_by_key(|choice| (choice.weight, choice.from));
        let before = self.expanded() - 1;
        self.open.insert_unique(of.hash, number(self.frames.len())?, |&frame| self.frames[frame as usize].of.hash);
        self.frames.push(Frame {
            of,
            question,
            fact,
            first,
            parts,
            cursor: first,
            passed: 0,
            absent: false,
            refuted: false,
            before,
        });
        self.charge(meter)?;
        Ok(None)
    }

    /// Pops the question on top of the stack, and records what was found.
    fn leave<G: Game<Position = P> + ?Sized, T: Facts<P>>(
        &mut self,
        task: &mut Task<'_, G, T>,
        meter: &Meter<'_>,
    ) -> Result<Fact, Error> {
        let Some(frame) = self.frames.pop() else { return Ok(Fact::default()) };
        self.choices.truncate(frame.first);
        self.parts.truncate(frame.parts);
        let place = number(self.frames.len())?;
        if let Ok(entry) = self.open.find_entry(frame.of.hash, |&other| other == place) {
            entry.remove();
        }
        let cost = u32::try_from(self.expanded() - frame.before).unwrap_or(u32::MAX);
        let cost = NonZero::new(cost).unwrap_or(NonZero::<u32>::MIN);
        task.keep(&frame.of, frame.fact, cost, meter);
        if let Some(side) = task.side {
            side.hide(self.frames.len());
        }
        Ok(frame.fact)
    }

    /// Reports the growth of the stack.
    fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let bytes = self.bytes();
        meter.grow_to(bytes, &mut self.reported)?;
        Ok(())
    }

    /// The memory held.
    pub(super) fn bytes(&self) -> usize {
        self.open.allocation_size()
            + self.frames.capacity() * size_of::<Frame<P>>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.parts.capacity() * size_of::<Part<P>>()
    }

    /// The positions on the stack from a frame to the top. Each leads to the next, the last to the first.
    fn cycle<G: Game<Position = P> + ?Sized>(&self, game: &G, start: usize) -> Cycle {
        let positions = self.frames[start..].iter().map(|frame| game.show(&frame.of.position));
        Cycle { positions: positions.collect() }
    }
}

/// Expansions between two checks for news from the other searcher.
const BETWEEN_LOOKS: u64 = 64;

enum Next<P> {
    /// This question must be answered first; the fact is what is known about its component.
    Open(Part<P>, Question, Fact),
    /// The question on top of the stack is answered.
    Close,
}

/// The number of a frame.
fn number(frame: usize) -> Result<u32, Error> {
    u32::try_from(frame).map_err(|_| Error::Overflow(format!("play may last longer than {} moves", u32::MAX)))
}
