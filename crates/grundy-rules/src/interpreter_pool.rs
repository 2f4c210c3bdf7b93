//! The interpreters of a rule file: one for each thread, on a stack of its own.
//!
//! An interpreter borrows its heap, so it cannot be put into a structure; it runs in a coroutine that waits for the next
//! request. It cannot move to another thread either.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use corosensei::{Coroutine, CoroutineResult};
use grundy::{Options, Watch};

use crate::fault::Fault;
use crate::interpreter::{self, Kept, Reply, Request, Shared};
use crate::position::Position;
use crate::program::Program;
use crate::stack;

thread_local! {
    /// The interpreters of this thread, the one that was used last in front.
    static INTERPRETERS: RefCell<Vec<PooledInterpreter>> = const { RefCell::new(Vec::new()) };
}

/// A rule file and its interpreters. When the pool is dropped they end, at the latest when their thread starts one for
/// another file.
pub(crate) struct InterpreterPool {
    program: Arc<Program>,
    /// Interpreters look at this to see whether the pool still exists.
    alive: Arc<()>,
    /// Bytes that memos have grown by and no meter has been told of.
    grown: Arc<AtomicUsize>,
}

struct PooledInterpreter {
    pool: Weak<()>,
    calls: u64,
    coroutine: Coroutine<Request, Reply, ()>,
    shared: Rc<Shared>,
}

impl InterpreterPool {
    pub(crate) fn new(program: Program) -> Self {
        Self { program: Arc::new(program), alive: Arc::new(()), grown: Arc::default() }
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// How many requests this thread has made.
    pub(crate) fn calls(&self) -> u64 {
        self.with_interpreter(|interpreter| Some(interpreter.calls)).unwrap_or_default()
    }

    /// How many bytes more the memos take than when this was asked last.
    pub(crate) fn grown(&self) -> usize {
        // To look is cheap where threads share the game, to write is not.
        if self.grown.load(Ordering::Relaxed) == 0 { 0 } else { self.grown.swap(0, Ordering::Relaxed) }
    }

    /// The reply to a request, which is part of the question with this watch; `None`: of the question before.
    fn ask(&self, request: Request, watch: Option<Watch>) -> Result<Reply, Fault> {
        self.with_interpreter(|interpreter| {
            match watch {
                Some(watch) => interpreter.shared.watch.set(Some(watch)),
                None => interpreter.shared.watch.inherit(),
            }
            interpreter.resume(request)
        })
    }

    /// Does something with the interpreter of this thread. There may be none: the system grants no stack, or this thread
    /// is ending.
    fn with_interpreter<T>(&self, work: impl FnOnce(&mut PooledInterpreter) -> Option<T>) -> Result<T, Fault> {
        let result = INTERPRETERS.try_with(|interpreters| {
            let mut interpreters = interpreters.try_borrow_mut().ok()?;
            let result = work(self.interpreter_among(&mut interpreters)?);
            if result.is_none() {
                interpreters.swap_remove(0);
            }
            result
        });
        result.ok().flatten().ok_or_else(|| Fault::rules(None, "the system grants no stack to run the file on"))
    }

    /// The interpreter of this pool, put in front.
    fn interpreter_among<'a>(&self, interpreters: &'a mut Vec<PooledInterpreter>) -> Option<&'a mut PooledInterpreter> {
        let own = Arc::as_ptr(&self.alive);
        match interpreters.iter().position(|interpreter| interpreter.pool.as_ptr() == own) {
            Some(0) => {}
            Some(place) => interpreters.swap(0, place),
            None => {
                interpreters.retain(|interpreter| interpreter.pool.strong_count() > 0);
                let new = loop {
                    match self.start() {
                        Some(new) => break new,
                        // Each has a stack, and only so many fit in the address space. One that ends loses what it remembers,
                        // which costs time.
                        None => drop(interpreters.pop()?),
                    }
                };
                interpreters.insert(0, new);
            }
        }
        interpreters.first_mut()
    }

    /// Ends the interpreter of this thread that was not used for longest. `false` if there is none.
    pub(crate) fn end_one() -> bool {
        let ended = INTERPRETERS.try_with(|interpreters| interpreters.try_borrow_mut().ok()?.pop());
        ended.ok().flatten().is_some()
    }

    /// Starts an interpreter in this thread.
    fn start(&self) -> Option<PooledInterpreter> {
        let program = Arc::clone(&self.program);
        let grown = Arc::clone(&self.grown);
        let shared = Rc::new(Shared::default());
        let shared_inside = Rc::clone(&shared);
        let coroutine = Coroutine::with_stack(stack::new().ok()?, move |waiting, first| {
            let mut kept = Kept::at_most(program.bounds.remembered, grown);
            let mut request = first;
            // A round for each heap that the interpreter gets.
            while let Some(last) =
                interpreter::run(&program, &mut kept, &shared_inside, request, |reply| waiting.suspend(reply))
            {
                request = waiting.suspend(last);
            }
        });
        Some(PooledInterpreter { pool: Arc::downgrade(&self.alive), calls: 0, coroutine, shared })
    }

    /// Appends the options of a position, as part of the search that they are listed for.
    pub(crate) fn options(&self, position: &Position, out: &mut Options<Position>) -> Result<(), Fault> {
        self.with_interpreter(|interpreter| {
            interpreter.shared.watch.set(out.watch().cloned());
            mem::swap(out, &mut *interpreter.shared.options.borrow_mut());
            let reply = interpreter.resume(Request::Options(position.clone()));
            mem::swap(out, &mut *interpreter.shared.options.borrow_mut());
            if let Reply::Options(result) = reply? { Some(result) } else { None }
        })?
    }

    pub(crate) fn reduce(&self, position: &Position) -> Result<Vec<Position>, Fault> {
        let Reply::Parts(result) = self.ask(Request::Reduce(position.clone()), None)? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn value(&self, position: &Position, watch: Watch) -> Result<Option<u64>, Fault> {
        let reply = self.ask(Request::Value(position.clone()), Some(watch))?;
        let Reply::Value(result) = reply else { return Err(mistaken()) };
        result
    }

    pub(crate) fn weight(&self, position: &Position) -> Result<u64, Fault> {
        let Reply::Weight(result) = self.ask(Request::Weight(position.clone()), None)? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn show(&self, position: &Position) -> Result<String, Fault> {
        let Reply::Text(result) = self.ask(Request::Show(position.clone()), None)? else { return Err(mistaken()) };
        result
    }

    /// What the move from a position to the option with these parts is called, as the file's `move` tells it.
    pub(crate) fn name_move(&self, position: &Position, parts: &[Position]) -> Result<Option<String>, Fault> {
        let request = Request::Name(position.clone(), parts.to_vec());
        let Reply::Name(result) = self.ask(request, None)? else { return Err(mistaken()) };
        result
    }

    /// The position of a text, for a question with this watch; `None`: for the question before.
    pub(crate) fn parse(&self, text: &str, watch: Option<Watch>) -> Result<Position, Fault> {
        let reply = self.ask(Request::Parse(text.to_owned()), watch)?;
        let Reply::Position(result) = reply else { return Err(mistaken()) };
        result
    }
}

/// An interpreter answers what it is asked, so this is never seen.
fn mistaken() -> Fault {
    Fault::rules(None, "the interpreter answered another question")
}

impl PooledInterpreter {
    fn resume(&mut self, request: Request) -> Option<Reply> {
        if self.coroutine.done() {
            return None;
        }
        self.calls += 1;
        match self.coroutine.resume(request) {
            CoroutineResult::Yield(reply) => Some(reply),
            CoroutineResult::Return(()) => None,
        }
    }
}

/// A waiting interpreter is told to end; to drop its coroutine would unwind it by a panic.
impl Drop for PooledInterpreter {
    fn drop(&mut self) {
        if self.coroutine.started() {
            self.resume(Request::End);
        }
    }
}
