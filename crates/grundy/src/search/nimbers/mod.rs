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
//!   option is known not to have, the less it weighs. Equal components of an option cancel; options alike are one.
//! - A position that is met while it is open is a cycle. Since not all positions are searched, a cycle that the answer does
//!   not depend on may go unseen: what is answered is right in the theory of loopy games too, as every answer is proved by
//!   play that ends.
//!
//! Sources: Lemoine & Viennot, *Nimbers are inevitable*, Theoretical Computer Science 462 (2012); Beling & Rogalski, *On
//! pruning search trees of impartial games*, Artificial Intelligence 283 (2020).

mod fact;
mod frame;
mod table;

use std::num::NonZero;

use hashbrown::HashTable;

use self::fact::{Fact, UNIT};
use self::frame::{Choice, Frame, Part, Question, hash, part, same};
use self::table::Table;
use crate::{Bound, Cycle, Error, Game, Meter, Nimber, Options};

/// The nimber search of one game, with the facts that it found.
///
/// Time: at most O(options · value) over all positions where the table holds them, mostly far less. It answers as
/// [`Labels`](crate::Labels) does.
pub struct Nimbers<G: Game> {
    game: G,
    table: Table<G::Position>,
    frames: Vec<Frame<G::Position>>,
    /// The options of all open positions whose values are not known, and their components.
    choices: Vec<Choice>,
    parts: Vec<Part<G::Position>>,
    /// The frames, by their positions.
    open: HashTable<u32>,
    options: Options<G::Position>,
    reduced: Vec<G::Position>,
    /// Positions expanded so far, each as often as it was.
    expanded: u64,
    /// Bytes reported to meters so far.
    reported: usize,
}

/// What is left of a sum: the nim-sum of its known components, and the others.
type Rest<P> = (Nimber, Vec<Part<P>>);

impl<G: Game> Nimbers<G> {
    /// A search that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self {
            game,
            table: Table::default(),
            frames: Vec::new(),
            choices: Vec::new(),
            parts: Vec::new(),
            open: HashTable::new(),
            options: Options::new(),
            reduced: Vec::new(),
            expanded: 0,
            reported: 0,
        }
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// How often a position has been expanded.
    pub const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// How many positions the table knows something of.
    pub const fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether nothing is known.
    pub const fn is_empty(&self) -> bool {
        self.table.len() == 0
    }

    /// The value of a position in normal play.
    ///
    /// # Errors
    /// [`Error::Cycle`] if a position recurs in the search, [`Error::Budget`] at a limit, [`Error::Rules`] if the game
    /// fails.
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
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

    /// Records the value of a component that was found elsewhere.
    pub(super) fn learn(&mut self, component: &G::Position, value: Nimber, meter: &Meter<'_>) {
        if let Ok(value) = u32::try_from(value.0) {
            self.keep(component, Fact::exactly(value), NonZero::<u32>::MIN, meter);
        }
    }

    /// Whether a sum of positions is worth `value` in normal play. All components but the heaviest are valued.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    pub fn is(&mut self, sum: &[G::Position], value: Nimber, meter: &mut Meter<'_>) -> Result<bool, Error> {
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
        // Besides an error, a panic in a game's own code may have left a search unfinished.
        self.abandon();
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

    fn component(&mut self, part: Part<G::Position>, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        let fact = self.ask(part, Question::Value, meter)?;
        // An answered question of a value has one.
        Ok(fact.value().map_or(Nimber::ZERO, |value| Nimber(u64::from(value))))
    }

    fn ask(&mut self, part: Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<Fact, Error> {
        if let Some(fact) = self.table.get(part.hash, &part.position)
            && question.is_answered(fact)
        {
            return Ok(fact);
        }
        self.search(part, question, meter).inspect_err(|_| self.abandon())
    }

    fn abandon(&mut self) {
        self.frames.clear();
        self.choices.clear();
        self.parts.clear();
        self.open.clear();
    }

    /// The value of a component that needs no search.
    fn known(&self, part: &Part<G::Position>, meter: &mut Meter<'_>) -> Result<Option<u64>, Error> {
        if let Some(value) = self.table.get(part.hash, &part.position).and_then(Fact::value) {
            return Ok(Some(u64::from(value)));
        }
        Ok(self.game.value(&part.position, meter)?.map(|value| value.0))
    }

    fn search(&mut self, root: Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<Fact, Error> {
        self.enter(root, question, meter)?;
        loop {
            match self.next() {
                Next::Open(part, question) => {
                    if let Some(&start) =
                        self.open.find(part.hash, |&frame| same(&self.frames[frame as usize].of, &part))
                    {
                        return Err(Error::Cycle(self.cycle(start as usize)));
                    }
                    self.enter(part, question, meter)?;
                }
                Next::Close => {
                    let fact = self.leave(meter)?;
                    if self.frames.is_empty() {
                        return Ok(fact);
                    }
                    self.told(fact);
                }
            }
        }
    }

    /// What the question on top of the stack needs next.
    fn next(&mut self) -> Next<G::Position> {
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
            // What has been found since the option was listed; the fact of the last component that is not valued.
            let mut last = Fact::default();
            let mut at = choice.from;
            while at < choice.to {
                let part = &self.parts[at];
                let fact = self.table.get(part.hash, &part.position).unwrap_or_default();
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
            match choice.to - choice.from {
                0 => {
                    let (value, at) = (choice.base, frame.cursor);
                    frame.cursor += 1;
                    if frame.found(value) {
                        self.choices.remove(at);
                        frame.cursor = frame.cursor.min(at);
                    }
                }
                1 => {
                    let value = target ^ choice.base;
                    if last.excludes(value) {
                        frame.cursor += 1;
                    } else {
                        return Next::Open(self.parts[choice.from].clone(), Question::Is(value));
                    }
                }
                _ => return Next::Open(self.parts[choice.to - 1].clone(), Question::Value),
            }
        }
    }

    /// The question on top of the stack hears what was found of the component that it asked.
    fn told(&mut self, fact: Fact) {
        let Some(frame) = self.frames.last_mut() else { return };
        let choice = &mut self.choices[frame.cursor];
        match fact.value() {
            None => frame.cursor += 1,
            Some(value) => {
                // The component asked is the last one.
                choice.to -= 1;
                choice.base ^= u64::from(value);
            }
        }
    }

    /// Puts a question on the stack, with the options that matter to it.
    fn enter(&mut self, of: Part<G::Position>, question: Question, meter: &mut Meter<'_>) -> Result<(), Error> {
        meter.step()?;
        self.expanded += 1;
        let mut options = std::mem::take(&mut self.options);
        let limit = meter.room_for(4 * (size_of::<G::Position>() + size_of::<usize>()));
        let listed = options
            .fill(limit, meter, |out| self.game.options(&of.position, out))
            .and_then(|()| self.list(of, question, &options, meter));
        self.options = options;
        listed
    }

    fn list(
        &mut self,
        of: Part<G::Position>,
        question: Question,
        options: &Options<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        if let Some(error) = options.failure() {
            return Err(error.clone().at(|| self.game.show(&of.position)));
        }
        if options.more() {
            return Err(meter.stopped(Bound::Bytes));
        }
        let mut fact = self.table.get(of.hash, &of.position).unwrap_or_default();
        let (first, parts) = (self.choices.len(), self.parts.len());
        let mut refuted = false;
        let mut reduced = std::mem::take(&mut self.reduced);
        for option in options.iter() {
            for part in option {
                self.game.reduce(part.clone(), &mut reduced).map_err(|error| error.at(|| self.game.show(part)))?;
            }
            meter.work(4 * reduced.len() as u64)?;
            let (from, mut base) = (self.parts.len(), 0);
            for position in reduced.drain(..) {
                let part = part(position);
                match self.known(&part, meter)? {
                    Some(value) => base ^= value,
                    // Equal components are worth 0 together.
                    None => match (from..self.parts.len()).find(|&other| same(&self.parts[other], &part)) {
                        Some(twin) => {
                            self.parts.swap_remove(twin);
                        }
                        None => self.parts.push(part),
                    },
                }
            }
            let to = self.parts.len();
            if from == to {
                let kept = fact.exclude(base);
                refuted = matches!(question, Question::Is(value) if value == base);
                if refuted || question.is_answered(fact) {
                    break;
                }
                if kept {
                    continue;
                }
            }
            let own = &mut self.parts[from..];
            // The heaviest first, since the last ones are valued.
            if own.len() > 1 {
                own.sort_by_cached_key(|part| (std::cmp::Reverse(self.game.weight(&part.position)), part.hash));
            }
            let weight = own.iter().map(|part| self.game.weight(&part.position)).fold(0, u64::saturating_add);
            let weight = match own {
                [part] => {
                    let target = match question {
                        Question::Is(value) => value ^ base,
                        Question::Value => u64::from(fact.least()) ^ base,
                    };
                    self.table.get(part.hash, &part.position).unwrap_or_default().weighed(weight, target)
                }
                _ => weight.saturating_mul(UNIT),
            };
            let key = own.iter().fold(base, |key, part| key.rotate_left(5).wrapping_add(part.hash));
            self.choices.push(Choice { base, from, to, weight, key });
        }
        self.reduced = reduced;
        self.choices[first..].sort_unstable_by_key(|choice| (choice.weight, choice.key, choice.from));
        let before = self.expanded - 1;
        self.open.insert_unique(of.hash, number(self.frames.len())?, |&frame| self.frames[frame as usize].of.hash);
        self.frames.push(Frame { of, question, fact, first, parts, cursor: first, absent: false, refuted, before });
        self.forget_twins(first);
        self.charge(meter)
    }

    /// Leaves one of several options that are alike.
    fn forget_twins(&mut self, first: usize) {
        let mut kept = first;
        for at in first..self.choices.len() {
            let choice = self.choices[at];
            let twin = self.choices[first..kept].last().is_some_and(|other| {
                let parts = |choice: &Choice| &self.parts[choice.from..choice.to];
                other.key == choice.key
                    && other.base == choice.base
                    && parts(other).len() == parts(&choice).len()
                    && parts(other).iter().zip(parts(&choice)).all(|(a, b)| same(a, b))
            });
            if !twin {
                self.choices[kept] = choice;
                kept += 1;
            }
        }
        self.choices.truncate(kept);
    }

    /// Takes the question on top of the stack off it, and keeps what was found.
    fn leave(&mut self, meter: &Meter<'_>) -> Result<Fact, Error> {
        let Some(frame) = self.frames.pop() else { return Ok(Fact::default()) };
        self.choices.truncate(frame.first);
        self.parts.truncate(frame.parts);
        let place = number(self.frames.len())?;
        if let Ok(entry) = self.open.find_entry(frame.of.hash, |&other| other == place) {
            entry.remove();
        }
        let cost = u32::try_from(self.expanded - frame.before).unwrap_or(u32::MAX);
        let cost = NonZero::new(cost).unwrap_or(NonZero::<u32>::MIN);
        self.keep(&frame.of.position, frame.fact, cost, meter);
        Ok(frame.fact)
    }

    fn keep(&mut self, position: &G::Position, fact: Fact, cost: NonZero<u32>, meter: &Meter<'_>) {
        let game = &self.game;
        // Half of what is left is for the table, so that the stack has room.
        let room = meter.room_for(2);
        self.table.put(position, fact, cost, room, hash, |position| game.bytes(position));
    }

    /// Reports the growth of the tables.
    fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let bytes = self.bytes();
        meter.grow_to(bytes, &mut self.reported)?;
        Ok(())
    }

    /// Bytes that meters were told of.
    pub(super) const fn reported(&self) -> usize {
        self.reported
    }

    fn bytes(&self) -> usize {
        self.table.bytes()
            + self.open.allocation_size()
            + self.frames.capacity() * size_of::<Frame<G::Position>>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.parts.capacity() * size_of::<Part<G::Position>>()
    }

    /// The positions on the stack from a frame to the top: each leads to the next, the last to the first.
    fn cycle(&self, start: usize) -> Cycle {
        let positions = self.frames[start..].iter().map(|frame| self.game.show(&frame.of.position));
        Cycle { positions: positions.collect() }
    }
}

/// Steps that a question takes whose answer is known.
const WORK_OF_A_QUESTION: u64 = 16;

enum Next<P> {
    /// This has to be asked first.
    Open(Part<P>, Question),
    /// The question on top of the stack is answered.
    Close,
}

/// The number of a frame.
fn number(frame: usize) -> Result<u32, Error> {
    u32::try_from(frame).map_err(|_| Error::Overflow(format!("play may last longer than {} moves", u32::MAX)))
}
