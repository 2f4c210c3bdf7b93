//! `grundy check`: whether a certificate proves what it claims.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use grundy::{Bound, Done, Error, Limits, Progress};
use grundy_check::{Certificate, Claim, Refusal};
use serde::Serialize;

use crate::context::Context;
use crate::error::{Failure, Kind};
use crate::input;
use crate::progress::Bar;

/// Whether a certificate proves what it claims.
///
/// All that the proof needs is recomputed from the rule alone, by a program that shares no code with the one that found
/// the claim. `grundy period --certificate` writes certificates.
#[derive(Args, Debug)]
#[command(name = "check", after_help = EXAMPLES)]
pub(crate) struct Check {
    /// The file that holds the certificate; `-` reads standard input.
    file: String,
}

const EXAMPLES: &str = "\
Examples:
  grundy period kayles --certificate kayles.json
  grundy check kayles.json

Exit status: 0 valid; 1 not valid, or not checked within the limits; 2 wrong usage.";

#[derive(Serialize)]
struct Page<'a> {
    valid: bool,
    rule: Option<&'a str>,
    claim: Option<&'a Claim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Check {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let (name, bytes) = input::file(&self.file, &context.limits)?;
        // What is no text is no certificate, as the checker will say.
        let text = String::from_utf8_lossy(&bytes);
        let started = Instant::now();
        let certificate = Certificate::read(&text);
        let checked = certificate.clone().and_then(|certificate| verify(&certificate, &context.limits));
        if let Err(refusal) = &checked
            && let Some(help) = out_of_reach(refusal)
        {
            return Err(Failure::new(Kind::Budget, format!("{name}: {refusal}")).with_help(help));
        }
        if let Err(Refusal::Stopped { done, of }) = checked {
            return Err(stopped(done, of, started, &context.limits));
        }
        let (out, certificate) = (&mut context.out, certificate.ok());
        let reason = checked.err().map(|refusal| refusal.to_string());
        let valid = reason.is_none();
        if context.json {
            let rule = certificate.as_ref().map(|certificate| &*certificate.rule);
            let claim = certificate.as_ref().map(|certificate| &certificate.claim);
            serde_json::to_writer(&mut *out, &Page { valid, rule, claim, reason }).map_err(std::io::Error::from)?;
            writeln!(out)?;
        } else {
            let claim = certificate.map_or_else(String::new, |certificate| format!(" {}", words(&certificate)));
            match reason {
                None => writeln!(out, "valid:{claim}")?,
                Some(reason) => writeln!(out, "not valid:{claim}\n{reason}")?,
            }
        }
        Ok(if valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// What helps when a certificate was not checked for want of memory or steps; `None` for the other refusals.
const fn out_of_reach(refusal: &Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::TooMuchMemory { .. } => Some("`--max-memory` allows more"),
        Refusal::TooManySteps { limit: u64::MAX, .. } => {
            Some("no limit allows so many: the certificate says too little")
        }
        Refusal::TooManySteps { .. } | Refusal::OutOfSteps { .. } => Some("`--max-positions` allows more"),
        _ => None,
    }
}

fn limits_of(limits: &Limits) -> grundy_check::Limits {
    let memory = limits.bytes.unwrap_or(grundy_check::Limits::default().memory);
    grundy_check::Limits { steps: limits.positions.unwrap_or(u64::MAX), memory }
}

/// Verifies within the limits, showing the progress.
fn verify(certificate: &Certificate, limits: &Limits) -> Result<(), Refusal> {
    let (started, mut bar) = (Instant::now(), Bar::new());
    certificate.verify_with(&limits_of(limits), &mut |count, goal| {
        let elapsed = started.elapsed();
        bar.report(&Done { noun: "heaps", count, goal: Some(goal), elapsed, bytes: 0 });
        !limits.cancel.is_cancelled() && limits.time.is_none_or(|most| elapsed <= most)
    })
}

/// The error of a check that the time or a person ended.
fn stopped(count: u64, of: u64, started: Instant, limits: &Limits) -> Failure {
    let bound = if limits.cancel.is_cancelled() { Bound::Cancel } else { Bound::Time };
    let done = Done { noun: "heaps", count, goal: Some(of), elapsed: started.elapsed(), bytes: 0 };
    Error::Budget { bound, done }.into()
}

/// The claim in words.
fn words(certificate: &Certificate) -> String {
    let rule = &certificate.rule;
    match certificate.claim {
        Claim::Periodic { period, preperiod } => format!("{rule} has period {period}, preperiod {preperiod}"),
        Claim::Arithmetic { period, preperiod, saltus } => {
            format!("{rule} has period {period}, preperiod {preperiod}, saltus {saltus}")
        }
        _ => rule.clone(),
    }
}
