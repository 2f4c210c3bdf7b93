//! The one traversal: depth first, without recursion, every position expanded once.

use std::fmt::Debug;

use super::Interner;
use crate::{Bound, Cycle, Error, Game, Meter, Options};

/// A rule that gives each position a label from the labels of its options: mex of xor, win or loss, a canonical form.
pub trait Recurrence<G: Game> {
    /// What a position is labelled with.
    type Label: Copy + Debug;

    /// Whether [`settles`](Self::settles) may answer; the traversal asks it only then.
    const SETTLES: bool = false;

    /// The label of a position that needs no search.
    ///
    /// # Errors
    /// Whatever ended the computation of that label.
    fn known(&mut self, game: &G, position: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Self::Label>, Error>;

    /// The label of a position that has an option with these parts, whatever its other options are; `None` if that option
    /// alone does not decide.
    fn settles(&mut self, _option: &mut dyn Iterator<Item = Self::Label>) -> Option<Self::Label> {
        None
    }

    /// The label of a position all of whose options are labelled.
    ///
    /// # Errors
    /// [`Error::Overflow`] if the label does not fit.
    fn label(&mut self, options: OptionLabels<'_, Self::Label>) -> Result<Self::Label, Error>;

    /// Memory that the recurrence holds besides the labels, in bytes.
    fn bytes(&self) -> usize {
        0
    }
}

/// The options of one position, each as the labels of its parts.
#[derive(Clone, Copy, Debug)]
pub struct OptionLabels<'a, L> {
    parts: &'a [u32],
    /// Where each option ends, counted in the whole stack of parts, which `parts` is the top of.
    ends: &'a [usize],
    start: usize,
    labels: &'a [Option<L>],
}

impl<'a, L: Copy> OptionLabels<'a, L> {
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
        let Self { parts, ends, start, labels } = *self;
        let starts = std::iter::once(start).chain(ends.iter().copied());
        starts.zip(ends).map(move |(from, &to)| {
            // The traversal has labelled every part before it asks for this.
            debug_assert!(parts[from - start..to - start].iter().all(|&part| labels[part as usize].is_some()));
            parts[from - start..to - start].iter().filter_map(move |&part| labels[part as usize])
        })
    }
}

/// The labels of all positions met so far, and the engine that finds more.
///
/// Each position is expanded once, time O(options) over all positions met, on an explicit stack; a position is held once.
/// After an error the labels found stay, and the next question goes on from them.
pub struct Labels<G: Game, R: Recurrence<G>> {
    game: G,
    recurrence: R,
    positions: Interner<G::Position>,
    labels: Vec<Option<R::Label>>,
    /// Whether a position is on the stack: to meet it again is a cycle.
    open: Vec<bool>,
    /// How many positions are labelled.
    labelled: usize,
    frames: Vec<Frame>,
    /// The parts of all options of all positions on the stack, and where each option ends.
    parts: Vec<u32>,
    ends: Vec<usize>,
    options: Options<G::Position>,
    reduced: Vec<G::Position>,
    /// Bytes that positions own outside the tables.
    owned: usize,
    /// Bytes reported to meters so far.
    reported: usize,
}

/// A position whose options are being labelled.
struct Frame {
    position: u32,
    /// Where its options begin in `ends`.
    first: usize,
    /// The next part to look at.
    cursor: usize,
}

impl<G: Game, R: Recurrence<G>> Labels<G, R> {
    /// An engine that has met no position.
    pub fn new(game: G, recurrence: R) -> Self {
        Self {
            game,
            recurrence,
            positions: Interner::default(),
            labels: Vec::new(),
            open: Vec::new(),
            labelled: 0,
            frames: Vec::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            options: Options::new(),
            reduced: Vec::new(),
            owned: 0,
            reported: 0,
        }
    }

    /// The game.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The recurrence.
    pub const fn recurrence(&self) -> &R {
        &self.recurrence
    }

    /// The recurrence, to be told what it could not know.
    pub const fn recurrence_mut(&mut self) -> &mut R {
        &mut self.recurrence
    }

    /// How many positions have been met.
    pub const fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether no position has been met.
    pub const fn is_empty(&self) -> bool {
        self.positions.len() == 0
    }

    /// The labels of the components of `position`, in the order of [`Game::reduce`].
    ///
    /// # Errors
    /// [`Error::Cycle`] with the positions of the cycle, [`Error::Budget`] at a limit, [`Error::Rules`] if the game
    /// fails, [`Error::Overflow`] after 2^32 - 1 positions.
    pub fn labels(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Vec<R::Label>, Error> {
        let mut components = Vec::new();
        self.game.reduce(position.clone(), &mut components).map_err(|error| error.at(|| self.game.show(position)))?;
        components.into_iter().map(|component| self.component(component, meter)).collect()
    }

    /// The label of a component, unless more than `most` positions in all are labelled before it is found.
    pub(super) fn label_within(
        &mut self,
        component: G::Position,
        most: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<R::Label>, Error> {
        self.abandon();
        meter.work(WORK_OF_A_QUESTION)?;
        let root = self.intern(component)?;
        let label = self.search(root, most, meter);
        self.abandon();
        let label = label?;
        self.charge(meter)?;
        Ok(label)
    }

    /// The label of a component, if it has been found.
    pub(super) fn found(&self, component: &G::Position) -> Option<R::Label> {
        self.positions.find(component).and_then(|number| self.labels[number as usize])
    }

    /// The positions that are labelled, with their labels.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&G::Position, R::Label)> {
        let labels = self.labels.iter().enumerate();
        labels.filter_map(|(number, label)| label.map(|label| (self.positions.at(number), label)))
    }

    fn component(&mut self, component: G::Position, meter: &mut Meter<'_>) -> Result<R::Label, Error> {
        // Besides an error, a panic in a game's own code may have left a search unfinished.
        self.abandon();
        meter.work(WORK_OF_A_QUESTION)?;
        let root = self.intern(component)?;
        loop {
            if let Some(label) = self.search(root, usize::MAX, meter).inspect_err(|_| self.abandon())? {
                self.charge(meter)?;
                return Ok(label);
            }
        }
    }

    /// Reports the growth of the tables.
    fn charge(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let bytes = self.bytes();
        meter.grow_to(bytes, &mut self.reported)?;
        Ok(())
    }

    /// Forgets the positions whose options are not all labelled, and keeps the labels.
    fn abandon(&mut self) {
        for frame in self.frames.drain(..) {
            self.open[frame.position as usize] = false;
        }
        self.parts.clear();
        self.ends.clear();
    }

    /// The label of `root`, unless more than `most` positions in all are labelled before it is found.
    fn search(&mut self, root: u32, most: usize, meter: &mut Meter<'_>) -> Result<Option<R::Label>, Error> {
        loop {
            if let Some(label) = self.labels[root as usize] {
                return Ok(Some(label));
            }
            if self.labelled > most {
                return Ok(None);
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
            if self.labels[part as usize].is_none() {
                if self.open[part as usize] {
                    return Err(Error::Cycle(self.cycle(part)));
                }
                return Ok(Next::Open(part));
            }
            frame.cursor += 1;
            if R::SETTLES {
                // The option that this part belongs to, if this was its last part.
                let own = &self.ends[frame.first..];
                let place = own.partition_point(|&end| end < frame.cursor);
                if own[place] == frame.cursor {
                    let from = if place == 0 { part_start(&self.ends, frame.first) } else { own[place - 1] };
                    let labels = &self.labels;
                    let mut option = self.parts[from..frame.cursor].iter().filter_map(|&p| labels[p as usize]);
                    if let Some(label) = self.recurrence.settles(&mut option) {
                        return Ok(Next::Close(label));
                    }
                }
            }
        }
        let first = frame.first;
        let start = part_start(&self.ends, first);
        let options =
            OptionLabels { parts: &self.parts[start..], ends: &self.ends[first..], start, labels: &self.labels };
        self.recurrence.label(options).map(Next::Close)
    }

    /// Labels a position at once, or puts it on the stack with its options.
    fn enter(&mut self, position: u32, meter: &mut Meter<'_>) -> Result<(), Error> {
        let item = self.positions.item(position);
        if let Some(label) = self.recurrence.known(&self.game, item, meter)? {
            self.set(position, label);
            return Ok(());
        }
        meter.step()?;
        let mut options = std::mem::take(&mut self.options);
        // An options list that does not fit the memory left is cut short there, and that is an error below. What fits is
        // what the tables below would still hold: an option is listed, in buffers that double, and then numbered.
        let limit = meter.room_for(4 * (size_of::<G::Position>() + size_of::<usize>()));
        let listed = options
            .fill(limit, meter, |out| self.game.options(item, out))
            .and_then(|()| self.list(position, &options, meter));
        self.options = options;
        listed
    }

    fn list(&mut self, position: u32, options: &Options<G::Position>, meter: &mut Meter<'_>) -> Result<(), Error> {
        if let Some(error) = options.failure() {
            return Err(error.clone().at(|| self.game.show(self.positions.item(position))));
        }
        if options.more() {
            return Err(meter.stopped(Bound::Bytes));
        }
        let first = self.ends.len();
        let start = self.parts.len();
        self.open[position as usize] = true;
        self.frames.push(Frame { position, first, cursor: start });
        let mut reduced = std::mem::take(&mut self.reduced);
        for option in options.iter() {
            for part in option {
                self.game.reduce(part.clone(), &mut reduced).map_err(|error| error.at(|| self.game.show(part)))?;
            }
            meter.work(4 * reduced.len() as u64)?;
            for part in reduced.drain(..) {
                let part = self.intern(part)?;
                self.parts.push(part);
            }
            self.ends.push(self.parts.len());
        }
        self.reduced = reduced;
        self.charge(meter)?;
        if R::SETTLES {
            self.settle_early(position);
        }
        Ok(())
    }

    /// Looks for an option that is labelled already and settles the position, before any other is searched.
    fn settle_early(&mut self, position: u32) {
        let Some(frame) = self.frames.last() else { return };
        let first = frame.first;
        let mut from = part_start(&self.ends, first);
        for &to in &self.ends[first..] {
            let option = &self.parts[from..to];
            from = to;
            if option.iter().all(|&part| self.labels[part as usize].is_some()) {
                let labels = &self.labels;
                let mut option = option.iter().filter_map(|&part| labels[part as usize]);
                if let Some(label) = self.recurrence.settles(&mut option) {
                    debug_assert!(self.frames.last().is_some_and(|frame| frame.position == position));
                    self.leave(label);
                    return;
                }
            }
        }
    }

    /// Takes the position on top of the stack off it, with its label.
    fn leave(&mut self, label: R::Label) {
        if let Some(frame) = self.frames.pop() {
            self.parts.truncate(part_start(&self.ends, frame.first));
            self.ends.truncate(frame.first);
            self.open[frame.position as usize] = false;
            self.set(frame.position, label);
        }
    }

    fn set(&mut self, position: u32, label: R::Label) {
        self.labels[position as usize] = Some(label);
        self.labelled += 1;
    }

    /// How many positions are labelled.
    pub(super) const fn labelled(&self) -> usize {
        self.labelled
    }

    fn intern(&mut self, position: G::Position) -> Result<u32, Error> {
        let number = self.positions.intern(position)?;
        if number as usize == self.labels.len() {
            self.labels.push(None);
            self.open.push(false);
            self.owned += self.game.bytes(self.positions.item(number));
        }
        Ok(number)
    }

    /// The positions on the stack from the open position `start` to the top: each leads to the next, the last to `start`.
    fn cycle(&self, start: u32) -> Cycle {
        let from = self.frames.iter().position(|frame| frame.position == start).unwrap_or(0);
        let positions = self.frames[from..].iter().map(|frame| self.game.show(self.positions.item(frame.position)));
        Cycle { positions: positions.collect() }
    }

    fn bytes(&self) -> usize {
        self.positions.bytes()
            + self.recurrence.bytes()
            + self.owned
            + self.labels.capacity() * size_of::<Option<R::Label>>()
            + self.open.capacity()
            + self.frames.capacity() * size_of::<Frame>()
            + self.parts.capacity() * size_of::<u32>()
            + self.ends.capacity() * size_of::<usize>()
    }
}

/// Steps that a question takes whose answer is known.
const WORK_OF_A_QUESTION: u64 = 16;

enum Next<L> {
    /// The stack is empty.
    Start,
    /// This part has to be labelled first.
    Open(u32),
    /// The position on top of the stack has this label.
    Close(L),
}

/// Where in the stack of parts the options begin whose ends begin at `first`.
fn part_start(ends: &[usize], first: usize) -> usize {
    if first == 0 { 0 } else { ends[first - 1] }
}
