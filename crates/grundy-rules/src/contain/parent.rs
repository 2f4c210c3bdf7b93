//! The parent: it starts the child, passes on what it says and what it is told, and reports its end.

use std::io::{self, IsTerminal};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use super::relay::Relay;
use super::{Containment, Ending, VARIABLE};

/// A terminal interrupts both processes, another program only the parent: after so long a child that is still there is
/// told by the parent.
const TIME_TO_END: Duration = Duration::from_millis(300);
/// One that does not end then is in a long step of the interpreter, and is killed.
const TIME_TO_LIVE: Duration = Duration::from_millis(600);

/// The child, for those who may have to end it; `None` once it has been waited for, since then its number may be another's.
#[derive(Clone, Default)]
struct Target(Arc<Mutex<Option<Pid>>>);

impl Target {
    fn send(&self, signal: Signal) {
        if let Some(pid) = *self.0.lock().unwrap_or_else(PoisonError::into_inner) {
            // It fails if the child has ended, which is as well.
            let _ = kill_process(pid, signal);
        }
    }

    /// Waits for a child that has ended or is about to.
    fn wait(&self, child: &mut Child) -> io::Result<std::process::ExitStatus> {
        let mut target = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *target = None;
        child.wait()
    }
}

pub(super) fn run(containment: &Containment) -> io::Result<Ending> {
    let target = Target::default();
    let interrupts = Arc::new(AtomicU32::new(0));
    pass_interrupts_on(target.clone(), Arc::clone(&interrupts));

    let terminal = if io::stderr().is_terminal() { "t" } else { "" };
    let mut child = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(VARIABLE, format!("{}{terminal}", containment.memory))
        // The allocator's last words are for nobody.
        .env("RUST_BACKTRACE", "0")
        .stderr(Stdio::piped())
        .spawn()?;
    *target.0.lock().unwrap_or_else(PoisonError::into_inner) = pid(&child);

    let late = Arc::new(AtomicBool::new(false));
    let (over, wait_for_end) = mpsc::channel::<()>();
    if let Some(time) = containment.time {
        let (target, late) = (target.clone(), Arc::clone(&late));
        thread::spawn(move || {
            if wait_for_end.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                late.store(true, Ordering::Relaxed);
                target.send(Signal::KILL);
            }
        });
    }

    let mut relay = Relay::default();
    if let Some(mut from) = child.stderr.take() {
        relay.copy(&mut from, &mut io::stderr());
    }
    let status = target.wait(&mut child)?;
    drop(over);
    let ending = match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, Some(signal)) if signal == Signal::KILL.as_raw() && late.load(Ordering::Relaxed) => {
            Ending::Time(containment.time.unwrap_or_default())
        }
        (None, Some(signal)) if signal == Signal::KILL.as_raw() && interrupts.load(Ordering::Relaxed) > 0 => {
            Ending::Interrupted
        }
        (None, Some(signal)) if is_exhaustion(signal) && interrupts.load(Ordering::Relaxed) < KILLED_AT => {
            Ending::Memory(containment.memory)
        }
        (None, signal) => Ending::Signal(signal.unwrap_or_default()),
    };
    if !matches!(ending, Ending::Memory(_)) {
        relay.finish(&mut io::stderr());
    }
    Ok(ending)
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// The signals of a process that has no memory left: the allocator gives up, the system kills it, its stack has an end.
fn is_exhaustion(signal: i32) -> bool {
    [Signal::ABORT, Signal::KILL, Signal::SEGV, Signal::BUS].iter().any(|exhausted| exhausted.as_raw() == signal)
}

/// The interrupt at which a child is killed that would not end.
const KILLED_AT: u32 = 3;

fn pass_interrupts_on(target: Target, interrupts: Arc<AtomicU32>) {
    // It fails if the program handles interrupts already; then it has to pass them on itself.
    let _ = ctrlc::set_handler(move || {
        if interrupts.fetch_add(1, Ordering::Relaxed) + 1 >= KILLED_AT {
            target.send(Signal::KILL);
            return;
        }
        let target = target.clone();
        thread::spawn(move || {
            thread::sleep(TIME_TO_END);
            target.send(Signal::INT);
            thread::sleep(TIME_TO_LIVE);
            target.send(Signal::KILL);
        });
    });
}
