//! The values of the heaps 0, 1, 2, … of a rule, by the fastest method that applies.
//!
//! A [`Sequence`] is a table of values and an engine that adds the next ones. Every engine agrees with the definition
//! (`plain`), which is one of them.

mod all_but;
mod cells;
mod class;
mod known;
mod lane;
mod narrow;
mod one_by_one;
mod options;
mod plain;
mod planes;
mod shape;
mod splits;
mod stream;
mod subtraction;
mod triples;
mod wide;
mod window;
mod witness;

use self::all_but::AllBut;
use self::cells::{Cell, Cells, on_cells};
use self::plain::Plain;
use self::planes::Plan;
use self::shape::Shape;
use self::splits::Splits;
use self::stream::Left;
use self::subtraction::Subtraction;
use self::triples::Triples;
use self::window::Found;
use super::HeapRule;
use super::period::{By, Finding, Period, PeriodSearch, Proof, Repetition, Status, Theorem};
use crate::{Bound, Error, Meter, Nimber};
use grundy_check::Refusal;

/// The values of all heaps up to some size, and the way to go on.
///
/// The table takes one byte a heap while all values are below 256, then two, then four. Once a period is proved the table
/// ends, and any heap has its value at once.
#[derive(Debug)]
pub struct Sequence {
    rule: HeapRule,
    table: Cells,
    engine: Engine,
    /// Whether a period is looked for.
    ends: bool,
    theorem: Option<Theorem>,
    period: Option<Period>,
    /// The length of the table at which it is searched for a period.
    search_at: usize,
    /// What looked like an arithmetic period and was not proved.
    doubted: Option<Period>,
}

/// What computes the next values.
#[derive(Debug)]
enum Engine {
    /// By the definition.
    Plain(Plain),
    /// A few takes.
    Subtraction(Subtraction),
    /// All takes but some.
    AllBut(AllBut),
    /// Moves that leave at most two heaps.
    Splits(Box<Splits>),
    /// Moves that leave up to three.
    Triples(Triples),
}

/// The length of the table from which on a stream may go on: so long a table costs little memory.
const STREAM_FROM: u64 = 1 << 22;
/// The most steps that the proof of an arithmetic period may take: some seconds.
const MOST_STEPS: u64 = 1 << 32;
/// A longer table is not searched for a growth of its values: that takes many times its memory.
const MOST_DIFFERENCES: usize = 1 << 20;
/// The length of the table at which it is first searched for a period.
const FIRST_SEARCH: usize = 64;

impl Engine {
    fn of(rule: &HeapRule) -> Self {
        let all_but = match rule {
            HeapRule::Takes(takes) => AllBut::of(takes),
            HeapRule::Code(_) | HeapRule::SplitUnequal => None,
        };
        if let Some(all_but) = all_but {
            return Self::AllBut(all_but);
        }
        if let Some(subtraction) = Subtraction::of(rule) {
            return Self::Subtraction(subtraction);
        }
        if let HeapRule::Code(code) = rule
            && let Some(triples) = Triples::of(code)
        {
            return Self::Triples(triples);
        }
        match Shape::of(rule) {
            Some(shape) => Self::Splits(Box::new(Splits::new(shape, rule.clone()))),
            None => Self::Plain(Plain::new(rule.clone())),
        }
    }

    /// For a heap that no table can reach, a period is looked for among so many heaps.
    const fn far(&self) -> u64 {
        match self {
            Self::Plain(_) => 2000,
            Self::Triples(_) => 10_000,
            Self::Subtraction(_) | Self::AllBut(_) | Self::Splits(_) => 50_000_000,
        }
    }
}

impl Sequence {
    /// The sequence of a rule, none of it computed, by the fastest method that applies.
    #[must_use]
    pub fn new(rule: HeapRule) -> Self {
        let engine = Engine::of(&rule);
        let theorem = Theorem::of(&rule);
        let ends = theorem.is_some() || matches!(engine, Engine::AllBut(_));
        Self {
            rule,
            table: Cells::default(),
            engine,
            ends,
            theorem,
            period: None,
            search_at: FIRST_SEARCH,
            doubted: None,
        }
    }

    /// The same by the definition alone, and without an end: what every faster method is tested against.
    #[must_use]
    pub fn plain(rule: HeapRule) -> Self {
        let engine = Engine::Plain(Plain::new(rule.clone()));
        Self { engine, ends: false, ..Self::new(rule) }
    }

    /// The same, but no period is looked for: the table goes on for ever.
    #[must_use]
    pub fn without_period(rule: HeapRule) -> Self {
        Self { ends: false, ..Self::new(rule) }
    }

    /// The same without a period, and never in bit planes: what those are measured against.
    #[must_use]
    pub fn without_planes(rule: HeapRule) -> Self {
        let mut sequence = Self::without_period(rule);
        if let Engine::Splits(splits) = &mut sequence.engine {
            splits.plan = Plan::NEVER;
        }
        sequence
    }

    /// The rule.
    #[must_use]
    pub const fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// How many heaps have a value in the table: those below this number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether no value has been computed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values in the table, of the heaps 0, 1, 2, …
    pub fn values(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|heap| self.table.get(heap).unwrap_or_default())
    }

    /// The period, once it is proved.
    #[must_use]
    pub const fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The value of the heap of `heap` tokens, computing all below it unless a period is proved.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit; what was computed stays.
    pub fn value(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        if let Some(value) = self.known(heap) {
            return value;
        }
        self.extend(heap, meter)?;
        self.known(heap).unwrap_or_else(|| Err(meter.stopped(Bound::Bytes)))
    }

    /// The value of a heap, if it is in the table or follows from the period.
    fn known(&self, heap: u64) -> Option<Result<Nimber, Error>> {
        let in_table = |heap: u64| usize::try_from(heap).ok().and_then(|heap| self.table.get(heap)).map(u64::from);
        if let Some(value) = in_table(heap) {
            return Some(Ok(Nimber(value)));
        }
        let period = self.period.as_ref()?;
        let (heap_like, times) = period.fold(heap);
        // A period that was proved by a window may not be in the table yet.
        let value = in_table(heap_like)?;
        let value = times.checked_mul(period.saltus).and_then(|more| more.checked_add(value));
        Some(value.map(Nimber).ok_or_else(|| Error::Overflow(format!("the value of heap {heap} is above 2^64 - 1"))))
    }

    /// Computes the values of all heaps up to `heap`, or as many as prove a period.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit; what was computed stays.
    pub fn extend(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<(), Error> {
        self.extend_towards(heap, heap, meter)
    }

    /// The same as the first part of the way to a later heap, `goal`.
    fn extend_towards(&mut self, heap: u64, goal: u64, meter: &mut Meter<'_>) -> Result<(), Error> {
        let have = self.table.len() as u64;
        // A period that was proved by a window may not have been in the table yet.
        let heap = self.period.as_ref().map_or(heap, |period| period.fold(heap).0);
        if heap < have {
            return Ok(());
        }
        meter.resume("heaps", have, Some(goal.max(heap).saturating_add(1)));
        let fits = meter.room().is_none_or(|room| heap - have < room);
        let to = match usize::try_from(heap) {
            Ok(heap) if fits => heap,
            // A table that cannot fit is not begun, unless a period may end it.
            _ if !self.ends => return Err(meter.stopped(Bound::Bytes)),
            _ => usize::try_from(heap.min(self.engine.far())).unwrap_or(usize::MAX),
        };
        while self.table.len() <= to {
            let before = self.table.bytes();
            let until = if self.ends && self.period.is_none() { to.min(self.search_at - 1) } else { to };
            let large = on_cells!(&mut self.table, table => match &mut self.engine {
                Engine::Plain(plain) => one_by_one::extend(plain, table, until, meter),
                Engine::Subtraction(subtraction) => subtraction.extend(table, until, meter),
                Engine::AllBut(all_but) => one_by_one::extend(all_but, table, until, meter),
                Engine::Splits(splits) => splits.extend(table, until, meter),
                Engine::Triples(triples) => one_by_one::extend(triples, table, until, meter),
            })?;
            if let Some(value) = large {
                self.table.push(value);
                meter.grow((self.table.bytes() - before) as u64)?;
            }
            if self.ends && self.period.is_none() && self.table.len() >= self.search_at && self.search(meter) {
                return Ok(());
            }
        }
        if to as u64 == heap { Ok(()) } else { Err(meter.stopped(Bound::Bytes)) }
    }

    /// Searches for a period; values that were computed stay.
    ///
    /// # Errors
    /// [`Error::Budget`] when cancelled; other limits end the search with what is known.
    pub fn find_period(&mut self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        let last = search.heaps.saturating_sub(1);
        let ends = self.ends;
        self.ends &= search.by != By::Window;
        let found = self.find(search, last, meter);
        self.ends = ends;
        let (known, stopped) = match found {
            Ok(known) => (known, None),
            Err(error @ Error::Budget { bound: Bound::Cancel, .. }) => return Err(error),
            Err(error @ Error::Budget { .. }) => (None, Some(error)),
            Err(error) => return Err(error),
        };
        let (checked_to, stopped) = match known {
            Some((heaps, error)) => (heaps as u64, error),
            None => (self.table.len() as u64, stopped),
        };
        let status = match &self.period {
            Some(period) => Status::Proved(period.clone()),
            // What the table looks like was not confirmed further on.
            None if checked_to > self.table.len() as u64 => Status::None,
            None => self.observed(),
        };
        Ok(Finding { status, checked_to: checked_to.checked_sub(1), stopped })
    }

    /// Extends the table or a stream until a period is proved or the last heap is reached. If a stream has come further
    /// than the table: how many heaps it knows, and the limit that ended it.
    fn find(
        &mut self,
        search: &PeriodSearch,
        last: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Option<Error>)>, Error> {
        let mut stream_at = match search.by {
            By::Any => STREAM_FROM,
            By::FullRange => u64::MAX,
            By::Window => 1 << 12,
        };
        let mut shortest = 0;
        while self.period.is_none() && (self.table.len() as u64) <= last {
            self.extend_towards(last.min(stream_at), last, meter)?;
            if self.period.is_some() || self.table.len() as u64 > last {
                break;
            }
            let heaps = usize::try_from(search.heaps).unwrap_or(usize::MAX);
            let Engine::Splits(engine) = &self.engine else { return self.extend(last, meter).map(|()| None) };
            let Some((class, window)) = stream::window(engine, self.table.len(), shortest) else {
                stream_at = stream_at.saturating_mul(2);
                continue;
            };
            match on_cells!(&self.table, table => window::search(engine, table, (class, window), heaps, meter))? {
                Found::Period(period, heaps) => {
                    self.period = Some(period);
                    return Ok(Some((heaps, None)));
                }
                Found::Stopped(heaps, error) => return Ok(Some((heaps, error))),
                Found::Left(Left::Outside(_)) => {
                    shortest = 8 * window;
                    stream_at = stream_at.max(2 * shortest as u64 + 1);
                }
                // Not again before it is likely to be worth it.
                Found::Left(Left::Rare(heap) | Left::Unfit(heap)) => stream_at = (heap as u64).saturating_mul(4),
            }
        }
        Ok(None)
    }

    /// Looks whether the table proves a period, else sets the length at which it is searched again.
    fn search(&mut self, meter: &Meter<'_>) -> bool {
        let length = self.table.len();
        self.search_at = length + length / 2 + length / 4;
        if let Engine::AllBut(all_but) = &self.engine {
            self.period = on_cells!(&self.table, table => all_but.period(table));
            return self.period.is_some();
        }
        self.period = self.repetition().or_else(|| self.growth(meter));
        self.period.is_some()
    }

    /// The period that the theorem of Guy and Smith proves from the table. If it needs a longer table, that one is searched
    /// next.
    fn repetition(&mut self) -> Option<Period> {
        let Repetition { period, preperiod } = on_cells!(&self.table, table => Repetition::find(table))?;
        let (period, preperiod) = (period as u64, preperiod as u64);
        let needs = self.theorem?.needs(period, preperiod)?;
        if needs > self.table.len() as u64 {
            self.search_at = usize::try_from(needs).unwrap_or(usize::MAX).min(self.search_at);
            return None;
        }
        let class = match &self.engine {
            Engine::Splits(splits) => splits.sparse().map(|sparse| sparse.class.into()),
            Engine::Plain(_) | Engine::Subtraction(_) | Engine::AllBut(_) | Engine::Triples(_) => None,
        };
        Some(Period { period, preperiod, saltus: 0, proof: Proof::FullRange { class } })
    }

    /// The arithmetic period that the theorem on moves that leave three heaps proves, if the table looks like one.
    fn growth(&mut self, meter: &Meter<'_>) -> Option<Period> {
        let HeapRule::Code(code) = &self.rule else { return None };
        if code.last().is_none() || code.digits().0.iter().all(|digit| digit & 8 == 0) {
            return None;
        }
        let Status::Observed { period, preperiod, saltus: saltus @ 1.. } = self.observed() else { return None };
        let period = Period { period, preperiod, saltus, proof: Proof::ThreeParts };
        if self.doubted.as_ref() == Some(&period) {
            return None;
        }
        // The checker verifies the conditions of the theorem.
        let certificate = period.certificate(&self.rule)?;
        let (limits, watch) = (grundy_check::Limits { steps: MOST_STEPS, ..Default::default() }, meter.watch());
        match certificate.verify_with(&limits, &mut |_, _| watch.reached().is_none()) {
            Ok(()) => Some(period),
            Err(Refusal::Stopped { .. }) => None,
            Err(_) => {
                self.doubted = Some(period);
                None
            }
        }
    }

    /// What the table looks like.
    fn observed(&self) -> Status {
        on_cells!(&self.table, table => match Status::repeating(table) {
            Status::None if table.len() <= MOST_DIFFERENCES => {
                Status::observed(&table.iter().map(|value| value.get()).collect::<Vec<u32>>())
            }
            status => status,
        })
    }
}

#[cfg(test)]
mod tests;
