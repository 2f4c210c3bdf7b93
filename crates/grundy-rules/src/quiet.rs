//! Panics of the interpreter, which are defects or exhausted memory, as errors of the file that it ran.

use std::any::Any;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use crate::fault::Fault;

thread_local! {
    /// Whether this thread runs the interpreter.
    static RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Runs a piece of the interpreter. What a panic leaves behind must not be used again.
///
/// The program's hook for panics is wrapped, once, in one that is silent about these.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, Fault> {
    static WRAPPED: Once = Once::new();
    WRAPPED.call_once(|| {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !RUNNING.get() {
                hook(info);
            }
        }));
    });
    RUNNING.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    RUNNING.set(false);
    result.map_err(|panic| Fault::rules(None, message(&*panic)))
}

fn message(panic: &(dyn Any + Send)) -> &'static str {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    match text {
        // The words of the allocator of the interpreter's heap, bumpalo.
        Some(text) if text.contains("out of memory") => "one call needs more memory than there is",
        _ => "the interpreter failed on this file",
    }
}
