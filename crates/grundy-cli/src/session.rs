//! The session of the command: positions may name files, and rule files are run by this program once more, in a process whose
//! memory is bounded.

use grundy::games::Files;
use grundy_answers::Session;

/// The argument with which this program is such a process.
#[cfg(feature = "rules")]
pub(crate) const WORKER: &str = "worker";

#[cfg(feature = "rules")]
pub(crate) fn session() -> Session {
    use grundy_answers::worker::Worker;
    let session = Session::with_files(Files::here());
    match std::env::current_exe() {
        Ok(program) => session.with_worker(Worker::new(program).arg(WORKER)),
        // Without a second process the interpreter's own bounds are all there is.
        Err(_) => session.with_rule_files(grundy_answers::worker::Bounds::default()),
    }
}

#[cfg(not(feature = "rules"))]
pub(crate) fn session() -> Session {
    Session::with_files(Files::here())
}
