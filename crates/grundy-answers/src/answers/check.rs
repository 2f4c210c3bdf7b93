//! Whether a certificate proves what it claims.

use grundy::{Bound, Done, Error, Meter};
use grundy_check::{Certificate, Claim, Refusal};
use serde::{Deserialize, Serialize};

use crate::{Failure, Kind, Limit, Session};

/// Whether a certificate proves what it claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Check {
    /// The text of the certificate.
    pub certificate: String,
}

/// Whether a certificate proves what it claims.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CheckAnswer {
    /// Whether it does.
    pub valid: bool,
    /// What the claim is about; null if the text is not a certificate.
    pub rule: Option<String>,
    /// What is claimed.
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub claim: Option<Claim>,
    /// Why the certificate is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Session {
    /// Whether a certificate proves what it claims: all that the proof needs is computed again from the rule alone, by code that
    /// shares nothing with the engine that found the claim.
    ///
    /// # Errors
    /// A [`Failure`] of the kind `budget` if the limits do not allow to tell.
    pub fn check(&self, question: &Check, meter: &mut Meter<'_>) -> Result<CheckAnswer, Failure> {
        let certificate = Certificate::read(&question.certificate);
        let checked = certificate.clone().and_then(|certificate| verify(&certificate, true, meter));
        if let Err(refusal) = &checked
            && let Some(failure) = out_of_reach(refusal, meter)
        {
            return Err(failure);
        }
        let certificate = certificate.ok();
        Ok(CheckAnswer {
            valid: checked.is_ok(),
            rule: certificate.as_ref().map(|certificate| certificate.rule.clone()),
            claim: certificate.map(|certificate| certificate.claim),
            reason: checked.err().map(|refusal| refusal.to_string()),
        })
    }
}

/// Verifies a certificate within the limits, the number of steps among them if `counted`, and tells the progress.
pub(crate) fn verify(certificate: &Certificate, counted: bool, meter: &mut Meter<'_>) -> Result<(), Refusal> {
    let limits = meter.limits();
    let memory = limits.bytes.unwrap_or(grundy_check::Limits::default().memory);
    let steps = limits.positions.filter(|_| counted).unwrap_or(u64::MAX);
    certificate.verify_with(&grundy_check::Limits { steps, memory }, &mut |count, goal| {
        let elapsed = meter.elapsed();
        meter.relay(&Done { noun: "heaps", count, goal: Some(goal), elapsed, bytes: 0 }).is_ok()
    })
}

/// The failure of a check that the limits do not allow to finish; `None` for the other refusals.
pub(crate) fn out_of_reach(refusal: &Refusal, meter: &Meter<'_>) -> Option<Failure> {
    let (limit, help) = match refusal {
        &Refusal::Stopped { done: count, of } => {
            let bound = meter.watch().reached().unwrap_or(Bound::Time);
            let done = Done { noun: "heaps", count, goal: Some(of), elapsed: meter.elapsed(), bytes: 0 };
            return Some(Error::Budget { bound, done }.into());
        }
        Refusal::TooMuchMemory { .. } => (Limit::Memory, None),
        Refusal::TooManySteps { limit: u64::MAX, .. } => {
            (Limit::Positions, Some("no limit allows so many steps: the certificate says too little"))
        }
        Refusal::TooManySteps { .. } | Refusal::OutOfSteps { .. } => (Limit::Positions, None),
        _ => return None,
    };
    let failure = Failure { limit: Some(limit), ..Failure::new(Kind::Budget, refusal.to_string()) };
    Some(match help {
        Some(help) => failure.with_help(help),
        None => failure,
    })
}
