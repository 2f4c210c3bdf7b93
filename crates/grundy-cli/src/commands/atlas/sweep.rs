//! The work on the codes of an atlas, by several threads.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use grundy::heap::atlas::{Atlas, Entry};
use grundy::{Bound, Done, Error, Limits, Meter, Progress};
use grundy_check::{Certificate, Refusal};

use crate::error::{Failure, Kind};
use crate::output::atlas::line;
use crate::progress::Bar;
use crate::store;

/// How the codes of an atlas are worked on.
pub(super) struct Sweep<'a> {
    pub(super) atlas: &'a Atlas,
    /// Of all threads together.
    pub(super) limits: &'a Limits,
    pub(super) threads: usize,
    /// The folder for certificates.
    pub(super) certificates: Option<&'a Path>,
    /// Whether they are verified before they are written.
    pub(super) verify: bool,
}

/// The place of a code, and its line.
type Line = (usize, String);

/// How often progress is shown.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl Sweep<'_> {
    /// Does all codes but the known ones, and gives each line to `each` when it is there. What was found before an error is
    /// given too.
    pub(super) fn run(
        &self,
        known: &[bool],
        mut bar: Bar,
        mut each: impl FnMut(usize, String) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        let todo = known.iter().filter(|known| !**known).count() as u64;
        let groups = self.groups(known);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let workers = self.threads.min(groups.len());
            for _ in 0..workers {
                let (groups, next, sender) = (&groups, &next, sender.clone());
                scope.spawn(move || self.work(groups, next, known, (workers, started), &sender));
            }
            drop(sender);
            let (mut count, mut result) = (0, Ok(()));
            loop {
                match receiver.recv_timeout(REPORT_EVERY) {
                    Ok(Ok((place, line))) => {
                        count += 1;
                        let given = if result.is_ok() { each(place, line) } else { Ok(()) };
                        result = result.and(given);
                    }
                    Ok(Err(failure)) => result = result.and(Err(failure)),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return result,
                }
                if result.is_err() {
                    self.limits.cancel.cancel();
                }
                let elapsed = started.elapsed();
                bar.report(&Done { noun: "codes", count, goal: Some(todo), elapsed, bytes: 0 });
            }
        })
    }

    /// The groups that have codes to do, in the order of the first of these.
    fn groups(&self, known: &[bool]) -> Vec<usize> {
        let mut listed = vec![false; self.atlas.groups()];
        let places = (0..known.len()).filter(|&place| !known[place]);
        places
            .map(|place| self.atlas.group_of(place))
            .filter(|&group| !std::mem::replace(&mut listed[group], true))
            .collect()
    }

    /// What a thread does.
    fn work(
        &self,
        groups: &[usize],
        next: &AtomicUsize,
        known: &[bool],
        (workers, started): (usize, Instant),
        sender: &Sender<Result<Line, Failure>>,
    ) {
        while let Some(&group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let limits = self.share(workers, started);
            let done = self.group(group, known, &limits, &mut |place, line| sender.send(Ok((place, line))).is_ok());
            if let Err(failure) = done {
                // Who does not listen any more has an error of his own.
                let _ = sender.send(Err(failure));
                return;
            }
        }
    }

    /// What one of so many workers may use from now on.
    fn share(&self, workers: usize, started: Instant) -> Limits {
        Limits {
            positions: None,
            bytes: self.limits.bytes.map(|bytes| bytes / workers as u64),
            time: self.limits.time.map(|time| time.saturating_sub(started.elapsed())),
            threads: (self.threads / workers).max(1),
            cancel: self.limits.cancel.clone(),
        }
    }

    /// Does the codes of a group, until one is not wanted.
    fn group(
        &self,
        group: usize,
        known: &[bool],
        limits: &Limits,
        send: &mut dyn FnMut(usize, String) -> bool,
    ) -> Result<(), Failure> {
        let mut meter = Meter::new(limits);
        meter.look()?;
        let entries = self.atlas.entries(group, |place| !known[place], &mut meter);
        let entries = entries.map_err(|error| match error {
            Error::Budget { bound: Bound::Bytes, .. } => {
                let failure = Failure::new(Kind::Budget, "the limit on memory was reached");
                failure.with_help(
                    "`--max-memory` raises the limit, and `--threads 1` leaves all of it to one code at a time",
                )
            }
            error => error.into(),
        })?;
        for (place, entry) in entries {
            let certificate = self.certificate(&entry, limits)?;
            if !send(place, line(&entry, certificate)) {
                break;
            }
        }
        Ok(())
    }

    /// Writes the certificate of an entry, if there shall be one: the name of the file.
    fn certificate(&self, entry: &Entry, limits: &Limits) -> Result<Option<String>, Failure> {
        let (Some(folder), Some(certificate)) = (self.certificates, &entry.certificate) else { return Ok(None) };
        if self.verify {
            verify(certificate, limits)?;
        }
        let name = format!("{}.json", entry.code);
        let file = folder.join(&name);
        let text = certificate.to_json();
        store::write(&file, text.as_bytes()).map_err(|error| Failure::output(&file.to_string_lossy(), &error))?;
        Ok(Some(name))
    }
}

/// Verifies a certificate from the rule alone.
fn verify(certificate: &Certificate, limits: &Limits) -> Result<(), Failure> {
    let started = Instant::now();
    let memory = limits.bytes.unwrap_or(grundy_check::Limits::default().memory);
    let bounds = grundy_check::Limits { memory, ..grundy_check::Limits::default() };
    let mut watch = |_, _| !limits.cancel.is_cancelled() && limits.time.is_none_or(|most| started.elapsed() <= most);
    let rule = &certificate.rule;
    certificate.verify_with(&bounds, &mut watch).map_err(|refusal| match refusal {
        Refusal::Stopped { done, of } => {
            let bound = if limits.cancel.is_cancelled() { Bound::Cancel } else { Bound::Time };
            let done = Done { noun: "heaps", count: done, goal: Some(of), elapsed: started.elapsed(), bytes: 0 };
            Error::Budget { bound, done }.into()
        }
        Refusal::TooMuchMemory { .. } | Refusal::TooManySteps { .. } | Refusal::OutOfSteps { .. } => {
            let failure = Failure::new(Kind::Budget, format!("the certificate of {rule} is not verified: {refusal}"));
            failure.with_help("`--no-verify` leaves that to `grundy check`")
        }
        refusal => Failure::new(Kind::Internal, format!("the certificate of {rule} does not hold: {refusal}")),
    })
}
