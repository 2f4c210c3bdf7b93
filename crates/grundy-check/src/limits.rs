//! The limits of the work, and what a certificate costs.

/// How much work a certificate may cost. What is known to cost more is refused before anything is computed, the rest as
/// soon as a limit is met.
///
/// ```
/// use grundy_check::{Limits, Refusal, check};
/// let hostile = r#"{"grundy_certificate": 1, "rule": "0.77",
///                   "claim": {"kind": "periodic", "period": 9223372036854775808, "preperiod": 0},
///                   "proof": {"method": "full-range"}}"#;
/// assert!(matches!(check(hostile, &Limits::default()), Err(Refusal::TooMuchMemory { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most options that may be looked at, each digit of a code at each heap counting as one more. An optimised
    /// build looks at 10^9 of them in one or two seconds.
    pub steps: u64,
    /// The most bytes that may be kept: values, mostly.
    pub memory: u64,
}

impl Default for Limits {
    /// 10^11 steps and 2^28 bytes: some two or three minutes and 256 MiB.
    fn default() -> Self {
        Self { steps: 100_000_000_000, memory: 1 << 28 }
    }
}

/// What verifying a certificate costs, known before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// How many heaps are computed, at least; exact but for the method `three-parts`. `u128`, since numbers in a
    /// hostile certificate can be large.
    pub heaps: u128,
    /// How many bytes are kept, at least; up to four times as many if there are values above 255.
    pub memory: u128,
    /// How many steps are taken at most, if that is known before: with a class, and for `three-parts`, it is not.
    pub steps: Option<u128>,
}
