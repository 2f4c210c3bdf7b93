//! `grundy check`: whether a certificate proves what it claims.

use std::process::ExitCode;

use clap::Args;
use grundy_answers::Check as Question;

use crate::context::{Context, metered};
use crate::error::Failure;
use crate::progress::Bar;
use crate::{input, render};

/// Whether a certificate proves what it claims.
///
/// Everything the proof needs is recomputed from the rule alone, by code that shares nothing with the search that made the
/// claim. `grundy period --certificate` writes certificates.
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

impl Check {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let (name, bytes) = input::file(&self.file, &context.limits)?;
        // What is not text is not a certificate, as the checker will say.
        let question = Question { certificate: String::from_utf8_lossy(&bytes).into_owned() };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.check(&question, meter))
            .map_err(|failure| failure.about(name))?;
        if context.json {
            render::json(&answer, &mut context.out)?;
        } else {
            render::check::text(&answer, &mut context.out)?;
        }
        Ok(if answer.valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
