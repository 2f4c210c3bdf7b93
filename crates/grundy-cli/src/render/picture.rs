//! Pictures of the components of an answer.

use std::env;
use std::io::{self, Write};

use grundy_answers::{Component, Picture, Screen, picture_svg, picture_text};

/// What is drawn of an answer that has pictures.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Drawing {
    /// Nothing.
    Nothing,
    /// The pictures that show more than the position says, above the answer.
    Telling(Screen),
    /// All pictures, above the answer.
    Text(Screen),
    /// An SVG document instead of the answer.
    Svg,
}

impl Drawing {
    /// Draws; whether the answer itself is to follow.
    pub(crate) fn draw(self, components: &[Component], out: &mut dyn Write) -> io::Result<bool> {
        match self {
            Self::Nothing => {}
            Self::Telling(screen) => {
                let telling = |component: &&Component| component.picture.as_ref().is_some_and(Picture::is_telling);
                let drawn: Vec<Component> = components.iter().filter(telling).cloned().collect();
                above(&picture_text(&drawn, screen), out)?;
            }
            Self::Text(screen) => above(&picture_text(components, screen), out)?,
            Self::Svg => {
                out.write_all(picture_svg(components).as_bytes())?;
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Writes a picture and an empty line.
fn above(drawn: &str, out: &mut dyn Write) -> io::Result<()> {
    if drawn.is_empty() { Ok(()) } else { writeln!(out, "{drawn}") }
}

/// Whether the locale has Unicode.
///
/// Source: POSIX.1-2017, Base Definitions, 8.2: the first of these variables that is set and not empty decides.
pub(crate) fn has_unicode() -> bool {
    if cfg!(windows) {
        return true;
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().filter_map(env::var_os).find(|value| !value.is_empty());
    locale.is_some_and(|locale| is_utf8(&locale.to_string_lossy()))
}

/// Whether a locale such as `de_DE.UTF-8` has the characters of Unicode.
fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_says_which_characters_there_are() {
        for locale in ["C.UTF-8", "de_DE.utf8", "en_GB.UTF-8@euro"] {
            assert!(is_utf8(locale), "{locale}");
        }
        for locale in ["C", "POSIX", "de_DE.ISO-8859-1", "en_GB"] {
            assert!(!is_utf8(locale), "{locale}");
        }
    }
}
