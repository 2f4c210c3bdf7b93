//! The reasons for refusing a certificate.

use thiserror::Error;

/// A result, or the reason for refusing the certificate.
pub(crate) type Verdict<T = ()> = Result<T, Refusal>;

/// The reason for refusing a certificate. The claim may still be true: only [`Differs`](Self::Differs),
/// [`ZeroPeriod`](Self::ZeroPeriod), [`ZeroSaltus`](Self::ZeroSaltus), [`PeriodNotLeast`](Self::PeriodNotLeast) and
/// [`PreperiodNotLeast`](Self::PreperiodNotLeast) mean that it is false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain the fields")]
pub enum Refusal {
    /// The text is not a certificate: it is not JSON, or a field is missing, unknown, duplicated, or of the wrong type.
    #[error("this is not a certificate: {reason}")]
    Malformed { reason: String },
    /// This checker does not know the version of the format.
    #[error("the certificate has version {found}, but this checker reads version {}", crate::Certificate::VERSION)]
    Version { found: u64 },
    /// This checker does not know the kind of claim.
    #[error("unknown kind of claim `{found}`: this checker knows `periodic` and `arithmetic`")]
    Kind { found: String },
    /// This checker does not know the method of proof.
    #[error("unknown method `{found}`: this checker knows `full-range`, `window`, `states` and `three-parts`")]
    Method { found: String },
    /// The rule cannot be read, or no theorem applies to it.
    #[error("the rule `{rule}` is refused: {reason}")]
    Rule { rule: String, reason: RuleError },
    /// The method does not prove claims of this kind about rules of this kind.
    #[error("the method `{method}` is for {purpose}")]
    DoesNotApply { method: &'static str, purpose: &'static str },
    /// The class does not fit the rule.
    #[error("the class is refused: {reason}")]
    Class { reason: &'static str },
    /// A condition on the numbers of a proof by `window` does not hold. Nothing was computed.
    #[error("the window is refused: {reason}")]
    Window { reason: &'static str },
    /// A rare heap is too large for the window, so its pairs extend beyond it.
    #[error("heap {heap} is rare, but for this window all rare heaps must be below {bound}")]
    RareHeap { heap: u64, bound: u64 },
    /// The window does not show whether a rare value is the value of an option of a heap.
    #[error("heap {heap}: no option of value {value} was found within the window")]
    NoWitness { heap: u64, value: u64 },
    /// The two states of a proof by `states` differ.
    #[error("the states at heap {from} and one period later differ {back} heaps back")]
    StatesDiffer { from: u64, back: u64 },
    /// A condition of the method `three-parts` does not hold. The claim holds as far as it was computed.
    #[error("not proved: {reason}")]
    NotProved { reason: String },
    /// Verification needs more memory than [`Limits::memory`](crate::Limits::memory) allows.
    #[error("the proof needs at least {needed} bytes of memory, but the limit is {limit}")]
    TooMuchMemory { needed: u128, limit: u64 },
    /// Verification may need more steps than [`Limits::steps`](crate::Limits::steps) allows: `needed` is an upper bound
    /// if one is known, otherwise a lower bound.
    #[error("the proof may need {needed} steps, but the limit is {limit}")]
    TooManySteps { needed: u128, limit: u64 },
    /// All steps that [`Limits::steps`](crate::Limits::steps) allows have been used.
    #[error("the limit of {limit} steps was reached after {done} of {of} heaps")]
    OutOfSteps { limit: u64, done: u64, of: u64 },
    /// The caller stopped the verification.
    #[error("stopped after {done} of {of} heaps")]
    Stopped { done: u64, of: u64 },
    /// A number of the claim or its proof is too large to be a number of heaps on this machine: with 32-bit addresses,
    /// 2^32 or more.
    #[error("the number {number} is too large for this machine, which can count heaps up to {}", usize::MAX)]
    NumberTooLarge { number: u64 },
    /// A value does not fit in 32 bits.
    #[error("a value is above 2^32 - 1")]
    ValueTooLarge,
    /// The period is 0.
    #[error("the period must be at least 1")]
    ZeroPeriod,
    /// The saltus of an arithmetic claim is 0; the claim should be periodic.
    #[error("the saltus must be at least 1; with 0 the claim is `periodic`")]
    ZeroSaltus,
    /// Two heaps, one period apart, contradict the claim. The saltus is 0 if the claim is `periodic`.
    #[error(
        "heap {heap} has the value {value}, but heap {} one period later has {later}{}",
        u128::from(*heap) + u128::from(*period),
        if *saltus == 0 { String::new() } else { format!(", not {saltus} more") }
    )]
    Differs { heap: u64, value: u64, period: u64, saltus: u64, later: u64 },
    /// The values have the claimed period, but also a smaller one that divides it, which may not be the least.
    #[error("{claimed} is not the least period: {smaller} is a period too")]
    PeriodNotLeast { claimed: u64, smaller: u64 },
    /// The values already repeat from the heap before the claimed preperiod.
    #[error("{claimed} is not the least preperiod: the values repeat from heap {} on", claimed.saturating_sub(1))]
    PreperiodNotLeast { claimed: u64 },
}

/// What is wrong with a rule: where it cannot be read, or why no theorem applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RuleError(pub(crate) String);

impl RuleError {
    /// The error for a wrong part of the text.
    pub(crate) fn unexpected<T>(found: &str, expected: &str) -> Result<T, Self> {
        Err(Self(format!("expected {expected}, found `{found}`")))
    }
}
