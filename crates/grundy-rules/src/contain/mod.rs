//! A process of its own for files that nobody vouches for.
//!
//! The interpreter looks at its bounds now and then; between two looks a file can take any amount of memory, and a program
//! whose memory is gone is ended by the system. So a command that is given a rule file runs itself once more, with the
//! same arguments, in a child whose address space is bounded: what happens there ends the child, and the parent says why.
//!
//! ```no_run
//! use grundy_rules::contain::{self, Containment, Role};
//! if contain::may_name_a_rule_file(std::env::args_os()) {
//!     if let Ok(Role::Parent(ending)) = contain::run(&Containment::default()) {
//!         std::process::exit(ending.report(|message| eprintln!("error: {message}")));
//!     }
//! }
//! // From here on the program is the child, or runs where there is no containment.
//! ```
//!
//! It is there on Unix. Elsewhere [`run`] answers that the program is on its own, and the interpreter's own bounds are all
//! there is.

mod ending;
#[cfg(unix)]
mod parent;
#[cfg(unix)]
mod relay;

use std::ffi::OsStr;
use std::io;
use std::time::Duration;

pub use ending::Ending;

/// What a child may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Containment {
    /// Memory, in bytes, besides the address space that the program and its stacks need anyway. 4 GiB by default.
    pub memory: u64,
    /// Time, after which the child is killed. The command's own time limit ends it with a better message, so this should
    /// be a few seconds more. By default there is none.
    pub time: Option<Duration>,
}

impl Default for Containment {
    fn default() -> Self {
        Self { memory: 4 << 30, time: None }
    }
}

/// Which of the two the program is.
#[derive(Debug)]
pub enum Role {
    /// The one that does the work: the child, or a program that cannot be contained. It goes on.
    Worker,
    /// The parent of a child that has ended.
    Parent(Ending),
}

/// The variable that tells a child of its bound: bytes, and `t` behind them if the parent's standard error is a terminal.
const VARIABLE: &str = "GRUNDY_CONTAINED";

/// Whether one of these arguments looks like a position of a rule file: file names stand in double quotes. Positions that
/// come from elsewhere, a file or a pipe, are not seen.
#[must_use]
pub fn may_name_a_rule_file<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> bool {
    arguments.into_iter().any(|argument| argument.as_ref().as_encoded_bytes().contains(&b'"'))
}

/// Whether people see what is written to standard error; in a child its own is a pipe, so its parent has told it.
#[must_use]
pub fn stderr_is_terminal() -> bool {
    use std::io::IsTerminal;
    std::env::var(VARIABLE).is_ok_and(|value| value.ends_with('t')) || io::stderr().is_terminal()
}

/// Runs the program once more in a child, with the same arguments, and waits for its end; or, in the child, bounds its
/// address space.
///
/// To be called before anything else is done: before standard input is read, threads are started or signals are handled.
/// The child has the parent's standard input and output; what it writes to standard error is passed on. An interrupt ends
/// both: the child is given time to end in its own way, and is killed at the third.
///
/// # Errors
/// Of the system, if there can be no child.
#[cfg(unix)]
pub fn run(containment: &Containment) -> io::Result<Role> {
    match std::env::var(VARIABLE) {
        Ok(bytes) => child(bytes.trim_end_matches('t')).map(|()| Role::Worker),
        Err(_) => parent::run(containment).map(Role::Parent),
    }
}

/// There is no containment here: the program goes on.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn run(_: &Containment) -> io::Result<Role> {
    Ok(Role::Worker)
}

/// Address space that a program takes without asking for memory: code, libraries, the allocator's reserves, the stack on
/// which a file is read and run. The stacks of further files are smaller if they have to be.
#[cfg(unix)]
const OVERHEAD: u64 = (1 << 29) + crate::stack::LARGEST as u64;

/// Bounds what this process may take.
#[cfg(unix)]
fn child(bytes: &str) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let bytes: u64 = bytes.parse().map_err(|_| io::Error::other(format!("{VARIABLE} is not a number of bytes")))?;
    let lower = |resource: Resource, limit: u64| {
        let maximum = getrlimit(resource).maximum;
        let limit = maximum.map_or(limit, |maximum| maximum.min(limit));
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })
    };
    lower(Resource::As, bytes.saturating_add(OVERHEAD))?;
    // An end that is expected leaves no image of the memory behind.
    lower(Resource::Core, 0)?;
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_file_is_told_by_its_quotes() {
        assert!(may_name_a_rule_file(["grundy", "solve", "\"take.star\"(10) + nim(3)"]));
        assert!(!may_name_a_rule_file(["grundy", "solve", "nim(3)"]));
    }
}
