//! The period of a sequence of values, and how certain it is: the page of `grundy period`.

use std::io::{self, Write};

use grundy::heap::{Finding, Period, Proof, Status};
use serde::Serialize;

use super::ending::Ending;
use super::style::{GOOD, STRONG};

/// What is known of the period of a rule.
pub(crate) struct Periodicity<'a> {
    pub(crate) rule: &'a str,
    pub(crate) finding: Finding,
}

#[derive(Serialize)]
struct PeriodicityJson<'a> {
    rule: &'a str,
    status: &'static str,
    period: Option<u64>,
    preperiod: Option<u64>,
    last_exception: Option<u64>,
    saltus: Option<u64>,
    /// The last heap whose value was computed.
    checked_to: Option<u64>,
    /// The theorem that proves it.
    proof: Option<&'static str>,
    /// The limit that ended the search, if there is no proof.
    limit: Option<&'static str>,
}

/// A period, proved or not.
struct Repeats {
    period: u64,
    preperiod: u64,
    saltus: u64,
}

impl Periodicity<'_> {
    /// The period that is claimed, if one is.
    const fn repeats(&self) -> Option<Repeats> {
        match self.finding.status {
            Status::Proved(Period { period, preperiod, saltus, .. })
            | Status::Observed { period, preperiod, saltus } => Some(Repeats { period, preperiod, saltus }),
            _ => None,
        }
    }

    const fn status(&self) -> &'static str {
        match self.finding.status {
            Status::Proved(_) => "proved",
            Status::Observed { .. } => "observed",
            _ => "none",
        }
    }

    const fn proof(&self) -> Option<&Period> {
        match &self.finding.status {
            Status::Proved(period) => Some(period),
            _ => None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        self.proof().is_none().then(|| Ending::of(self.finding.stopped.as_ref()))
    }

    pub(crate) fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        let repeats = self.repeats();
        let page = PeriodicityJson {
            rule: self.rule,
            status: self.status(),
            period: repeats.as_ref().map(|repeats| repeats.period),
            preperiod: repeats.as_ref().map(|repeats| repeats.preperiod),
            last_exception: repeats.as_ref().and_then(|repeats| repeats.preperiod.checked_sub(1)),
            saltus: repeats.as_ref().map(|repeats| repeats.saltus),
            checked_to: self.finding.checked_to,
            proof: self.proof().map(|period| proof(period).0),
            limit: self.ending().map(Ending::name),
        };
        serde_json::to_writer(&mut *out, &page)?;
        out.write_all(b"\n")
    }

    pub(crate) fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let (rule, status) = (self.rule, self.status());
        let style = if self.proof().is_some() { GOOD } else { STRONG };
        match self.repeats() {
            Some(Repeats { period, preperiod, saltus }) => {
                write!(
                    out,
                    "{STRONG}{rule}{STRONG:#}: {style}{status}{style:#}: period {period}, preperiod {preperiod} "
                )?;
                match preperiod.checked_sub(1) {
                    Some(last) => write!(out, "(last exception {last})")?,
                    None => write!(out, "(no exception)")?,
                }
                writeln!(out, "{}", if saltus > 0 { format!(", saltus {saltus}") } else { String::new() })?;
                let grown = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
                write!(out, "g(n + {period}) = g(n){grown} for all n")?;
                let from = if preperiod > 0 { format!(" from {preperiod} on") } else { String::new() };
                match self.finding.checked_to.filter(|_| self.proof().is_none()) {
                    Some(last) => {
                        writeln!(out, "{from} with n + {period} up to {last}. Nothing proves that it goes on.")?
                    }
                    None => writeln!(out, "{from}.")?,
                }
            }
            None => writeln!(out, "{STRONG}{rule}{STRONG:#}: {style}no period found{style:#}")?,
        }
        if let Some(period) = self.proof() {
            writeln!(out, "Proof: {}.", proof(period).1)?;
        }
        match self.finding.checked_to {
            None => writeln!(out, "No value was computed.")?,
            Some(0) => writeln!(out, "The value of 1 heap was computed.")?,
            Some(last) => writeln!(out, "The values of {} heaps were computed.", u128::from(last) + 1)?,
        }
        self.ending().map_or(Ok(()), |ending| ending.text(out))
    }
}

/// What proves a period: a word for scripts, a sentence for people.
pub(super) fn proof(period: &Period) -> (&'static str, String) {
    match &period.proof {
        Proof::FullRange { .. } => {
            let sentence = "the values repeat over the whole range that the theorem of Guy and Smith asks for";
            ("full-range", sentence.to_owned())
        }
        Proof::Window { window, from, .. } => {
            let sentence = format!(
                "no rare heaps are left, and the {window} values before heap {from} come again {} heaps later (window theorem)",
                period.period
            );
            ("window", sentence)
        }
        Proof::States { from } => {
            let sentence = format!(
                "the state at heap {from} comes again {} heaps later, and what follows a state depends on it alone",
                period.period
            );
            ("states", sentence)
        }
        Proof::ThreeParts => {
            let sentence = "the conditions of the theorem on moves that leave three heaps hold, and were verified";
            ("three-parts", sentence.to_owned())
        }
        Proof::ClosedForm => ("closed-form", "the values of all heaps are known in closed form".to_owned()),
        _ => ("other", "a theorem that this version of the command cannot name".to_owned()),
    }
}
