//! The verification: from the text to the claim, or to the reason why not.

use crate::full_range::FullRange;
use crate::meter::Meter;
use crate::progression::Progression;
use crate::rule::Moves;
use crate::states::States;
use crate::three_parts::ThreeParts;
use crate::window::Window;
use crate::{Certificate, Claim, Cost, Limits, Proof, Refusal, Rule};

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
        let rule = self.read_rule()?;
        let mut meter = Meter::new(limits, watch);
        match self.plan(&rule)? {
            Plan::FullRange(proof) => proof.verify(&mut meter),
            Plan::Window(proof) => proof.verify(&mut meter),
            Plan::States(proof) => proof.verify(&mut meter),
            Plan::ThreeParts(proof) => proof.verify(&mut meter),
        }
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
        let rule = self.read_rule()?;
        match self.plan(&rule)? {
            Plan::FullRange(proof) => proof.cost(),
            Plan::Window(proof) => proof.cost(),
            Plan::States(proof) => Ok(proof.cost()),
            Plan::ThreeParts(proof) => Ok(proof.cost()),
        }
    }

    fn read_rule(&self) -> Result<Rule, Refusal> {
        self.rule.parse().map_err(|reason| Refusal::Rule { rule: self.rule.clone(), reason })
    }

    /// What there is to do, if the method is one for such rules and claims.
    fn plan<'a>(&self, rule: &'a Rule) -> Result<Plan<'a>, Refusal> {
        let (claim, rises) = match self.claim {
            Claim::Periodic { period, preperiod } => (Progression { period, preperiod, saltus: 0 }, false),
            Claim::Arithmetic { saltus: 0, .. } => return Err(Refusal::ZeroSaltus),
            Claim::Arithmetic { period, preperiod, saltus } => (Progression { period, preperiod, saltus }, true),
        };
        if claim.period == 0 {
            return Err(Refusal::ZeroPeriod);
        }
        match (&self.proof, rises, &rule.0) {
            (&Proof::FullRange { class }, false, _) => Ok(Plan::FullRange(FullRange { rule, claim, class })),
            (&Proof::Window { class, window, from }, false, Moves::TakeAndBreak(code)) => {
                class.fits(code)?;
                Ok(Plan::Window(Window { code, claim, class, window, from }))
            }
            (&Proof::States { from }, true, Moves::AllBut(forbidden)) => {
                Ok(Plan::States(States { forbidden, claim, from }))
            }
            (Proof::ThreeParts {}, true, Moves::TakeAndBreak(code)) if code.most_heaps_left() == 3 => {
                Ok(Plan::ThreeParts(ThreeParts { rule, code, claim }))
            }
            (proof, ..) => {
                let (method, reason) = match proof {
                    Proof::FullRange { .. } => ("full-range", "is for claims of kind `periodic`"),
                    Proof::Window { .. } => ("window", "is for claims of kind `periodic` about codes"),
                    Proof::States { .. } => ("states", "is for claims of kind `arithmetic` about `allbut`"),
                    Proof::ThreeParts {} => {
                        ("three-parts", "is for claims of kind `arithmetic` about codes with a digit that holds 8")
                    }
                };
                Err(Refusal::DoesNotApply { method, reason })
            }
        }
    }
}

/// A proof with what it needs.
enum Plan<'a> {
    FullRange(FullRange<'a>),
    Window(Window<'a>),
    States(States<'a>),
    ThreeParts(ThreeParts<'a>),
}
