//! Where questions are asked: the reader of positions, the engines, and what they have computed.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::games::{Entry, Files};
use grundy::heap::Sequence;
use grundy::notation::{NamedRule, Reader};
use grundy::strategy::Solver;
use grundy::syntax::{NodeKind, RuleKind, parse_rule, parse_sum};
use grundy::{Meter, Rules, Sum};
use serde::de::DeserializeOwned;

use crate::{Failure, Question};

/// Where questions are asked. Games keep the values that were found from one question to the next.
///
/// A session may be used from several threads. Each question has engines of its own while it is answered, so that none waits for a
/// long answer to another one; what the engines computed stays in the session, even if a limit ended the question.
///
/// By default a session opens no file. [`with_files`](Self::with_files) lets positions name graphs, and with the feature `rules`
/// [`with_rule_files`](Self::with_rule_files) and [`with_worker`](Self::with_worker) let them name rule files.
///
/// ```
/// use grundy::{Limits, Meter};
/// use grundy_answers::{Detail, Outcome, Session, Solve};
///
/// let session = Session::new();
/// let limits = Limits::default();
/// let question = Solve { misere: true, detail: Detail::Outcome, ..Solve::from("nim(1, 1, 2)") };
/// assert_eq!(session.solve_within(&question, &mut Meter::new(&limits))?.outcome, Outcome::N);
/// # Ok::<(), grundy_answers::Failure>(())
/// ```
pub struct Session {
    reader: Reader,
    files: Files,
    /// Engines that nobody uses now: those that allow positions to repeat apart, since they know values that others must not use.
    solvers: [Mutex<Vec<Solver>>; 2],
    pub(crate) tables_without_period: Tables,
    #[cfg(feature = "rules")]
    worker: Option<crate::worker::Worker>,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session that opens no files.
    #[must_use]
    pub fn new() -> Self {
        Self::with_files(Files::None)
    }

    /// A session that opens the files which a position names.
    #[must_use]
    pub fn with_files(files: Files) -> Self {
        Self {
            reader: Reader::with_files(files.clone()),
            files,
            solvers: Default::default(),
            tables_without_period: Tables::default(),
            #[cfg(feature = "rules")]
            worker: None,
        }
    }

    /// The same session, which runs rule files in this process. Their bounds hold call by call; files that nobody vouches for belong
    /// in a [worker](Self::with_worker).
    #[cfg(feature = "rules")]
    #[must_use]
    pub fn with_rule_files(self, bounds: grundy_rules::Bounds) -> Self {
        Self { reader: crate::rule_files::taught(self.reader, bounds), ..self }
    }

    /// The same session, which leaves questions that name rule files to a process of their own. It reads files where this session
    /// does, and knows no games that are [registered](Self::register) here.
    #[cfg(feature = "rules")]
    #[must_use]
    pub fn with_worker(self, worker: crate::worker::Worker) -> Self {
        Self { worker: Some(worker), ..self }
    }

    /// Adds a game to those that can be named. See [`Entry`] for an example.
    pub fn register(&mut self, entry: Entry) {
        self.reader.register(entry);
    }

    /// The games of all positions that were read.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        self.reader.rules()
    }

    pub(crate) fn reader(&self) -> &Reader {
        &self.reader
    }

    pub(crate) fn files(&self) -> &Files {
        &self.files
    }

    /// The sum that a text describes.
    pub(crate) fn sum(&self, text: &str, meter: &mut Meter<'_>) -> Result<Sum, Failure> {
        self.reader.sum_within(text, meter).map_err(|error| Failure::read(error, text))
    }

    /// The rule that a text names.
    pub(crate) fn rule(&self, text: &str, meter: &mut Meter<'_>) -> Result<NamedRule, Failure> {
        self.reader.rule_within(text, meter).map_err(|error| Failure::read(error, text))
    }

    /// A solver, for as long as a question takes.
    pub(crate) fn solver(&self, loopy: bool) -> LentSolver<'_> {
        let idle = &self.solvers[usize::from(loopy)];
        let solver = lock(idle).pop();
        let mut solver = solver.unwrap_or_else(|| Solver::new(self.reader.rules().clone()).loopy(loopy));
        solver.set_fastest_replies(false);
        LentSolver { idle, solver: Some(solver) }
    }

    /// The answer of a worker, if one of the texts names a rule file and there is a worker.
    #[cfg(feature = "rules")]
    pub(crate) fn route<A: DeserializeOwned>(
        &self,
        texts: &[&str],
        question: impl FnOnce() -> Question,
        meter: &mut Meter<'_>,
    ) -> Option<Result<A, Failure>> {
        let worker = self.worker.as_ref().filter(|_| texts.iter().any(|text| names_rule_file(text)))?;
        Some(worker.ask(&question(), texts, &self.files, meter))
    }

    /// There are no rule files that a worker would be needed for.
    #[cfg(not(feature = "rules"))]
    #[expect(clippy::unused_self, reason = "as with rule files")]
    pub(crate) fn route<A: DeserializeOwned>(
        &self,
        _: &[&str],
        _: impl FnOnce() -> Question,
        _: &mut Meter<'_>,
    ) -> Option<Result<A, Failure>> {
        None
    }
}

/// Whether a position or a rule names a rule file: a string where the name of a rule stands. A text that cannot be read does not.
pub(crate) fn names_rule_file(text: &str) -> bool {
    // File names stand in quotes, and most texts hold none.
    if !text.contains('"') {
        return false;
    }
    let is_file = |kind: &RuleKind| matches!(kind, RuleKind::File(_));
    match parse_sum(text) {
        Ok(syntax) => syntax.nodes.iter().any(|node| match &node.kind {
            NodeKind::Component { rule, .. } => is_file(&rule.kind),
            NodeKind::Nimber(_) | NodeKind::Set(_) => false,
        }),
        Err(_) => parse_rule(text).is_ok_and(|rule| is_file(&rule.kind)),
    }
}

/// A solver that goes back to the session when the question is answered, or a limit or a panic has ended it.
pub(crate) struct LentSolver<'s> {
    idle: &'s Mutex<Vec<Solver>>,
    solver: Option<Solver>,
}

impl Deref for LentSolver<'_> {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        match &self.solver {
            Some(solver) => solver,
            None => unreachable!("the solver is there until this is dropped"),
        }
    }
}

impl DerefMut for LentSolver<'_> {
    fn deref_mut(&mut self) -> &mut Solver {
        match &mut self.solver {
            Some(solver) => solver,
            None => unreachable!("the solver is there until this is dropped"),
        }
    }
}

impl Drop for LentSolver<'_> {
    fn drop(&mut self) {
        // A solver that a panic went through may have half-made tables.
        if !std::thread::panicking() {
            lock(self.idle).extend(self.solver.take());
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // All that is done under these locks is to put something in or to take it out.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tables of values that use no period, by the names of their rules. A question takes the table out while it is answered.
#[derive(Default)]
pub(crate) struct Tables(Mutex<HashMap<String, Sequence>>);

impl Tables {
    pub(crate) fn take(&self, rule: &str) -> Option<Sequence> {
        lock(&self.0).remove(rule)
    }

    pub(crate) fn put_back(&self, rule: String, table: Sequence) {
        let mut tables = lock(&self.0);
        if tables.get(&rule).is_none_or(|other| other.len() < table.len()) {
            tables.insert(rule, table);
        }
    }
}

const _: () = {
    const fn shared<T: Send + Sync>() {}
    const fn sent<T: Send>() {}
    shared::<Session>();
    sent::<crate::Answer>();
    sent::<Failure>();
    sent::<grundy::Limits>();
};
