//! What a worker does: it answers the questions that it reads.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use grundy::games::Files;
use grundy::{Cancel, Done, Limits, Meter};

use super::Bounds;
use super::messages::{Request, ResponseRef, unreadable};
use crate::{Question, Session};

/// Answers the questions of a session in another process: what a program has to do to be a [`Worker`](super::Worker). It returns when
/// the input ends, or when earlier questions have left too little memory for the next one; then the program has to end, and the
/// session starts it again.
///
/// The bounds hold for each call of a file's functions. The program should have an [`Allocator`](super::Allocator) and name it in
/// them: then a single step of a call can take no more memory than a small multiple of what a call may take. The address space of
/// this process is bounded by the limits of its first question, where the system allows it. Panics of the interpreter are caught; a
/// program with a panic hook of its own may ask [`is_interpreting`](super::is_interpreting) in it.
///
/// # Errors
/// Of the output, once the session has gone.
pub fn serve(bounds: &Bounds) -> io::Result<()> {
    let current: Arc<Mutex<Option<Cancel>>> = Arc::default();
    let (sender, questions) = mpsc::channel();
    let cancelled = Arc::clone(&current);
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            match line
                .map_err(|error| error.to_string())
                .and_then(|line| serde_json::from_str::<Request>(&line).map_err(|error| error.to_string()))
            {
                Ok(Request::Question { question, limits, folder }) => {
                    let limits = limits.limits();
                    // Set here, so that a cancellation that follows finds the question it belongs to.
                    *cancelled.lock().unwrap_or_else(PoisonError::into_inner) = Some(limits.cancel.clone());
                    if sender.send(Ok((question, limits, folder))).is_err() {
                        return;
                    }
                }
                Ok(Request::Cancel) => {
                    if let Some(cancel) = &*cancelled.lock().unwrap_or_else(PoisonError::into_inner) {
                        cancel.cancel();
                    }
                }
                Err(error) => drop(sender.send(Err(error))),
            }
        }
        // The session has gone, so nobody waits for an answer.
        std::process::exit(0);
    });
    let mut session: Option<Session> = None;
    grundy_rules::print_to(|line| drop(write(&mut io::stdout(), &ResponseRef::Print(line))));
    // Not locked: another thread may print.
    let mut output = io::stdout();
    for (place, asked) in questions.into_iter().enumerate() {
        let (question, limits, folder) = match asked {
            Ok(asked) => asked,
            Err(error) => {
                let failure = unreadable(&error);
                write(&mut output, &ResponseRef::Failure { failure: &failure, positions: 0, text: None })?;
                continue;
            }
        };
        let session = session.get_or_insert_with(|| begin(&limits, folder, bounds.clone()));
        let mut reporter = Reporter { output: &mut output };
        let mut meter = Meter::new(&limits).reporting(&mut reporter);
        let answer = session.ask(&question, &mut meter);
        if grundy_rules::ran_out_of_memory() && place > 0 {
            // Earlier questions may have left too little. The session asks a new process, which has the memory for this one alone.
            return Ok(());
        }
        let positions = limits.positions.zip(meter.positions_left()).map_or(0, |(most, left)| most - left);
        match &answer {
            Ok(answer) => write(&mut output, &ResponseRef::Answer { answer, positions })?,
            Err(failure) => {
                let texts = texts(&question);
                let text = failure.text.as_deref().and_then(|text| texts.iter().position(|other| *other == text));
                write(&mut output, &ResponseRef::Failure { failure, positions, text })?;
            }
        }
    }
    Ok(())
}

/// A session within these limits that reads files in this folder, after the address space was bounded.
fn begin(limits: &Limits, folder: Option<OsString>, mut bounds: Bounds) -> Session {
    #[cfg(unix)]
    if let Some(bytes) = limits.bytes {
        // Where the system refuses, the interpreter's own bounds are all there is.
        let _ = grundy_rules::limit_address_space(bytes);
    }
    // What is remembered saves time only: most of the memory is for the tables of the search.
    let share = limits.bytes.map_or(usize::MAX, |bytes| usize::try_from(bytes / 16).unwrap_or(usize::MAX));
    bounds.remembered = bounds.remembered.min(share);
    let files = folder.map_or(Files::None, |folder| Files::In(folder.into()));
    Session::with_files(files).with_rule_files(bounds)
}

/// The texts that a failure may point at.
fn texts(question: &Question) -> Vec<&String> {
    match question {
        Question::Solve(question) => vec![&question.position],
        Question::Moves(question) => vec![&question.position],
        Question::Explain(question) => vec![&question.position],
        Question::Tree(question) => vec![&question.position],
        Question::Values(question) => vec![&question.rule],
        Question::Table(question) => vec![&question.rule],
        Question::PPositions(question) => vec![&question.rule],
        Question::Period(question) => vec![&question.rule],
        Question::Compare(question) => question.rules.iter().collect(),
        Question::Equal(question) => question.positions.iter().collect(),
        // The text that names the file is not the asker's own.
        Question::Rules(_) | Question::Graph(_) | Question::Check(_) | Question::Games(_) => Vec::new(),
    }
}

fn write(output: &mut impl Write, response: &ResponseRef<'_>) -> io::Result<()> {
    let mut line = serde_json::to_vec(response)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

/// Passes progress on.
struct Reporter<'o, W: Write> {
    output: &'o mut W,
}

impl<W: Write> grundy::Progress for Reporter<'_, W> {
    fn report(&mut self, done: &Done) {
        // If the session has gone, the end of the input will show it.
        let _ = write(self.output, &ResponseRef::Progress(done.into()));
    }
}
