//! The traversal: depth first, without recursion, with every position expanded once.

use std::sync::Arc;

use super::Interner;
use super::marks::{Label, Marks};
use crate::listing::list_all;
use crate::meter::Halt;
use crate::{Cycle, Error, Game, Meter, Options};

/// A recurrence: it determines the label of a position from the labels of its options. Examples are the mex of
/// nim-sums, win or loss, and a canonical form.
pub trait Recurrence<G: Game + ?Sized> {
    /// The type of the labels.
    type Label: Label;

    /// Whether [`settles`](Self::settles) may return a label. The traversal calls it only then.
    const SETTLES: bool = false;

    /// The label of a position that needs no search.
    ///
    /// # Errors
    /// The error that ended the computation of the label.
    fn known(&mut self, game: &G, position: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Self::Label>, Error>;

    /// The label of a position that has an option with these parts, whatever its other options are. `None` if that
    /// option alone does not determine it.
    fn settles(&mut self, _option: &mut dyn Iterator<Item = Self::Label>) -> Option<Self::Label> {
        None
    }

    /// The label of a position whose options are all labelled.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the label does not fit.
    fn label(&mut self, options: OptionLabels<'_, Self::Label>) -> Result<Self::Label, Error>;

    /// The memory that the recurrence holds in addition to the labels, in bytes.
    fn bytes(&self) -> usize {
        0
    }
}

/// The options of one position, each as the labels of its parts.
#[derive(Clone, Copy, Debug)]
pub struct OptionLabels<'a, L> {
    parts: &'a [u32],
    /// Where each option ends in `parts`.
    ends: &'a [u32],
    marks: &'a Marks<L>,
}

impl<'a, L: Label> OptionLabels<'a, L> {
    /// The number of options.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the position has no options.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The options in order.
    pub fn iter(&self) -> impl Iterator<Item = impl Iterator<Item = L> + 'a> + 'a {
        let Self { parts, ends, marks } = *self;
        let starts = std::iter::once(0).chain(ends.iter().copied());
        starts.zip(ends).map(move |(from, &to)| {
            // The traversal labels every part before this is called.
            let parts = &parts[from as usize..to as usize];
            debug_assert!(parts.iter().all(|&part| marks.get(part).is_some()));
            parts.iter().filter_map(|&part| marks.get(part))
        })
    }
}

/// The labels of all positions met so far, and the engine that finds more.
///
/// Positions are expanded on an explicit stack, each once, and each is stored once. After an error the labels found so
/// far are kept, and the next question builds on them.
///
/// # Complexity
/// Time O(options) over all positions met.
pub struct Labels<G: Game + ?Sized, R: Recurrence<G>> {
    game: Arc<G>,
    recurrence: R,
    positions: Interner<G::Position>,
    marks: Marks<R::Label>,
    /// How many positions were expanded and labelled.
    labelled: usize,
    /// One entry for each of the first stretches of labelled positions: the position whose options led to the most new
    /// positions, and how many those were.
    heaviest: Vec<(u32, usize)>,
    frames: Vec<Frame>,
    /// The root of a search that paused or reached a limit. If it is asked for again, the search continues with the
    /// positions on the stack.
    paused: Option<u32>,
    /// The parts of all options of all positions on the stack, and where each option ends, relative to its position.
    parts: Vec<u32>,
    ends: Vec<u32>,
    options: Options<G::Position>,
    reduced: Vec<G::Position>,
    /// The bytes that positions own outside the tables.
    owned: usize,
    /// The bytes reported to meters so far.
    reported: usize,
}

/// A position whose options are being labelled.
struct Frame {
    position: u32,
    /// Where its options begin in `ends`, and their parts in `parts`.
    first: usize,
    start: usize,
    /// The next part to look at.
    cursor: usize,
    /// How many positions were known before its options were listed.
    before: usize,
}

impl<G: Game + ?Sized, R: Recurrence<G>> Labels<G, R> {
    /// A new engine, with empty tables.
    pub fn new(game: G, recurrence: R) -> Self
    where
        G: Sized,
    {
        Self::sharing(Arc::new(game), recurrence)
    }

    /// As [`new`](Self::new), for a game that is shared.
    pub fn sharing(game: Arc<G>, recurrence: R) -> Self {
        Self {
            game,
            recurrence,
            positions: Interner::default(),
            marks: Marks::default(),
            labelled: 0,
            heaviest: Vec::new(),
            frames: Vec::new(),
            paused: None,
            parts: Vec::new(),
            ends: Vec::new(),
            options: Options::new(),
            reduced: Vec::new(),
            owned: 0,
            reported: 0,
        }
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The recurrence.
    pub const fn recurrence(&self) -> &R {
        &self.recurrence
    }

    /// How many positions have been met.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position has been met.
    pub fn is_empty(&self) -> bool {
        self.positions.len() == 0
    }

    /// The labels of the components of `position`, in the order of [`Game::reduce`].
    ///
    /// # Errors
    /// [`Error::Cycle`] with the positions of the cycle, [`Error::Budget`] at a limit, [`Error::Rules`] if the rules
    /// fail, [`Error::Overflow`] after 2^32 - 1 positions.
    pub fn labels(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Vec<R::Label>, Error> {
        let mut components = Vec::new();
        self.game.reduce(position.clone(), &mut components).map_err(|error| error.at(|| self.game.show(position)))?;
        meter.whole(|meter| components.into_iter().map(|component| self.component(component, meter)).collect())
    }

    /// The label of a component, if it has been found.
    pub(super) fn found(&self, component: &G::Position) -> Option<R::Label> {
        self.positions.find(component).and_then(|number| self.marks.get(number))
    }

    /// How many positions were expanded and labelled.
    pub(super) const fn labelled(&self) -> usize {
        self.labelled
    }

    /// A sample of the first positions, in order: for each [`STRETCH`] of them the one whose options led to the most
    /// new positions.
    pub(super) fn heaviest(&self) -> impl Iterator<Item = &G::Position> {
        self.heaviest.iter().map(|&(number, _)| self.positions.item(number))
    }

    /// All labelled positions.
    pub(super) fn each(&self) -> impl Iterator<Item = (&G::Position, R::Label)> {
        (0..)
            .zip(0..self.positions.len())
            .filter_map(|(number, _)| self.marks.get(number).map(|label| (self.positions.item(number), label)))
    }

    /// Passes all labelled positions to `take`, and frees memory on the way.
    pub(super) fn give_away(self, meter: &mut Meter<'_>, mut take: impl FnMut(&G::Position, R::Label, &Meter<'_>)) {
        let Self { positions, marks, reported, .. } = self;
        let elsewhere = meter.held().saturating_sub(reported as u64);
        let mut numbers = 0..;
        positions.into_chunks(|chunk, held| {
            meter.release_to(meter.held().min(elsewhere.saturating_add((held + marks.bytes()) as u64)));
            for (position, number) in chunk.iter().zip(&mut numbers) {
                if let Some(label) = marks.get(number) {
                    take(position, label, meter);
                }
            }
        });
        meter.release_to(elsewhere);
    }

    /// The label of a component.
    pub(super) fn component(&mut self, component: G::Position, meter: &mut Meter<'_>) -> Result<R::Label, Halt> {
        meter.work(WORK_OF_A_QUESTION)?;
        let root = self.intern(component)?;
        if let Some(label) = self.marks.get(root) {
            return Ok(label);
        }
        // An error, or a panic in a game's own code, may have left a search unfinished.
        if self.paused.take() != Some(root) {
            self.abandon();
        }
        match self.search(root, meter) {
            Ok(label) => {
                self.charge(meter)?;
                Ok(label)
            }
            Err(halt) => {
                match halt {
                    Halt::Pause | Halt::Error(Error::Budget { .. }) => self.paused = Some(root),
                    Halt::Error(_) => self.abandon(),
                }
                Err(halt)
            }
        }
    }

    /// Reports the growth of the tables.
    fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let bytes = self.bytes();
        meter.grow_to(bytes, &mut self.reported)?;
        Ok(())
    }

    /// Discards the stack of unfinished positions; the labels are kept.
    fn abandon(&mut self) {
        for frame in self.frames.drain(..) {
            self.marks.set_open(frame.position, false);
        }
        self.parts.clear();
        self.ends.clear();
    }

    fn search(&mut self, root: u32, meter: &mut Meter<'_>) -> Result<R::Label, Halt> {
        loop {
            if let Some(label) = self.marks.get(root) {
                return Ok(label);
            }
            match self.next()? {
                Next::Open(part) => self.enter(part, meter)?,
                Next::Start => self.enter(root, meter)?,
                Next::Close(label) => self.leave(label),
            }
        }
    }

    /// What the position on top of the stack needs next.
    fn next(&mut self) -> Result<Next<R::Label>, Error> {
        let Some(frame) = self.frames.last_mut() else { return Ok(Next::Start) };
        while let Some(&part) = self.parts.get(frame.cursor) {
            if self.marks.get(part).is_none() {
                if self.marks.is_open(part) {
                    return Err(Error::Cycle(self.cycle(part)));
                }
                return Ok(Next::Open(part));
            }
            frame.cursor += 1;
            if R::SETTLES {
                // The option that this part belongs to, if this was its last part.
                let (parts, ends) = (&self.parts[frame.start..], &self.ends[frame.first..]);
                let looked_at = frame.cursor - frame.start;
                let place = ends.partition_point(|&end| (end as usize) < looked_at);
                if ends[place] as usize == looked_at {
                    let from = if place == 0 { 0 } else { ends[place - 1] as usize };
                    let mut option = parts[from..looked_at].iter().filter_map(|&part| self.marks.get(part));
                    if let Some(label) = self.recurrence.settles(&mut option) {
                        return Ok(Next::Close(label));
                    }
                }
            }
        }
        let (parts, ends) = (&self.parts[frame.start..], &self.ends[frame.first..]);
        self.recurrence.label(OptionLabels { parts, ends, marks: &self.marks }).map(Next::Close)
    }

    /// Labels a position immediately, or pushes it on the stack with its options.
    fn enter(&mut self, position: u32, meter: &mut Meter<'_>) -> Result<(), Halt> {
        let item = self.positions.item(position);
        if let Some(label) = self.recurrence.known(&self.game, item, meter)? {
            self.marks.set(position, label);
            return Ok(());
        }
        meter.expand()?;
        let mut options = std::mem::take(&mut self.options);
        let listed = list_all(&*self.game, item, &mut options, meter)
            .and_then(|()| self.push_frame(position, &mut options, meter));
        self.options = options;
        Ok(listed?)
    }

    fn push_frame(
        &mut self,
        position: u32,
        options: &mut Options<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let (first, start, before) = (self.ends.len(), self.parts.len(), self.marks.len());
        if let Err(error) = self.number(position, options, meter) {
            // The stack is restored, so that the search can continue.
            self.ends.truncate(first);
            self.parts.truncate(start);
            return Err(error);
        }
        self.marks.set_open(position, true);
        self.frames.push(Frame { position, first, start, cursor: start, before });
        if R::SETTLES {
            self.settle_early();
        }
        Ok(())
    }

    /// Numbers the parts of the options of a position and pushes them on the stack of parts.
    fn number(
        &mut self,
        position: u32,
        options: &mut Options<G::Position>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
        let mut reduced = std::mem::take(&mut self.reduced);
        let mut options = options.drain();
        while let Some(mut option) = options.next_option() {
            let before = reduced.len();
            option
                .try_for_each(|part| self.game.reduce(part, &mut reduced))
                .map_err(|error| error.at(|| self.game.show(self.positions.item(position))))?;
            meter.work(4 * (reduced.len() - before) as u64)?;
            let end = u32::try_from(reduced.len());
            self.ends.push(end.map_err(|_| Error::Overflow(format!("more than {} parts", u32::MAX)))?);
        }
        // All in one loop, so that the processor can overlap the cache misses of the look-ups.
        for part in reduced.drain(..) {
            let part = self.intern(part)?;
            self.parts.push(part);
        }
        self.reduced = reduced;
        self.charge(meter)
    }

    /// Looks for an option that is already labelled and settles the position on top of the stack, before any other
    /// option is searched.
    fn settle_early(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let (parts, ends) = (&self.parts[frame.start..], &self.ends[frame.first..]);
        let mut from = 0;
        for &to in ends {
            let option = &parts[from..to as usize];
            from = to as usize;
            if option.iter().all(|&part| self.marks.get(part).is_some()) {
                let mut option = option.iter().filter_map(|&part| self.marks.get(part));
                if let Some(label) = self.recurrence.settles(&mut option) {
                    return self.leave(label);
                }
            }
        }
    }

    /// Labels the position on top of the stack and pops it.
    fn leave(&mut self, label: R::Label) {
        if let Some(frame) = self.frames.pop() {
            self.parts.truncate(frame.start);
            self.ends.truncate(frame.first);
            self.marks.set(frame.position, label);
            let new = self.marks.len() - frame.before;
            let stretch = self.labelled / STRETCH;
            self.labelled += 1;
            if let Some(heaviest) = self.heaviest.get_mut(stretch) {
                if new > heaviest.1 {
                    *heaviest = (frame.position, new);
                }
            } else if stretch < STRETCHES {
                self.heaviest.push((frame.position, new));
            }
        }
    }

    fn intern(&mut self, position: G::Position) -> Result<u32, Error> {
        let number = self.positions.intern(position)?;
        if number as usize == self.marks.len() {
            self.marks.push();
            self.owned += self.game.bytes(self.positions.item(number));
        }
        Ok(number)
    }

    /// The cycle on the stack, from the open position `start` to the top. Each position leads to the next, the last one
    /// to `start`.
    fn cycle(&self, start: u32) -> Cycle {
        let from = self.frames.iter().position(|frame| frame.position == start).unwrap_or(0);
        let positions = self.frames[from..].iter().map(|frame| self.game.show(self.positions.item(frame.position)));
        Cycle { positions: positions.collect() }
    }

    fn bytes(&self) -> usize {
        self.positions.bytes()
            + self.recurrence.bytes()
            + self.owned
            + self.marks.bytes()
            + self.frames.capacity() * size_of::<Frame>()
            + self.parts.capacity() * size_of::<u32>()
            + self.ends.capacity() * size_of::<u32>()
    }
}

/// The steps of work of a question whose answer is known.
const WORK_OF_A_QUESTION: u64 = 16;

/// How many of the first labelled positions form a stretch, from which the heaviest is chosen, and how many stretches
/// there are.
const STRETCH: usize = 1 << 9;
const STRETCHES: usize = 8;

enum Next<L> {
    /// The stack is empty.
    Start,
    /// This part must be labelled first.
    Open(u32),
    /// The position on top of the stack has this label.
    Close(L),
}
