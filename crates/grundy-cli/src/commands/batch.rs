//! `grundy solve --batch`: a position a line in, a JSON object a line out.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use grundy::games::Files;
use grundy::{Done, Limits};

use super::solve::Question;
use crate::context::Context;
use crate::error::{Envelope, Failure};
use crate::input::{self, STDIN};
use crate::interrupt;

/// Answers every line of a file. Games are kept from line to line, so that their tables are.
pub(super) fn run(file: &Path, question: Question, context: &mut Context) -> Result<ExitCode, Failure> {
    let name = file.display().to_string();
    let cannot_read = |error: &io::Error| Failure::input(if name == STDIN { "standard input" } else { &name }, error);
    let mut lines: Box<dyn BufRead> = if name == STDIN {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(Files::here(u64::MAX).open(&name).map_err(|error| cannot_read(&error))?))
    };
    // A line is held whole, and its text is read several times.
    let longest = input::largest_file(&context.limits);

    let started = Instant::now();
    let (mut reader, clock) = input::reader(&context.limits);
    let (mut answered, mut failed) = (0, false);
    loop {
        let mut line = Vec::new();
        let read = interrupt::waiting(&context.limits.cancel, || {
            (&mut lines).take(longest.saturating_add(1)).read_until(b'\n', &mut line)
        });
        if context.limits.cancel.is_cancelled() {
            return Err(stopped(answered, started));
        }
        let read = read.map_err(|error| cannot_read(&error))?;
        if read as u64 > longest {
            let error = io::Error::new(io::ErrorKind::FileTooLarge, format!("line {} is too long", answered + 1));
            return Err(cannot_read(&error));
        }
        if read == 0 {
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
        clock.restart(&context.limits);
        let answer = answer(line, &mut reader, question, &context.limits, &mut context.out);
        if context.limits.cancel.is_cancelled() && answer.as_ref().is_err_and(Failure::is_budget) {
            return Err(stopped(answered, started));
        }
        match answer {
            Ok(()) => {}
            Err(failure) if failure.is_of_output() => return Err(failure),
            Err(failure) => {
                serde_json::to_writer(&mut context.out, &Envelope::new(&failure))?;
                context.out.write_all(b"\n")?;
                failed = true;
            }
        }
        // Whoever wrote the line may wait for its answer before writing the next.
        context.out.flush()?;
        answered += 1;
    }
}

fn answer(
    mut line: Vec<u8>,
    reader: &mut grundy::notation::Reader,
    question: Question,
    limits: &Limits,
    out: &mut dyn io::Write,
) -> Result<(), Failure> {
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    let text = input::utf8(line)?;
    let sum = reader.sum(&text).map_err(|error| Failure::read(error, &text))?;
    Ok(question.answer(&sum, limits)?.json(out)?)
}

fn stopped(lines: u64, started: Instant) -> Failure {
    Failure::stopped(Done { noun: "lines", count: lines, goal: None, elapsed: started.elapsed(), bytes: 0 })
}
