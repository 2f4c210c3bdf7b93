//! Why a certificate is refused.

use thiserror::Error;

/// What was to be had, or why not.
pub(crate) type Verdict<T = ()> = Result<T, Refusal>;

/// Why a certificate is refused. The claim may still be true: only [`Differs`](Self::Differs),
/// [`ZeroPeriod`](Self::ZeroPeriod), [`ZeroSaltus`](Self::ZeroSaltus), [`PeriodNotLeast`](Self::PeriodNotLeast) and
/// [`PreperiodNotLeast`](Self::PreperiodNotLeast) say that it is false.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages say what the fields are")]
pub enum Refusal {
    /// The text is not a certificate: not JSON, or a field is missing, unknown, twice there, or of the wrong type.
    #[error("this is not a certificate: {reason}")]
    Malformed { reason: String },
    /// The format has a version that this checker does not know.
    #[error("the certificate has version {found}, this checker reads version {}", crate::Certificate::VERSION)]
    Version { found: u64 },
    /// The claim is of a kind that this checker does not know.
    #[error("this checker knows no claims of kind `{found}`, only `periodic` and `arithmetic`")]
    Kind { found: String },
    /// The proof uses a method that this checker does not know.
    #[error("this checker knows no method `{found}`, only `full-range`, `window`, `states` and `three-parts`")]
    Method { found: String },
    /// The rule cannot be read, or none of the theorems applies to it.
    #[error("the rule `{rule}` is refused: {reason}")]
    Rule { rule: String, reason: RuleError },
    /// The method does not prove claims of this kind about rules of this kind.
    #[error("the method `{method}` is for {purpose}")]
    DoesNotApply { method: &'static str, purpose: &'static str },
    /// The class does not fit the rule.
    #[error("the class is refused: {reason}")]
    Class { reason: &'static str },
    /// A condition on the numbers of a proof by `window` does not hold. Nothing was done.
    #[error("the window is refused: {reason}")]
    Window { reason: &'static str },
    /// A rare heap too large for the window, so that its pairs reach out of it.
    #[error("heap {heap} is rare, and all rare heaps should be below {bound} for this window")]
    RareHeap { heap: u64, bound: u64 },
    /// Whether a rare value is one of the options of a heap cannot be seen in the window.
    #[error("heap {heap}: no option of the value {value} is seen in the window")]
    NoWitness { heap: u64, value: u64 },
    /// The two states of a proof by `states` are not equal.
    #[error("the states at {from} and one period later differ: {back} heaps before")]
    StatesDiffer { from: u64, back: u64 },
    /// A condition of the method `three-parts` does not hold. The claim holds as far as it was computed.
    #[error("not proved: {reason}")]
    NotProved { reason: String },
    /// Verifying needs more memory than [`Limits::memory`](crate::Limits::memory) allows.
    #[error("the proof needs {needed} bytes of memory or more, the limit is {limit}")]
    TooMuchMemory { needed: u128, limit: u64 },
    /// It may need more than [`Limits::steps`](crate::Limits::steps): at most `needed` if that is known, or at least.
    #[error("the proof may need {needed} steps, the limit is {limit}")]
    TooManySteps { needed: u128, limit: u64 },
    /// The steps that [`Limits::steps`](crate::Limits::steps) allows are used up.
    #[error("after {limit} steps, the limit, {done} of {of} heaps are done")]
    OutOfSteps { limit: u64, done: u64, of: u64 },
    /// The caller stopped the verification.
    #[error("stopped after {done} of {of} heaps")]
    Stopped { done: u64, of: u64 },
    /// A number of the claim or its proof that no number of heaps can be here: where addresses have 32 bits, 2^32 or more.
    #[error("the number {number} is too large for this machine, which counts heaps up to {}", usize::MAX)]
    NumberTooLarge { number: u64 },
    /// A value that does not fit in 32 bits.
    #[error("a value is above 2^32 - 1")]
    ValueTooLarge,
    /// A period of 0 says nothing.
    #[error("a period is at least 1")]
    ZeroPeriod,
    /// An arithmetic claim with saltus 0: it would be periodic.
    #[error("a saltus is at least 1; with 0 the claim is `periodic`")]
    ZeroSaltus,
    /// Two heaps, one period apart, differ otherwise than the claim says; its saltus is 0 if it is `periodic`.
    #[error(
        "heap {heap} has the value {value}, but heap {} one period later has {later}{}",
        u128::from(*heap) + u128::from(*period),
        if *saltus == 0 { String::new() } else { format!(", not {saltus} more") }
    )]
    Differs { heap: u64, value: u64, period: u64, saltus: u64, later: u64 },
    /// The values do have the claimed period, but also a smaller one, a divisor of it; not always the least.
    #[error("{claimed} is not the least period: {smaller} is a period too")]
    PeriodNotLeast { claimed: u64, smaller: u64 },
    /// The values repeat already from the heap before the claimed preperiod.
    #[error("{claimed} is not the least preperiod: the values repeat from heap {} on", claimed.saturating_sub(1))]
    PreperiodNotLeast { claimed: u64 },
}

/// What is wrong with a rule: where it cannot be read, or why none of the theorems applies to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct RuleError(pub(crate) String);

impl RuleError {
    /// Something stands where something else should.
    pub(crate) fn unexpected<T>(found: &str, expected: &str) -> Result<T, Self> {
        Err(Self(format!("`{found}` stands where {expected} should")))
    }
}
