//! A process of its own for questions that name rule files.
//!
//! The interpreter of rule files looks at its bounds now and then; between two looks a file can take any amount of memory, and a
//! program whose memory is gone is ended by the system. So a [`Session`] may leave such questions to a worker: a process whose
//! address space is bounded, which reads questions and writes answers, one JSON object per line. What a file does there ends the
//! worker at worst; the session says why, and starts another one for the next question.
//!
//! Which program the worker is can be chosen, since the running program may be anybody's: a Python interpreter, a server. It has to
//! call [`serve`]; the command `grundy` does so as `grundy worker`.
//!
//! ```no_run
//! use grundy::games::Files;
//! use grundy_answers::{Session, worker::Worker};
//! let session = Session::with_files(Files::here()).with_worker(Worker::new("grundy").arg("worker"));
//! let answer = session.solve(r#""take.star"(10)"#)?;
//! # Ok::<(), grundy_answers::Failure>(())
//! ```
//!
//! # Messages
//!
//! To the worker `{"question": {"question": …, "limits": …, "folder": …}}` and `"cancel"`; from it `{"progress": …}` and
//! `{"print": "take.star:3: …"}`, which goes to standard error, then
//! `{"answer": {"answer": …, "positions": 40}}` or `{"failure": {"failure": …, "positions": 40, "text": 0}}`: how many positions
//! it took, if their number is limited, and which of the texts of the question the place in the failure is in. The folder is where
//! files are read from. When its input ends the worker ends.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::games::Files;
use grundy::{Cancel, Done, Limits, Meter};
pub use grundy_rules::{Allocator, Bounds, is_interpreting};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Failure, Kind, Limit, Progress, Question, Session};

/// A program that answers questions which name rule files, and the processes of it that are running.
#[derive(Debug)]
pub struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Processes that nobody uses now.
    idle: Mutex<Vec<Process>>,
}

/// Time beyond a question's own limit after which a process is killed: it is in a long step of the interpreter.
const GRACE: Duration = Duration::from_secs(2);
/// The same, once it has been asked to stop.
const TIME_TO_STOP: Duration = Duration::from_millis(700);
/// How long an answer is waited for between two looks at the clock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How long the end of a process is waited for between two looks.
const BETWEEN_POLLS: Duration = Duration::from_millis(1);
/// Memory that a question may take if its limits do not say.
const USUAL_MEMORY: u64 = 4 << 30;

/// What a question may cost.
#[derive(Debug, Serialize, Deserialize)]
struct Allowance {
    positions: Option<u64>,
    bytes: Option<u64>,
    seconds: Option<f64>,
    threads: usize,
}

/// What a worker is told.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    Question {
        question: Question,
        limits: Allowance,
        /// Where files are read from; `None`: nowhere.
        folder: Option<OsString>,
    },
    Cancel,
}

/// What a worker says. An answer stays text until it is known which question it is of.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Word {
    Progress(Progress),
    /// A line that a rule file prints.
    Print(String),
    Answer {
        answer: Box<RawValue>,
        positions: u64,
    },
    Failure {
        failure: Box<Failure>,
        positions: u64,
        text: Option<usize>,
    },
}

/// The same as it is written.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Said<'a> {
    Progress(Progress),
    Print(&'a str),
    Answer { answer: &'a crate::Answer, positions: u64 },
    Failure { failure: &'a Failure, positions: u64, text: Option<usize> },
}

impl Worker {
    /// Workers that are processes of this program, which has to call [`serve`]. A name without a folder is looked for as the system
    /// looks for commands.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), idle: Mutex::default() }
    }

    /// The same with one more argument for the program.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The answer to a question, which is about these texts and reads these files.
    pub(crate) fn ask<A: DeserializeOwned>(
        &self,
        question: &Question,
        texts: &[&str],
        files: &Files,
        meter: &mut Meter<'_>,
    ) -> Result<A, Failure> {
        let memory = meter.limits().bytes.unwrap_or(USUAL_MEMORY);
        if let Some(mut process) = self.idle_process(memory) {
            let answer = process.ask(question, texts, files, meter);
            if !process.has_died {
                self.keep(process);
                return answer;
            }
            // Perhaps not of this question: it held what earlier ones had left, and may have died long ago.
        }
        let mut process = self.start(memory)?;
        let answer = process.ask(question, texts, files, meter);
        self.keep(process);
        answer
    }

    /// A process with this bound on its memory that nobody uses. If there are only others, one of them ends: there are never more
    /// than were needed at once.
    fn idle_process(&self, memory: u64) -> Option<Process> {
        let mut idle = self.idle();
        match idle.iter().position(|process| process.memory == memory) {
            Some(place) => Some(idle.swap_remove(place)),
            None => {
                let other = idle.pop();
                drop(idle);
                drop(other);
                None
            }
        }
    }

    fn keep(&self, process: Process) {
        if process.is_alive {
            self.idle().push(process);
        }
    }

    fn start(&self, memory: u64) -> Result<Process, Failure> {
        Process::start(self, memory).map_err(|error| {
            let message = format!("cannot start {} for rule files: {error}", self.program.display());
            Failure::new(Kind::Io, message).with_help("the program for rule files is chosen where the session is made")
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A running worker.
#[derive(Debug)]
struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<io::Result<String>>,
    /// The end of what it wrote to standard error.
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once that is all.
    silence: Receiver<()>,
    memory: u64,
    is_alive: bool,
    /// Whether it ended by itself.
    has_died: bool,
}

impl Process {
    fn start(worker: &Worker, memory: u64) -> io::Result<Self> {
        let mut command = Command::new(&worker.program);
        command.args(&worker.arguments).env("RUST_BACKTRACE", "0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // An interrupt at the terminal is for the session, which passes it on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let (sender, lines) = mpsc::channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                for line in BufReader::new(output).lines() {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let (speaking, silence) = mpsc::channel();
        if let Some(error) = child.stderr.take() {
            let last_words = Arc::clone(&last_words);
            thread::spawn(move || {
                keep_the_end(error, &last_words);
                drop(speaking);
            });
        }
        Ok(Self { child, input, lines, last_words, silence, memory, is_alive: true, has_died: false })
    }

    fn ask<A: DeserializeOwned>(
        &mut self,
        question: &Question,
        texts: &[&str],
        files: &Files,
        meter: &mut Meter<'_>,
    ) -> Result<A, Failure> {
        let limits = meter.limits();
        let left = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
        let limits = Allowance {
            positions: meter.positions_left(),
            bytes: Some(self.memory),
            seconds: left.map(|left| left.as_secs_f64()),
            threads: limits.threads,
        };
        let folder = match files {
            Files::In(folder) => Some(folder.clone().into_os_string()),
            _ => None,
        };
        self.tell(&Order::Question { question: question.clone(), limits, folder });
        let killed_at = left.and_then(|left| Instant::now().checked_add(left.saturating_add(GRACE)));
        let mut stopped_at: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(Ok(line)) => match serde_json::from_str(&line) {
                    Ok(Word::Progress(progress)) => {
                        // If that tells that a limit is reached, the worker will meet it too.
                        let _ = meter.relay(&done(&progress));
                    }
                    // If nobody reads standard error, nobody misses the line.
                    Ok(Word::Print(line)) => drop(writeln!(io::stderr(), "{line}")),
                    Ok(Word::Answer { answer, positions }) => {
                        // The answer is there, whatever it took.
                        let _ = meter.steps(positions, 0);
                        return serde_json::from_str(answer.get())
                            .map_err(|error| self.end(misunderstood(&error.to_string())));
                    }
                    Ok(Word::Failure { failure, positions, text }) => {
                        let _ = meter.steps(positions, 0);
                        let text = text.and_then(|text| texts.get(text)).map(|text| (*text).into());
                        return Err(Failure { text, ..*failure });
                    }
                    Err(error) => return Err(self.end(misunderstood(&error.to_string()))),
                },
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.obituary()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if meter.limits().cancel.is_cancelled() && stopped_at.is_none() {
                self.tell(&Order::Cancel);
                stopped_at = Some(Instant::now());
            }
            if stopped_at.is_some_and(|at| at.elapsed() > TIME_TO_STOP) {
                let stopped = Failure::new(Kind::Budget, "stopped; the rule file had to be ended");
                return Err(self.end(Failure { limit: Some(Limit::Cancel), ..stopped }));
            }
            if killed_at.is_some_and(|at| Instant::now() > at) {
                let late = Failure::new(Kind::Budget, "the time limit was reached, and the rule file had to be ended");
                return Err(self.end(Failure { limit: Some(Limit::Time), ..late }));
            }
        }
    }

    fn tell(&mut self, order: &Order) {
        if let Some(input) = &mut self.input {
            // If it has died, what it said last tells more than this error.
            let _ = serde_json::to_writer(&mut *input, order)
                .map_err(io::Error::from)
                .and_then(|()| input.write_all(b"\n"))
                .and_then(|()| input.flush());
        }
    }

    /// Kills the process.
    fn end(&mut self, failure: Failure) -> Failure {
        self.is_alive = false;
        let _ = self.child.kill();
        let _ = self.child.wait();
        failure
    }

    /// Why the process has died.
    fn obituary(&mut self) -> Failure {
        (self.is_alive, self.has_died) = (false, true);
        let status = self.last_status();
        let _ = self.silence.recv_timeout(TIME_TO_STOP);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = String::from_utf8_lossy(&words);
        if status.as_ref().is_ok_and(is_exhaustion) || words.contains("memory allocation of") {
            let (call, all) = (memory(Bounds::default().bytes as u64), memory(self.memory));
            let message =
                format!("one call of the rule file took more than {call} of memory, or all of them more than {all}");
            return Failure { limit: Some(Limit::Memory), ..Failure::new(Kind::Budget, message) };
        }
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        let last = words.lines().next_back().unwrap_or_default();
        let colon = if last.is_empty() { "" } else { ": " };
        Failure::new(Kind::Internal, format!("the program for rule files ended ({status}){colon}{last}"))
    }

    /// How the process ended, which it is about to do: it says nothing any more.
    fn last_status(&mut self) -> io::Result<ExitStatus> {
        let since = Instant::now();
        while since.elapsed() < TIME_TO_STOP {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(BETWEEN_POLLS);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        Err(io::Error::other("without a word"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_alive {
            // The end of its input lets it end.
            drop(self.input.take());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn misunderstood(reason: &str) -> Failure {
    Failure::new(Kind::Internal, format!("the program for rule files does not speak this language: {reason}"))
}

/// Whether a process ended as one does that has no memory left: the allocator gives up, or its stack has an end. (A process that is
/// killed may have been in anybody's way.)
#[cfg(unix)]
fn is_exhaustion(status: &ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    /// SIGABRT, SIGBUS, SIGSEGV.
    const SIGNALS: [i32; 3] = [6, 7, 11];
    status.signal().is_some_and(|signal| SIGNALS.contains(&signal))
}

#[cfg(not(unix))]
const fn is_exhaustion(_: &ExitStatus) -> bool {
    false
}

/// Reads to the end, and keeps the last few thousand bytes.
fn keep_the_end(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
    const MOST: usize = 1 << 12;
    let mut buffer = [0; MOST];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..length]);
        let extra = kept.len().saturating_sub(MOST);
        kept.drain(..extra);
    }
}

/// An amount of memory as a person reads it.
fn memory(bytes: u64) -> String {
    match bytes {
        n if n >= 1 << 30 && n.is_multiple_of(1 << 30) => format!("{} GiB", n >> 30),
        n if n >= 1 << 20 => format!("{} MiB", n >> 20),
        n => format!("{n} bytes"),
    }
}

/// What a worker has told, for whoever hears of the progress.
fn done(progress: &Progress) -> Done {
    const NOUNS: [&str; 4] = ["positions", "heaps", "bytes", "vertices"];
    Done {
        noun: NOUNS.into_iter().find(|noun| *noun == progress.noun).unwrap_or("steps"),
        count: progress.count,
        goal: progress.goal,
        elapsed: Duration::try_from_secs_f64(progress.seconds).unwrap_or_default(),
        bytes: progress.bytes,
    }
}

/// Answers the questions of a session in another process, until the input ends: what a program has to do to be a [`Worker`].
///
/// Each call of a file's functions has the bounds that are given. The program should have an [`Allocator`] and name it there: then
/// a single step of a call can take no more memory than a small multiple of what a call may take. The address space of this
/// process is bounded by the limits of its first question, where the system allows it. Panics of the
/// interpreter are caught; a program with a panic hook of its own may ask
/// [`is_interpreting`] in it.
///
/// # Errors
/// Of the output, when nobody listens any more.
pub fn serve(bounds: &Bounds) -> io::Result<()> {
    let current: Arc<Mutex<Option<Cancel>>> = Arc::default();
    let (sender, questions) = mpsc::channel();
    let cancelled = Arc::clone(&current);
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            match line
                .map_err(|error| error.to_string())
                .and_then(|line| serde_json::from_str::<Order>(&line).map_err(|error| error.to_string()))
            {
                Ok(Order::Question { question, limits, folder }) => {
                    let limits = limits.limits();
                    // Here, so that no order to stop comes before there is something to stop.
                    *cancelled.lock().unwrap_or_else(PoisonError::into_inner) = Some(limits.cancel.clone());
                    if sender.send(Ok((question, limits, folder))).is_err() {
                        return;
                    }
                }
                Ok(Order::Cancel) => {
                    if let Some(cancel) = &*cancelled.lock().unwrap_or_else(PoisonError::into_inner) {
                        cancel.cancel();
                    }
                }
                Err(error) => drop(sender.send(Err(error))),
            }
        }
        // Whoever asked is gone, and whatever runs now is for nobody.
        std::process::exit(0);
    });
    let mut session: Option<Session> = None;
    grundy_rules::print_to(|line| drop(write(&mut io::stdout(), &Said::Print(line))));
    // Not locked: another thread may print.
    let mut output = io::stdout();
    for asked in questions {
        let (question, limits, folder) = match asked {
            Ok(asked) => asked,
            Err(error) => {
                let failure = misunderstood(&error);
                write(&mut output, &Said::Failure { failure: &failure, positions: 0, text: None })?;
                continue;
            }
        };
        let session = session.get_or_insert_with(|| begin(&limits, folder, bounds.clone()));
        let mut reporter = Reporter { output: &mut output };
        let mut meter = Meter::new(&limits).reporting(&mut reporter);
        let answer = session.ask(&question, &mut meter);
        let positions = limits.positions.zip(meter.positions_left()).map_or(0, |(most, left)| most - left);
        match &answer {
            Ok(answer) => write(&mut output, &Said::Answer { answer, positions })?,
            Err(failure) => {
                let texts = texts(&question);
                let text = failure.text.as_deref().and_then(|text| texts.iter().position(|other| *other == text));
                write(&mut output, &Said::Failure { failure, positions, text })?;
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

impl Allowance {
    fn limits(&self) -> Limits {
        Limits {
            positions: self.positions,
            bytes: self.bytes,
            time: self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
            threads: self.threads,
            cancel: Cancel::default(),
        }
    }
}

/// The texts that a failure may point at.
fn texts(question: &Question) -> Vec<&String> {
    match question {
        Question::Solve(question) => vec![&question.position],
        Question::Moves(question) => vec![&question.position],
        Question::Explain(question) => vec![&question.position],
        Question::Values(question) => vec![&question.rule],
        Question::Table(question) => vec![&question.rule],
        Question::Period(question) => vec![&question.rule],
        Question::Compare(question) => question.rules.iter().collect(),
        Question::Equal(question) => question.positions.iter().collect(),
        Question::Graph(_) | Question::Check(_) | Question::Games(_) => Vec::new(),
    }
}

fn write(output: &mut impl Write, said: &Said<'_>) -> io::Result<()> {
    let mut line = serde_json::to_vec(said)?;
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
        // If nobody listens any more, the end of the input will say so.
        let _ = write(self.output, &Said::Progress(done.into()));
    }
}
