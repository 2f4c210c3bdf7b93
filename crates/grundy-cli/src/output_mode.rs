//! How this run speaks, which has to be known before its arguments are understood: they may be what is wrong.

use std::ffi::OsString;

use anstream::ColorChoice;

/// Whether errors are JSON, and whether text is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutputMode {
    pub(crate) json: bool,
    pub(crate) color: ColorChoice,
}

impl OutputMode {
    /// The mode that the arguments ask for, as far as can be seen without parsing them.
    pub(crate) fn of(raw: &[OsString]) -> Self {
        let mut mode = Self { json: false, color: ColorChoice::Auto };
        let mut previous = "";
        for argument in raw.iter().skip(1).map(|argument| argument.to_str().unwrap_or_default()) {
            match (previous, argument) {
                (_, "--") => break,
                (_, "--json" | "--format=json") | ("--format", "json") => mode.json = true,
                (_, "--color=always") | ("--color", "always") => mode.color = ColorChoice::Always,
                (_, "--color=never") | ("--color", "never") => mode.color = ColorChoice::Never,
                _ => {}
            }
            previous = argument;
        }
        mode
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_face_is_seen_before_the_arguments_are_parsed() {
        let mode = |words: &str| OutputMode::of(&words.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert!(mode("grundy nonsense --json").json);
        assert!(mode("grundy values nim --format json").json);
        assert!(!mode("grundy solve -- --json").json);
        assert_eq!(mode("grundy solve --color never x").color, ColorChoice::Never);
        assert_eq!(mode("grundy solve --color=always x").color, ColorChoice::Always);
    }
}
