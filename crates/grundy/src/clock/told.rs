//! A clock that the host supplies: the part of [`Instant`](std::time::Instant) that this library uses.

use std::ops::Sub;
use std::sync::OnceLock;
use std::time::Duration;

static NOW: OnceLock<fn() -> Duration> = OnceLock::new();

/// Sets the clock. Returns `false` if a clock was set before, which then stays in use.
pub(super) fn set(now: fn() -> Duration) -> bool {
    NOW.set(now).is_ok()
}

/// A moment of the clock that was set; without a clock, always the same moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment(Duration);

impl Moment {
    pub(crate) fn now() -> Self {
        Self(NOW.get().map_or(Duration::ZERO, |now| now()))
    }

    pub(crate) fn elapsed(self) -> Duration {
        Self::now() - self
    }

    /// `None` if the clock cannot represent the moment.
    pub(crate) fn checked_add(self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }
}

impl Sub for Moment {
    type Output = Duration;

    /// The time from an earlier moment to this one; zero if `earlier` is later, as for instants.
    fn sub(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn time_stands_still_until_a_clock_is_told() {
        static SECONDS: AtomicU64 = AtomicU64::new(5);
        let before = Moment::now();
        assert_eq!((Moment::now(), before.elapsed()), (before, Duration::ZERO));
        assert!(set(|| Duration::from_secs(SECONDS.load(Ordering::Relaxed))));
        assert!(!set(|| Duration::MAX), "the first clock is the clock");
        let start = Moment::now();
        let deadline = start.checked_add(Duration::from_secs(2)).unwrap();
        SECONDS.store(7, Ordering::Relaxed);
        assert!(Moment::now() <= deadline);
        SECONDS.store(8, Ordering::Relaxed);
        assert!(Moment::now() > deadline);
        assert_eq!(start.elapsed(), Duration::from_secs(3));
        // A clock that goes back does not stop a computation.
        SECONDS.store(1, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert_eq!(start.checked_add(Duration::MAX), None);
    }
}
