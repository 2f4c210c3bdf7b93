//! When the values of heaps repeat, and how certain that is.

use std::io::{self, Write};

use grundy::Limits;
use grundy_answers::{PeriodAnswer, PeriodProof, PeriodStatus};
use indicatif::HumanBytes;

use super::style::{FAINT, GOOD, STRONG};
use super::{limit, words};

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
    values(answer, out)?;
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

/// The values before they repeat, and those that repeat.
fn values(answer: &PeriodAnswer, out: &mut dyn Write) -> io::Result<()> {
    let (Some(period), Some(preperiod)) = (answer.period, answer.preperiod) else { return Ok(()) };
    let Some(values) = &answer.values else {
        return writeln!(out, "{FAINT}Its values are not in memory; `--full` computes and prints them.{FAINT:#}");
    };
    let heaps = |first: u64, count: u64| match count {
        1 => format!("heap {first}"),
        _ => format!("heaps {first} to {}", u128::from(first) + u128::from(count) - 1),
    };
    if preperiod > 0 {
        writeln!(out, "{STRONG}Before, {}:{STRONG:#}", heaps(0, preperiod))?;
        list(&values.preperiod, preperiod, out)?;
    }
    let grown = match answer.saltus.filter(|&saltus| saltus > 0) {
        Some(saltus) => format!(", then {saltus} more in each period"),
        None => String::new(),
    };
    writeln!(out, "{STRONG}Repeating block, {}{grown}:{STRONG:#}", heaps(preperiod, period))?;
    list(&values.block, period, out)?;
    match values.exceptions.as_deref() {
        None | Some([]) => Ok(()),
        Some(exceptions) => {
            writeln!(out, "{STRONG}Exceptions, the heaps before that do not fit the block:{STRONG:#}")?;
            list(exceptions, exceptions.len() as u64, out)
        }
    }
}

/// Numbers, and how many of `count` are left out.
fn list(numbers: &[u64], count: u64, out: &mut dyn Write) -> io::Result<()> {
    words::wrapped(numbers.iter().map(u64::to_string), " ", out)?;
    match count - numbers.len() as u64 {
        0 => Ok(()),
        more => writeln!(out, "  {FAINT}… and {more} more; `--full` prints them{FAINT:#}"),
    }
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
