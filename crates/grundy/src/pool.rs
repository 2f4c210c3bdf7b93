//! A pool of engines shared by several threads, each engine used by one thread at a time.

use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, LockResult, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

use crate::{Error, Meter};

/// The engines of one game. Every question borrows an engine, and nobody waits for somebody else's long computation: if
/// all engines are lent, a new one is made. Results stay in the engine that computed them, which returns to the pool.
pub(crate) struct Pool<T> {
    state: Mutex<State<T>>,
    returned: Condvar,
}

struct State<T> {
    /// Boxed, since engines are large and are moved in and out.
    idle: Vec<Box<T>>,
    lent: usize,
    /// How many threads wait for an engine to return.
    waiting: usize,
}

/// A borrowed engine; dropping this returns it.
pub(crate) struct Lent<'p, T> {
    pool: &'p Pool<T>,
    engine: Option<Box<T>>,
}

/// How long to wait for an engine to return: a new engine knows nothing, so a short wait is worthwhile.
const WAIT: Duration = Duration::from_millis(1);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { state: Mutex::new(State { idle: Vec::new(), lent: 0, waiting: 0 }), returned: Condvar::new() }
    }
}

impl<T> Pool<T> {
    /// Borrows the idle engine that knows most, or a new one.
    pub(crate) fn lend<K: Ord>(&self, knows: impl Fn(&T) -> K, new: impl FnOnce() -> T) -> Lent<'_, T> {
        let mut state = self.state();
        if state.idle.is_empty() && state.lent > 0 && cfg!(not(target_family = "wasm")) {
            state.waiting += 1;
            state = self.returned.wait_timeout(state, WAIT).unwrap_or_else(PoisonError::into_inner).0;
            state.waiting -= 1;
        }
        let place = match state.idle.len() {
            0 | 1 => state.idle.len().checked_sub(1),
            several => (0..several).max_by_key(|&place| knows(&state.idle[place])),
        };
        let engine = place.map(|place| state.idle.swap_remove(place));
        state.lent += 1;
        drop(state);
        Lent { pool: self, engine: Some(engine.unwrap_or_else(|| Box::new(new()))) }
    }

    /// Replaces all idle engines by this one.
    pub(crate) fn replace(&self, engine: T) {
        self.state().idle = vec![Box::new(engine)];
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Every change of the state is a single step, so a panic cannot leave it inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.engine {
            Some(engine) => engine,
            None => unreachable!("the engine is there until this is dropped"),
        }
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        match &mut self.engine {
            Some(engine) => engine,
            None => unreachable!("the engine is there until this is dropped"),
        }
    }
}

/// The engine is returned even if a panic ends the search. It discards its unfinished work later.
impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        let mut state = self.pool.state();
        state.lent -= 1;
        state.idle.extend(self.engine.take());
        let waiting = state.waiting > 0;
        drop(state);
        // Notifying when nobody waits would still be a system call.
        if waiting {
            self.pool.returned.notify_one();
        }
    }
}

/// Waits for a table that several threads share, no longer than the meter allows.
///
/// # Errors
/// [`Error::Budget`] once a bound is reached. The thread that holds the table continues to fill it.
pub(crate) fn lock_within<'t, T>(
    table: &'t Mutex<T>,
    meter: &mut Meter<'_>,
) -> Result<LockResult<MutexGuard<'t, T>>, Error> {
    loop {
        match table.try_lock() {
            Ok(guard) => return Ok(Ok(guard)),
            Err(TryLockError::Poisoned(poisoned)) => return Ok(Err(poisoned)),
            Err(TryLockError::WouldBlock) => {
                meter.look()?;
                thread::sleep(WAIT);
            }
        }
    }
}

impl<T> std::fmt::Debug for Pool<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let state = self.state();
        f.debug_struct("Pool").field("idle", &state.idle.len()).field("lent", &state.lent).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engine_that_knows_most_is_lent_first_and_all_come_back() {
        let pool = Pool::default();
        let [mut one, mut two] = [(); 2].map(|()| pool.lend(|known: &u32| *known, || 0));
        (*one, *two) = (5, 7);
        drop(two);
        drop(one);
        let seven = pool.lend(|known| *known, || 0);
        assert_eq!(*seven, 7);
        let five = pool.lend(|known| *known, || 0);
        assert_eq!(*five, 5);
        drop((five, seven));
        pool.replace(1);
        assert_eq!(*pool.lend(|known| *known, || 0), 1);
    }

    #[test]
    fn an_engine_comes_back_from_a_panic() {
        let pool: Pool<u32> = Pool::default();
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut lent = pool.lend(|known| *known, || 0);
            *lent = 3;
            panic!("once");
        }));
        assert!(panicked.is_err());
        assert_eq!(*pool.lend(|known| *known, || 0), 3);
    }
}
