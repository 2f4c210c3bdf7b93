//! The clock behind limits on time and reports of progress.
//!
//! It is the one of the standard library, but for `wasm32-unknown-unknown`, which has none: there it is [told](set_clock).

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod told;

use std::time::Duration;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub(crate) use self::told::Moment;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub(crate) use std::time::Instant as Moment;

/// Tells the library how to read a clock on `wasm32-unknown-unknown`, where the standard library cannot: `now` is the time
/// since any fixed moment, and should never go back. In a browser that is `performance.now()`.
///
/// Until then, time stands still there: [`Limits::time`](crate::Limits::time) is never reached, and every computation seems
/// to have taken no time. All else is the same.
///
/// Answers whether this clock is used from now on. It is not if another one was told before, or if the system has a clock
/// of its own, as every other target has.
///
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
