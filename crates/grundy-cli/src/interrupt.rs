//! Ctrl-C: the first one asks the computation to stop and say how far it got, the second ends the program at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::Cancel;

use crate::error::{Failure, Kind};
use crate::face::Face;

/// The status that shells give to a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A terminal and a parent process may both pass the same Ctrl-C on.
const SAME_ONE: Duration = Duration::from_millis(500);

/// Whether the program waits for input, where no computation can notice that it is asked to stop.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C (and the signals that ask a program to end) stop what was given a clone of `cancel`.
pub(crate) fn install(cancel: &Cancel, face: Face) {
    let cancel = cancel.clone();
    let mut first: Option<Instant> = None;
    let handler = move || {
        match first {
            Some(first) if first.elapsed() > SAME_ONE => process::exit(INTERRUPTED),
            Some(_) => return,
            None => first = Some(Instant::now()),
        }
        cancel.cancel();
        if WAITING.load(Ordering::SeqCst) {
            Failure::stopped_waiting().report(face);
            process::exit(i32::from(Kind::Budget.status()));
        }
    };
    // Without a handler Ctrl-C simply ends the program, which is what is left to do.
    let _ = ctrlc::set_handler(handler);
}

/// Reads input: meanwhile Ctrl-C ends the program.
pub(crate) fn waiting<T>(cancel: &Cancel, read: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    WAITING.store(true, Ordering::SeqCst);
    // Whoever was interrupted just before this has been told to stop, and must not wait for more.
    let result = if cancel.is_cancelled() { Err(io::ErrorKind::Interrupted.into()) } else { read() };
    WAITING.store(false, Ordering::SeqCst);
    result
}
