//! The clock behind time limits and progress reports.
//!
//! It is the clock of the standard library, except on `wasm32-unknown-unknown`, which has none: there it must be
//! [set](set_clock).

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod told;

use std::time::Duration;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use self::told::Moment;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant as Moment;

/// Sets the clock on `wasm32-unknown-unknown`, where the standard library has none.
///
/// Until then, time stands still there: [`Limits::time`](crate::Limits::time) is never reached, and every computation
/// appears to take no time. Everything else works as usual.
///
/// # Arguments
/// `now` returns the time since any fixed moment, and should never go back. In a browser that is `performance.now()`.
///
/// # Returns
/// Whether this clock is used from now on. It is not if a clock was set before, or if the system has its own clock, as
/// every other target does.
///
/// # Examples
/// ```
/// use std::time::Duration;
/// // In a browser this would ask the page.
/// fn now() -> Duration {
///     Duration::ZERO
/// }
/// let is_used = grundy::set_clock(now);
/// assert_eq!(is_used, cfg!(all(target_family = "wasm", target_os = "unknown")));
/// ```
pub fn set_clock(now: fn() -> Duration) -> bool {
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    return told::set(now);
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    {
        let _ = now;
        false
    }
}
