//! How an answer is laid out for people.

use std::io::{self, IsTerminal};

use clap::Args;
use terminal_size::{Width, terminal_size};

use crate::render::elide::{Positions, fit};

/// How much of the positions is printed.
#[derive(Args, Debug)]
pub(crate) struct Layout {
    /// Print long positions whole. Without this flag their middle is left out at a terminal; in a file or a pipe they are always
    /// whole.
    #[arg(long)]
    pub(super) full: bool,
}

impl Layout {
    /// The answer with its positions as long as the terminal has room for; JSON has them whole.
    pub(super) fn fitted<A: Positions>(&self, mut answer: A, json: bool) -> A {
        if !(self.full || json)
            && io::stdout().is_terminal()
            && let Some((Width(columns), _)) = terminal_size()
        {
            fit(&mut answer, columns.into());
        }
        answer
    }
}
