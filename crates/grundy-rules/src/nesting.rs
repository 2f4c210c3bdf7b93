//! How deep the text of a rule file nests, found before it is parsed.
//!
//! The interpreter follows an expression into its depth by recursion. Its tree is at most as deep as brackets and
//! operators are many in the innermost item that they stand in, so this counts them, and is satisfied with a bound: a list of a
//! million numbers is flat, a sum of a thousand terms is not.

/// The most brackets and operators around and inside one item of an expression.
const DEEPEST: u32 = 500;
/// The most levels of indentation, and of `elif` in one file, each of which nests in the one before it.
const BLOCKS: usize = 100;
const BRANCHES: usize = 1000;

/// Where a text nests too deep, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooDeep {
    pub(crate) line: usize,
    pub(crate) message: String,
}

/// Time O(length of the text), no recursion.
pub(crate) fn check(source: &str) -> Result<(), TooDeep> {
    let mut scan = Scan::new(source);
    while let Some(c) = scan.next() {
        scan.read(c)?;
    }
    Ok(())
}

struct Scan<'a> {
    rest: &'a str,
    line: usize,
    /// Operators and brackets so far in the open item of each open bracket; the first is that of the statement.
    items: Vec<u32>,
    /// The sum of `items`, and of the `lambda`s of the statement, whose commas end no item.
    depth: u32,
    lambdas: u32,
    /// The indentations of the blocks that are open.
    blocks: Vec<usize>,
    branches: usize,
}

impl<'a> Scan<'a> {
    fn new(source: &'a str) -> Self {
        let mut scan =
            Self { rest: source, line: 1, items: vec![0], depth: 0, lambdas: 0, blocks: Vec::new(), branches: 0 };
        scan.indent();
        scan
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.skip(c.len_utf8());
        Some(c)
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
    }

    fn too_deep(&self, message: &str) -> TooDeep {
        TooDeep { line: self.line, message: message.to_owned() }
    }

    fn read(&mut self, c: char) -> Result<(), TooDeep> {
        match c {
            '#' => self.skip(self.rest.find('\n').unwrap_or(self.rest.len())),
            '"' | '\'' => self.string(c, false)?,
            '\\' if self.rest.starts_with('\n') => {
                self.skip(1);
                self.line += 1;
            }
            '\n' => {
                self.line += 1;
                if self.items.len() == 1 {
                    self.end_statement();
                    self.indent();
                    if self.blocks.len() > BLOCKS {
                        return Err(self.too_deep(&format!("blocks nest more than {BLOCKS} deep")));
                    }
                }
            }
            ';' if self.items.len() == 1 => self.end_statement(),
            ',' => self.end_item(),
            '(' | '[' | '{' => {
                self.deeper()?;
                self.items.push(0);
            }
            ')' | ']' | '}' if self.items.len() > 1 => {
                self.end_item();
                self.items.pop();
            }
            '+' | '-' | '*' | '/' | '%' | '|' | '&' | '^' | '~' | '<' | '>' | '=' | '!' | '.' => self.deeper()?,
            c if c.is_alphanumeric() || c == '_' => self.word(c)?,
            _ => {}
        }
        Ok(())
    }

    fn deeper(&mut self) -> Result<(), TooDeep> {
        if let Some(item) = self.items.last_mut() {
            *item += 1;
        }
        self.depth += 1;
        if self.depth + self.lambdas > DEEPEST {
            return Err(self.too_deep(&format!("an expression nests more than {DEEPEST} deep: give its parts names")));
        }
        Ok(())
    }

    fn end_item(&mut self) {
        if let Some(item) = self.items.last_mut() {
            self.depth -= std::mem::take(item);
        }
    }

    fn end_statement(&mut self) {
        self.end_item();
        self.lambdas = 0;
    }

    /// The indentation of the line that begins here, unless it is empty.
    fn indent(&mut self) {
        let text = self.rest.trim_start_matches([' ', '\t']);
        if text.starts_with(['\n', '\r', '#']) {
            return;
        }
        let width = self.rest.len() - text.len();
        while self.blocks.last().is_some_and(|&block| block >= width) {
            self.blocks.pop();
        }
        self.blocks.push(width);
    }

    fn word(&mut self, first: char) -> Result<(), TooDeep> {
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let rest = &self.rest[..end];
        self.skip(end);
        match (first, rest) {
            ('n', "ot") | ('a', "nd") | ('o', "r") | ('i', "n" | "f") | ('e', "lse") | ('f', "or") => self.deeper()?,
            ('l', "ambda") => {
                self.lambdas += 1;
                self.deeper()?;
            }
            ('e', "lif") => {
                self.branches += 1;
                if self.branches > BRANCHES {
                    return Err(self.too_deep(&format!("the file has more than {BRANCHES} `elif`")));
                }
            }
            (letter, _) if self.rest.starts_with(['"', '\'']) && rest.len() < 2 => {
                if let Some(quote) = self.next() {
                    let formatted = letter.eq_ignore_ascii_case(&'f') || rest.eq_ignore_ascii_case("f");
                    self.string(quote, formatted)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A string whose opening quote was read; the expressions of a formatted one count as if they stood in its place.
    fn string(&mut self, quote: char, formatted: bool) -> Result<(), TooDeep> {
        let long: String = [quote; 2].iter().collect();
        let closing = if self.rest.starts_with(&long) {
            self.skip(2);
            format!("{quote}{long}")
        } else {
            quote.to_string()
        };
        let before = self.depth;
        while !self.rest.starts_with(&closing) {
            match self.next() {
                None => return Ok(()),
                Some('\\') => {
                    if self.next() == Some('\n') {
                        self.line += 1;
                    }
                }
                Some('\n') if closing.len() == 1 => {
                    // A string that is never closed: the parser says so.
                    self.line += 1;
                    return Ok(());
                }
                Some('\n') => self.line += 1,
                Some(c) if formatted && !(c.is_alphanumeric() || c == ' ') => self.deeper()?,
                Some(_) => {}
            }
        }
        self.skip(closing.len());
        if let Some(item) = self.items.last_mut() {
            *item -= self.depth - before;
            self.depth = before;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flat_text_of_any_length_passes() {
        let list = format!("a = [{}]\n", "(1, -2), ".repeat(100_000));
        let lines = "x = (1 + 2) * 3 - f(4)[5]\n".repeat(10_000);
        let strings = "s = \"((((((((((\" + '[[[\\'[[[[' + \"\"\"\n((((\n\"\"\" # (((((\n".repeat(1000);
        let formatted = format!("s = [{}]\n", "f\"{a}-{b}\", ".repeat(1000));
        for text in [list, lines, strings, formatted] {
            assert_eq!(check(&text), Ok(()));
        }
    }

    #[test]
    fn deep_text_is_refused_at_its_line() {
        let n = 1000;
        let mut blocks = "def f():\n".to_owned();
        for depth in 1..n {
            blocks.push_str(&format!("{}if x:\n", " ".repeat(depth)));
        }
        for text in [
            format!("\nx = {}{}\n", "(".repeat(n), ")".repeat(n)),
            format!("\nx = {}1\n", "-".repeat(n)),
            format!("\nx = {}1\n", "not ".repeat(n)),
            format!("\nx = 1{}\n", " + 1".repeat(n)),
            format!("\nx = f{}\n", "()".repeat(n)),
            format!("\nx = f{}\n", "[0]".repeat(n)),
            format!("\nx = {}1\n", "1 if a else ".repeat(n)),
            format!("\nx = {}1\n", "lambda a, b: ".repeat(n)),
            format!("\nx = [{}1{}\n", "(1, [".repeat(n), "], 2)".repeat(n)),
            format!("\nx = f'{{{}}}'\n", "-".repeat(n)),
            format!("\nif a:\n pass\n{}", "elif b:\n pass\n".repeat(2 * n)),
            blocks,
        ] {
            assert!(check(&text).is_err_and(|deep| deep.line >= 2), "{}", &text[..40]);
        }
    }
}
