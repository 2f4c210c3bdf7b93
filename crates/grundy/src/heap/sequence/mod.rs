//! The values of the heaps 0, 1, 2, … of a rule, by the fastest method that applies.
//!
//! A [`Sequence`] is a table of values and an engine that adds the next ones. Every engine agrees with the definition
//! (`plain`), which is one of them.

mod engine;
mod period_search;

use self::engine::splits::planes::Plan;
pub use self::engine::splits::rare_heaps::RareHeaps;
use self::engine::{Engine, Plain};
use self::period_search::checkpointer::Checkpointer;
use self::period_search::resume::ResumedSearch;
use super::HeapRule;
use super::period::{GuySmithTheorem, Period};
use crate::compact::{CompactTable, on_cells};
use crate::{Bound, Error, Meter, Nimber};

/// The values of all heaps up to some size, and an engine that computes more.
///
/// The table takes one byte a heap while all values are below 256, then two, then four. Once a period is proved the table
/// ends, and any heap has its value at once.
#[derive(Debug)]
pub struct Sequence {
    rule: HeapRule,
    table: CompactTable,
    engine: Engine,
    /// Whether a period is looked for.
    seeks_period: bool,
    theorem: Option<GuySmithTheorem>,
    period: Option<Period>,
    /// The length of the table at which it is searched for a period.
    search_at: usize,
    /// What looked like an arithmetic period, and could not be proved.
    unproved: Option<Period>,
    /// After how many heaps the period was proved, if not from the table.
    proved_after: Option<usize>,
    /// The search that continues from a checkpoint.
    resumed: Option<ResumedSearch>,
}

/// The length of the table at which it is first searched for a period.
const FIRST_SEARCH: usize = 64;

impl Sequence {
    /// The sequence of a rule, by the fastest method that applies. No value is computed yet.
    #[must_use]
    pub fn new(rule: HeapRule) -> Self {
        let engine = Engine::of(&rule);
        let theorem = GuySmithTheorem::of(&rule);
        let seeks_period = theorem.is_some() || matches!(engine, Engine::AllBut(_));
        Self {
            rule,
            table: CompactTable::default(),
            engine,
            seeks_period,
            theorem,
            period: None,
            search_at: FIRST_SEARCH,
            unproved: None,
            proved_after: None,
            resumed: None,
        }
    }

    /// The sequence of a rule by the definition alone, without a search for a period: the reference for every faster method.
    #[must_use]
    pub fn plain(rule: HeapRule) -> Self {
        let engine = Engine::Plain(Plain::new(rule.clone()));
        Self { engine, seeks_period: false, ..Self::new(rule) }
    }

    /// As [`new`](Self::new), but without a search for a period, so that the table has no end.
    #[must_use]
    pub fn without_period(rule: HeapRule) -> Self {
        Self { seeks_period: false, ..Self::new(rule) }
    }

    /// As [`without_period`](Self::without_period), and never in bit planes: the reference that those are measured against.
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

    /// The number of heaps whose values are in the table: the heaps below this number.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether the table is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The values in the table, of the heaps 0, 1, 2, …
    pub fn values(&self) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        (0..self.len()).map(|heap| self.table.get(heap).unwrap_or_default())
    }

    /// The period, if it is proved.
    #[must_use]
    pub const fn period(&self) -> Option<&Period> {
        self.period.as_ref()
    }

    /// The value of the heap of `heap` tokens, computing all below it unless a period is proved.
    ///
    /// # Errors
    /// [`Error::Budget`] at a limit; values that were computed stay in the table.
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
    /// [`Error::Budget`] at a limit; values that were computed stay in the table.
    pub fn extend(&mut self, heap: u64, meter: &mut Meter<'_>) -> Result<(), Error> {
        self.extend_towards(heap, heap, &mut Checkpointer::none(), meter)
    }

    /// As [`extend`](Self::extend), as a part of the way to the heap `goal`, with checkpoints.
    fn extend_towards(
        &mut self,
        heap: u64,
        goal: u64,
        checkpointer: &mut Checkpointer<'_>,
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
            // A table that cannot fit is not started, unless a period may end it.
            _ if !self.seeks_period => return Err(meter.stopped(Bound::Bytes)),
            _ => usize::try_from(heap.min(self.engine.search_horizon())).unwrap_or(usize::MAX),
        };
        while self.table.len() <= to {
            let before = self.table.bytes();
            let searched = if self.is_searched() { to.min(self.search_at - 1) } else { to };
            let until = checkpointer.portion(self.table.len(), searched);
            let large = on_cells!(&mut self.table, table => self.engine.extend(table, until, to, meter))?;
            if let Some(value) = large {
                self.table.push(value);
                meter.grow((self.table.bytes() - before) as u64)?;
            }
            if self.prove_period_if_due(meter)? {
                return Ok(());
            }
            checkpointer.after_portion(|schedule| self.checkpoint_of(schedule, None));
        }
        if to as u64 == heap { Ok(()) } else { Err(meter.stopped(Bound::Bytes)) }
    }
}

#[cfg(test)]
mod tests;
