//! The errors of reading a position.

use std::io;

use crate::syntax::{NotationError, Span};
use crate::{Error, graph};

/// Why a text could not be read as a position or a rule.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text violates the notation, or an argument is not valid in its game.
    #[error("{}", .0.message)]
    Notation(#[from] NotationError),
    /// A game of the notation that is not implemented yet.
    #[error("`{name}` cannot be played yet")]
    Unsupported {
        /// The rule.
        name: String,
        /// The place of the name.
        span: Span,
        /// What serves instead, if anything is known to.
        help: Option<&'static str>,
    },
    /// A well-known game whose players have different options, so that this theory does not apply.
    #[error("`{name}` is partizan: {reason}")]
    Partizan {
        /// The name.
        name: String,
        /// The place of the name.
        span: Span,
        /// How the options of the players differ.
        reason: &'static str,
        /// What serves instead, if anything is known to.
        help: Option<&'static str>,
    },
    /// A file could not be read.
    #[error("cannot read {file}: {source}")]
    File {
        /// The file.
        file: String,
        /// The place of the name.
        span: Span,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file does not contain a graph.
    #[error("{file}: {source}")]
    Graph {
        /// The file.
        file: String,
        /// The place of the name.
        span: Span,
        /// The reason, with the line.
        source: graph::GraphReadError,
    },
    /// A file does not contain rules, or its rules reject a position.
    #[error("{reason}")]
    Rules {
        /// The file.
        file: String,
        /// The place of the file name or the position.
        span: Span,
        /// The reason, with the file and the line.
        reason: String,
    },
    /// A position could not be made.
    #[error(transparent)]
    Game(#[from] Error),
}
