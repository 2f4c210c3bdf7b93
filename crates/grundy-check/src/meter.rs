//! The work and memory spent on a certificate.

use crate::{Limits, Refusal};

/// Who watches: called now and then with the heaps done and the heaps to do; `false` stops the verification.
pub(crate) type Watch<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// So many steps pass between two calls of the watch, some milliseconds.
const STEPS_UNWATCHED: u64 = 1 << 22;

/// Counts what is spent and refuses what is beyond the limits.
pub(crate) struct Meter<'a> {
    limits: Limits,
    watch: Watch<'a>,
    steps: u64,
    watch_at: u64,
    memory: u128,
    done: u64,
    of: u64,
}

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: &Limits, watch: Watch<'a>) -> Self {
        Self { limits: *limits, watch, steps: 0, watch_at: 0, memory: 0, done: 0, of: 0 }
    }

    /// So many more heaps will be computed, each of one step at least.
    pub(crate) fn expect(&mut self, heaps: u128) -> Result<(), Refusal> {
        self.allow(heaps)?;
        // Below the limit of the steps, which is of 64 bits.
        self.of = self.of.saturating_add(u64::try_from(heaps).unwrap_or(u64::MAX));
        Ok(())
    }

    /// Whether so many more steps would be allowed.
    pub(crate) fn allow(&self, steps: u128) -> Result<(), Refusal> {
        let needed = steps.saturating_add(u128::from(self.steps));
        if needed > u128::from(self.limits.steps) {
            return Err(Refusal::TooManySteps { needed, limit: self.limits.steps });
        }
        Ok(())
    }

    /// One more heap has its value, after so many steps.
    pub(crate) fn heap(&mut self, steps: usize) -> Result<(), Refusal> {
        self.done = self.done.saturating_add(1);
        self.spend(steps)
    }

    /// So many steps more.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<(), Refusal> {
        self.steps = self.steps.saturating_add(steps as u64);
        if self.steps < self.watch_at && self.steps <= self.limits.steps {
            return Ok(());
        }
        let (done, of) = (self.done, self.of);
        if self.steps > self.limits.steps {
            return Err(Refusal::OutOfSteps { limit: self.limits.steps, done, of });
        }
        self.watch_at = self.steps.saturating_add(STEPS_UNWATCHED);
        if (self.watch)(done, of) { Ok(()) } else { Err(Refusal::Stopped { done, of }) }
    }

    /// So many bytes more are kept.
    pub(crate) fn keep(&mut self, bytes: u128) -> Result<(), Refusal> {
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > u128::from(self.limits.memory) {
            return Err(Refusal::TooMuchMemory { needed: self.memory, limit: self.limits.memory });
        }
        Ok(())
    }

    /// So many bytes are no longer kept.
    pub(crate) fn drop(&mut self, bytes: u128) {
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// An empty vector with room for so many items, which are kept from now on.
    pub(crate) fn room<T>(&mut self, items: u128) -> Result<Vec<T>, Refusal> {
        let bytes = items.saturating_mul(size_of::<T>() as u128);
        self.keep(bytes)?;
        let mut vec = Vec::new();
        let there = usize::try_from(items).is_ok_and(|items| vec.try_reserve_exact(items).is_ok());
        if there { Ok(vec) } else { Err(Refusal::TooMuchMemory { needed: bytes, limit: self.limits.memory }) }
    }
}
