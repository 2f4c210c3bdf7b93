//! `--help`, `man`, `completions`.

use std::fs;

use crate::command::{finish, run};

const COMMANDS: [&str; 13] = [
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
    let text = run(&["man"]).text();
    for command in COMMANDS {
        assert!(text.contains(&format!(".TH grundy-{command} 1")), "{command}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let text = run(&["completions", shell]).text();
        assert!(text.contains("grundy") && text.contains("outcome-only"), "{shell}");
    }
}
