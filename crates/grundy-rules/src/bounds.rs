//! What the calls of a rule file may cost.

use std::alloc::System;

use cap::Cap;

/// An allocator that counts what it gives, and can be told to give no more. A program makes it its own by
/// `#[global_allocator] static ALLOCATOR: Allocator = Allocator::new(System, usize::MAX);`.
pub type Allocator = Cap<System>;

/// Bounds of each call of a rule file's functions, and of the reading of the file.
///
/// A call that exceeds one of the first three ends with [`Error::Rules`](grundy::Error::Rules), which names the line. Time is
/// no bound of a call but a limit of the question that it is made for, [`Limits::time`](grundy::Limits::time); as
/// [`Limits::cancel`](grundy::Limits::cancel) it ends a call with [`Error::Budget`](grundy::Error::Budget).
///
/// All of them are checked every thousand steps and at the end of a call. One step may be long, since the interpreter's own
/// functions are one step each: `[0] * 10**9` is, and a product of huge integers. The memory of a step is bounded where the
/// program has an [`Allocator`]; what must never take more time than it was given runs in a process of its own: see the section
/// [Safety](crate#safety).
///
/// # Examples
/// ```
/// use grundy_rules::{Bounds, RuleGame};
/// let endless = "for i in range(1000000000):\n    pass\n";
/// let few = Bounds { steps: 1_000_000, ..Bounds::default() };
/// let error = RuleGame::read("endless.star", endless, few).err().expect("an error");
/// assert_eq!(error.to_string(), "endless.star: one call took more than 1000000 steps");
/// ```
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The most steps of one call: calls of functions, and turns of loops. 10^8 by default, seconds.
    pub steps: u64,
    /// The deepest that functions of the file may call each other. 1000 by default, as in Python.
    pub depth: usize,
    /// The most memory, in bytes, that the interpreter's values may take in one call. 64 MiB by default.
    pub bytes: usize,
    /// The allocator of this program, if it is one that counts. Then what a call may take includes memory outside the
    /// interpreter's heap, that of large integers, dictionaries and texts in the making. A step that asks for more than
    /// [`AT_ONCE`](Self::AT_ONCE) times `bytes` beyond what there was before the call is refused: it ends with an error, or it
    /// aborts the process, since most code cannot go on without memory. While a call runs, the other threads of the process
    /// share what it may take.
    pub allocator: Option<&'static Allocator>,
    /// The most memory, in bytes, that a thread may keep the answers of each function in, so that it need not be asked twice:
    /// `parts` and `canonical`, `value`, and the number of options. It changes no answer, and counts in a search for values
    /// against [`Limits::bytes`](grundy::Limits::bytes). 64 MiB by default: some hundred thousand boards.
    pub remembered: usize,
}

impl Bounds {
    /// How many times [`bytes`](Self::bytes) a call can take before its memory is counted: the heap of the interpreter grows by
    /// doubling, and has two parts.
    pub const AT_ONCE: usize = 4;

    /// The memory that no step of a call can exceed, and no list of positions that a call returns.
    pub(crate) const fn at_once(&self) -> usize {
        self.bytes.saturating_mul(Self::AT_ONCE)
    }
}

impl Default for Bounds {
    fn default() -> Self {
        Self { steps: 100_000_000, depth: 1000, bytes: 64 << 20, allocator: None, remembered: 64 << 20 }
    }
}
