//! The search for the period of a sequence: in its table, and in a stream that continues the table.

pub(super) mod checkpointer;
pub(super) mod resume;
pub(super) mod stream;
mod window;

use self::checkpointer::{Checkpointer, Schedule};
use self::resume::StoredStream;
use self::stream::StreamEnd;
use self::window::{WindowOutcome, WindowSearch};
use super::Sequence;
use super::engine::Engine;
use crate::compact::{Cell, on_cells};
use crate::heap::HeapRule;
use crate::heap::checkpoint::CheckpointSink;
use crate::heap::period::{Finding, Period, PeriodSearch, PeriodTheorem, Proof, Repetition, Status};
use crate::{Error, Meter};

/// The most steps that the proof of an arithmetic period may take: some seconds.
const MOST_STEPS: u64 = 1 << 32;
/// A longer table is not searched for a growth of its values: that takes many times its memory.
const MOST_DIFFERENCES: usize = 1 << 20;

impl Sequence {
    /// Searches for a period; values that were computed stay.
    ///
    /// # Errors
    /// Those of the values; limits, and a cancellation, end the search with what is known.
    pub fn find_period(&mut self, search: &PeriodSearch, meter: &mut Meter<'_>) -> Result<Finding, Error> {
        self.find_period_saving_to(search, None, meter)
    }

    /// As [`find_period`](Self::find_period), with checkpoints, so that the search can be resumed after it has ended at any
    /// moment: see [`CheckpointSink`].
    ///
    /// # Errors
    /// As for [`find_period`](Self::find_period).
    pub fn find_period_with_checkpoints(
        &mut self,
        search: &PeriodSearch,
        sink: &mut dyn CheckpointSink,
        meter: &mut Meter<'_>,
    ) -> Result<Finding, Error> {
        self.find_period_saving_to(search, Some(sink), meter)
    }

    fn find_period_saving_to(
        &mut self,
        search: &PeriodSearch,
        sink: Option<&mut dyn CheckpointSink>,
        meter: &mut Meter<'_>,
    ) -> Result<Finding, Error> {
        let seeks_period = self.seeks_period;
        self.seeks_period &= search.theorem != PeriodTheorem::Window;
        let found = self.start_or_resume_search(search, sink, meter);
        self.seeks_period = seeks_period;
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
            // The stream has not confirmed what the table seems to show.
            None if checked_to > self.table.len() as u64 => Status::None,
            None => self.observed_period(),
        };
        let needs = match status {
            Status::Observed { period, preperiod, saltus: 0 } => {
                self.theorem.and_then(|theorem| theorem.heaps_needed(period, preperiod))
            }
            _ => None,
        };
        Ok(Finding { status, checked_to: checked_to.checked_sub(1), stopped, needs })
    }

    /// Starts the search, or resumes one from a checkpoint. If a stream has come further than the table: the number of heaps
    /// whose values are known, and the limit that ended the stream.
    fn start_or_resume_search(
        &mut self,
        search: &PeriodSearch,
        sink: Option<&mut dyn CheckpointSink>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Option<Error>)>, Error> {
        if let Some(heaps) = self.proved_after {
            return Ok(Some((heaps, None)));
        }
        let (schedule, stream) = match self.resumed.take() {
            Some(resumed) if resumed.schedule.theorem == search.theorem => {
                let stream = resumed.stream.as_ref();
                let bytes = self.table.bytes() + stream.map_or(0, StoredStream::bytes);
                if let Err(error) = meter.grow(bytes as u64) {
                    let heaps = stream.map_or(self.table.len(), StoredStream::next);
                    self.resumed = Some(resumed);
                    return Ok(Some((heaps, Some(error))));
                }
                (resumed.schedule, resumed.stream)
            }
            _ => (Schedule::new(search.theorem), None),
        };
        let mut checkpointer = Checkpointer::new(schedule, sink);
        let reached = self.extend_until_proved(stream, search.heaps, &mut checkpointer, meter);
        match (&reached, &self.period) {
            (Ok(Some((heaps, None))), Some(_)) => self.proved_after = Some(*heaps),
            // The checkpoint of a stream was saved where the stream ended.
            (Ok(Some(_)), _) => return reached,
            _ => {}
        }
        checkpointer.save(|schedule| self.checkpoint_of(schedule, None));
        reached
    }

    /// Extends the table or a stream until a period is proved or so many heaps are known.
    fn extend_until_proved(
        &mut self,
        mut stored: Option<StoredStream>,
        heaps: u64,
        checkpointer: &mut Checkpointer<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, Option<Error>)>, Error> {
        let last = heaps.saturating_sub(1);
        let heaps = usize::try_from(heaps).unwrap_or(usize::MAX);
        // The last run may have ended before it searched its table.
        if stored.is_none() {
            self.prove_period_if_due(meter)?;
        }
        while self.period.is_none() && (stored.is_some() || (self.table.len() as u64) <= last) {
            if stored.is_none() {
                self.extend_towards(last.min(checkpointer.schedule.stream_at), last, checkpointer, meter)?;
                if self.period.is_some() || self.table.len() as u64 > last {
                    break;
                }
            }
            if let (Engine::Splits(engine), true) = (&mut self.engine, stored.is_some()) {
                on_cells!(&self.table, table => engine.prepare_planes(table, heaps, meter));
            }
            let Engine::Splits(engine) = &self.engine else {
                return self.extend_towards(last, last, checkpointer, meter).map(|()| None);
            };
            let stored = stored.take();
            let Some((class, window)) =
                stream::choose_window(engine, self.table.len(), checkpointer.schedule.shortest_window)
            else {
                checkpointer.schedule.stream_at = checkpointer.schedule.stream_at.saturating_mul(2);
                continue;
            };
            let found = on_cells!(&self.table, table => {
                let begin = || WindowSearch::at_end_of(engine, table, (class, window));
                let mut search = stored.and_then(|stored| stored.search(begin())).unwrap_or_else(begin);
                let mut each = |search: &WindowSearch<'_, _>| {
                    checkpointer.save_if_due(|schedule| self.checkpoint_of(schedule, Some(search.state())));
                };
                let found = search.scan_for_recurrence(heaps, &mut each, meter)?;
                if let WindowOutcome::Stopped(..) = found {
                    checkpointer.save(|schedule| self.checkpoint_of(schedule, Some(search.state())));
                }
                found
            });
            match found {
                WindowOutcome::Proved(period, heaps) => {
                    self.period = Some(period);
                    return Ok(Some((heaps, None)));
                }
                WindowOutcome::Stopped(heaps, error) => return Ok(Some((heaps, error))),
                WindowOutcome::Left(StreamEnd::NoWitness(_)) => {
                    let shortest = 8 * window;
                    checkpointer.schedule.shortest_window = shortest;
                    checkpointer.schedule.stream_at = checkpointer.schedule.stream_at.max(2 * shortest as u64 + 1);
                }
                // The next try waits until it is likely to succeed.
                WindowOutcome::Left(StreamEnd::Rare(heap) | StreamEnd::TooWide(heap)) => {
                    checkpointer.schedule.stream_at = (heap as u64).saturating_mul(4);
                }
            }
        }
        Ok(None)
    }

    /// Whether the table is searched for a period.
    pub(super) const fn is_searched(&self) -> bool {
        self.seeks_period && self.period.is_none()
    }

    /// Searches the table for a period if it has become long enough since the last time; returns whether one is proved.
    pub(super) fn prove_period_if_due(&mut self, meter: &Meter<'_>) -> Result<bool, Error> {
        if self.is_searched() && self.table.len() >= self.search_at {
            self.prove_period_from_table(meter)
        } else {
            Ok(false)
        }
    }

    /// Returns whether the table proves a period; if not, sets the length at which the table is searched again, which is the
    /// present one if a limit ended the search.
    fn prove_period_from_table(&mut self, meter: &Meter<'_>) -> Result<bool, Error> {
        let length = self.table.len();
        self.search_at = length + length / 2 + length / 4;
        if let Engine::AllBut(all_but) = &self.engine {
            self.period = on_cells!(&self.table, table => all_but.period(table));
            return Ok(self.period.is_some());
        }
        self.period = self.full_range_period();
        if self.period.is_none() {
            self.period = self.arithmetic_period(meter).inspect_err(|_| self.search_at = length)?;
        }
        Ok(self.period.is_some())
    }

    /// The period that the theorem of Guy and Smith proves from the table. If the theorem needs a longer table, the search is
    /// repeated at that length.
    fn full_range_period(&mut self) -> Option<Period> {
        let Repetition { period, preperiod } = on_cells!(&self.table, table => Repetition::at_end_of(table))?;
        let (period, preperiod) = (period as u64, preperiod as u64);
        let needs = self.theorem?.heaps_needed(period, preperiod)?;
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
    fn arithmetic_period(&mut self, meter: &Meter<'_>) -> Result<Option<Period>, Error> {
        let HeapRule::Code(code) = &self.rule else { return Ok(None) };
        if code.last().is_none() || code.digits().0.iter().all(|digit| digit & 8 == 0) {
            return Ok(None);
        }
        let Status::Observed { period, preperiod, saltus: saltus @ 1.. } = self.observed_period() else {
            return Ok(None);
        };
        let period = Period { period, preperiod, saltus, proof: Proof::ThreeParts };
        if self.unproved.as_ref() == Some(&period) {
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
                self.unproved = Some(period);
                Ok(None)
            }
        }
    }

    /// The period that the table seems to have.
    fn observed_period(&self) -> Status {
        on_cells!(&self.table, table => match Status::observed_repetition(table) {
            Status::None if table.len() <= MOST_DIFFERENCES => {
                Status::observed_with_saltus(&table.iter().map(|value| value.get()).collect::<Vec<u32>>())
            }
            status => status,
        })
    }
}
