//! Where two rules differ, or why they do not.

use std::io::{self, Write};

use grundy::Limits;
use grundy_answers::{CompareAnswer, ComparedProof, ComparedStatus};

use super::limit;
use super::style::{GOOD, STRONG};

/// The answer for people; `max` is the last heap that was to be compared.
pub(crate) fn text(answer: &CompareAnswer, limits: &Limits, max: u64, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = &answer.rules;
    let shift = answer.shift;
    write!(out, "{STRONG}{a}{STRONG:#} and {STRONG}{b}{STRONG:#}: ")?;
    match (answer.status, answer.first_difference) {
        (ComparedStatus::ProvedEqual, _) => {
            writeln!(out, "{GOOD}proved equal{GOOD:#}{}", shifted(shift))?;
            claim(answer, "", out)?;
            proof(answer, out)
        }
        (ComparedStatus::Equal, _) => {
            match answer.checked_to {
                Some(last) => {
                    writeln!(out, "{STRONG}equal up to heap {last}{STRONG:#}{}", shifted(shift))?;
                    claim(answer, &format!(" up to {last}"), out)?;
                    match answer.decisive {
                        None => writeln!(out, "Not proved for larger heaps.")?,
                        Some(heap) => writeln!(
                            out,
                            "Not proved yet: both periods are proved, and the values have to agree up to heap {heap}."
                        )?,
                    }
                }
                None => writeln!(out, "no heap was compared")?,
            }
            answer.limit.map_or(Ok(()), |limit| limit::text(limit, limits, &format!("heap {max}"), out))
        }
        (ComparedStatus::Different, Some(difference)) => {
            let (heap, [x, y]) = (difference.heap, difference.values);
            writeln!(out, "{STRONG}different{STRONG:#}{}, first at heap {heap}", shifted(shift))?;
            let other = i128::from(heap) - i128::from(shift);
            writeln!(out, "{a}({heap}) has the value {x}, and {b}({other}) has the value {y}.")
        }
        (ComparedStatus::Different, None) => writeln!(out, "{STRONG}different{STRONG:#}"),
    }
}

fn proof(answer: &CompareAnswer, out: &mut dyn Write) -> io::Result<()> {
    match answer.proof {
        Some(ComparedProof::Options) => writeln!(out, "Proof: they allow the same moves."),
        Some(ComparedProof::Reduction) => {
            let code = answer.reduced.as_deref().unwrap_or_default();
            writeln!(out, "Proof: without heaps that have no move, and without moves that change no value,")?;
            writeln!(out, "both reduce to {code}.")
        }
        Some(ComparedProof::Periods) => {
            let [p, q] = answer.periods.unwrap_or_default();
            let last = answer.checked_to.unwrap_or_default();
            writeln!(
                out,
                "Proof: the periods {p} and {q} are proved, and the values agree up to heap {last}, which is far"
            )?;
            writeln!(out, "enough for two sequences with these periods (Fine and Wilf 1965).")
        }
        _ => Ok(()),
    }
}

/// What is equal, for which heaps.
fn claim(answer: &CompareAnswer, up_to: &str, out: &mut dyn Write) -> io::Result<()> {
    let [a, b] = &answer.rules;
    match answer.shift {
        0 => writeln!(out, "{a}(n) and {b}(n) have the same value for all n{up_to}."),
        shift @ 1.. => writeln!(out, "{a}(n) and {b}(n - {shift}) have the same value for all n > {shift}{up_to}."),
        shift => {
            let shift = shift.unsigned_abs();
            writeln!(out, "{a}(n) and {b}(n + {shift}) have the same value for all n > 0{up_to}.")
        }
    }
}

fn shifted(shift: i64) -> String {
    if shift == 0 { String::new() } else { format!(" with shift {shift}") }
}
