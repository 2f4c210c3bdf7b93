//! Ctrl-C: the first one asks the computation to stop and say how far it got, the second ends the program at once.

use std::process;
use std::time::{Duration, Instant};

use grundy::Cancel;

/// The status that shells give to a program ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// A terminal and a parent process may both pass the same Ctrl-C on.
const SAME_ONE: Duration = Duration::from_millis(500);

/// Lets Ctrl-C (and the signals that ask a program to end) stop what was given a clone of `cancel`.
pub(crate) fn install(cancel: &Cancel) {
    let cancel = cancel.clone();
    let mut first: Option<Instant> = None;
    let handler = move || match first {
        Some(first) if first.elapsed() > SAME_ONE => process::exit(INTERRUPTED.into()),
        Some(_) => {}
        None => {
            first = Some(Instant::now());
            cancel.cancel();
        }
    };
    // Without a handler Ctrl-C simply ends the program, which is what is left to do.
    let _ = ctrlc::set_handler(handler);
}
