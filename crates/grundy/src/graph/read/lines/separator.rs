//! What separates the names on a line.

/// What stands between the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    /// White space: `a b`.
    Blanks,
    /// A comma, a semicolon or a tab, as in tables: `a,b`.
    Sign(char),
    /// `a -> b`; several options may follow: `a -> b, c`.
    Arrow,
    /// `a: b c`, a vertex with all its options.
    Colon,
}

impl Separator {
    pub(super) const fn shown(self) -> &'static str {
        match self {
            Self::Blanks => "white space",
            Self::Sign(';') => "semicolons",
            Self::Sign('\t') => "tabs",
            Self::Sign(_) => "commas",
            Self::Arrow => "arrows",
            Self::Colon => "colons",
        }
    }

    /// The separator of a table with this line, if it has two columns or more.
    pub(super) fn of_table(line: &str) -> Option<Self> {
        ['\t', ';', ','].into_iter().find(|&sign| line.contains(sign)).map(Self::Sign)
    }
}

/// Signs that separate names in some files and are part of names in others.
const SIGNS: [char; 9] = [',', ';', ':', '|', '=', '<', '>', '-', '/'];

/// Those of the signs that names hold which white space separates: there they are not separators.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct InNames(u16);

impl InNames {
    pub(super) fn add(&mut self, name: &str) {
        for (place, &sign) in SIGNS.iter().enumerate() {
            self.0 |= u16::from(name.contains(sign)) << place;
        }
    }

    fn has(self, sign: char) -> bool {
        SIGNS.iter().position(|&known| known == sign).is_some_and(|place| self.0 & 1 << place != 0)
    }
}

/// The separator of a line without comment and blank ends, none if it is one name; or why that is not certain. A line of
/// three words or more without another separator is said to have blanks.
pub(super) fn of_line(line: &str, before: Option<Separator>, names: InNames) -> Result<Option<Separator>, String> {
    if line.starts_with('%') || line.starts_with("//") {
        return Err("this may be a comment; here a comment begins with `#`".to_owned());
    }
    if line.contains("->") {
        return Ok(Some(Separator::Arrow));
    }
    let mut words = line.split_whitespace();
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    let colon_between = first.ends_with(':') || second.is_some_and(|second| second.starts_with(':'));
    if colon_between || before == Some(Separator::Colon) && line.contains(':') {
        return Ok(Some(Separator::Colon));
    }
    let Some(second) = second else { return of_word(first, before, names) };
    for sign in [',', ';'] {
        if line.split_whitespace().any(|word| word.starts_with(sign) || word.ends_with(sign)) {
            return Ok(Some(Separator::Sign(sign)));
        }
        if words.clone().next().is_none() && first.contains(sign) != second.contains(sign) {
            return Err(format!("the names may be separated by `{sign}` or by white space"));
        }
    }
    Ok(Some(Separator::Blanks))
}

/// The same of a line of one word.
fn of_word(word: &str, before: Option<Separator>, names: InNames) -> Result<Option<Separator>, String> {
    if let Some(sign) = [',', ';'].into_iter().find(|&sign| word.contains(sign) && !names.has(sign)) {
        return match before {
            Some(Separator::Blanks) => Err(one_or_two(word)),
            _ => Ok(Some(Separator::Sign(sign))),
        };
    }
    let numbers_around = |sign: char| {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        word.split_once(sign).is_some_and(|(left, right)| is_number(left) && is_number(right.trim_start_matches(sign)))
    };
    let inside = |sign: char| word.split_once(sign).is_some_and(|(left, right)| !left.is_empty() && !right.is_empty());
    let separates = |sign: char| match sign {
        ',' | ';' => false,
        '-' => numbers_around('-') || inside('-') && word.contains("--"),
        '/' => numbers_around('/'),
        sign => inside(sign),
    };
    let unclear = SIGNS.into_iter().any(|sign| !names.has(sign) && separates(sign)) || inside('→');
    if unclear { Err(one_or_two(word)) } else { Ok(None) }
}

fn one_or_two(word: &str) -> String {
    let short: String = word.chars().take(40).collect();
    let more = if short.len() < word.len() { "…" } else { "" };
    format!("`{}{more}` may be one vertex, or an edge whose ends white space should separate", short.escape_debug())
}

/// The fields of a line of a table. A field in double quotes holds no others.
pub(super) fn fields(line: &str, sign: char) -> Vec<&str> {
    let unquoted = |field: &'_ str| -> usize {
        usize::from(
            field.len() >= 2
                && field.starts_with('"')
                && field.ends_with('"')
                && !field[1..field.len() - 1].contains('"'),
        )
    };
    let bare = |field| {
        let field = str::trim(field);
        let quote = unquoted(field);
        &field[quote..field.len() - quote]
    };
    line.split(sign).map(bare).collect()
}

/// The vertex and the list of its options on a line with an arrow or a colon.
pub(super) fn list(line: &str, separator: Separator) -> Option<(&str, impl Iterator<Item = &str> + Clone)> {
    let line = line.strip_suffix(';').unwrap_or(line);
    let (from, options) = line.split_once(if separator == Separator::Arrow { "->" } else { ":" })?;
    let from = from.trim();
    if from.is_empty() || from.contains(char::is_whitespace) {
        return None;
    }
    let options = options.split(|c: char| c == ',' || c.is_whitespace()).filter(|option| !option.is_empty());
    Some((from, options))
}

/// Whether a field can be nothing but a name: it has no blanks, brackets or quotes, and no separator.
pub(super) fn is_plain(name: &str) -> bool {
    let odd =
        |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '"' | '\'' | ',' | ';' | ':');
    !name.is_empty() && !name.contains(odd) && !name.contains("->")
}
