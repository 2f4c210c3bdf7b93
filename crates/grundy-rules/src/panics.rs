//! Panics of the interpreter, which are defects or exhausted memory, as faults of the file that it ran.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::fault::Fault;

static RAN_OUT_OF_MEMORY: AtomicBool = AtomicBool::new(false);

thread_local! {
    static IS_INTERPRETING: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread is running the interpreter of rule files at the moment.
///
/// A panic of the interpreter is caught and becomes an error of the rule file. The process's panic hook, which writes to
/// standard error, is called all the same; this crate does not touch it. A program that has a hook of its own may use this to
/// keep silent about panics that it will get as errors.
///
/// # Examples
/// ```
/// use std::panic;
/// let hook = panic::take_hook();
/// panic::set_hook(Box::new(move |info| {
///     if !grundy_rules::is_interpreting() {
///         hook(info);
///     }
/// }));
/// assert!(!grundy_rules::is_interpreting());
/// ```
#[must_use]
pub fn is_interpreting() -> bool {
    IS_INTERPRETING.get()
}

/// Whether the interpreter has found no memory in this process since this was asked last. A call may be to blame, or what earlier
/// calls have left: in a new process the same call may succeed.
#[must_use]
pub fn ran_out_of_memory() -> bool {
    RAN_OUT_OF_MEMORY.swap(false, Ordering::Relaxed)
}

/// Runs a piece of the interpreter. What a panic leaves behind must not be used again.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    let before = IS_INTERPRETING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_INTERPRETING.set(before);
    result.map_err(|panic| Fault::rules(None, message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> &'static str {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        // What the allocator of the interpreter's heap, bumpalo, says.
        Some(text) if text.contains("out of memory") => {
            RAN_OUT_OF_MEMORY.store(true, Ordering::Relaxed);
            "one call needs more memory than it may take"
        }
        _ => "the interpreter failed on this file",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_fault_and_ends_the_work_of_the_interpreter() {
        let fault = caught(|| -> () {
            assert!(is_interpreting());
            panic!("a panic that a test wants")
        });
        assert!(!is_interpreting());
        let Err(Fault::Rules { line: None, message }) = fault else { panic!("{fault:?}") };
        assert_eq!(message, "the interpreter failed on this file");
        assert_eq!(caught(is_interpreting).ok(), Some(true));
    }
}
