//! Values of large heaps in a game that a file declares to be uniform.
//!
//! # The declaration
//!
//! `uniform = U` says: a position is a heap n with a state (the other items of the tuple; none if it is an integer alone), and for all
//! n >= U the moves of (n, s) lead to (n - d, t) for pairs (d, t) that depend on the state s only, or end the component. Nobody can check
//! that for all heaps. It is compared with the file at every heap that is computed, and the first heap that breaks it is an error.
//!
//! # The theorem
//!
//! The states that can be reached at heaps from U on are finitely many, S, and no move from there takes more than r. So from U on the
//! values of all states at heap n are a function of those at the r heaps below it. If the values of r heaps in a row repeat, at e and at
//! e + p with U <= e (each the heap after its row), then by induction they repeat forever: g(n + p, s) = g(n, s) for all n >= e - r and s in
//! S. Values are bounded by the numbers of options, so there are finitely many rows of r heaps, and one of them repeats.
//!
//! This is Guy and Smith's argument (1956) without splits, with states beside the heap.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use grundy::search::{Grundy, Labels};
use grundy::{Error, Game, Meter, Nimber, Options};
use rustc_hash::FxHashMap;

use crate::fault::Fault;
use crate::game::RuleGame;
use crate::position::Position;

/// The name that a file gives the first heap of the declaration.
pub(crate) const UNIFORM: &str = "uniform";

/// The most states beside the heap.
const MOST_STATES: usize = 1000;

/// What a file declares, and what was computed under it.
pub(crate) struct Uniform {
    /// The first heap from which on moves look the same.
    pub(crate) from: u64,
    /// The line of the declaration.
    pub(crate) line: Option<usize>,
    /// Tables that nobody uses now, each closed under the moves of its states.
    tables: Mutex<Vec<Table>>,
    /// The last heap that was compared with the one below for a value that rests on the declaration; 0: there is none.
    rests: AtomicU64,
}

/// A position as a heap and a state.
fn split(position: &Position) -> Option<(u64, &[Position])> {
    let heap = |position: &Position| if let Position::Integer(n) = position { u64::try_from(*n).ok() } else { None };
    match position {
        Position::Tuple(items) => match &**items {
            [first, state @ ..] if !state.is_empty() => Some((heap(first)?, state)),
            _ => None,
        },
        position => Some((heap(position)?, &[])),
    }
}

fn join(heap: u64, state: &[Position]) -> Position {
    let heap = Position::Integer(i64::try_from(heap).unwrap_or(i64::MAX));
    if state.is_empty() { heap } else { Position::Tuple(std::iter::once(heap).chain(state.iter().cloned()).collect()) }
}

/// A move from a heap of the declaration: how many tokens it takes and which state it leaves; `None` ends the component.
type Step = Option<(u64, usize)>;

/// The values of all states that can be reached from one.
struct Table {
    states: Vec<Box<[Position]>>,
    numbers: FxHashMap<Box<[Position]>, usize>,
    /// The moves of each state, sorted, without duplicates.
    steps: Vec<Vec<Step>>,
    /// The most that a move takes, at least 1.
    reach: usize,
    /// The values at heaps 0, 1, … of all states.
    rows: Vec<Box<[u64]>>,
    /// Rows of `reach` heaps by a hash of their values: the heaps after them.
    windows: FxHashMap<u64, Vec<usize>>,
    /// The heap from which on values repeat, and the period.
    period: Option<(usize, usize)>,
    /// The game as it is without the declaration.
    labels: Labels<RuleGame, Grundy>,
}

impl Uniform {
    pub(crate) fn new(from: u64, line: Option<usize>) -> Self {
        Self { from, line, tables: Mutex::default(), rests: AtomicU64::new(0) }
    }

    /// The last heap that was compared, if a value was found that rests on the declaration.
    pub(crate) fn rests(&self) -> Option<u64> {
        Some(self.rests.load(Ordering::Relaxed)).filter(|&last| last > 0)
    }

    /// The value of a position of `game`, which makes this declaration, if it is one of the declaration.
    pub(crate) fn value(
        &self,
        game: &RuleGame,
        position: &Position,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Nimber>, Error> {
        let Some((heap, state)) = split(position) else { return Ok(None) };
        if heap < self.from {
            return Ok(None);
        }
        let known = {
            let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            let place = tables.iter().position(|table| table.numbers.contains_key(state));
            place.map(|place| tables.swap_remove(place))
        };
        let mut table = match known {
            Some(table) => table,
            None => Table::new(game, self, state, meter)?,
        };
        let value = table.value(self, heap, state, meter);
        self.tables.lock().unwrap_or_else(PoisonError::into_inner).push(table);
        value.map(Some)
    }

    fn is_false(&self, game: &RuleGame, position: &Position, why: String) -> Error {
        let message = format!("{UNIFORM} = {} is false: {why}", self.from);
        game.error(Fault::rules(self.line, message), position)
    }
}

impl Table {
    /// The states that can be reached from one, and their moves.
    fn new(game: &RuleGame, uniform: &Uniform, state: &[Position], meter: &mut Meter<'_>) -> Result<Self, Error> {
        let plain = game.undeclared();
        let mut table = Self {
            states: Vec::new(),
            numbers: FxHashMap::default(),
            steps: Vec::new(),
            reach: 1,
            rows: Vec::new(),
            windows: FxHashMap::default(),
            period: None,
            labels: Labels::new(plain, Grundy::default()),
        };
        table.number(game, uniform, state)?;
        while table.steps.len() < table.states.len() {
            let number = table.steps.len();
            let steps = table.steps_at(game, uniform, uniform.from, number, meter)?;
            let reach = steps.iter().flatten().map(|&(taken, _)| taken).max().unwrap_or(0);
            table.reach = table.reach.max(usize::try_from(reach).unwrap_or(usize::MAX));
            table.steps.push(steps);
        }
        Ok(table)
    }

    /// The number of a state.
    fn number(&mut self, game: &RuleGame, uniform: &Uniform, state: &[Position]) -> Result<usize, Error> {
        if let Some(&number) = self.numbers.get(state) {
            return Ok(number);
        }
        let number = self.states.len();
        if number == MOST_STATES {
            let position = join(uniform.from, state);
            let why = format!("more than {MOST_STATES} states can be reached, and they have to be finitely many");
            return Err(uniform.is_false(game, &position, why));
        }
        self.states.push(state.into());
        self.numbers.insert(state.into(), number);
        Ok(number)
    }

    /// The moves of a state at a heap of the declaration.
    fn steps_at(
        &mut self,
        game: &RuleGame,
        uniform: &Uniform,
        heap: u64,
        number: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Step>, Error> {
        meter.step()?;
        let position = join(heap, &self.states[number]);
        let mut options = Options::new();
        game.options(&position, &mut options);
        if let Some(error) = options.failure() {
            return Err(error.clone());
        }
        let mut steps = Vec::with_capacity(options.len());
        for parts in options.iter() {
            steps.push(match parts {
                [] => None,
                [part] => match split(part) {
                    Some((left, state)) if left <= heap => {
                        let state = self.number(game, uniform, state)?;
                        Some((heap - left, state))
                    }
                    _ => return Err(uniform.is_false(game, &position, format!("{position} can move to {part}"))),
                },
                _ => {
                    let why = format!("a move from {position} leaves several parts");
                    return Err(uniform.is_false(game, &position, why));
                }
            });
        }
        steps.sort_unstable();
        steps.dedup();
        Ok(steps)
    }

    fn value(
        &mut self,
        uniform: &Uniform,
        heap: u64,
        state: &[Position],
        meter: &mut Meter<'_>,
    ) -> Result<Nimber, Error> {
        // The table was looked for, or made, by this state.
        let number = self.numbers.get(state).copied().unwrap_or_default();
        let place = loop {
            if let Some(place) = usize::try_from(heap).ok().filter(|&place| place < self.rows.len()) {
                break place;
            }
            if let Some((from, period)) = self.period {
                uniform.rests.fetch_max(self.rows.len() as u64 - 1, Ordering::Relaxed);
                #[expect(clippy::cast_possible_truncation, reason = "a remainder of the period, which is a usize")]
                break from + ((heap - from as u64) % period as u64) as usize;
            }
            self.add_row(uniform, meter)?;
        };
        Ok(Nimber(self.rows[place][number]))
    }

    /// Computes the values of the next heap, after its moves were compared with those of the heap below.
    fn add_row(&mut self, uniform: &Uniform, meter: &mut Meter<'_>) -> Result<(), Error> {
        let heap = self.rows.len() as u64;
        let game = self.labels.game().clone();
        if heap > uniform.from {
            for number in 0..self.states.len() {
                let steps = self.steps_at(&game, uniform, heap, number, meter)?;
                if steps != self.steps[number] {
                    let (here, below) = (join(heap, &self.states[number]), join(heap - 1, &self.states[number]));
                    let why = format!("the moves of {here} are not those of {below} one heap higher");
                    return Err(uniform.is_false(&game, &here, why));
                }
            }
        }
        let mut row = Vec::with_capacity(self.states.len());
        for number in 0..self.states.len() {
            let position = join(heap, &self.states[number]);
            row.push(self.labels.value(&position, meter)?.0);
        }
        meter.grow((size_of_val(&*row) + 2 * size_of::<Box<[u64]>>() + 2 * size_of::<Vec<usize>>()) as u64)?;
        self.rows.push(row.into());
        self.find_period(uniform);
        Ok(())
    }

    /// Looks for an earlier row of heaps with the values of the last one.
    fn find_period(&mut self, uniform: &Uniform) {
        let end = self.rows.len();
        if (end as u64) < uniform.from || end < self.reach {
            return;
        }
        let window = |end: usize| &self.rows[end - self.reach..end];
        let hash = window(end)
            .iter()
            .flatten()
            .fold(0_u64, |hash, &value| (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let earlier = self.windows.entry(hash).or_default();
        match earlier.iter().find(|&&other| window(other) == window(end)) {
            Some(&other) => self.period = Some((other - self.reach, end - other)),
            None => earlier.push(end),
        }
    }
}
