//! The styles of text for people.

use anstyle::{AnsiColor, Style};

/// What the eye should find first.
pub(super) const STRONG: Style = Style::new().bold();
/// What wins.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What loses.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// What neither wins nor loses.
pub(super) const EVEN: Style = AnsiColor::Yellow.on_default();
/// What only helps to read the rest.
pub(super) const FAINT: Style = Style::new().dimmed();
