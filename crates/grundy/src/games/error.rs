//! Why a text is not a position.

use std::io;

use crate::syntax::{NotationError, Span};
use crate::{Error, graph};

/// Why a text could not be read as a position or a rule.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text breaks the notation, or an argument breaks the rules of its game.
    #[error("{}", .0.message)]
    Notation(#[from] NotationError),
    /// A game of the notation that cannot be played yet.
    #[error("`{name}` cannot be played yet")]
    Unsupported {
        /// The rule.
        name: String,
        /// Where it is named.
        span: Span,
    },
    /// A file could not be read.
    #[error("cannot read {file}: {source}")]
    File {
        /// The file.
        file: String,
        /// Where it is named.
        span: Span,
        /// The reason of the system.
        source: io::Error,
    },
    /// A file does not hold a graph.
    #[error("{file}: {source}")]
    Graph {
        /// The file.
        file: String,
        /// Where it is named.
        span: Span,
        /// The reason, with the line.
        source: graph::GraphReadError,
    },
    /// A file does not hold rules, or its rules refuse a position.
    #[error("{reason}")]
    Rules {
        /// The file.
        file: String,
        /// Where it or the position is written.
        span: Span,
        /// The reason, with the file and the line.
        reason: String,
    },
    /// A position could not be made.
    #[error(transparent)]
    Game(#[from] Error),
}
