//! Proved periods as certificates that an independent checker verifies.

use grundy_check::{Certificate, Claim};

use super::{Period, Proof};
use crate::heap::{HeapRule, SubtractionSet};

/// Values up to here are checked by the definition in a moment.
const FEW: u64 = 10_000;

impl Period {
    /// The certificate of this period of `rule`; `None` if the rule or the proof has no form there: closed forms without an
    /// end, such as Nim's.
    #[must_use]
    pub fn certificate(&self, rule: &HeapRule) -> Option<Certificate> {
        let &Self { period, preperiod, saltus, .. } = self;
        let claim = match saltus {
            0 => Claim::Periodic { period, preperiod },
            _ => Claim::Arithmetic { period, preperiod, saltus },
        };
        let proof = match self.proof {
            Proof::FullRange { class } => {
                let few = preperiod.saturating_add(period) <= FEW;
                grundy_check::Proof::FullRange { class: class.filter(|_| !few) }
            }
            Proof::Window { class, window, from } => grundy_check::Proof::Window { class, window, from },
            Proof::States { from } => grundy_check::Proof::States { from },
            Proof::ThreeParts => grundy_check::Proof::ThreeParts {},
            Proof::ClosedForm if saltus == 0 => grundy_check::Proof::FullRange { class: None },
            Proof::ClosedForm => return None,
        };
        Some(Certificate::new(notation(rule)?, claim, proof))
    }
}

/// The rule as the checker reads it.
fn notation(rule: &HeapRule) -> Option<String> {
    match rule {
        HeapRule::Code(code) => code.last().map(|_| code.to_string()),
        HeapRule::GrundysGame => Some("grundys-game".to_owned()),
        HeapRule::Subtraction(set) => set_notation(set),
    }
}

fn set_notation(set: &SubtractionSet) -> Option<String> {
    let (name, ranges) = match (set.finite(), set.forbidden()) {
        (Some(finite), _) => ("subtract", finite),
        (None, Some(forbidden)) => ("allbut", forbidden.to_vec()),
        (None, None) => return None,
    };
    let numbers = ranges.iter().map(|range| match (range.start(), range.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}..{end}"),
    });
    let numbers: Vec<String> = numbers.collect();
    (!numbers.is_empty()).then(|| format!("{name}{{{}}}", numbers.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Sequence;
    use crate::{Limits, Meter};

    #[test]
    fn proved_periods_have_certificates_that_hold() {
        let code = |text: &str| HeapRule::Code(text.parse().unwrap());
        let takes = |ranges: &[std::ops::RangeInclusive<u64>]| SubtractionSet::ranges(ranges.iter().cloned()).unwrap();
        let all_but =
            |ranges: &[std::ops::RangeInclusive<u64>]| SubtractionSet::all_but(ranges.iter().cloned()).unwrap();
        for rule in [
            code("0.77"),
            code("0.137"),
            code("0.156"),
            HeapRule::Subtraction(takes(&[1..=1, 3..=4])),
            HeapRule::Subtraction(all_but(&[2..=3, 7..=7])),
            HeapRule::Subtraction(all_but(&[1..=1, 5..=5])),
        ] {
            let mut sequence = Sequence::new(rule.clone());
            sequence.extend(100_000, &mut Meter::new(&Limits::default())).unwrap();
            let period = sequence.period().unwrap_or_else(|| panic!("{rule:?}"));
            let certificate = period.certificate(&rule).unwrap();
            assert_eq!(certificate.verify(&grundy_check::Limits::default()), Ok(()), "{certificate:?}");
        }
    }

    #[test]
    fn what_has_no_form_has_no_certificate() {
        assert_eq!(notation(&HeapRule::Code("0.[3]".parse().unwrap())), None);
        assert_eq!(notation(&HeapRule::Subtraction(SubtractionSet::squares())), None);
        let all_but = SubtractionSet::all_but([4..=u64::MAX]).unwrap();
        assert_eq!(notation(&HeapRule::Subtraction(all_but)).as_deref(), Some("subtract{1..3}"));
    }
}
