//! What the calls of a rule file may cost.

/// Bounds of each call of a rule file's functions, and of the reading of the file.
///
/// A call that exceeds one of the first three ends with [`Error::Rules`](grundy::Error::Rules), which names the line. Time is
/// no bound of a call but a limit of the question that it is made for, [`Limits::time`](grundy::Limits::time); as
/// [`Limits::cancel`](grundy::Limits::cancel) it ends a call with [`Error::Budget`](grundy::Error::Budget).
///
/// All of them are checked every thousand steps. One step may be long, since the interpreter's own functions are one step
/// each: `[0] * 10**9` is, and a product of huge integers. What must never take more memory or time than it was given runs in a
/// process of its own: see the section [Safety](crate#safety).
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
    /// The most memory, in bytes, that a thread may keep the answers of each function in, so that it need not be asked twice:
    /// `parts` and `canonical`, `value`, and the number of options. It changes no answer, and counts in a search for values
    /// against [`Limits::bytes`](grundy::Limits::bytes). 64 MiB by default: some hundred thousand boards.
    pub remembered: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { steps: 100_000_000, depth: 1000, bytes: 64 << 20, remembered: 64 << 20 }
    }
}
