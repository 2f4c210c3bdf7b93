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
use crate::error::{BatchEnvelope, Failure};
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
    for number in 1.. {
        let mut line = Vec::new();
        let read = (&mut lines).take(longest.saturating_add(1)).read_until(b'\n', &mut line);
        let read = read.map_err(|error| cannot_read(&error))?;
        if read as u64 > longest {
            let error = io::Error::new(io::ErrorKind::FileTooLarge, format!("line {number} is too long"));
            return Err(cannot_read(&error));
        }
        if limits.cancel.is_cancelled() {
            return Err(stopped(answered, started));
        }
        if read == 0 {
            break;
        }
        let text = position(&line, number == 1);
        if text.is_empty() {
            continue;
        }
        let answer = answer(text, session, question, limits, out);
        if limits.cancel.is_cancelled() && answer.as_ref().is_err_and(Failure::is_budget) {
            return Err(stopped(answered, started));
        }
        match answer {
            Ok(()) => {}
            Err(failure) if failure.is_of_output() => return Err(failure),
            Err(failure) => {
                render::json(&BatchEnvelope::new(&failure, number, text), out)?;
                failed = true;
            }
        }
        // Whoever wrote the line may wait for its answer before writing the next.
        out.flush()?;
        answered += 1;
    }
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What a line holds besides white space at its end and a comment; nothing if there is nothing else. The first line may begin
/// with a byte-order mark.
fn position(line: &[u8], is_first: bool) -> &[u8] {
    const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
    let line = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| is_first).unwrap_or(line);
    // A `#` in a string is part of it: boards have blocked squares.
    let (mut in_string, mut escaped) = (false, false);
    let comment = line.iter().position(|&byte| {
        match byte {
            _ if escaped => escaped = false,
            b'"' => in_string = !in_string,
            b'\\' => escaped = in_string,
            _ => {}
        }
        byte == b'#' && !in_string
    });
    let text = line[..comment.unwrap_or(line.len())].trim_ascii_end();
    if text.trim_ascii_start().is_empty() { &[] } else { text }
}

fn answer(
    text: &[u8],
    session: &Session,
    question: &Solve,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let answer = question.ask(session, input::utf8(text.to_vec())?, limits, true)?;
    Ok(render::json(&answer, out)?)
}

fn stopped(lines: u64, started: Instant) -> Failure {
    Failure::stopped(Done { noun: "lines", count: lines, goal: None, elapsed: started.elapsed(), bytes: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_white_space_are_no_positions() {
        for (line, text) in [
            ("nim(3)\r\n", "nim(3)"),
            ("  nim(3) # three\n", "  nim(3)"),
            ("# nim(3)", ""),
            (" \t\r\n", ""),
            ("cram(\"#.\") # a \"board\"", "cram(\"#.\")"),
            ("\"a\\\"#\"(3)#", "\"a\\\"#\"(3)"),
            ("cram(\"#.", "cram(\"#."),
            ("\u{feff}*1", "*1"),
        ] {
            assert_eq!(position(line.as_bytes(), true), text.as_bytes(), "{line}");
        }
        assert_eq!(position("\u{feff}*1".as_bytes(), false), "\u{feff}*1".as_bytes());
    }
}
