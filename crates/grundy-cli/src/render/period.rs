//! When the values of heaps repeat, and how certain that is.

use std::io::{self, Write};

use grundy::Limits;
use grundy_answers::{PeriodAnswer, PeriodProof, PeriodStatus};
use indicatif::HumanBytes;

use super::limit;
use super::style::{GOOD, STRONG};

/// The answer for people; `max` is the most heaps that were to be computed.
pub(crate) fn text(answer: &PeriodAnswer, limits: &Limits, max: u64, out: &mut dyn Write) -> io::Result<()> {
    let rule = &answer.rule;
    let (status, style) = match answer.status {
        PeriodStatus::Proved => ("proved", GOOD),
        PeriodStatus::Observed => ("observed", STRONG),
        PeriodStatus::None => ("no period found", STRONG),
    };
    write!(out, "{STRONG}{rule}{STRONG:#}: {style}{status}{style:#}")?;
    if let (Some(period), Some(preperiod), Some(saltus)) = (answer.period, answer.preperiod, answer.saltus) {
        write!(out, ": period {period}, preperiod {preperiod} ")?;
        match answer.last_exception {
            Some(last) => write!(out, "(last exception {last})")?,
            None => write!(out, "(no exception)")?,
        }
        writeln!(out, "{}", if saltus > 0 { format!(", saltus {saltus}") } else { String::new() })?;
        let grown = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
        let from = if preperiod > 0 { format!(" >= {preperiod}") } else { String::new() };
        write!(out, "g(n + {period}) = g(n){grown} for all n{from}")?;
        match answer.checked_to.filter(|_| answer.status == PeriodStatus::Observed) {
            Some(last) => writeln!(out, " with n + {period} <= {last}; not proved for larger heaps.")?,
            None => writeln!(out, ".")?,
        }
    } else {
        writeln!(out)?;
    }
    if let Some(proof) = answer.proof {
        writeln!(out, "Proof: {}.", sentence(proof, answer))?;
    }
    match answer.checked_to {
        None => writeln!(out, "No value was computed.")?,
        Some(0) => writeln!(out, "The Grundy value of 1 heap was computed.")?,
        Some(last) => writeln!(out, "The Grundy values of {} heaps were computed.", u128::from(last) + 1)?,
    }
    if let Some(decisive) = answer.decisive {
        write!(out, "If they repeat up to heap {decisive}, the theorem of Guy and Smith proves the period")?;
        match limits.bytes {
            Some(bytes) if bytes <= decisive => {
                writeln!(out, ",\nbut so many values take at least {}.", HumanBytes(decisive.saturating_add(1)))?;
            }
            _ => writeln!(out, ".")?,
        }
    }
    answer.limit.map_or(Ok(()), |limit| limit::text(limit, limits, &format!("{max} heaps"), out))
}

/// What proves a period.
fn sentence(proof: PeriodProof, answer: &PeriodAnswer) -> String {
    let period = answer.period.unwrap_or_default();
    let (window, from) = match answer.evidence {
        Some(evidence) => (evidence.window.unwrap_or_default(), evidence.from),
        None => (0, 0),
    };
    match proof {
        PeriodProof::FullRange => {
            "the values repeat over the whole range that the theorem of Guy and Smith requires".to_owned()
        }
        PeriodProof::Window => format!(
            "no rare heaps are left, and the {window} values before heap {from} recur {period} heaps later (window theorem)"
        ),
        PeriodProof::States => {
            format!("the state at heap {from} recurs {period} heaps later, and it determines all later values")
        }
        PeriodProof::ThreeParts => {
            "the conditions of the theorem on moves that leave three heaps hold, and were verified".to_owned()
        }
        PeriodProof::ClosedForm => "the values of all heaps are known in closed form".to_owned(),
        _ => "by a theorem that this version does not describe".to_owned(),
    }
}
