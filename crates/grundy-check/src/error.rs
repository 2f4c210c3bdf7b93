//! Why a certificate is refused.

/// Why a certificate is refused. The claim may still be true: only [`Differs`](Self::Differs),
/// [`Saltus`](Self::Saltus), [`ZeroPeriod`](Self::ZeroPeriod), [`ZeroSaltus`](Self::ZeroSaltus),
/// [`PeriodNotLeast`](Self::PeriodNotLeast) and [`PreperiodNotLeast`](Self::PreperiodNotLeast) say that it is false.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The text is not a certificate: not JSON, or a field is missing, unknown, twice there, or of the wrong type.
    #[error("this is not a certificate: {reason}")]
    Malformed {
        /// What the JSON reader says, with line and column where it knows them.
        reason: String,
    },
    /// The format has a version that this checker does not know.
    #[error("the certificate has version {found}, this checker reads version {}", crate::Certificate::VERSION)]
    Version {
        /// The version it has.
        found: u64,
    },
    /// The claim is of a kind that this checker does not know.
    #[error("this checker knows no claims of kind `{found}`, only `periodic` and `arithmetic`")]
    Kind {
        /// The kind it has.
        found: String,
    },
    /// The proof uses a method that this checker does not know.
    #[error(
        "this checker knows no proofs by the method `{found}`, only `full-range`, `window`, `states` and `three-parts`"
    )]
    Method {
        /// The method it has.
        found: String,
    },
    /// The rule cannot be read, or the theorem does not apply to it.
    #[error("the rule `{rule}` is refused: {reason}")]
    Rule {
        /// The rule as it stands in the certificate.
        rule: String,
        /// What is wrong with it.
        #[source]
        reason: RuleError,
    },
    /// The method does not prove claims of this kind about rules of this kind.
    #[error("the method `{method}` {reason}")]
    DoesNotApply {
        /// The method.
        method: &'static str,
        /// What it is for.
        reason: &'static str,
    },
    /// The class does not fit the rule.
    #[error("the class is refused: {reason}")]
    Class {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A condition on the numbers of a proof by `window` does not hold. Nothing was done.
    #[error("the window is refused: {reason}")]
    Window {
        /// Which.
        reason: &'static str,
    },
    /// A rare heap too large for the window, so that its pairs reach out of it.
    #[error("heap {heap} is rare, and all rare heaps should be below {bound} for this window")]
    RareHeap {
        /// The heap.
        heap: u64,
        /// The window less the index of the last digit.
        bound: u64,
    },
    /// Whether a rare value is one of the options of a heap cannot be seen in the window.
    #[error("heap {heap}: no option of the value {value} is seen in the window")]
    NoWitness {
        /// The heap.
        heap: u64,
        /// The rare value.
        value: u64,
    },
    /// The two states of a proof by `states` are not equal.
    #[error("the states at {from} and one period later differ: {back} heaps before")]
    StatesDiffer {
        /// The heap of the first state.
        from: u64,
        /// The place in the state.
        back: u64,
    },
    /// The states repeat, but the values rise by another number in that time.
    #[error("the saltus is {found}, not {claimed}")]
    Saltus {
        /// The claimed saltus.
        claimed: u64,
        /// By how much the values rise.
        found: u64,
    },
    /// A condition of the method `three-parts` does not hold. The claim holds as far as it was computed.
    #[error("not proved: {reason}")]
    NotProved {
        /// Which condition fails, and where.
        reason: String,
    },
    /// Verifying needs more memory than [`Limits::memory`](crate::Limits::memory) allows.
    #[error("the proof needs {needed} bytes of memory, the limit is {limit}")]
    TooMuchMemory {
        /// How many bytes, at least.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// Verifying may need more steps than [`Limits::steps`](crate::Limits::steps) allows. Nothing was done.
    #[error("the proof may need {needed} steps, the limit is {limit}")]
    TooManySteps {
        /// An upper bound of the steps where one is known, else how many are needed at least.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// The steps that [`Limits::steps`](crate::Limits::steps) allows are used up.
    #[error("after {limit} steps, the limit, {done} of {of} heaps are done")]
    OutOfSteps {
        /// The limit.
        limit: u64,
        /// The heaps that were computed.
        done: u64,
        /// The heaps that were to be computed.
        of: u64,
    },
    /// The caller stopped the verification.
    #[error("stopped after {done} of {of} heaps")]
    Stopped {
        /// The heaps that were computed.
        done: u64,
        /// The heaps that were to be computed.
        of: u64,
    },
    /// A value that does not fit in 32 bits.
    #[error("the value of heap {heap} is above 2^32 - 1")]
    ValueTooLarge {
        /// The heap.
        heap: u64,
    },
    /// A period of 0 says nothing.
    #[error("a period is at least 1")]
    ZeroPeriod,
    /// An arithmetic claim with saltus 0: it would be periodic.
    #[error("a saltus is at least 1; with 0 the claim is `periodic`")]
    ZeroSaltus,
    /// Two heaps, one period apart, differ otherwise than the claim says.
    #[error(
        "heap {heap} has the value {value}, but heap {} one period later has {later}{}",
        u128::from(*heap) + u128::from(*period),
        if *saltus == 0 { String::new() } else { format!(", not {saltus} more") }
    )]
    Differs {
        /// The smaller heap, not below the claimed preperiod.
        heap: u64,
        /// Its value.
        value: u64,
        /// The claimed period.
        period: u64,
        /// The claimed saltus, 0 for a periodic claim.
        saltus: u64,
        /// The value of `heap + period`.
        later: u64,
    },
    /// The values do have the claimed period, but also a smaller one.
    #[error("{claimed} is not the least period: {smaller} is a period too")]
    PeriodNotLeast {
        /// The claimed period.
        claimed: u64,
        /// A proper divisor of it that is a period from the same heap on; not always the least.
        smaller: u64,
    },
    /// The values repeat already from the heap before the claimed preperiod.
    #[error("{claimed} is not the least preperiod: the values repeat from heap {} on", claimed.saturating_sub(1))]
    PreperiodNotLeast {
        /// The claimed preperiod, at least 1.
        claimed: u64,
    },
}

/// Why a rule is refused. Places count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The text is neither a code such as `0.77` nor a set such as `subtract{1,3,4}`.
    #[error(
        "neither a take-and-break code such as 0.77 nor a set such as subtract{{1,3,4}} or allbut{{2}}, nor grundys-game"
    )]
    Unknown,
    /// The text goes on otherwise than it should.
    #[error("{found} at place {place}, where {expected} should be")]
    Unexpected {
        /// The place.
        place: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// A digit that repeats for ever (`0.[3]`): there is no last digit, which the theorem on periods needs.
    #[error("a digit that repeats for ever leaves no last digit, so none of the theorems applies")]
    EndlessDigit,
    /// A digit before the point that lets a move leave the heap as it was.
    #[error("the digit {digit} before the point is none of 0, 4, 8, C: taking nothing must at least split the heap")]
    EndlessPlay {
        /// The digit.
        digit: char,
    },
    /// A subtraction set with 0, so that a move may leave the heap as it was.
    #[error("the set holds 0, and taking nothing is no move")]
    ZeroTake,
    /// A range `A..B` with A > B.
    #[error("the range {from}..{to} is empty")]
    EmptyRange {
        /// Its beginning.
        from: u64,
        /// Its end.
        to: u64,
    },
    /// A number above 2^64 - 1.
    #[error("the number at place {place} is above 2^64 - 1")]
    TooLarge {
        /// Where the number begins.
        place: usize,
    },
}
