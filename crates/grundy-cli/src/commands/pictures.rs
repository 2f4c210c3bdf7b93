//! Whether positions are drawn, and how.

use std::io::{self, IsTerminal};

use clap::{Args, ValueEnum};
use grundy_answers::Screen;
use terminal_size::{Height, Width, terminal_size};

use super::layout::Layout;
use crate::error::Failure;
use crate::render::picture::{Drawing, has_unicode};

/// Pictures of positions.
#[derive(Args, Debug)]
pub(crate) struct Pictures {
    /// Draw the position, and mark what a winning move touches. At a terminal boards and graphs are drawn without this flag too;
    /// JSON has pictures as data with it.
    ///
    /// `--picture=svg` prints an SVG document instead of the answer, `--picture=none` nothing at a terminal either. What the
    /// terminal has no room for is left out, unless --full is given.
    #[arg(long, value_name = "FORM", num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    picture: Option<Form>,
}

/// The forms of a picture.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Text, in Unicode where the locale has it.
    Text,
    /// Text of ASCII characters.
    Ascii,
    /// An SVG document.
    Svg,
    /// No picture.
    None,
}

/// How large a picture in a file or a pipe may be, in columns and lines.
const PAGE: [usize; 2] = [100, 200];
/// With `--full`. Pictures themselves are bounded.
const EVERYTHING: usize = 100_000;

impl Pictures {
    /// Whether the flag was given.
    pub(super) const fn are_asked_for(&self) -> bool {
        self.picture.is_some()
    }

    /// Whether the answer should have pictures: where the flag says so, else at a terminal, unless the output is `data`.
    pub(super) fn are_wanted(&self, data: bool) -> bool {
        match self.picture {
            Some(form) => form != Form::None,
            None => !data && io::stdout().is_terminal(),
        }
    }

    /// How the pictures of an answer are drawn.
    ///
    /// # Errors
    /// If both JSON and SVG are asked for.
    pub(super) fn drawing(&self, json: bool, layout: &Layout) -> Result<Drawing, Failure> {
        if json && self.picture == Some(Form::Svg) {
            let failure = Failure::usage("--json and --picture=svg ask for different forms");
            return Err(failure.with_help("`--json --picture` has the pictures as data"));
        }
        let terminal = if io::stdout().is_terminal() { terminal_size() } else { None };
        let [columns, lines] = match terminal {
            _ if layout.full => [EVERYTHING; 2],
            // The answer should be seen as well.
            Some((Width(columns), Height(lines))) => [columns.into(), usize::from(lines).saturating_sub(2).max(8)],
            None => PAGE,
        };
        let screen = Screen { columns, lines, unicode: has_unicode() };
        Ok(match self.picture {
            Some(Form::None) => Drawing::Nothing,
            Some(Form::Svg) => Drawing::Svg,
            Some(Form::Text) => Drawing::Text(screen),
            Some(Form::Ascii) => Drawing::Text(Screen { unicode: false, ..screen }),
            None => Drawing::Telling(screen),
        })
    }
}
