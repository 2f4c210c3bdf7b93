//! Why a certificate is refused.

/// Why a certificate is refused. The claim may still be true: only [`Differs`](Self::Differs),
/// [`ZeroPeriod`](Self::ZeroPeriod), [`PeriodNotLeast`](Self::PeriodNotLeast) and
/// [`PreperiodNotLeast`](Self::PreperiodNotLeast) say that it is false.
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
    #[error("this checker knows no claims of kind `{found}`, only `periodic`")]
    Kind {
        /// The kind it has.
        found: String,
    },
    /// The proof uses a method that this checker does not know.
    #[error("this checker knows no proofs by the method `{found}`, only `full-range`")]
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
    /// Verifying needs the values of more heaps than [`Limits::heaps`](crate::Limits::heaps) allows. Nothing was done.
    #[error("the proof needs the values of {needed} heaps, the limit is {limit}")]
    TooManyHeaps {
        /// How many heaps.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// Verifying may need more steps than [`Limits::steps`](crate::Limits::steps) allows. Nothing was done.
    #[error("the proof may need {needed} steps, the limit is {limit}")]
    TooManySteps {
        /// An upper bound of the steps, at most `u128::MAX`.
        needed: u128,
        /// The limit.
        limit: u64,
    },
    /// A period of 0 says nothing.
    #[error("a period is at least 1")]
    ZeroPeriod,
    /// Two heaps that the claim says to be equal are not.
    #[error(
        "heap {heap} has the value {value}, but heap {} one period later has {later}",
        u128::from(*heap) + u128::from(*period)
    )]
    Differs {
        /// The smaller heap, not below the claimed preperiod.
        heap: u64,
        /// Its value.
        value: u64,
        /// The claimed period.
        period: u64,
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
    #[error("neither a take-and-break code such as 0.77 nor a finite subtraction set such as subtract{{1,3,4}}")]
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
    #[error("a digit that repeats for ever leaves no last digit, so the theorem on periods does not apply")]
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
