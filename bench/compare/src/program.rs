//! The programs: how each is called, and where in its output the value stands.

use std::path::{Path, PathBuf};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A take-and-break code with octal digits.
    Code(&'static str),
    /// A subtraction game by its moves.
    Subtract(&'static [u64]),
    /// The empty board of Cram of so many rows and columns; its heap is the number of its squares.
    Cram(u64, u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Program {
    /// As a user calls it: it stops as soon as a period is proved.
    Grundy,
    /// It values every heap up to the one that is asked.
    GrundyNoPeriods,
    /// The crate `ogsolve` with one of its methods. It values every heap.
    Ogsolve(&'static str),
    /// A program of ten lines around the crate `cgt`; see the README.
    Cgt,
    /// The program `igsolve` with the method that it chooses itself. It values the whole board.
    Igsolve,
    TutorialCpp,
    TutorialPython,
}

/// Where the programs are.
pub struct Places {
    pub grundy: PathBuf,
    /// The folder `bin` of the peers that were installed or compiled.
    pub peers: PathBuf,
    pub tutorial: PathBuf,
    /// The interpreter itself, not a script that looks for it; empty if there is none.
    pub python: PathBuf,
}

pub const NO_PERIODS: &str = "--no-period";

impl Rule {
    /// As `grundy` reads it.
    pub fn written(self) -> String {
        match self {
            Self::Code(code) => code.to_owned(),
            Self::Subtract(moves) => format!("subtract{{{}}}", join(moves, ",")),
            Self::Cram(rows, columns) => format!("cram({rows}x{columns})"),
        }
    }

    fn tutorial(self) -> &'static str {
        match self {
            Self::Code(_) => "splitting",
            Self::Subtract(_) => "subtraction",
            Self::Cram(..) => "cram",
        }
    }

    /// As the tutorial programs and the one around `cgt` read it.
    fn arguments(self, heap: u64) -> Vec<String> {
        match self {
            Self::Code(code) => vec![code.to_owned(), heap.to_string()],
            Self::Cram(rows, columns) => strings(&["cram", "-r", &rows.to_string(), "-c", &columns.to_string()]),
            Self::Subtract(moves) => [heap].iter().chain(moves).map(u64::to_string).collect(),
        }
    }
}

impl Program {
    pub fn name(self) -> String {
        match self {
            Self::Grundy => "grundy".to_owned(),
            Self::GrundyNoPeriods => format!("grundy {NO_PERIODS}"),
            Self::Ogsolve(method) => format!("ogsolve {method}"),
            Self::Cgt => "cgt".to_owned(),
            Self::Igsolve => "igsolve".to_owned(),
            Self::TutorialCpp => "tutorial, C++".to_owned(),
            Self::TutorialPython => "tutorial, Python".to_owned(),
        }
    }

    /// The file that must be there for the program to run, and how it comes to be there.
    pub fn needs(self, rule: Rule, places: &Places) -> (PathBuf, &'static str) {
        match self {
            Self::Grundy | Self::GrundyNoPeriods => (places.grundy.clone(), "cargo build --release"),
            Self::Ogsolve(_) => (places.peers.join("ogsolve"), "cargo install ogsolve --root bench/peers"),
            Self::Igsolve => (places.peers.join("igsolve"), "cargo install igsolve --root bench/peers"),
            Self::Cgt => (places.peers.join("cgt-peer"), "bench/README.md tells how to make it"),
            Self::TutorialCpp => (places.peers.join(rule.tutorial()), "it needs g++"),
            Self::TutorialPython => (places.python.clone(), "it needs python3"),
        }
    }

    /// The words of the command line.
    pub fn command(self, rule: Rule, heap: u64, places: &Places) -> Vec<String> {
        let file = text(&self.needs(rule, places).0);
        let n = heap.to_string();
        match self {
            Self::Grundy | Self::GrundyNoPeriods if matches!(rule, Rule::Cram(..)) => {
                strings(&[&file, "solve", &rule.written(), "--moves", "0", "--json"])
            }
            Self::Grundy | Self::GrundyNoPeriods => {
                let mut words = strings(&[&file, "values", &rule.written(), "--from", &n, "--to", &n]);
                words.extend(strings(&["--format", "bfile"]));
                if self == Self::GrundyNoPeriods {
                    words.push(NO_PERIODS.to_owned());
                }
                words
            }
            Self::Ogsolve(method) => strings(&[&file, "-m", method, "-n", &n, &rule.written()]),
            Self::Cgt | Self::Igsolve | Self::TutorialCpp => [vec![file], rule.arguments(heap)].concat(),
            Self::TutorialPython => {
                let script = places.tutorial.join(rule.tutorial()).with_extension("py");
                [strings(&[&file, &text(&script)]), rule.arguments(heap)].concat()
            }
        }
    }

    /// The value of the heap in what the program printed.
    pub fn value(self, rule: Rule, heap: u64, output: &str) -> Option<u64> {
        let before = match self {
            Self::Grundy | Self::GrundyNoPeriods if matches!(rule, Rule::Cram(..)) => "{\"value\":".to_owned(),
            Self::Igsolve => "Nimber of initial position: ".to_owned(),
            Self::Grundy | Self::GrundyNoPeriods => format!("{heap} "),
            Self::Ogsolve(_) => format!("nimber of {heap}: "),
            Self::Cgt | Self::TutorialCpp | Self::TutorialPython => String::new(),
        };
        let line = output.lines().find_map(|line| line.trim().strip_prefix(&before))?;
        line.split([' ', ',']).next()?.parse().ok()
    }
}

fn join(numbers: &[u64], between: &str) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(between)
}

fn strings(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

pub fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
