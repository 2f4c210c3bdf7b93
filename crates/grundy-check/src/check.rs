//! The verification: from the text to the claim, or to the reason for refusing it.

use crate::{
    Certificate, Claim, Cost, Limits, Meter, Moves, Progression, Proof, Refusal, Rule, Verdict, full_range, size,
    states, three_parts, window,
};

/// Reads a certificate and verifies it, like [`Certificate::read`] followed by [`Certificate::verify`]. Returns the
/// claim, which is then proved.
///
/// # Errors
/// A [`Refusal`], if something is wrong or if verification would exceed `limits`. No text makes this panic, overflow,
/// or take more time and space than the limits and the length of the text allow.
pub fn check(text: &str, limits: &Limits) -> Result<Claim, Refusal> {
    let certificate = Certificate::read(text)?;
    certificate.verify(limits)?;
    Ok(certificate.claim)
}

impl Certificate {
    /// Verifies the claim from the rule alone.
    ///
    /// # Errors
    /// As for [`check`]; see [`Refusal`] for those that mean that the claim is false.
    pub fn verify(&self, limits: &Limits) -> Result<(), Refusal> {
        self.verify_with(limits, &mut |_, _| true)
    }

    /// Verifies the claim, and calls `watch` every few milliseconds with the number of heaps done and the total number
    /// of heaps, as in [`cost`](Self::cost); `three-parts` may increase the total once. If `watch` returns `false`, the
    /// result is [`Refusal::Stopped`].
    ///
    /// # Errors
    /// As for [`verify`](Self::verify).
    ///
    /// # Examples
    /// ```
    /// use grundy_check::{Certificate, Claim, Limits, Proof, Refusal};
    /// let kayles = Claim::Periodic { period: 12, preperiod: 71 };
    /// let certificate = Certificate::new("0.77", kayles, Proof::FullRange { class: None });
    /// let stopped = certificate.verify_with(&Limits::default(), &mut |_done, _of| false);
    /// assert!(matches!(stopped, Err(Refusal::Stopped { .. })));
    /// ```
    pub fn verify_with(&self, limits: &Limits, watch: &mut dyn FnMut(u64, u64) -> bool) -> Result<(), Refusal> {
        self.run(&mut Meter::new(limits, watch))
    }

    /// The cost of the verification. No values are computed.
    ///
    /// # Errors
    /// Whatever can be refused without computing values: the rule, a method that does not apply to it, numbers that do
    /// not fit.
    ///
    /// # Examples
    /// ```
    /// use grundy_check::{Certificate, Claim, Proof};
    /// let kayles = Claim::Periodic { period: 12, preperiod: 71 };
    /// let cost = Certificate::new("0.77", kayles, Proof::FullRange { class: None }).cost()?;
    /// assert_eq!(cost.heaps, 2 * 71 + 2 * 12 + 2);
    /// # Ok::<(), grundy_check::Refusal>(())
    /// ```
    pub fn cost(&self) -> Result<Cost, Refusal> {
        let mut watch = |_, _| false;
        let mut meter = Meter::new(&Limits { steps: 0, memory: 0 }, &mut watch);
        // No steps are allowed, so the run ends when the cost is known, or earlier.
        let refusal = self.run(&mut meter).err();
        meter.cost.ok_or(refusal.unwrap_or(Refusal::ZeroPeriod))
    }

    /// Verifies the claim by its method, if the method applies to the rule and the claim.
    fn run(&self, meter: &mut Meter<'_>) -> Verdict {
        let rule: Rule = self.rule.parse().map_err(|reason| Refusal::Rule { rule: self.rule.clone(), reason })?;
        let (period, preperiod, saltus) = match self.claim {
            Claim::Periodic { period, preperiod } => (period, preperiod, 0),
            Claim::Arithmetic { saltus: 0, .. } => return Err(Refusal::ZeroSaltus),
            Claim::Arithmetic { period, preperiod, saltus } => (period, preperiod, saltus),
        };
        if period == 0 {
            return Err(Refusal::ZeroPeriod);
        }
        let of_proof = match self.proof {
            Proof::Window { window, from, .. } => [window, from],
            Proof::States { from } => [from, 0],
            Proof::FullRange { .. } | Proof::ThreeParts {} => [0, 0],
        };
        // If `usize` has less than 64 bits, `size` would change the claim.
        let mut numbers = [period, preperiod, saltus].into_iter().chain(of_proof);
        if let Some(number) = numbers.find(|&number| usize::try_from(number).is_err()) {
            return Err(Refusal::NumberTooLarge { number });
        }
        let claim = Progression { period: size(period), preperiod: size(preperiod), saltus: size(saltus) };
        let is_for = |method, purpose| Err(Refusal::DoesNotApply { method, purpose });
        match (&self.proof, &rule.0) {
            (&Proof::FullRange { class }, Moves::TakeAndBreak(_) | Moves::Subtraction(_)) if saltus == 0 => {
                full_range::verify(&rule, claim, class, meter)
            }
            (&Proof::Window { class, window, from }, Moves::TakeAndBreak(code)) if saltus == 0 => {
                window::verify(code, claim, class, [window, from], meter)
            }
            (&Proof::States { from }, Moves::AllBut(forbidden)) if saltus > 0 => {
                states::verify(&rule, forbidden.largest, claim, from, meter)
            }
            (Proof::ThreeParts {}, Moves::TakeAndBreak(code)) if saltus > 0 && code.most_heaps_left() == 3 => {
                three_parts::verify(&rule, code, claim, meter)
            }
            (Proof::FullRange { .. }, _) => {
                is_for("full-range", "claims of kind `periodic` about rules other than `allbut`")
            }
            (Proof::Window { .. }, _) => is_for("window", "claims of kind `periodic` about codes"),
            (Proof::States { .. }, _) => is_for("states", "claims of kind `arithmetic` about `allbut`"),
            (Proof::ThreeParts {}, _) => {
                is_for("three-parts", "claims of kind `arithmetic` about codes with a digit of 8 or more")
            }
        }
    }
}
