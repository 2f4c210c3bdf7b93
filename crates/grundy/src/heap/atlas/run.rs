//! The values of one code, as far as the bounds of an atlas allow.

use super::{Bounds, Evidence, Limit};
use crate::heap::{Code, HeapRule, Period, PeriodSearch, PeriodTheorem, RareHeaps, Sequence, Status, decisive_heap};
use crate::{Error, Meter};

/// A sequence whose period was searched for.
pub(super) struct Run {
    pub(super) sequence: Sequence,
    pub(super) status: Status,
    pub(super) checked_to: u64,
    /// What ended the search, without a proof.
    pub(super) limit: Option<Limit>,
}

/// The rare heaps are counted first when so many heaps are known, and again whenever these have doubled.
const FIRST_COUNT: u64 = 1 << 10;

impl Run {
    /// Computes values until a period is proved or a bound is reached. All that are known then are in the table, or follow
    /// from the period.
    pub(super) fn of(code: &Code, bounds: &Bounds, meter: &mut Meter<'_>) -> Result<Self, Error> {
        let mut sequence = Sequence::new(HeapRule::Code(code.clone()));
        let mut heaps = if bounds.rare.is_some() { bounds.heaps.min(FIRST_COUNT) } else { bounds.heaps };
        loop {
            let finding = sequence.find_period(&PeriodSearch { heaps, theorem: PeriodTheorem::Any }, meter)?;
            if let Some(error) = finding.stopped {
                return Err(error);
            }
            // There is a heap 0 at least.
            let checked_to = finding.checked_to.unwrap_or(0);
            // A stream has forgotten most, and a window needs few.
            let all = sequence.period().map_or(checked_to, |period| period.preperiod + period.period - 1);
            sequence.extend(all, meter)?;
            // A proof may have been given up for want of time.
            meter.look()?;
            let limit = match finding.status {
                Status::Proved(_) => None,
                _ if heaps >= bounds.heaps => Some(Limit::Heaps),
                _ if bounds.rare.is_some_and(|most| many_are_rare(&sequence, most)) => Some(Limit::Rare),
                _ => {
                    heaps = bounds.heaps.min(heaps.saturating_mul(2));
                    continue;
                }
            };
            return Ok(Self { sequence, status: finding.status, checked_to, limit });
        }
    }

    /// The period, if it is proved.
    pub(super) const fn period(&self) -> Option<&Period> {
        match &self.status {
            Status::Proved(period) => Some(period),
            Status::Observed { .. } | Status::None => None,
        }
    }

    /// Whether this and another run have the same values, and why. The time is that of as many values as are compared.
    pub(super) fn same_values(&mut self, other: &mut Self, meter: &mut Meter<'_>) -> Result<Option<Evidence>, Error> {
        let (mine, others) = (self.checked_to, other.checked_to);
        let (to, evidence) = match (self.period(), other.period()) {
            (Some(g), Some(h)) => match decisive_heap(g, h, 0) {
                Some(decisive) => (decisive, Evidence::Periods),
                None => (mine.min(others), Evidence::Seen { to: mine.min(others) }),
            },
            (Some(_), None) => (others, Evidence::Seen { to: others }),
            (None, Some(_)) => (mine, Evidence::Seen { to: mine }),
            (None, None) => (mine.min(others), Evidence::Seen { to: mine.min(others) }),
        };
        for heap in 0..=to {
            meter.work(1)?;
            if self.sequence.value(heap, meter)? != other.sequence.value(heap, meter)? {
                return Ok(None);
            }
        }
        Ok(Some(evidence))
    }
}

/// Whether more heaps than that are rare. Where moves leave three heaps there is no class, and all heaps count.
fn many_are_rare(sequence: &Sequence, most: u64) -> bool {
    match RareHeaps::of(sequence.rule(), sequence.values().skip(1), None) {
        Some(rare) => rare.count.is_none_or(|count| count > most),
        // Without pairs of heaps values take no time to speak of.
        None => leaves_three(sequence.rule()) && sequence.len() as u64 > most,
    }
}

fn leaves_three(rule: &HeapRule) -> bool {
    matches!(rule, HeapRule::Code(code) if code.digits().0.iter().any(|digit| digit & 8 != 0))
}
