//! Bounds of the system on this process, for one that runs rule files which nobody vouches for.

use std::io;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Address space that a program takes without asking for memory: code, libraries, the allocator's reserves, the stack on
/// which a file is read and run. The stacks of further files are smaller if they have to be.
const OVERHEAD: u64 = (1 << 29) + crate::stack::LARGEST as u64;

/// Bounds the memory that this process may take from now on, for good: what asks for more is refused by the system.
///
/// The interpreter's own bounds are checked every thousand steps, and a single step can take any amount of memory; so a
/// program that runs other people's rule files runs them in a process of its own, which calls this first. Where the
/// interpreter's heap cannot grow the call ends with an error; where another allocation fails the process is aborted, and
/// whoever started it has to tell why. Such an end leaves no core file behind.
///
/// # Arguments
/// `bytes`: memory besides the address space that the program needs anyway, which is added: for its code, and for the stack of
/// an interpreter. A stricter bound that the process has already stays.
///
/// # Errors
/// Of the system, if it knows no such bounds.
pub fn limit_address_space(bytes: u64) -> io::Result<()> {
    let lower = |resource: Resource, limit: u64| {
        let maximum = getrlimit(resource).maximum;
        let limit = maximum.map_or(limit, |maximum| maximum.min(limit));
        setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) })
    };
    lower(Resource::As, bytes.saturating_add(OVERHEAD))?;
    lower(Resource::Core, 0)?;
    Ok(())
}

/// Asks the system to kill this process when its parent ends, so that a worker does not outlive whoever it works for, even
/// if that is killed. On systems other than Linux it does nothing.
///
/// To Linux the parent is the *thread* that started the process, not the program. A parent that has ended before is not
/// noticed.
///
/// # Errors
/// Of the system.
pub fn die_with_parent() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    Ok(())
}
