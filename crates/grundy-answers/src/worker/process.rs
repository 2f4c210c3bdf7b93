//! A running worker, as the session sees it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use grundy::games::Files;
use grundy::{Done, Meter};
use serde::de::DeserializeOwned;

use super::messages::{Request, RequestLimits, Response, unreadable};
use super::{Bounds, Worker};
use crate::{Failure, Kind, Limit, Progress, Question};

/// Time beyond a question's own limit after which a process is killed: it is in a long step of the interpreter.
const GRACE: Duration = Duration::from_secs(2);
/// The same, once it has been asked to stop.
const TIME_TO_STOP: Duration = Duration::from_millis(700);
/// How long an answer is waited for between two looks at the clock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// How long the end of a process is waited for between two looks.
const BETWEEN_POLLS: Duration = Duration::from_millis(1);
/// A running worker.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<io::Result<String>>,
    /// The end of what it wrote to standard error.
    stderr_tail: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once standard error is closed.
    stderr_closed: Receiver<()>,
    pub(super) memory: u64,
    pub(super) is_running: bool,
    /// Whether it ended without being asked to.
    pub(super) has_exited: bool,
}

impl Process {
    pub(super) fn start(worker: &Worker, memory: u64) -> io::Result<Self> {
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
        let stderr_tail = Arc::new(Mutex::new(Vec::new()));
        let (open, stderr_closed) = mpsc::channel();
        if let Some(error) = child.stderr.take() {
            let stderr_tail = Arc::clone(&stderr_tail);
            thread::spawn(move || {
                keep_tail(error, &stderr_tail);
                drop(open);
            });
        }
        Ok(Self { child, input, lines, stderr_tail, stderr_closed, memory, is_running: true, has_exited: false })
    }

    pub(super) fn ask<A: DeserializeOwned>(
        &mut self,
        question: &Question,
        texts: &[&str],
        files: &Files,
        meter: &mut Meter<'_>,
    ) -> Result<A, Failure> {
        let limits = meter.limits();
        let left = limits.time.map(|time| time.saturating_sub(meter.elapsed()));
        let limits = RequestLimits {
            positions: meter.positions_left(),
            bytes: Some(self.memory),
            seconds: left.map(|left| left.as_secs_f64()),
            threads: limits.threads,
        };
        let folder = match files {
            Files::In(folder) => Some(folder.clone().into_os_string()),
            _ => None,
        };
        self.send(&Request::Question { question: question.clone(), limits, folder });
        let killed_at = left.and_then(|left| Instant::now().checked_add(left.saturating_add(GRACE)));
        let mut stopped_at: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(BETWEEN_LOOKS) {
                Ok(Ok(line)) => match serde_json::from_str(&line) {
                    Ok(Response::Progress(progress)) => {
                        // The worker enforces the same limits and will report that one is reached.
                        let _ = meter.relay(&done(&progress));
                    }
                    // If standard error is closed, the line is lost.
                    Ok(Response::Print(line)) => drop(writeln!(io::stderr(), "{line}")),
                    Ok(Response::Answer { answer, positions }) => {
                        // The answer is there, whatever it took.
                        let _ = meter.steps(positions, 0);
                        return serde_json::from_str(answer.get())
                            .map_err(|error| self.end(unreadable(&error.to_string())));
                    }
                    Ok(Response::Failure { failure, positions, text }) => {
                        let _ = meter.steps(positions, 0);
                        let text = text.and_then(|text| texts.get(text)).map(|text| (*text).into());
                        return Err(Failure { text, ..*failure });
                    }
                    Err(error) => return Err(self.end(unreadable(&error.to_string()))),
                },
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => return Err(self.exit_failure()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if meter.limits().cancel.is_cancelled() && stopped_at.is_none() {
                self.send(&Request::Cancel);
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

    fn send(&mut self, request: &Request) {
        if let Some(input) = &mut self.input {
            // If it has exited, what it wrote to standard error tells more than this error.
            let _ = serde_json::to_writer(&mut *input, request)
                .map_err(io::Error::from)
                .and_then(|()| input.write_all(b"\n"))
                .and_then(|()| input.flush());
        }
    }

    /// Kills the process.
    fn end(&mut self, failure: Failure) -> Failure {
        self.is_running = false;
        let _ = self.child.kill();
        let _ = self.child.wait();
        failure
    }

    /// Why the process has exited.
    fn exit_failure(&mut self) -> Failure {
        (self.is_running, self.has_exited) = (false, true);
        let status = self.exit_status();
        let _ = self.stderr_closed.recv_timeout(TIME_TO_STOP);
        let words = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// The status of a process that has closed its output and is about to exit.
    fn exit_status(&mut self) -> io::Result<ExitStatus> {
        let since = Instant::now();
        while since.elapsed() < TIME_TO_STOP {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            thread::sleep(BETWEEN_POLLS);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        Err(io::Error::other("it did not exit in time"))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.is_running {
            // The end of its input lets it end.
            drop(self.input.take());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Whether a process ended as one does that has no memory left: its allocator gives up, or its stack overflows. SIGKILL is not
/// counted, since anybody may have sent it.
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
fn keep_tail(mut from: impl Read, kept: &Mutex<Vec<u8>>) {
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

/// The progress of a worker, for the listener of the question.
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
