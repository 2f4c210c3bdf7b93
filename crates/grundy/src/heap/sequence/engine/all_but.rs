//! All-but games: any number of tokens may be taken, except for finitely many numbers.
//!
//! Let m be the largest forbidden number. From a heap of n all heaps below n - m are options; the values of the first heaps
//! are always an initial segment, so the options are worth everything below M(n) = 1 + max g(0 … n - m - 1), and what the
//! last m heaps add. So the *state* of n, the numbers max(g(n - j) - M(n), -1) for j = 1 … m (-1 for a heap below 0),
//! determines g(n) - M(n) and the next state: two heaps of equal state prove an arithmetic period.
//!
//! Source: Siegel, *Combinatorial Game Theory*, IV.2; the states are this project's.

use super::one_by_one::OneByOne;
use crate::compact::Cell;
use crate::heap::SubtractionSet;
use crate::heap::period::{Period, Proof};
use crate::{Error, Meter};

/// The engine for one all-but game. Time O(m) a heap.
#[derive(Debug)]
pub(in crate::heap::sequence) struct AllBut {
    /// m
    last: usize,
    /// The numbers up to m that may be taken.
    allowed: Vec<usize>,
    /// M of the next heap.
    below: u32,
    seen: Vec<bool>,
}

/// With a larger number among the forbidden ones, the game is left to the plain method.
const LARGEST: u64 = 1 << 20;

impl AllBut {
    /// The engine, if `set` holds all numbers but some, none of which is large.
    pub(super) fn of(set: &SubtractionSet) -> Option<Self> {
        let forbidden = set.forbidden()?;
        let last = forbidden.last().map_or(0, |range| *range.end());
        let last = usize::try_from(last).ok().filter(|_| last <= LARGEST)?;
        let is_forbidden = |take: usize| forbidden.iter().any(|range| range.contains(&(take as u64)));
        let allowed = (1..=last).filter(|&take| !is_forbidden(take)).collect();
        Some(Self { last, allowed, below: 0, seen: vec![false; last + 1] })
    }

    /// The engine as it is when it has computed this table.
    pub(super) fn after<T: Cell>(self, table: &[T]) -> Self {
        let past = table.len().saturating_sub(self.last + 1);
        let below = table[..past].iter().map(|value| value.get() + 1).max().unwrap_or(0);
        Self { below, ..self }
    }

    /// Roughly how many steps a value takes.
    pub(super) const fn cost(&self) -> usize {
        self.allowed.len() + self.seen.len() / 32 + 1
    }

    /// The period that the table proves, if it does: the state of its end is that of an earlier heap.
    pub(in crate::heap::sequence) fn period<T: Cell>(&self, table: &[T]) -> Option<Period> {
        let value = |heap: usize| i64::from(table[heap].get());
        // M of every heap up to the end of the table.
        let mut below = vec![0i64; table.len() + 1];
        for heap in self.last + 1..=table.len() {
            below[heap] = below[heap - 1].max(value(heap - self.last - 1) + 1);
        }
        let state = |heap: usize| {
            let below = below[heap];
            (1..=self.last).map(move |j| heap.checked_sub(j).map_or(-1, |heap| (value(heap) - below).max(-1)))
        };
        let end = table.len();
        let from = (0..end).rev().find(|&from| state(from).eq(state(end)))?;
        let (period, saltus) = (end - from, below[end] - below[from]);
        // From here on the values grow by the saltus in every period. Before, one by one.
        let holds = |heap: usize| value(heap + period) == value(heap) + saltus;
        let preperiod = (0..from).rev().find(|&heap| !holds(heap)).map_or(0, |heap| heap + 1);
        let is_least = (1..=period / 2).filter(|part| period.is_multiple_of(*part)).all(|part| {
            // The last part of the range would reach past the table: there the first values come again.
            let later = |heap: usize| if heap < end { value(heap) } else { value(heap - period) + saltus };
            let grows = later(from + part) - value(from);
            (from..end).any(|heap| later(heap + part) - value(heap) != grows)
        });
        // A smaller period makes states equal at a smaller distance, further on.
        is_least.then(|| Period {
            period: period as u64,
            preperiod: preperiod as u64,
            saltus: saltus.unsigned_abs(),
            proof: Proof::States { from: from as u64 },
        })
    }
}

impl OneByOne for AllBut {
    fn next<T: Cell>(&mut self, table: &[T], meter: &mut Meter<'_>) -> Result<u32, Error> {
        meter.work(self.allowed.len() as u64)?;
        let heap = table.len();
        if let Some(past) = heap.checked_sub(self.last + 1) {
            self.below = self.below.max(table[past].get() + 1);
        }
        self.seen.fill(false);
        for &take in self.allowed.iter().take_while(|&&take| take <= heap) {
            // There are at most m values from M on, so one that is more than m above it does not matter.
            if let Some(above) = table[heap - take].get().checked_sub(self.below)
                && let Some(seen) = self.seen.get_mut(above as usize)
            {
                *seen = true;
            }
        }
        let above = self.seen.iter().position(|seen| !seen).unwrap_or(self.seen.len());
        let value = u32::try_from(above).ok().and_then(|above| above.checked_add(self.below));
        value.ok_or_else(|| Error::Overflow(format!("the value of heap {heap} is above 2^32 - 1")))
    }
}
