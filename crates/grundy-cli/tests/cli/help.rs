//! `--help`, `man`, `completions`.

use std::fs;

use crate::command::{finish, run};

const COMMANDS: [&str; 14] = [
    "solve",
    "moves",
    "explain",
    "values",
    "period",
    "compare",
    "equal",
    "atlas",
    "check",
    "graph",
    "games",
    "completions",
    "man",
    "rules",
];

/// The game of Euclid: a multiple of the smaller pile is taken from the larger one, and what is left is positive.
#[cfg(unix)]
const EUCLID: &str = "\
def options(p):
    a, b = min(p), max(p)
    return [(a, b - m) for m in range(a, b, a)]
";

#[cfg(unix)]
#[test]
fn every_example_in_every_help_runs() {
    use std::path::Path;
    use std::process::Command;
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("moves.json"), r#"{"a": ["b"], "b": ["c"]}"#).unwrap();
    fs::write(folder.path().join("ring.star"), "def options(p):\n    return [(p + 1) % 6] + ([0] if p == 3 else [])\n")
        .unwrap();
    fs::write(folder.path().join("euclid.star"), EUCLID).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_grundy"));
    let path = format!("{}:/usr/bin:/bin", program.parent().unwrap().display());
    let mut examples = 0;
    for command in COMMANDS.map(|command| vec![command]).into_iter().chain([vec![]]) {
        let help = run(&[&command[..], &["--help"]].concat()).text();
        let (_, after) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command:?} has no examples"));
        for line in after.lines().map_while(|line| line.strip_prefix("  ")) {
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).env("PATH", &path).current_dir(folder.path());
            let run = finish(&mut shell, b"");
            let is_note = run.stderr.starts_with("note: read ") && run.stderr.lines().count() == 1;
            assert!(run.status == Some(0) && (run.stderr.is_empty() || is_note), "{line}: {run:?}");
            examples += 1;
        }
    }
    assert!(examples > 25, "only {examples} examples were found");
}

#[test]
fn help_and_version_go_to_standard_output() {
    for arguments in [&["--help"][..], &["help", "solve"], &["-h"], &["--version"], &["--help", "--json"]] {
        assert!(!run(arguments).text().is_empty());
    }
    assert!(run(&["solve", "--help"]).text().contains("half of the memory of the machine"));
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    run(&["man", "--folder", pages.to_str().unwrap()]).text();
    for command in COMMANDS {
        let text = run(&["man", command]).text();
        assert_eq!(text.matches(".TH ").count(), 1);
        assert!(text.contains(&format!(".TH grundy-{command} 1")), "{command}");
        assert_eq!(fs::read_to_string(pages.join(format!("grundy-{command}.1"))).unwrap(), text);
    }
    let text = run(&["man"]).text();
    assert!(text.matches(".TH ").count() == 1 && text.contains(".TH grundy 1"), "{text}");
    assert_eq!(fs::read_to_string(pages.join("grundy.1")).unwrap(), text);
    assert_eq!(fs::read_dir(&pages).unwrap().count(), COMMANDS.len() + 1);
    run(&["man", "worker", "--json"]).error(2, "usage");
    assert!(run(&["man", "worker"]).stderr.contains("there is no command `worker`"));
}

#[test]
fn an_option_of_another_command_is_told_whose_it_is() {
    for (arguments, tip) in [
        (
            &["solve", "nim(3)", "--remoteness"][..],
            "`--remoteness` is an option of `moves`, `explain` and `graph`, and stands after the command",
        ),
        (&["moves", "nim(3)", "--batch", "x"], "`--batch` is an option of `solve`, and stands after the command"),
        (&["games", "--timeout", "3"], "`--timeout` is an option of `solve`, `moves`, "),
        (&["--timeout", "3", "solve", "nim(3)"], "`--timeout` is an option of `solve`, `moves`, "),
        (&["atlas", "0.d", "--max-positions=3"], "`--max-positions` is an option of `solve`, "),
        (&["solve", "nim(3)", "--one-mov"], "a similar argument exists: '--one-move'"),
        (
            &["period", "subtract1", "subtract3", "subtract4"],
            "the shell expands braces that are not quoted: write 'subtract{1,3,4}'",
        ),
        (
            &["solve", "subtract1(10)", "subtract3(10)"],
            "the shell expands braces that are not quoted: write 'subtract{1,3}(10)'",
        ),
    ] {
        let plain = run(arguments);
        assert!(plain.status == Some(2) && plain.stderr.contains(tip), "{arguments:?}: {}", plain.stderr);
        let error = run(&[arguments, &["--json"]].concat()).error(2, "usage");
        assert!(error["help"].as_str().unwrap().contains(tip), "{error}");
    }
}

/// Every option of every command is either accepted by another command or told whose it is.
#[test]
fn every_option_is_known_everywhere() {
    let options = |command: &str| -> Vec<String> {
        let text = run(&[command, "--help"]).text();
        let words = text.lines().map(str::trim_start).filter(|line| line.starts_with("--"));
        words.map(|line| line.split([' ', '=', '[']).next().unwrap().to_owned()).collect()
    };
    let all: Vec<(&str, Vec<String>)> = COMMANDS.map(|command| (command, options(command))).to_vec();
    let mut told = 0;
    for (command, own) in &all {
        for (owner, option) in all.iter().flat_map(|(owner, options)| options.iter().map(move |option| (owner, option)))
        {
            if own.contains(option) {
                continue;
            }
            let text = run(&[command, option]).stderr;
            assert!(text.contains(&format!("`{option}` is an option of ")), "{command} {option}: {text}");
            assert!(text.contains(&format!("`{owner}`")), "{command} {option}: {text}");
            told += 1;
        }
    }
    assert!(told > 100, "{told}");
}

#[test]
fn limits_are_in_the_help_of_the_commands_that_have_them() {
    for (command, limits) in [
        ("solve", &["--max-positions", "--max-memory", "--timeout", "--threads"][..]),
        ("period", &["--max-positions", "--max-memory", "--timeout", "--threads"]),
        ("graph", &["--max-positions", "--max-memory", "--timeout"]),
        ("check", &["--max-positions", "--max-memory", "--timeout"]),
        ("atlas", &["--max-memory", "--timeout", "--threads"]),
        ("games", &[]),
        ("man", &[]),
        ("completions", &[]),
    ] {
        let text = run(&[command, "-h"]).text();
        for limit in ["--max-positions", "--max-memory", "--timeout", "--threads"] {
            assert_eq!(
                text.contains(&format!("      {limit} <")),
                limits.contains(&limit),
                "{command} {limit}: {text}"
            );
        }
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = run(&["completions", shell]).text();
        assert!(text.contains("grundy") && text.contains("outcome-only"), "{shell}");
    }
}

#[test]
fn shells_complete_the_names_of_games() {
    let text = run(&["completions", "bash"]).text();
    let words = text.lines().filter(|line| line.contains("dawson-kayles")).count();
    // `games`, and the rules of `values`, `period` and `compare`.
    assert!(words >= 4, "{words}");
    assert!(!text.contains("subtract{"), "a shell would expand the braces");
}
