//! The syntax of positions and rules, independent of their meaning.
//!
//! [`parse_sum`] turns text into a tree in which every node knows its place, and [`parse_rule`] reads a rule alone.
//! Neither knows any game: a name may be any name, and the arguments of a component remain text, because each rule
//! reads its own (with [`Arguments`]). The grammar:
//!
//! ```text
//! sum       = term { "+" term }
//! term      = nimber | set | component | "(" sum ")"
//! nimber    = "*" integer
//! set       = "{" [ sum { "," sum } ] "}"
//! component = rule "(" arguments ")"
//! rule      = code | name [ "{" parameters "}" ] | string
//! code      = digit "." ( digit { digit } [ "[" digit "]" ] | "[" digit "]" )
//! digit     = 0-9 | A-F
//! name      = a-z { a-z | 0-9 | "-" }
//! integer   = digits | digits "e" digits | digits "^" digits     at most 2^64-1
//! digits    = decimal digits, which `_` may separate: 1_000_000
//! string    = as in JSON
//! arguments, parameters = text in which brackets match and strings are well formed; `;` separates components
//! ```
//!
//! White space is allowed between these tokens, but not inside a code, a name or an integer. `{` after a name opens
//! parameters; anywhere else it opens a set. Brackets may be nested to any depth: the parser does not recurse, the tree
//! is an arena, and time and space are linear in the length of the text.
//!
//! # Examples
//! ```
//! use grundy::syntax::{NodeKind, parse_sum};
//! let syntax = parse_sum("nim(3, 4) + {*1, {*1}, *2}")?;
//! assert_eq!(syntax.terms.len(), 2);
//! let NodeKind::Component { rule, arguments } = &syntax[syntax.terms[0]].kind else { unreachable!() };
//! assert_eq!(rule.canonical(), "nim");
//! assert_eq!(arguments.integers()?[1].0, 4);
//!
//! let error = parse_sum("nim(3) + 4").unwrap_err();
//! assert_eq!(error.span.range(), 9..10);
//! assert_eq!(error.help.as_deref(), Some("a nim-heap is written `*4`"));
//! # Ok::<(), grundy::syntax::NotationError>(())
//! ```

mod arguments;
mod board;
mod brackets;
mod character;
mod code;
mod cursor;
mod error;
mod grammar;
mod graph;
mod integer;
mod nearest;
mod rule;
mod string;
mod tree;

pub use arguments::{Arguments, Item};
pub use board::Board;
pub use error::{NotationError, Related, Span};
pub use grammar::{parse_rule, parse_sum};
pub use graph::{EdgeText, GraphText, written_vertex};
pub use integer::parse_integer;
pub use nearest::nearest;
pub use rule::{RuleKind, RuleText};
pub use tree::{Node, NodeId, NodeKind, Syntax};
