//! Questions about impartial games, and their answers as data.
//!
//! The library [`grundy`] has the theory and the engines; a face (the command, a web page, a server, another language) shows
//! answers to people. This crate is what lies between: a [`Session`] is asked a question, such as [`Solve`], and gives an answer,
//! such as [`SolveAnswer`], or a [`Failure`]. Questions, answers and failures are plain data that serde reads and writes: the JSON
//! that the command prints is the serialised answer.
//!
//! ```
//! use grundy_answers::Session;
//!
//! let answer = Session::new().solve("nim(3, 4) + subtract{1,2,3}(10)")?;
//! for winning in &answer.winning_moves {
//!     println!("{} -> {}", winning.from, winning.to); // nim(4) -> nim(1)
//! }
//! # assert_eq!(answer.winning_moves[0].to, "nim(1)");
//! # Ok::<(), grundy_answers::Failure>(())
//! ```
//!
//! # Questions
//!
//! | question | answer | what it tells |
//! |---|---|---|
//! | [`Solve`] | [`SolveAnswer`] | who wins a position, and by which moves |
//! | [`Moves`] | [`MovesAnswer`] | every move, and what it leads to |
//! | [`Explain`] | [`ExplainAnswer`] | why a position is won or lost, and by which theorem |
//! | [`Values`] | [`ValuesAnswer`] | the values of the heaps of a rule |
//! | [`Table`] | [`TableAnswer`] | the values of a rule of two coordinates |
//! | [`PPositions`] | [`PPositionsAnswer`] | the P-positions of a rule |
//! | [`Tree`] | [`TreeAnswer`] | all positions that can be reached, and the moves between them |
//! | [`Period`] | [`PeriodAnswer`] | when they repeat, and whether that is proved |
//! | [`Compare`] | [`CompareAnswer`] | where two rules differ, or why they do not |
//! | [`Equal`] | [`EqualAnswer`] | whether two positions are equal, and what proves it |
//! | [`Graph`] | [`GraphAnswer`] | the value of every vertex of a graph |
//! | [`Check`] | [`CheckAnswer`] | whether a certificate proves what it claims |
//! | [`RulesCheck`] | [`RulesCheckAnswer`] | what a rule file looks like, and whether what it claims agrees with its options |
//! | [`Games`] | [`GamesAnswer`] | what can be played |
//! | [`Atlas`] | [`AtlasEntry`] for each code | what is known of every code of a family |
//!
//! Each is a function of the [`Session`] that takes the question and a [`Meter`](grundy::Meter), which holds the limits, hears of
//! the progress and may be cancelled. [`Session::ask`] takes any [`Question`], for faces that pass messages on.
//!
//! # From a server, a page, or another language
//!
//! - A [`Session`] is `Send` and `Sync`: make one and share it. Questions that are asked at the same time do not wait for one another.
//! - Make [`Limits`](grundy::Limits) for each question, and the [`Meter`](grundy::Meter) on the thread that asks: it is not `Send`,
//!   since it may hold a listener to its progress, which is told about ten times a second.
//! - To stop a question from another thread keep a clone of the [`Cancel`](grundy::Cancel) of its limits. It cannot be reset.
//! - [`Answer`] and [`Failure`] are `Send`. A bound on memory counts the tables of a search, not the strings of an answer; the
//!   `most` of a question bounds these.
//!
//! [`Atlas`] is no [`Question`]: its answer is a stream of entries, with certificates to keep beside them.
#![deny(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod answers;
mod failure;
mod picture;
mod question;
#[cfg(feature = "rules")]
mod rule_files;
#[cfg(feature = "schema")]
mod schema;
mod session;
mod value;
#[cfg(feature = "rules")]
pub mod worker;

pub use answers::atlas::{
    Atlas, AtlasEntry, AtlasHeader, AtlasLimit, Certificates, Equivalent, LargestValue, RareHeaps, ReducedCode, Sweep,
};
pub use answers::check::{Check, CheckAnswer};
pub use answers::compare::{Compare, CompareAnswer, ComparedProof, ComparedStatus, Difference};
pub use answers::derivation::{Derivation, OptionsOfValue, Origin};
pub use answers::equal::{Distinguished, Equal, EqualAnswer, EqualReply};
pub use answers::explain::{Explain, ExplainAnswer, Reason, SimplifiedOption, SimplifiedSet, Theorem};
pub use answers::games::{CodeMeaning, DigitMeaning, Games, GamesAnswer, NamedGame};
pub use answers::graph::{GRAPH_FORMATS, Graph, GraphAnswer, Vertex};
pub use answers::moves::{MoveAnswer, Moves, MovesAnswer};
pub use answers::p_positions::{Area, PPositions, PPositionsAnswer, PositionList};
pub use answers::period::{
    Evidence, Period, PeriodAnswer, PeriodBy, PeriodProof, PeriodStatus, PeriodValues, ResumablePeriod,
};
pub use answers::position::{Component, Move, Part, Reply};
pub use answers::rules::{RulesCheck, RulesCheckAnswer, ValuedPosition};
pub use answers::solve::{Detail, Solve, SolveAnswer};
pub use answers::table::{Table, TableAnswer};
pub use answers::tree::{Tree, TreeAnswer, TreeMove, TreePosition};
pub use answers::values::{Values, ValuesAnswer, ValuesStream};
pub use failure::{Failure, Kind, Limit, Place, Progress, Span};
pub use picture::svg::picture_svg;
pub use picture::text::{Screen, picture_text};
pub use picture::{Coordinates, Picture, PictureNode, PictureVertex};
pub use question::{Answer, Question};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use session::Session;
pub use value::{Convention, Outcome, Value};
