//! Games made from a user's file: a few lines of rules are enough for everything that the engine can do.
//!
//! A rule file is written in [Starlark](https://github.com/bazelbuild/starlark), and is valid Python too. It defines one
//! function, the list of the options of a position:
//!
//! ```python
//! def options(n):
//!     return [n - k for k in (1, 2, 3) if k <= n]
//! ```
//!
//! # What a file defines
//!
//! | function | returns |
//! |---|---|
//! | `options(p)` | the list of the options of `p`; one that falls apart is `plus(a, b, …)`, and `plus()` ends the component |
//! | `parts(p)` | the list of the independent components of `p` |
//! | `canonical(p)` | the representative of `p` among the positions with the same tree of options: symmetry, order; not of equal value |
//! | `value(p)` | the value in normal play, or `None` to let it be searched |
//! | `parse(text)` | the position that is written so between the brackets of `"file.star"(…)` |
//! | `show(p)` | the text that `parse` reads |
//! | `move(p, q)` | the words for the move from `p` to `q`, such as `"cut b2"`, or `None`; `move(p, *parts)` if options use `plus` |
//!
//! `times(k, p)` stands for `k` copies of `p`, alone or within `plus`; it costs the same for a billion. Equal parts that stand side by
//! side in a `plus` are counted too.
//!
//! `uniform = 12` declares that the moves look the same from heap 12 on, for positions that are a heap or a tuple of a heap and a
//! state. Then heaps of 10^18 have values, by a period; [`premise`](grundy::Game::premise) tells where one was used.
//!
//! All but `options` may be missing. A function with two or more parameters that have no default takes the items of a tuple,
//! one for each of them: `options(a, b)`; another position is an error. (`parse` takes its text, and `move` whole positions.) If the last parameter of
//! `options` is called `player`, it is not an item of the tuple but says whose turn it is, 0 or 1; the game is accepted as long as both players
//! have the same options, in any order, in every position that is met, else the error is
//! [`Partizan`](grundy::Error::Partizan).
//!
//! # Positions
//!
//! Integers of 64 bits, strings, booleans, and tuples of them, at most [`DEEPEST`] deep; see [`Position`]. `True` and `1` are
//! two positions. Lists, dictionaries, floats and functions are none, and neither is `None`.
//!
//! A position is written as the component that the notation reads: `"take.star"(10)`, `"euclid.star"(25, 7)`, a tuple of
//! several without its own brackets; strings in double quotes. With `parse` the text between the brackets is the file's
//! own, which `show` has to write. Without `show` it is the first of the literal and the bare string that `parse` reads.
//! A position that is not read back is an error of [`check_shown`](grundy::Game::check_shown). Without `parse` semicolons
//! separate components: `"take.star"(1; 2)`.
//!
//! # The language
//!
//! Functions, also recursive and nested ones, `lambda`, `if`, `for` (at the top level too), comprehensions, f-strings of plain
//! names, annotations (not checked), lists, dictionaries, sets, strings, integers of any size, and the functions that Python
//! has under the same names: `abs`, `all`, `any`, `bool`, `dict`, `enumerate`, `filter`, `hash`, `int`, `len`, `list`, `map`,
//! `max`, `min`, `range`, `repr`, `reversed`, `set`, `sorted`, `str`, `sum`, `tuple`, `zip` and others, `fail(text)` besides.
//! Where Python is larger: there is no `while` (write `for _ in range(n)` with `break`), no `import`, `class`, `try`, `is`,
//! `**`, chained comparison, generator, `<<=`, nor two strings side by side; `int` accepts no white space, and `1 == True` is
//! `False`; `range` beyond 32 bits gives a tuple of at most 2^20 integers; `print` writes to standard error, or to whom
//! [`print_to`] names. What stands outside functions is fixed once the file is read, so that no call depends on another. Nothing
//! reads a file, the network, a clock or a source of chance.
//!
//! To run a file under Python `plus` and `times` are needed, which are not Python's:
//!
//! ```python
//! import builtins; builtins.plus = lambda *parts: (plus,) + parts; builtins.times = lambda k, p: plus(*[p] * k)
//! exec(open("kayles.star").read())
//! ```
//!
//! # Safety
//!
//! A rule file may be a stranger's. It reads nothing and writes nothing, and what it computes is bounded:
//!
//! | what | is held by |
//! |---|---|
//! | steps, depth and memory of one call, and of the reading of the file | [`Bounds`], checked every thousand steps |
//! | time, and the wish to stop | the [`Limits`](grundy::Limits) of the question, checked as often |
//! | depth of the text | refused before it is parsed |
//! | depth of values | a stack of its own for each interpreter, larger than its memory can make it need |
//! | panics of the interpreter | caught, and errors of the file; see [`is_interpreting`] |
//!
//! | memory of a single step, of large integers, texts and dictionaries | the [`Allocator`] of the program, if it has one |
//! | positions that a call returns | four times the memory of a call, shared parts counted each time |
//!
//! What is not bounded in this process: the time of a single step of the interpreter (also at reading, when it computes what is
//! constant), and, without an [`Allocator`], its memory: `''.join(['x' * 1000000] * 4000)` takes 4 GB, and to compare two lists
//! that hold each other's parts many times over takes years. Where the allocator refuses memory, most code aborts the process.
//! A program that must survive that runs rule files in a process of its own, kills it when the time is over, and bounds its
//! memory by `limit_address_space` (on Unix); `die_with_parent` (on Linux) ends it with the program.
//!
//! # Speed
//!
//! A call costs some 80 ns more than the interpreter alone takes, and 40 ns more for each option that is a tuple or a string,
//! since it is converted to a [`Position`]. That is a fifth to a third more for rules that compute a little, 70 % more for
//! those that compute next to nothing or list nothing but tuples (`cargo bench -p grundy-rules`). A million positions of the
//! three lines above are expanded in full in 0.7 s.
#![deny(missing_docs)]

#[cfg(unix)]
mod address_space;
mod argument_reader;
mod bounds;
mod call_budget;
mod convert;
mod copies;
mod dialect;
mod fault;
mod game;
mod interpreter;
mod interpreter_pool;
mod literal;
mod load_error;
mod memo;
mod nesting;
mod panics;
mod partizan;
mod position;
mod printed;
mod program;
mod range;
mod shift;
mod stack;
mod uniform;
mod weight;

#[cfg(unix)]
pub use address_space::{die_with_parent, limit_address_space};
pub use argument_reader::open;
pub use bounds::{Allocator, Bounds};
pub use game::RuleGame;
pub use load_error::LoadError;
pub use panics::{is_interpreting, ran_out_of_memory};
pub use position::{DEEPEST, Position};
pub use printed::print_to;
