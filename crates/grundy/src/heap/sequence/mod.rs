//! The values of the heaps 0, 1, 2, … of a rule, by the fastest method that applies.
//!
//! A [`Sequence`] is a table of values and an engine that adds the next ones. Every engine agrees with the definition
//! (`plain`), which is one of them.

mod all_but;
mod cells;
mod class;
mod keeper;
mod known;
mod lane;
mod narrow;
mod one_by_one;
mod options;
mod plain;
mod planes;
mod rare;
mod resume;
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
use self::keeper::{Course, Keeper};
use self::plain::Plain;
use self::planes::Plan;
pub use self::rare::RareHeaps;
use self::resume::{KeptStream, Resumed};
use self::shape::Shape;
use self::splits::Splits;
use self::stream::Left;
use self::subtraction::Subtraction;
use self::triples::Triples;
use self::window::{Found, Search};
use super::HeapRule;
use super::checkpoint::Keep;
use super::period::{By, Finding, Period, PeriodSearch, Proof, Repetition, Status, Theorem};
use crate::{Bound, Error, Meter, Nimber};

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
    /// After how many heaps the period was proved, if not from the table.
    proved_after: Option<usize>,
    /// The search that goes on from a checkpoint.
    resumed: Option<Resumed>,
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

    /// Computes values until the table has those of all heaps up to `to`, on the way to `goal`, or one does not fit: that one
    /// is returned, and is to be added by the caller.
    fn extend<T: Cell>(
        &mut self,
        table: &mut Vec<T>,
        to: usize,
        goal: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u32>, Error> {
        match self {
            Self::Plain(plain) => one_by_one::extend(plain, table, to, meter),
            Self::Subtraction(subtraction) => subtraction.extend(table, to, meter),
            Self::AllBut(all_but) => one_by_one::extend(all_but, table, to, meter),
            Self::Splits(splits) => splits.extend(table, to, goal, meter),
            Self::Triples(triples) => one_by_one::extend(triples, table, to, meter),
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
            proved_after: None,
            resumed: None,
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
    pub fn values(&self) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
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
        self.extend_towards(heap, heap, &mut Keeper::none(), meter)
    }

    /// The same as the first part of the way to a later heap, `goal`, of a search that may be kept.
    fn extend_towards(
        &mut self,
        heap: u64,
        goal: u64,
        keeper: &mut Keeper<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Error> {
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
            let goal = if self.is_searched() { to.min(self.search_at - 1) } else { to };
            let until = keeper.portion(self.table.len(), goal);
            let large = on_cells!(&mut self.table, table => self.engine.extend(table, until, goal, meter))?;
            if let Some(value) = large {
                self.table.push(value);
                meter.grow((self.table.bytes() - before) as u64)?;
            }
            if self.search_if_due(meter)? {
                return Ok(());
            }
            keeper.after_portion(|course| self.state(course, None));
        }
        if to as u64 == heap { Ok(()) } else { Err(meter.stopped(Bound::Bytes)) }
    }

    /// Searches for a period; values that were computed stay.
    ///
    /// # Errors
    /// Those of the values; limits, and a cancellation, end the search with what is known.
    pub fn find_period(&mut self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        self.find_period_kept(search, None, meter)
    }

    /// The same, and the search is kept, so that it can go on after an end at any moment: see [`Keep`].
    ///
    /// # Errors
    /// As for [`find_period`](Self::find_period).
    pub fn find_period_keeping(
        &mut self,
        search: &PeriodSearch,
        keep: &mut dyn Keep,
        meter: &mut Meter<'_>,
    ) -> Result<Finding, Error> {
        self.find_period_kept(search, Some(keep), meter)
    }

    fn find_period_kept(
        &mut self,
        search: &PeriodSearch,
        keep: Option<&mut dyn Keep>,
        meter: &mut Meter<'_>,
    ) -> Result<Finding, Error> {
        let ends = self.ends;
        self.ends &= search.by != By::Window;
        let found = self.find(search, keep, meter);
        self.ends = ends;
        let (known, stopped) = match found {
            Ok(known) => (known, None),
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

    /// Goes on with the search. If a stream has come further than the table: how many heaps it knows, and the limit that
    /// ended it.
    fn find(
        &mut self,
        search: &PeriodSearch,
        keep: Option<&mut dyn Keep>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Option<Error>)>, Error> {
        if let Some(heaps) = self.proved_after {
            return Ok(Some((heaps, None)));
        }
        let (course, stream) = match self.resumed.take() {
            Some(resumed) if resumed.course.by == search.by => {
                let stream = resumed.stream.as_ref();
                let bytes = self.table.bytes() + stream.map_or(0, KeptStream::bytes);
                if let Err(error) = meter.grow(bytes as u64) {
                    let heaps = stream.map_or(self.table.len(), KeptStream::next);
                    self.resumed = Some(resumed);
                    return Ok(Some((heaps, Some(error))));
                }
                (resumed.course, resumed.stream)
            }
            _ => (Course::new(search.by), None),
        };
        let mut keeper = Keeper::new(course, keep);
        let reached = self.follow(stream, search.heaps, &mut keeper, meter);
        match (&reached, &self.period) {
            (Ok(Some((heaps, None))), Some(_)) => self.proved_after = Some(*heaps),
            // The state of a stream was kept where it ended.
            (Ok(Some(_)), _) => return reached,
            _ => {}
        }
        keeper.keep(|course| self.state(course, None));
        reached
    }

    /// Extends the table or a stream until a period is proved or so many heaps are known.
    fn follow(
        &mut self,
        mut kept: Option<KeptStream>,
        heaps: u64,
        keeper: &mut Keeper<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Option<Error>)>, Error> {
        let last = heaps.saturating_sub(1);
        let heaps = usize::try_from(heaps).unwrap_or(usize::MAX);
        // The last run may have been ended before it searched.
        if kept.is_none() {
            self.search_if_due(meter)?;
        }
        while self.period.is_none() && (kept.is_some() || (self.table.len() as u64) <= last) {
            if kept.is_none() {
                self.extend_towards(last.min(keeper.course.stream_at), last, keeper, meter)?;
                if self.period.is_some() || self.table.len() as u64 > last {
                    break;
                }
            }
            if let (Engine::Splits(engine), true) = (&mut self.engine, kept.is_some()) {
                on_cells!(&self.table, table => engine.go_on_in_planes(table, heaps, meter));
            }
            let Engine::Splits(engine) = &self.engine else {
                return self.extend_towards(last, last, keeper, meter).map(|()| None);
            };
            let kept = kept.take();
            let Some((class, window)) = stream::window(engine, self.table.len(), keeper.course.shortest) else {
                keeper.course.stream_at = keeper.course.stream_at.saturating_mul(2);
                continue;
            };
            let found = on_cells!(&self.table, table => {
                let begin = || Search::after(engine, table, (class, window));
                let mut search = kept.and_then(|kept| kept.search(begin())).unwrap_or_else(begin);
                let mut each = |search: &Search<'_, _>| {
                    keeper.if_due(|course| self.state(course, Some(search.state())));
                };
                let found = search.go_on(heaps, &mut each, meter)?;
                if let Found::Stopped(..) = found {
                    keeper.keep(|course| self.state(course, Some(search.state())));
                }
                found
            });
            match found {
                Found::Period(period, heaps) => {
                    self.period = Some(period);
                    return Ok(Some((heaps, None)));
                }
                Found::Stopped(heaps, error) => return Ok(Some((heaps, error))),
                Found::Left(Left::Outside(_)) => {
                    let shortest = 8 * window;
                    keeper.course.shortest = shortest;
                    keeper.course.stream_at = keeper.course.stream_at.max(2 * shortest as u64 + 1);
                }
                // Not again before it is likely to be worth it.
                Found::Left(Left::Rare(heap) | Left::Unfit(heap)) => {
                    keeper.course.stream_at = (heap as u64).saturating_mul(4);
                }
            }
        }
        Ok(None)
    }

    /// Whether the table is searched for a period.
    const fn is_searched(&self) -> bool {
        self.ends && self.period.is_none()
    }

    /// Searches the table if it is as long as it should be for that; whether it proves a period.
    fn search_if_due(&mut self, meter: &Meter<'_>) -> Result<bool, Error> {
        if self.is_searched() && self.table.len() >= self.search_at { self.search(meter) } else { Ok(false) }
    }

    /// Looks whether the table proves a period, else sets the length at which it is searched again: where it was, if a
    /// limit ended it.
    fn search(&mut self, meter: &Meter<'_>) -> Result<bool, Error> {
        let length = self.table.len();
        self.search_at = length + length / 2 + length / 4;
        if let Engine::AllBut(all_but) = &self.engine {
            self.period = on_cells!(&self.table, table => all_but.period(table));
            return Ok(self.period.is_some());
        }
        self.period = self.repetition();
        if self.period.is_none() {
            self.period = self.growth(meter).inspect_err(|_| self.search_at = length)?;
        }
        Ok(self.period.is_some())
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
    fn growth(&mut self, meter: &Meter<'_>) -> Result<Option<Period>, Error> {
        let HeapRule::Code(code) = &self.rule else { return Ok(None) };
        if code.last().is_none() || code.digits().0.iter().all(|digit| digit & 8 == 0) {
            return Ok(None);
        }
        let Status::Observed { period, preperiod, saltus: saltus @ 1.. } = self.observed() else { return Ok(None) };
        let period = Period { period, preperiod, saltus, proof: Proof::ThreeParts };
        if self.doubted.as_ref() == Some(&period) {
            return Ok(None);
        }
        // The checker verifies the conditions of the theorem.
        let Some(certificate) = period.certificate(&self.rule) else { return Ok(None) };
        let (limits, watch) = (grundy_check::Limits { steps: MOST_STEPS, ..Default::default() }, meter.watch());
        let mut reached = None;
        let verified = certificate.verify_with(&limits, &mut |_, _| {
            reached = watch.reached();
            reached.is_none()
        });
        match (verified, reached) {
            (Ok(()), _) => Ok(Some(period)),
            (Err(_), Some(bound)) => Err(meter.stopped(bound)),
            (Err(_), None) => {
                self.doubted = Some(period);
                Ok(None)
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
