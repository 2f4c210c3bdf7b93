//! The verification: from the text to the claim, or to the reason why not.

use crate::full_range::FullRange;
use crate::meter::Meter;
use crate::progression::Progression;
use crate::rule::Moves;
use crate::states::States;
use crate::three_parts::ThreeParts;
use crate::window::Window;
use crate::{Certificate, Claim, Cost, Limits, Proof, Refusal, Rule};

/// A claim with what is to prove it.
pub(crate) trait Method {
    /// What verifying costs, or why it cannot be verified at any cost.
    fn cost(&self) -> Result<Cost, Refusal>;

    fn verify(&self, meter: &mut Meter<'_>) -> Result<(), Refusal>;
}

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
        self.verify_with(limits, &mut |_, _| true)
    }

    /// Verifies the claim, and calls `watch` every few milliseconds with the number of heaps that are done and of those to
    /// do. If it answers `false`, the verification stops with [`Refusal::Stopped`].
    ///
    /// The number to do is that of [`cost`](Self::cost); it can grow once, with the method `three-parts`.
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    ///
    /// ```
    /// use grundy_check::{Certificate, Claim, Limits, Proof, Refusal};
    /// let kayles = Claim::Periodic { period: 12, preperiod: 71 };
    /// let certificate = Certificate::new("0.77", kayles, Proof::FullRange { class: None });
    /// let stopped = certificate.verify_with(&Limits::default(), &mut |_done, _of| false);
    /// assert!(matches!(stopped, Err(Refusal::Stopped { .. })));
    /// ```
    pub fn verify_with(&self, limits: &Limits, watch: &mut dyn FnMut(u64, u64) -> bool) -> Result<(), Refusal> {
        self.method(&self.read_rule()?)?.verify(&mut Meter::new(limits, watch))
    }

    /// What verifying costs. Nothing is computed for it.
    ///
    /// # Errors
    /// What can be refused without computing anything: the rule, a method that is not for it, numbers that do not fit.
    ///
    /// ```
    /// use grundy_check::{Certificate, Claim, Proof};
    /// let kayles = Claim::Periodic { period: 12, preperiod: 71 };
    /// let cost = Certificate::new("0.77", kayles, Proof::FullRange { class: None }).cost()?;
    /// assert_eq!(cost.heaps, 2 * 71 + 2 * 12 + 2);
    /// # Ok::<(), grundy_check::Refusal>(())
    /// ```
    pub fn cost(&self) -> Result<Cost, Refusal> {
        self.method(&self.read_rule()?)?.cost()
    }

    fn read_rule(&self) -> Result<Rule, Refusal> {
        self.rule.parse().map_err(|reason| Refusal::Rule { rule: self.rule.clone(), reason })
    }

    /// What there is to do, if the method is one for such rules and claims.
    fn method<'a>(&self, rule: &'a Rule) -> Result<Box<dyn Method + 'a>, Refusal> {
        let (claim, rises) = match self.claim {
            Claim::Periodic { period, preperiod } => (Progression { period, preperiod, saltus: 0 }, false),
            Claim::Arithmetic { saltus: 0, .. } => return Err(Refusal::ZeroSaltus),
            Claim::Arithmetic { period, preperiod, saltus } => (Progression { period, preperiod, saltus }, true),
        };
        if claim.period == 0 {
            return Err(Refusal::ZeroPeriod);
        }
        let (method, purpose) = match (&self.proof, &rule.0) {
            (&Proof::FullRange { class }, Moves::TakeAndBreak(_) | Moves::Subtraction(_)) if !rises => {
                return Ok(Box::new(FullRange { rule, claim, class }));
            }
            (&Proof::Window { class, window, from }, Moves::TakeAndBreak(code)) if !rises => {
                return Ok(Box::new(Window { code, claim, class, window, from }));
            }
            (&Proof::States { from }, Moves::AllBut(forbidden)) if rises => {
                return Ok(Box::new(States { forbidden, claim, from }));
            }
            (Proof::ThreeParts {}, Moves::TakeAndBreak(code)) if rises && code.most_heaps_left() == 3 => {
                return Ok(Box::new(ThreeParts { rule, code, claim }));
            }
            (Proof::FullRange { .. }, _) => ("full-range", "claims of kind `periodic`, and not about `allbut`"),
            (Proof::Window { .. }, _) => ("window", "claims of kind `periodic` about codes"),
            (Proof::States { .. }, _) => ("states", "claims of kind `arithmetic` about `allbut`"),
            (Proof::ThreeParts {}, _) => {
                ("three-parts", "claims of kind `arithmetic` about codes with a digit that holds 8")
            }
        };
        Err(Refusal::DoesNotApply { method, purpose })
    }
}
