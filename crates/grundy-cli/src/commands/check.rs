//! `grundy check`: whether certificates prove what they claim.

use std::process::ExitCode;

use clap::Args;
use grundy_answers::{Check as Question, CheckAnswer};
use serde::Serialize;

use crate::context::{Context, metered};
use crate::error::Failure;
use crate::limits::CountedLimits;
use crate::progress::Bar;
use crate::{input, render};

/// Whether certificates prove what they claim.
///
/// Everything the proof needs is recomputed from the rule alone, by code that shares nothing with the search that made the
/// claim. `grundy period --certificate` writes certificates. Limits apply to each file.
#[derive(Args, Debug)]
#[command(name = "check", after_help = EXAMPLES)]
pub(crate) struct Check {
    /// The files that hold the certificates; `-` reads one from standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    pub(super) limits: CountedLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy period kayles --certificate kayles.json
  grundy check kayles.json
  grundy period 0.07 --certificate 0.07.json
  grundy check kayles.json 0.07.json --json

Exit status: 0 all are valid; 1 one is not valid, or was not checked within the limits; 2 wrong usage, or a file cannot be read.";

/// The JSON answer about several files.
#[derive(Serialize)]
struct Checked<'a> {
    /// Whether all are valid.
    valid: bool,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    file: &'a str,
    #[serde(flatten)]
    found: Found,
}

/// What is known of a certificate.
#[derive(Serialize)]
#[serde(untagged)]
enum Found {
    Answer(CheckAnswer),
    Failure { error: Box<grundy_answers::Failure> },
}

impl Check {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        if self.files.iter().filter(|file| *file == input::STDIN).count() > 1 {
            return Err(Failure::usage("standard input can be read only once"));
        }
        if let [file] = &*self.files {
            let answer = answer(file, context)?;
            render::answer(&answer, context.json, &mut context.out, |answer, out| {
                render::check::text(None, answer, out)
            })?;
            return Ok(ExitCode::from(u8::from(!answer.valid)));
        }
        let mut status = 0;
        let mut checked = Checked { valid: true, files: Vec::new() };
        for file in &self.files {
            let found = match answer(file, context) {
                Ok(answer) => {
                    if !context.json {
                        render::answer(&answer, false, &mut context.out, |answer, out| {
                            render::check::text(Some(file), answer, out)
                        })?;
                    }
                    status = status.max(u8::from(!answer.valid));
                    Found::Answer(answer)
                }
                Err(failure) if failure.is_stop() => return Err(failure),
                Err(failure) => {
                    status = status.max(failure.status());
                    if !context.json {
                        context.out.flush()?;
                        failure.report(context.mode);
                    }
                    Found::Failure { error: failure.into_data() }
                }
            };
            checked.files.push(File { file, found });
        }
        checked.valid = status == 0;
        if context.json {
            render::json(&checked, &mut context.out)?;
        }
        Ok(ExitCode::from(status))
    }
}

/// The answer about one file.
fn answer(file: &str, context: &Context) -> Result<CheckAnswer, Failure> {
    let (name, bytes) = input::file(file, &context.limits)?;
    // What is not text is not a certificate, as the checker will say.
    let question = Question { certificate: String::from_utf8_lossy(&bytes).into_owned() };
    metered(&context.limits, Bar::new(), |meter| context.session.check(&question, meter))
        .map_err(|failure| failure.about(name))
}
