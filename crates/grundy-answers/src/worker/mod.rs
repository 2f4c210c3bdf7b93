//! A process of its own for questions that name rule files.
//!
//! The interpreter of rule files looks at its bounds now and then; between two looks a file can take any amount of memory, and a
//! program whose memory is gone is ended by the system. So a [session](crate::Session) may leave such questions to a worker: a process whose
//! address space is bounded, which reads questions and writes answers, one JSON object per line. What a file does there ends the
//! worker at worst; the session says why, and starts another one for the next question.
//!
//! Which program the worker is can be chosen, since the running program may be anybody's: a Python interpreter, a server. It has to
//! call [`serve`]; the command `grundy` does so as `grundy worker`.
//!
//! ```no_run
//! use grundy::games::Files;
//! use grundy_answers::{Session, worker::Worker};
//! let session = Session::with_files(Files::here()).with_worker(Worker::new("grundy").arg("worker"));
//! let answer = session.solve(r#""take.star"(10)"#)?;
//! # Ok::<(), grundy_answers::Failure>(())
//! ```
//!
//! # Messages
//!
//! To the worker `{"question": {"question": …, "limits": …, "folder": …}}` and `"cancel"`; from it `{"progress": …}` and
//! `{"print": "take.star:3: …"}`, which goes to standard error, then
//! `{"answer": {"answer": …, "positions": 40}}` or `{"failure": {"failure": …, "positions": 40, "text": 0}}`: how many positions
//! it took, if their number is limited, and which of the texts of the question the place in the failure is in. The folder is where
//! files are read from. When its input ends the worker ends.

mod messages;
mod process;
mod serve;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use grundy::Meter;
use grundy::games::Files;
pub use grundy_rules::{Allocator, Bounds, is_interpreting};
use serde::de::DeserializeOwned;

use self::process::Process;
pub use self::serve::serve;
use crate::{Failure, Kind, Question};

/// A program that answers questions which name rule files, and the processes of it that are running.
#[derive(Debug)]
pub struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
    /// Processes that nobody uses now.
    idle: Mutex<Vec<Process>>,
}

/// Memory that a question may take if its limits do not say.
const USUAL_MEMORY: u64 = 4 << 30;

impl Worker {
    /// Workers that are processes of this program, which has to call [`serve`]. A name without a folder is looked for as the system
    /// looks for commands.
    #[must_use]
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), idle: Mutex::default() }
    }

    /// The same with one more argument for the program.
    #[must_use]
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The answer to a question, which is about these texts and reads these files.
    pub(crate) fn ask<A: DeserializeOwned>(
        &self,
        question: &Question,
        texts: &[&str],
        files: &Files,
        meter: &mut Meter<'_>,
    ) -> Result<A, Failure> {
        let memory = meter.limits().bytes.unwrap_or(USUAL_MEMORY);
        if let Some(mut process) = self.idle_process(memory) {
            let answer = process.ask(question, texts, files, meter);
            if !process.has_exited {
                self.keep(process);
                return answer;
            }
            // Perhaps not because of this question: it held what earlier ones had left, and may have exited long ago.
        }
        let mut process = self.start(memory)?;
        let answer = process.ask(question, texts, files, meter);
        self.keep(process);
        answer
    }

    /// A process with this bound on its memory that nobody uses. If there are only others, one of them ends: there are never more
    /// than were needed at once.
    fn idle_process(&self, memory: u64) -> Option<Process> {
        let mut idle = self.idle();
        match idle.iter().position(|process| process.memory == memory) {
            Some(place) => Some(idle.swap_remove(place)),
            None => {
                let other = idle.pop();
                drop(idle);
                drop(other);
                None
            }
        }
    }

    fn keep(&self, process: Process) {
        if process.is_running {
            self.idle().push(process);
        }
    }

    fn start(&self, memory: u64) -> Result<Process, Failure> {
        Process::start(self, memory).map_err(|error| {
            let message = format!("cannot start {} for rule files: {error}", self.program.display());
            Failure::new(Kind::Io, message).with_help("the program for rule files is chosen where the session is made")
        })
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
