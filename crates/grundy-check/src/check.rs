//! The verification: from the text to the claim, or to the reason why not.

use crate::{Certificate, Claim, Limits, Proof, Refusal, Rule, periodic};

/// Reads a certificate and verifies it. What it claims of its rule is then proved, and is returned.
///
/// To know the rule as well, use [`Certificate::read`] and [`Certificate::verify`], which are the two halves of this.
///
/// # Errors
/// A [`Refusal`] that says what is wrong, or that verifying would cost more than `limits`. No text makes this panic,
/// overflow, or take more time and space than the limits and the length of the text allow.
pub fn check(text: &str, limits: &Limits) -> Result<Claim, Refusal> {
    let certificate = Certificate::read(text)?;
    certificate.verify(limits)?;
    Ok(certificate.claim)
}

impl Certificate {
    /// Verifies the claim from the rule alone.
    ///
    /// # Errors
    /// As for [`check`]; see [`Refusal`] for which of them mean that the claim is false.
    pub fn verify(&self, limits: &Limits) -> Result<(), Refusal> {
        let rule: Rule = self.rule.parse().map_err(|reason| Refusal::Rule { rule: self.rule.clone(), reason })?;
        match (&self.claim, &self.proof) {
            (&Claim::Periodic { period, preperiod }, Proof::FullRange {}) => {
                periodic::verify(&rule, period, preperiod, limits)
            }
        }
    }
}
