//! `grundy solve --batch`: one position per line in, one JSON object per line out.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use grundy::games::Files;
use grundy::{Done, Limits, Meter};
use grundy_answers::Session;

use super::Solve;
use crate::context::Context;
use crate::error::{Envelope, Failure};
use crate::input::{self, STDIN};
use crate::render;

/// Answers every line of a file. Games are kept from line to line, so that their tables are.
pub(super) fn run(file: &Path, question: &Solve, context: &mut Context) -> Result<ExitCode, Failure> {
    let Context { session, limits, out, .. } = context;
    let name = file.display().to_string();
    let cannot_read =
        |error: &io::Error| input::unread(if name == STDIN { "standard input" } else { &name }, error, limits);
    // Limits are those of each line; who writes the lines may take any time.
    let patient = Limits { cancel: limits.cancel.clone(), ..Limits::default() };
    let input = match name.as_str() {
        STDIN => input::open_stdin(limits),
        _ => Files::here().open(&name, &Meter::new(&patient)).map_err(|error| cannot_read(&error))?,
    };
    let mut lines = BufReader::new(input);
    // A line is held as a whole, and its text is read several times.
    let longest = limits.bytes.unwrap_or(u64::MAX) / 4;

    let started = Instant::now();
    let (mut answered, mut failed) = (0, false);
    loop {
        let mut line = Vec::new();
        let read = (&mut lines).take(longest.saturating_add(1)).read_until(b'\n', &mut line);
        let read = read.map_err(|error| cannot_read(&error))?;
        if read as u64 > longest {
            let error = io::Error::new(io::ErrorKind::FileTooLarge, format!("line {} is too long", answered + 1));
            return Err(cannot_read(&error));
        }
        if limits.cancel.is_cancelled() {
            return Err(stopped(answered, started));
        }
        if read == 0 {
            return Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
        let answer = answer(line, session, question, limits, out);
        if limits.cancel.is_cancelled() && answer.as_ref().is_err_and(Failure::is_budget) {
            return Err(stopped(answered, started));
        }
        match answer {
            Ok(()) => {}
            Err(failure) if failure.is_of_output() => return Err(failure),
            Err(failure) => {
                render::json(&Envelope::new(&failure), out)?;
                failed = true;
            }
        }
        // Whoever wrote the line may wait for its answer before writing the next.
        out.flush()?;
        answered += 1;
    }
}

fn answer(
    mut line: Vec<u8>,
    session: &Session,
    question: &Solve,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    let answer = question.ask(session, input::utf8(line)?, limits)?;
    Ok(render::json(&answer, out)?)
}

fn stopped(lines: u64, started: Instant) -> Failure {
    Failure::stopped(Done { noun: "lines", count: lines, goal: None, elapsed: started.elapsed(), bytes: 0 })
}
