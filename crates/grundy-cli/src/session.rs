//! The session of the command: positions may name files, and rule files are run by this program once more, in a process whose
//! memory is bounded.

#[cfg(feature = "rules")]
use std::alloc::System;

use grundy::games::Files;
use grundy_answers::Session;
#[cfg(feature = "rules")]
use grundy_answers::worker::{Allocator, Bounds, Worker};

/// The argument with which this program is such a process.
#[cfg(feature = "rules")]
pub(crate) const WORKER: &str = "worker";

/// It counts, so that a step of a rule file cannot take any amount of memory.
#[cfg(feature = "rules")]
#[global_allocator]
static ALLOCATOR: Allocator = Allocator::new(System, usize::MAX);

/// What a call of a rule file's functions may cost.
#[cfg(feature = "rules")]
pub(crate) fn bounds() -> Bounds {
    Bounds { allocator: Some(&ALLOCATOR), ..Bounds::default() }
}

#[cfg(feature = "rules")]
pub(crate) fn session() -> Session {
    let session = Session::with_files(Files::here());
    match std::env::current_exe() {
        Ok(program) => session.with_worker(Worker::new(program).arg(WORKER)),
        // Without a second process the interpreter's own bounds are all there is.
        Err(_) => session.with_rule_files(bounds()),
    }
}

#[cfg(not(feature = "rules"))]
pub(crate) fn session() -> Session {
    Session::with_files(Files::here())
}
