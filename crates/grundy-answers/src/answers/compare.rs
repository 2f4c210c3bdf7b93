//! Where two rules differ, or why they do not.

use grundy::Meter;
use grundy::games::{self, Comparison, ComparisonVerdict, EqualityProof};
use serde::{Deserialize, Serialize};

use crate::{Failure, Limit, Question, Session};

/// Where the values of two rules differ, or why they do not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Compare {
    /// The two rules.
    pub rules: [String; 2],
    /// The last heap of the first rule that is compared; 1,000,000 by default.
    pub max: u64,
    /// How much larger the heaps of the first rule are; without it 0 is tried, then up to 16 in both directions.
    pub shift: Option<i64>,
}

impl Default for Compare {
    fn default() -> Self {
        Self { rules: Default::default(), max: 1_000_000, shift: None }
    }
}

/// Where the values of two rules differ, or why they do not: whether g(n) = h(n - shift) for all n > max(shift, 0); without a shift
/// for all n.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CompareAnswer {
    /// The rules as they are written.
    pub rules: [String; 2],
    /// `proved-equal`, `equal` (as far as they were compared) or `different`.
    pub status: ComparedStatus,
    /// The shift that the answer is about.
    pub shift: i64,
    /// The first heap of the first rule at which they differ.
    pub first_difference: Option<Difference>,
    /// The last heap of the first rule that was compared; null if none was, or none had to be.
    pub checked_to: Option<u64>,
    /// What proves that they are equal.
    pub proof: Option<ComparedProof>,
    /// The limit that ended the comparison, if it came to no certain answer.
    pub limit: Option<Limit>,
    /// The reduced code that both have, if that is the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reduced: Option<String>,
    /// The periods of both, if they are the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<[u64; 2]>,
    /// The heap up to which the rules must be compared to prove them equal, if the periods of both are proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decisive: Option<u64>,
}

/// What a comparison came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ComparedStatus {
    /// They are equal, which is proved.
    ProvedEqual,
    /// No difference was found as far as they were compared.
    Equal,
    /// They differ.
    Different,
}

/// What proves that two rules are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ComparedProof {
    /// They allow the same moves.
    Options,
    /// Both have the same reduced code.
    Reduction,
    /// The periods of both are proved, and the values agree far enough.
    Periods,
}

/// A heap at which two rules differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The heap of the first rule; that of the second is smaller by the shift.
    pub heap: u64,
    /// The values of the two heaps.
    pub values: [u64; 2],
}

impl Session {
    /// Where the values of two rules differ, or why they do not.
    ///
    /// # Errors
    /// As for [`period`](Self::period).
    pub fn compare(&self, question: &Compare, meter: &mut Meter<'_>) -> Result<CompareAnswer, Failure> {
        let [first, second] = &question.rules;
        match self.route(&[first, second], || Question::Compare(question.clone()), meter) {
            Some(answer) => answer,
            None => {
                let (first, second) = (self.rule(first, meter)?, self.rule(second, meter)?);
                let a = first.heaps().ok_or_else(|| Failure::no_heaps(&first.name))?;
                let b = second.heaps().ok_or_else(|| Failure::no_heaps(&second.name))?;
                let comparison = match question.shift {
                    None | Some(0) if first.name == second.name => Comparison::with_itself(),
                    shift => games::compare(a, b, question.max, shift, meter)?,
                };
                Ok(answer([first.name.clone(), second.name.clone()], &comparison))
            }
        }
    }
}

fn answer(rules: [String; 2], comparison: &Comparison) -> CompareAnswer {
    let Comparison { shift, verdict, checked_to, stopped, .. } = comparison;
    let mut answer = CompareAnswer {
        rules,
        status: ComparedStatus::ProvedEqual,
        shift: *shift,
        first_difference: None,
        checked_to: *checked_to,
        proof: None,
        limit: None,
        reduced: None,
        periods: None,
        decisive: None,
    };
    match verdict {
        ComparisonVerdict::Proved(EqualityProof::Options) => answer.proof = Some(ComparedProof::Options),
        ComparisonVerdict::Proved(EqualityProof::Reduction(code)) => {
            answer.proof = Some(ComparedProof::Reduction);
            answer.reduced = Some(code.to_string());
        }
        ComparisonVerdict::Proved(EqualityProof::Periods([g, h])) => {
            answer.proof = Some(ComparedProof::Periods);
            answer.periods = Some([g.period, h.period]);
        }
        ComparisonVerdict::Equal { decisive } => {
            answer.status = ComparedStatus::Equal;
            answer.decisive = *decisive;
            answer.limit = Some(Limit::of(stopped.as_ref()));
        }
        ComparisonVerdict::Different { heap, values } => {
            answer.status = ComparedStatus::Different;
            answer.first_difference = Some(Difference { heap: *heap, values: values.map(|value| value.0) });
        }
    }
    answer
}
