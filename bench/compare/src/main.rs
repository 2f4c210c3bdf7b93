//! Compares `grundy` with other programs, as whole programs: same question, same core, run in turn.

mod cases;
mod machine;
mod program;
mod report;
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cases::CASES;
use program::{NO_PERIODS, Places, Program, text};
use report::Report;
use run::Settings;

const USAGE: &str = "\
Usage: compare [OPTIONS]

Writes bench/results.md, and the same to standard output.

      --grundy PATH    The command (default: target/release/grundy of this checkout)
      --quick          Three rounds instead of eleven, slow programs left out; writes no file
      --only TEXT      Only the rules that contain the text; writes no file
      --rounds N       So many rounds
      --limit SECONDS  End a run that takes longer (default: 120)
      --core N         The core to run on (default: the last)
      --out PATH       Write the results there, whatever else is said
";

struct Arguments {
    grundy: PathBuf,
    quick: bool,
    only: Option<String>,
    rounds: Option<usize>,
    limit: u64,
    core: Option<usize>,
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let done = match Arguments::read(std::env::args().skip(1)) {
        Ok(Some(arguments)) => compare(&arguments),
        Ok(None) => {
            print!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Err(error) => Err(format!("{error}\n\n{USAGE}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The folder `bench`.
fn bench() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

impl Arguments {
    /// Nothing if help is asked for.
    fn read(mut words: impl Iterator<Item = String>) -> Result<Option<Self>, String> {
        let mut read = Self {
            grundy: bench().join("../target/release/grundy"),
            quick: false,
            only: None,
            rounds: None,
            limit: 120,
            core: None,
            out: None,
        };
        while let Some(word) = words.next() {
            let mut next = || words.next().ok_or_else(|| format!("{word} needs a word after it"));
            match word.as_str() {
                "--grundy" => read.grundy = PathBuf::from(next()?),
                "--quick" => read.quick = true,
                "--only" => read.only = Some(next()?),
                "--rounds" => read.rounds = Some(number::<usize>(&next()?)?.max(1)),
                "--limit" => read.limit = number(&next()?)?,
                "--core" => read.core = Some(number(&next()?)?),
                "--out" => read.out = Some(PathBuf::from(next()?)),
                "--help" | "-h" => return Ok(None),
                _ => return Err(format!("what is {word}?")),
            }
        }
        if read.out.is_none() && !read.quick && read.only.is_none() {
            read.out = Some(bench().join("results.md"));
        }
        Ok(Some(read))
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word} is not a number"))
}

fn compare(arguments: &Arguments) -> Result<(), String> {
    let python = machine::output("python3", &["-c", "import sys; print(sys.executable)"]);
    let places = Places {
        grundy: arguments.grundy.clone(),
        peers: bench().join("peers/bin"),
        tutorial: bench().join("compare/tutorial"),
        python: PathBuf::from(python.unwrap_or_default().trim()),
    };
    if !places.grundy.exists() {
        return Err(format!("{} is not there: cargo build --release, or --grundy PATH", text(&places.grundy)));
    }
    compile_tutorials(&places)?;
    let help = machine::output(&text(&places.grundy), &["values", "--help"]).unwrap_or_default();
    let settings = Settings {
        core: pin(arguments.core)?,
        rounds: arguments.rounds.unwrap_or(if arguments.quick { 3 } else { 11 }),
        once: !arguments.quick,
        limit: Duration::from_secs(arguments.limit),
        no_periods: help.contains(NO_PERIODS),
        places,
    };

    let before = machine::load();
    let mut starts = Vec::new();
    for (name, program) in [("grundy", Program::Grundy), ("ogsolve", Program::Ogsolve("rc2"))] {
        starts.push((name, settings.start(program)?));
    }
    let mut answers = Vec::new();
    for case in CASES {
        let rule = case.rule.written();
        if arguments.only.as_ref().is_some_and(|part| !rule.contains(part)) {
            continue;
        }
        eprintln!("{rule}, heap {}", case.heap);
        answers.push((case, settings.measure(case)?));
    }
    let report = Report { starts, load: [before, machine::load()] }.write(&settings, &answers);
    print!("{report}");
    if let Some(out) = &arguments.out {
        fs::write(out, &report).map_err(|error| format!("{}: {error}", text(out)))?;
    }
    Ok(())
}

/// With g++, if it is there; without, the programs stay away and the table says so.
fn compile_tutorials(places: &Places) -> Result<(), String> {
    fs::create_dir_all(&places.peers).map_err(|error| format!("{}: {error}", text(&places.peers)))?;
    for name in ["splitting", "subtraction"] {
        let from = text(&places.tutorial.join(name).with_extension("cpp"));
        let to = text(&places.peers.join(name));
        if machine::output("g++", &["-O2", "-o", &to, &from]).is_none() {
            eprintln!("note: g++ did not compile {from}");
        }
    }
    Ok(())
}

/// Pins this program, and so all that it starts, to a core; to none where `taskset` is missing.
fn pin(wanted: Option<usize>) -> Result<Option<usize>, String> {
    let last = std::thread::available_parallelism().map_or(0, |cores| cores.get() - 1);
    let core = wanted.unwrap_or(last);
    if machine::output("taskset", &["-p", "-c", &core.to_string(), &std::process::id().to_string()]).is_some() {
        return Ok(Some(core));
    }
    if wanted.is_some() {
        return Err(format!("taskset cannot pin to core {core}"));
    }
    eprintln!("note: no taskset, so programs may move between cores");
    Ok(None)
}
