//! Checkpoints of a sequence: writing the state of a search, and resuming the search.
//!
//! A checkpoint holds what cannot be computed again: the values, and the decisions that depend on more than values. The engine, the
//! class, the window and the places of the anchors follow from them as they did in the search, so a search that goes on
//! finds what it would have found. What is read is not a proof: numbers that no search leaves are refused, the last values are
//! compared with what follows from those before, and a proved period is verified where that takes a moment.

use std::io::Read;

use super::checkpointer::Schedule;
use super::stream::{self, COMPARED};
use super::window::WindowSearch;
use crate::compact::{Cell, CompactSlice, CompactTable, on_cells};
use crate::heap::HeapRule;
use crate::heap::checkpoint::{
    self, Checkpoint, CheckpointError, Header, SearchState, State, StoredCheckpoint, StreamState,
};
use crate::heap::period::{Period, PeriodTheorem, Proof};
use crate::heap::sequence::engine::Engine;
use crate::heap::sequence::{FIRST_SEARCH, Sequence};
use crate::{Limits, Meter};
use grundy_check::Refusal;

/// The search of a checkpoint.
#[derive(Debug)]
pub(in crate::heap::sequence) struct ResumedSearch {
    pub(super) schedule: Schedule,
    pub(super) stream: Option<StoredStream>,
}

/// A stream of a checkpoint.
#[derive(Debug)]
pub(super) struct StoredStream {
    state: StreamState,
    recent: Vec<u8>,
    anchors: Vec<Vec<u8>>,
}

/// Roughly the steps that comparing the last values of a table may take: a tenth of a second.
const COMPARING: usize = 1 << 26;
/// What verifying a proved period may take.
const VERIFYING: grundy_check::Limits = grundy_check::Limits { steps: 1 << 26, memory: 1 << 26 };

impl Sequence {
    /// The state of a search by this theorem that has computed what is known here: the one that
    /// [`find_period_with_checkpoints`](Self::find_period_with_checkpoints) resumes.
    #[must_use]
    pub fn checkpoint(&self, theorem: PeriodTheorem) -> Checkpoint<'_> {
        match &self.resumed {
            Some(ResumedSearch { schedule, stream }) if schedule.theorem == theorem => {
                self.checkpoint_of(schedule, stream.as_ref().map(StoredStream::parts))
            }
            _ => self.checkpoint_of(&Schedule::new(theorem), None),
        }
    }

    /// The state of a search that takes this schedule.
    pub(in crate::heap::sequence) fn checkpoint_of<'a>(
        &'a self,
        schedule: &Schedule,
        stream: Option<(StreamState, Vec<CompactSlice<'a>>)>,
    ) -> Checkpoint<'a> {
        let header = |state| Header::new(self.rule.name(), schedule.theorem, state);
        if let Some(period) = &self.period {
            let heaps = self.proved_after.unwrap_or(self.table.len()) as u64;
            return Checkpoint::new(header(State::Proved { period: period.clone(), heaps }), Vec::new());
        }
        let (stream, parts) = stream.unzip();
        let state = SearchState {
            cell: self.table.cell_bytes(),
            table: self.table.len() as u64,
            search_at: self.search_at as u64,
            stream_at: schedule.stream_at,
            shortest_window: schedule.shortest_window as u64,
            stream,
        };
        let parts = [self.table.as_slice()].into_iter().chain(parts.into_iter().flatten());
        Checkpoint::new(header(State::Open(state)), parts.collect())
    }

    /// The sequence of a rule as a search for a proof by this theorem left it. The next search by that theorem continues from
    /// there, and finds what it would have found without a break.
    ///
    /// # Errors
    /// [`CheckpointError`] if what is read is not the checkpoint of such a search, whole and as it was written.
    ///
    /// # Complexity
    /// Time O(heaps) for a table of so many, and O(heaps^2) at the next heap with moves that leave three heaps.
    pub fn resume(rule: HeapRule, theorem: PeriodTheorem, from: &mut dyn Read) -> Result<Self, CheckpointError> {
        let StoredCheckpoint { header, table, recent, anchors } = checkpoint::read(from)?;
        if header.rule != rule.name() {
            return Err(CheckpointError::Rule { found: header.rule });
        }
        if header.theorem != theorem {
            return Err(CheckpointError::Theorem { found: header.theorem.name().to_owned() });
        }
        match header.state {
            State::Proved { period, heaps } => Self::proved(rule, period, heaps),
            State::Open(state) => {
                let stream = state.stream.map(|state| StoredStream { state, recent, anchors });
                Self::open(rule, theorem, state, table, stream)
            }
        }
    }

    fn proved(rule: HeapRule, period: Period, heaps: u64) -> Result<Self, CheckpointError> {
        let is_possible = period.period > 0
            && period.preperiod.checked_add(period.period).is_some()
            && period.proof != Proof::ClosedForm
            && is_true(&period, &rule);
        let heaps = usize::try_from(heaps).ok().filter(|_| is_possible);
        let heaps = heaps.ok_or(CheckpointError::Inconsistent("the period is not proved"))?;
        Ok(Self { period: Some(period), proved_after: Some(heaps), ..Self::new(rule) })
    }

    fn open(
        rule: HeapRule,
        theorem: PeriodTheorem,
        state: SearchState,
        table: Vec<u8>,
        stream: Option<StoredStream>,
    ) -> Result<Self, CheckpointError> {
        let inconsistent = CheckpointError::Inconsistent;
        let table =
            CompactTable::from_le_bytes(state.cell, table).ok_or(inconsistent("there is no such width of values"))?;
        let (table, engine) = checked(&rule, table).ok_or(inconsistent("the values do not follow from each other"))?;
        let decided = || {
            let (search_at, shortest_window) =
                (usize::try_from(state.search_at).ok()?, usize::try_from(state.shortest_window).ok()?);
            let fits = (FIRST_SEARCH..=table.len().saturating_mul(2).max(FIRST_SEARCH)).contains(&search_at)
                && state.stream_at >= Schedule::new(theorem).stream_at
                && shortest_window <= table.len().saturating_mul(4);
            fits.then_some((search_at, Schedule { theorem, stream_at: state.stream_at, shortest_window }))
        };
        let (search_at, schedule) = decided().ok_or(inconsistent("its decisions do not fit its values"))?;
        if let Some(stream) = &stream {
            on_cells!(&table, table => stream.check(&engine, table, &schedule))
                .ok_or(inconsistent("the last values do not follow from the first ones"))?;
        }
        let resumed = Some(ResumedSearch { schedule, stream });
        Ok(Self { table, engine, search_at, resumed, ..Self::new(rule) })
    }
}

/// Whether a claim can be true; a claim that takes too long to verify is accepted.
fn is_true(period: &Period, rule: &HeapRule) -> bool {
    let Some(certificate) = period.certificate(rule) else { return true };
    let too_long = |refusal| {
        matches!(refusal, Refusal::TooMuchMemory { .. } | Refusal::TooManySteps { .. } | Refusal::OutOfSteps { .. })
    };
    certificate.verify_with(&VERIFYING, &mut |_, _| true).map_or_else(too_long, |()| true)
}

/// The table, if its values are such as this rule can have, and its last ones those that follow from the ones before; and the
/// engine as it was when it had computed them.
fn checked(rule: &HeapRule, mut table: CompactTable) -> Option<(CompactTable, Engine)> {
    // No move can be repeated more than twice as often as there are tokens, and no value is above the longest play.
    let is_small = |(heap, value): (usize, u32)| u64::from(value) <= 2 * heap as u64;
    if !on_cells!(&table, table => table.iter().map(|value| value.get()).enumerate().all(is_small)) {
        return None;
    }
    let engine = on_cells!(&table, table => Engine::of(rule).after(table))?;
    let length = table.len();
    let compared = (COMPARING / engine.cost(length)).min(COMPARED).min(length);
    if compared == 0 {
        return Some((table, engine));
    }
    let follow = on_cells!(&mut table, table => {
        let last = table.split_off(length - compared);
        let mut engine = Engine::of(rule).after(table)?;
        let large = engine.extend(table, length - 1, length - 1, &mut Meter::new(&Limits::default())).ok()?;
        large.is_none() && table.ends_with(&last)
    });
    follow.then_some((table, engine))
}

impl StoredStream {
    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> usize {
        self.recent.len() + self.anchors.iter().map(Vec::len).sum::<usize>()
    }

    /// The next heap.
    pub(super) fn next(&self) -> usize {
        usize::try_from(self.state.next).unwrap_or(usize::MAX)
    }

    fn parts(&self) -> (StreamState, Vec<CompactSlice<'_>>) {
        let parts = [&self.recent].into_iter().chain(&self.anchors).map(|bytes| CompactSlice::U8(bytes));
        (self.state, parts.collect())
    }

    /// The search that was stored, resumed from its beginning; `None` if it did not begin so.
    pub(super) fn search<'a, T: Cell>(&self, begin: WindowSearch<'a, T>) -> Option<WindowSearch<'a, T>> {
        let anchors = self.anchors.iter().map(|bytes| T::from_le_bytes(bytes)).collect();
        begin.resumed(self.next(), &T::from_le_bytes(&self.recent), anchors)
    }

    /// Whether the stored search can have begun at the end of this table.
    fn check<T: Cell>(&self, engine: &Engine, table: &[T], schedule: &Schedule) -> Option<()> {
        let Engine::Splits(engine) = engine else { return None };
        let (class, window) = stream::choose_window(engine, table.len(), schedule.shortest_window)
            .filter(|_| schedule.theorem != PeriodTheorem::FullRange)?;
        let StreamState { class: kept, window: kept_window, anchors, .. } = self.state;
        let fits = kept == class.into() && kept_window == window as u64 && anchors == self.anchors.len() as u64;
        self.search(WindowSearch::at_end_of(engine, table, (class, window))).filter(|_| fits).map(|_| ())
    }
}

#[cfg(test)]
mod tests;
