//! What is known of every code of a family.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use grundy::heap::Status;
use grundy::heap::atlas::{self, Bounds, Entry, EquivalentCode, Evidence, Family};
use grundy::syntax::{NotationError, Span};
use grundy::{Bound, Cancel, Done, Error, Limits, Meter};
use grundy_check::{Certificate, Refusal};
use serde::{Deserialize, Serialize};

use super::check;
use super::period::{PeriodProof, PeriodStatus, proof};
use crate::{Failure, Kind, Session};

/// What is known of every code of some families.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Atlas {
    /// Codes, in which `d` stands for any octal digit and `x` for any hexadecimal one, as in `0.ddd`.
    pub families: Vec<String>,
    /// The most heaps of a code that are computed; 10,000 by default.
    pub max: u64,
    /// A code ends when more heaps than this are rare, so that each value takes long.
    pub max_rare: Option<u64>,
}

impl Default for Atlas {
    fn default() -> Self {
        Self { families: Vec::new(), max: 10_000, max_rare: None }
    }
}

/// What the entries of an atlas depend on: the first line of its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AtlasHeader {
    /// The version of the format.
    pub grundy_atlas: u64,
    /// The families.
    pub families: Vec<String>,
    /// How many codes there are, each with an entry.
    pub codes: usize,
    /// The most heaps of a code that are computed.
    pub max: u64,
    /// The most rare heaps of a code.
    pub max_rare: Option<u64>,
    /// Whether proved periods have certificates.
    pub certificates: bool,
}

/// What is known of a code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AtlasEntry {
    /// The code.
    pub code: String,
    /// Its reduced code.
    pub reduced: ReducedCode,
    /// The simplest code of the atlas with the same values, if it is not this one.
    pub equal: Option<Equivalent>,
    /// The simplest one whose values are the same up to a shift, if it is not this one.
    pub cousin: Option<Equivalent>,
    /// How certain the period is.
    pub status: PeriodStatus,
    /// The period.
    pub period: Option<u64>,
    /// The least heap from which the values repeat.
    pub preperiod: Option<u64>,
    /// The last heap whose value does not fit; null if all fit.
    pub last_exception: Option<u64>,
    /// What the values grow by in a period.
    pub saltus: Option<u64>,
    /// The theorem that proves the period.
    pub proof: Option<PeriodProof>,
    /// The name of the certificate's file.
    pub certificate: Option<String>,
    /// The largest value, and the least heap that has it.
    pub largest: Option<LargestValue>,
    /// The rare heaps.
    pub rare: Option<RareHeaps>,
    /// The last heap whose value was computed.
    pub checked_to: u64,
    /// The limit that ended the search, if there is no proof: `heaps` or `rare`.
    pub limit: Option<AtlasLimit>,
}

/// The code without what changes no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReducedCode {
    /// The code.
    pub code: String,
    /// How much larger the heaps of the original code are.
    pub shift: u64,
}

/// Another code with the same values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Equivalent {
    /// The other code.
    pub code: String,
    /// g(n) is the other code's value of n - shift.
    pub shift: i64,
    /// `proved` or `observed`.
    pub status: PeriodStatus,
    /// What proves it: `reduction` or `periods`.
    pub proof: Option<String>,
    /// The last heap that was compared, if nothing is proved.
    pub agree_to: Option<u64>,
}

/// A value and the least heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LargestValue {
    /// The value.
    pub value: u64,
    /// The heap.
    pub heap: u64,
}

/// The rare heaps of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RareHeaps {
    /// The bits of the values whose parity tells rare from common.
    pub mask: u64,
    /// The parity of the heaps that the class speaks of, where even and odd heaps differ.
    pub parity: Option<u8>,
    /// How many there are, if that is known.
    pub count: Option<u64>,
    /// The last one.
    pub last: Option<u64>,
}

/// What may end the search for the period of a code, other than a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum AtlasLimit {
    /// The number of heaps.
    Heaps,
    /// The number of rare heaps.
    Rare,
}

/// The version of the format.
const VERSION: u64 = 1;

/// The work on the codes of an atlas. Entries are a function of the question alone: not of the limits, the number of threads, or
/// how often the work was interrupted.
pub struct Sweep {
    question: Atlas,
    atlas: atlas::Atlas,
}

/// What becomes of certificates.
#[derive(Clone, Copy)]
pub struct Certificates<'a> {
    /// Saves the certificate of a code under a name.
    pub save: &'a (dyn Fn(&str, &Certificate) -> Result<(), Failure> + Sync),
    /// Whether it is verified before.
    pub verify: bool,
}

impl Session {
    /// Prepares the atlas of some families: lists their codes, and groups those that share the work.
    ///
    /// # Errors
    /// A [`Failure`] of the kind `notation` where a family cannot be read, `budget` at a limit.
    pub fn atlas(&self, question: &Atlas, meter: &mut Meter<'_>) -> Result<Sweep, Failure> {
        let families = question.families.iter().map(|text| family(text)).collect::<Result<Vec<_>, _>>()?;
        let bounds = Bounds { heaps: question.max.max(1), rare: question.max_rare };
        let atlas = atlas::Atlas::new(&families, bounds, meter)?;
        let question = Atlas { max: bounds.heaps, ..question.clone() };
        Ok(Sweep { question, atlas })
    }
}

/// The family of a pattern.
fn family(text: &str) -> Result<Family, Failure> {
    text.parse::<Family>().map_err(|error| {
        let end = text[error.place..].chars().next().map_or(error.place, |symbol| error.place + symbol.len_utf8());
        let error = NotationError::new(Span::new(error.place, end), error.to_string());
        let help = "a family is a code such as 0.ddd or 0.3x; several families make one atlas";
        Failure::notation(error.with_help(help), text)
    })
}

/// The place of a code in the atlas, and what is known of it.
type Found = (usize, AtlasEntry);

/// How often progress is told.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl Sweep {
    /// What the entries depend on.
    #[must_use]
    pub fn header(&self, certificates: bool) -> AtlasHeader {
        let Atlas { families, max, max_rare } = self.question.clone();
        AtlasHeader { grundy_atlas: VERSION, families, codes: self.atlas.codes().len(), max, max_rare, certificates }
    }

    /// The codes, in order.
    pub fn codes(&self) -> impl ExactSizeIterator<Item = String> {
        self.atlas.codes().iter().map(ToString::to_string)
    }

    /// Does all codes but the known ones, by several threads, and gives each entry to `each` with the place of its code when it is
    /// there. What was found before an error is given too.
    ///
    /// # Errors
    /// The first failure of a code, or the first error of `each`.
    pub fn run<E: From<Failure>>(
        &self,
        known: &[bool],
        certificates: Option<Certificates<'_>>,
        meter: &mut Meter<'_>,
        mut each: impl FnMut(usize, AtlasEntry) -> Result<(), E>,
    ) -> Result<(), E> {
        let started = Instant::now();
        // Its threads are stopped with the caller, and by an error here, which must not stop what else the caller has.
        let stop = Cancel::default();
        let limits = &Limits { cancel: stop.clone(), ..meter.limits().clone() };
        let todo = known.iter().filter(|known| !**known).count() as u64;
        let groups = self.groups(known);
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let workers = limits.threads_to_use().min(groups.len());
            for _ in 0..workers {
                let work = Work { sweep: self, known, limits, workers, certificates, started };
                let (groups, next, sender) = (&groups, &next, sender.clone());
                scope.spawn(move || work.on(groups, next, &sender));
            }
            drop(sender);
            let (mut count, mut result) = (0, Ok(()));
            loop {
                match receiver.recv_timeout(REPORT_EVERY) {
                    Ok(Ok((place, entry))) => {
                        count += 1;
                        let given = if result.is_ok() { each(place, entry) } else { Ok(()) };
                        result = result.and(given);
                    }
                    Ok(Err(failure)) => result = result.and(Err(E::from(failure))),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return result,
                }
                if result.is_err() || meter.limits().cancel.is_cancelled() {
                    stop.cancel();
                }
                let elapsed = started.elapsed();
                // The threads meet the limits themselves.
                let _ = meter.relay(&Done { noun: "codes", count, goal: Some(todo), elapsed, bytes: 0 });
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
}

/// What a thread does.
#[derive(Clone, Copy)]
struct Work<'a> {
    sweep: &'a Sweep,
    known: &'a [bool],
    /// Of all threads together.
    limits: &'a Limits,
    workers: usize,
    certificates: Option<Certificates<'a>>,
    started: Instant,
}

impl Work<'_> {
    fn on(&self, groups: &[usize], next: &AtomicUsize, sender: &Sender<Result<Found, Failure>>) {
        while let Some(&group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
            let limits = self.share();
            let done = self.group(group, &limits, &mut |place, entry| sender.send(Ok((place, entry))).is_ok());
            if let Err(failure) = done {
                // If nobody listens any more there has been another error.
                let _ = sender.send(Err(failure));
                return;
            }
        }
    }

    /// What one of the threads may use from now on.
    fn share(&self) -> Limits {
        Limits {
            positions: None,
            bytes: self.limits.bytes.map(|bytes| bytes / self.workers as u64),
            time: self.limits.time.map(|time| time.saturating_sub(self.started.elapsed())),
            threads: (self.limits.threads_to_use() / self.workers).max(1),
            cancel: self.limits.cancel.clone(),
        }
    }

    /// Does the codes of a group, until one is not wanted.
    fn group(
        &self,
        group: usize,
        limits: &Limits,
        send: &mut dyn FnMut(usize, AtlasEntry) -> bool,
    ) -> Result<(), Failure> {
        let mut meter = Meter::new(limits);
        meter.look()?;
        let entries = self.sweep.atlas.entries(group, |place| !self.known[place], &mut meter);
        let entries = entries.map_err(|error| match error {
            Error::Budget { bound: Bound::Bytes, .. } => {
                let help = "with one thread all of the memory is left to one code at a time";
                let failure = Failure::new(Kind::Budget, "the limit on memory was reached").with_help(help);
                Failure { limit: Some(Bound::Bytes.into()), ..failure }
            }
            error => error.into(),
        })?;
        for (place, entry) in entries {
            let certificate = self.certificate(&entry, limits)?;
            if !send(place, answer(&entry, certificate)) {
                break;
            }
        }
        Ok(())
    }

    /// Saves the certificate of an entry, if that is wanted: the name of its file.
    fn certificate(&self, entry: &Entry, limits: &Limits) -> Result<Option<String>, Failure> {
        let (Some(wanted), Some(certificate)) = (self.certificates, &entry.certificate) else { return Ok(None) };
        if wanted.verify {
            let mut meter = Meter::new(limits);
            check::verify(certificate, false, &mut meter)
                .map_err(|refusal| not_verified(&certificate.rule, &refusal, &meter))?;
        }
        let name = format!("{}.json", entry.code);
        (wanted.save)(&name, certificate)?;
        Ok(Some(name))
    }
}

fn not_verified(rule: &str, refusal: &Refusal, meter: &Meter<'_>) -> Failure {
    match check::out_of_reach(refusal, meter) {
        Some(stopped) if stopped.done.is_some() => stopped,
        Some(_) => Failure::new(Kind::Budget, format!("the certificate of {rule} is not verified: {refusal}"))
            .with_help("certificates can be verified later"),
        None => Failure::new(Kind::Internal, format!("the certificate of {rule} does not hold: {refusal}")),
    }
}

fn answer(entry: &Entry, certificate: Option<String>) -> AtlasEntry {
    let (status, repeats, proved) = match &entry.status {
        Status::Proved(period) => {
            (PeriodStatus::Proved, Some((period.period, period.preperiod, period.saltus)), Some(period))
        }
        &Status::Observed { period, preperiod, saltus } => {
            (PeriodStatus::Observed, Some((period, preperiod, saltus)), None)
        }
        Status::None => (PeriodStatus::None, None, None),
    };
    AtlasEntry {
        code: entry.code.to_string(),
        reduced: ReducedCode { code: entry.reduced.code.to_string(), shift: entry.reduced.shift },
        equal: entry.equal.as_ref().map(equivalent),
        cousin: entry.cousin.as_ref().map(equivalent),
        status,
        period: repeats.map(|(period, ..)| period),
        preperiod: repeats.map(|(_, preperiod, _)| preperiod),
        last_exception: repeats.and_then(|(_, preperiod, _)| preperiod.checked_sub(1)),
        saltus: repeats.map(|(.., saltus)| saltus),
        proof: proved.map(proof),
        certificate,
        largest: entry.largest.map(|largest| LargestValue { value: largest.value, heap: largest.heap }),
        rare: entry.rare.map(|rare| RareHeaps {
            mask: rare.class.mask,
            parity: rare.class.parity,
            count: rare.count,
            last: rare.last,
        }),
        checked_to: entry.checked_to,
        limit: entry.limit.map(|limit| match limit {
            atlas::Limit::Heaps => AtlasLimit::Heaps,
            atlas::Limit::Rare => AtlasLimit::Rare,
        }),
    }
}

fn equivalent(code: &EquivalentCode) -> Equivalent {
    let (status, proof, agree_to) = match code.evidence {
        Evidence::Reduction => (PeriodStatus::Proved, Some("reduction"), None),
        Evidence::Periods => (PeriodStatus::Proved, Some("periods"), None),
        Evidence::Seen { to } => (PeriodStatus::Observed, None, Some(to)),
    };
    Equivalent { code: code.code.to_string(), shift: code.shift, status, proof: proof.map(str::to_owned), agree_to }
}
