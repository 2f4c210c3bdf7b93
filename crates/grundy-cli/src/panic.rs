//! What people see of a bug: one line, never a back-trace.

use std::any::Any;
use std::panic::{self, PanicHookInfo};
use std::process;

use grundy_answers::Kind;

use crate::error::Failure;
use crate::output_mode::OutputMode;

/// Makes a panic end the program with a report in the form of every other error.
pub(crate) fn install(mode: OutputMode) {
    panic::set_hook(Box::new(move |info| {
        if is_caught() {
            return;
        }
        failure(info).report(mode);
        process::exit(1);
    }));
}

/// Whether the panic is one of the interpreter of rule files, which becomes an error of the file.
#[cfg(feature = "rules")]
fn is_caught() -> bool {
    grundy_answers::worker::is_interpreting()
}

#[cfg(not(feature = "rules"))]
const fn is_caught() -> bool {
    false
}

fn failure(info: &PanicHookInfo<'_>) -> Failure {
    let place = info.location().map_or_else(String::new, |location| format!(" at {location}"));
    Failure::new(Kind::Internal, format!("internal error: {}{place} (please report)", words(info.payload())))
}

/// The message of a panic, in one line.
fn words(payload: &dyn Any) -> String {
    let text = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text.as_str(),
        _ => "something unexpected happened",
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_told_in_one_line() {
        assert_eq!(words(&"left == right\n  left: 1\n right: 2"), "left == right left: 1 right: 2");
        assert_eq!(words(&"formatted".to_owned()), "formatted");
        assert_eq!(words(&1), "something unexpected happened");
    }
}
