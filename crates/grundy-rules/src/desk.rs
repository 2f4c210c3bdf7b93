//! Where sessions are kept: one for each thread and rule file, on a stack of its own.
//!
//! A session borrows its interpreter, so it cannot be put into a structure; it is a coroutine that waits for the next
//! request. It cannot go to another thread either.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

use corosensei::{Coroutine, CoroutineResult};
use grundy::Options;

use crate::fault::Fault;
use crate::position::Position;
use crate::program::Program;
use crate::session::{Memories, Reply, Request, serve};
use crate::stack;

thread_local! {
    /// The sessions of this thread, the one that was used last in front.
    static SESSIONS: RefCell<Vec<Session>> = const { RefCell::new(Vec::new()) };
}

/// A rule file for as long as anybody may ask about it; its sessions end when it is dropped, at the latest when their
/// thread opens another.
pub(crate) struct Desk {
    program: Arc<Program>,
    /// Sessions look at this to see whether the desk is there still.
    open: Arc<()>,
    /// Bytes that the memories of sessions have grown by and no meter has heard of.
    grown: Arc<AtomicUsize>,
}

struct Session {
    desk: Weak<()>,
    calls: u64,
    coroutine: Coroutine<Request, Reply, ()>,
    /// The list that options are appended to: to pass it with each request and reply would cost as much as a short call.
    options: Rc<RefCell<Options<Position>>>,
}

impl Desk {
    pub(crate) fn new(program: Program) -> Self {
        Self { program: Arc::new(program), open: Arc::new(()), grown: Arc::default() }
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// How many requests this thread has made.
    pub(crate) fn calls(&self) -> u64 {
        self.with_session(|session| Some(session.calls)).unwrap_or_default()
    }

    /// How many bytes more the answers take that are kept, since this was asked last.
    pub(crate) fn grown(&self) -> usize {
        // To look is cheap where threads share the game, to write is not.
        if self.grown.load(Ordering::Relaxed) == 0 { 0 } else { self.grown.swap(0, Ordering::Relaxed) }
    }

    /// The reply to a request.
    fn ask(&self, request: Request) -> Result<Reply, Fault> {
        self.with_session(|session| session.resume(request))
    }

    /// Does something with the session of this thread. There may be none: the system grants no stack, or this thread is
    /// ending.
    fn with_session<T>(&self, work: impl FnOnce(&mut Session) -> Option<T>) -> Result<T, Fault> {
        let result = SESSIONS.try_with(|sessions| {
            let mut sessions = sessions.try_borrow_mut().ok()?;
            let result = work(self.session_among(&mut sessions)?);
            if result.is_none() {
                sessions.swap_remove(0);
            }
            result
        });
        result.ok().flatten().ok_or_else(|| Fault::rules(None, "the system grants no stack to run the file on"))
    }

    /// The session of this desk, put in front.
    fn session_among<'a>(&self, sessions: &'a mut Vec<Session>) -> Option<&'a mut Session> {
        let own = Arc::as_ptr(&self.open);
        match sessions.iter().position(|session| session.desk.as_ptr() == own) {
            Some(0) => {}
            Some(place) => sessions.swap(0, place),
            None => {
                sessions.retain(|session| session.desk.strong_count() > 0);
                sessions.insert(0, self.session()?);
            }
        }
        sessions.first_mut()
    }

    fn session(&self) -> Option<Session> {
        let program = Arc::clone(&self.program);
        let options = Rc::new(RefCell::new(Options::new()));
        let shared = Rc::clone(&options);
        let grown = Arc::clone(&self.grown);
        let coroutine = Coroutine::with_stack(stack::new().ok()?, move |waiting, first| {
            let mut memories = Memories::at_most(program.bounds.remembered, grown);
            let mut request = first;
            while let Some(last) = serve(&program, &mut memories, &shared, request, |reply| waiting.suspend(reply)) {
                request = waiting.suspend(last);
            }
        });
        Some(Session { desk: Arc::downgrade(&self.open), calls: 0, coroutine, options })
    }

    pub(crate) fn options(&self, position: &Position, out: &mut Options<Position>) -> Result<(), Fault> {
        self.with_session(|session| {
            std::mem::swap(out, &mut *session.options.borrow_mut());
            let reply = session.resume(Request::Options(position.clone()));
            std::mem::swap(out, &mut *session.options.borrow_mut());
            if let Reply::Options(result) = reply? { Some(result) } else { None }
        })?
    }

    pub(crate) fn reduce(&self, position: &Position) -> Result<Vec<Position>, Fault> {
        let Reply::Parts(result) = self.ask(Request::Reduce(position.clone()))? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn value(&self, position: &Position) -> Result<Option<u64>, Fault> {
        let Reply::Value(result) = self.ask(Request::Value(position.clone()))? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn weight(&self, position: &Position) -> Result<u64, Fault> {
        let Reply::Weight(result) = self.ask(Request::Weight(position.clone()))? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn show(&self, position: &Position) -> Result<String, Fault> {
        let Reply::Text(result) = self.ask(Request::Show(position.clone()))? else { return Err(mistaken()) };
        result
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Position, Fault> {
        let Reply::Position(result) = self.ask(Request::Parse(text.to_owned()))? else { return Err(mistaken()) };
        result
    }
}

/// A session answers what it is asked, so this is never seen.
fn mistaken() -> Fault {
    Fault::rules(None, "the interpreter answered another question")
}

impl Session {
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

/// A session that waits is ended in an orderly way; to drop its coroutine would unwind it by a panic.
impl Drop for Session {
    fn drop(&mut self) {
        if self.coroutine.started() {
            self.resume(Request::End);
        }
    }
}
