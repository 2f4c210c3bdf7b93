//! Rule files as the command plays them: in a process of its own, which a file may make an end of.

#![cfg(feature = "rules")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command::{finish, grundy, run, run_in};

const TAKE: &str = "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n";
const SLOW: &str = include_str!("../../../grundy-answers/tests/files/slow.star");
const NEVER_LOOKS: &str = include_str!("../../../grundy-answers/tests/files/never-looks.star");
const HUNGRY: &str = include_str!("../../../grundy-answers/tests/files/joined.star");
const STRANGE_NIM: &str = include_str!("../../../grundy-answers/tests/files/strange-nim.star");

fn files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("take", TAKE), ("slow", SLOW), ("never-looks", NEVER_LOOKS), ("hungry", HUNGRY)] {
        fs::write(folder.path().join(format!("{name}.star")), text).unwrap();
    }
    folder
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_file_that_never_returns_is_an_error_of_its_line_and_the_next_line_is_answered() {
    let folder = files();
    let input = b"\"take.star\"(9)\n\"never-looks.star\"(3)\n\"take.star\"(10)\nnim(4)\n\"missing.star\"(1)\n";
    let run = finish(grundy().args(["solve", "--batch", "-", "--timeout", "1"]).current_dir(&folder), input);
    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let answers = lines(&run.stdout);
    assert_eq!(answers.len(), 5, "{}", run.stdout);
    let values: Vec<&Value> = [0, 2, 3].map(|line: usize| &answers[line]["value"]).to_vec();
    assert_eq!(values, [&json!(1), &json!(2), &json!(4)]);
    assert_eq!((&answers[1]["error"]["kind"], &answers[1]["error"]["limit"]), (&json!("budget"), &json!("time")));
    assert!(answers[1]["error"]["help"].as_str().unwrap().contains("--timeout"), "{}", answers[1]);
    assert_eq!((&answers[4]["error"]["kind"], &answers[4]["error"]["span"]["end"]), (&json!("io"), &json!(14)));
}

#[test]
fn a_file_that_takes_all_memory_is_a_spent_budget_and_the_next_line_is_answered() {
    let folder = files();
    let input = b"\"hungry.star\"(3)\n\"take.star\"(10)\n\"hungry.star\"(3)\n";
    let run = finish(grundy().args(["solve", "--batch", "-", "--max-memory", "200M"]).current_dir(&folder), input);
    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let answers = lines(&run.stdout);
    assert_eq!(answers[1]["value"], 2);
    for line in [0, 2] {
        let error = &answers[line]["error"];
        assert_eq!((&error["kind"], &error["limit"]), (&json!("budget"), &json!("memory")), "{error}");
        assert_eq!(
            error["message"],
            "one call of the rule file took more than 64 MiB of memory, or all of them more than 200 MiB"
        );
    }
    let error =
        run_in(folder.path(), &["solve", "\"hungry.star\"(3)", "--max-memory", "100M", "--json"]).error(1, "budget");
    assert!(error["help"].as_str().unwrap().contains("--max-memory"), "{error}");
}

#[test]
fn a_known_value_is_an_answer_where_the_moves_cannot_be_listed() {
    let folder = files();
    fs::write(folder.path().join("strange-nim.star"), STRANGE_NIM).unwrap();
    let position = "\"strange-nim.star\"(999999937, 2)";
    let solve = |arguments: &[&str]| run_in(folder.path(), &[&["solve"], arguments, &["--json"]].concat()).json();
    for arguments in [&[position][..], &[position, "--one-move"], &[position, "--moves", "all"]] {
        let answer = solve(arguments);
        assert_eq!((&answer["value"], &answer["outcome"]), (&json!(249_999_984), &json!("N")), "{answer}");
        assert_eq!((&answer["winning_moves"], &answer["more"]), (&json!([]), &json!(true)), "{answer}");
        let stopped = answer["stopped"].as_str().unwrap();
        assert!(stopped.contains("strange-nim.star:2: one call took more than 64 MiB of memory"), "{stopped}");
    }
    assert_eq!(solve(&[position, "--outcome-only"])["stopped"], Value::Null);
    // The order of the terms does not matter, and moves in the others are found.
    for sum in [format!("{position} + nim(250000000)"), format!("nim(250000000) + {position}")] {
        let answer = solve(&[&sum]);
        assert_eq!(answer["winning_moves"][0]["to"], "nim(249999984)", "{answer}");
        assert!(answer["stopped"].is_string() && answer["more"] == true, "{answer}");
    }
    let text = run_in(folder.path(), &["solve", position]).text();
    assert!(text.contains("value  249999984\nThe player to move wins (N).\n"), "{text}");
    assert!(text.contains("The list of winning moves is incomplete: the rules fail at "), "{text}");
    let sum = format!("{position} + nim(249999984)");
    let text = run_in(folder.path(), &["explain", &sum]).text();
    assert!(text.contains("(P)") && text.contains("The list of moves is incomplete: the rules fail at "), "{text}");
}

#[test]
fn heaps_of_one_file_are_separated_by_semicolons() {
    let folder = files();
    let solve = |text: &str| run_in(folder.path(), &["solve", text, "--json"]).json();
    let sum = solve("\"take.star\"(1; 2; 4)");
    assert_eq!(sum, solve("\"take.star\"(1) + \"take.star\"(2) + \"take.star\"(4)"));
    assert_eq!((&sum["value"], sum["components"].as_array().unwrap().len()), (&json!(3), 3));
    // A text that the file reads itself may hold semicolons.
    let text = "def options(t):\n    return [t[1:]] if t else []\ndef parse(t):\n    return t\n";
    fs::write(folder.path().join("text.star"), text).unwrap();
    assert_eq!(solve("\"text.star\"(a;b)")["components"].as_array().unwrap().len(), 1);
}

#[test]
fn what_a_file_prints_goes_to_standard_error() {
    let folder = files();
    let source = "print('read', 1)\ndef options(n):\n    print(n, 'a\\nb\\x1b[31m', sep = ';')\n    return [n - 1] if n else []\n";
    fs::write(folder.path().join("print.star"), source).unwrap();
    let run = run_in(folder.path(), &["solve", "\"print.star\"(1)", "--json"]);
    assert_eq!(serde_json::from_str::<Value>(&run.stdout).unwrap()["value"], 1);
    let said: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(said[0], "print.star:1: read 1");
    assert!(said.contains(&"print.star:3: 1;a\\nb\\u{1b}[31m") && said.len() >= 3, "{said:?}");
    // A loop that prints does not fill the terminal.
    let many = "def options(n):\n    for i in range(100000):\n        print(i)\n    return []\n";
    fs::write(folder.path().join("many.star"), many).unwrap();
    let run = run_in(folder.path(), &["solve", "\"many.star\"(1)"]);
    assert_eq!((run.status, run.stderr.lines().count()), (Some(0), 10_001));
}

#[test]
fn a_limit_says_that_positions_have_become_negative() {
    let folder = files();
    let source = "def options(n):\n    return [n - 1, n - 2]\n";
    fs::write(folder.path().join("below.star"), source).unwrap();
    let ask = ["solve", "\"below.star\"(5)", "--max-positions", "1000", "--json"];
    let error = run_in(folder.path(), &ask).error(1, "budget");
    let message = error["message"].as_str().unwrap();
    let (before, least) = message.split_once("; positions of below.star have become negative, down to -").unwrap();
    assert!(before.starts_with("the limit on positions was reached: "), "{message}");
    assert!(least.parse::<u64>().unwrap() >= 900, "{message}");
    let pair = "def options(a, b):\n    return [(a, b - 1)]\n";
    fs::write(folder.path().join("pair.star"), pair).unwrap();
    let ask = ["solve", "\"pair.star\"(5, 2)", "--max-positions", "1000", "--json"];
    let error = run_in(folder.path(), &ask).error(1, "budget");
    assert!(error["message"].as_str().unwrap().contains("pair.star have become negative, down to -"), "{error}");
    // A question that meets no negative position says nothing of an earlier one.
    let input = b"\"below.star\"(5)\n\"slow.star\"(5000)\n";
    let batch = ["solve", "--batch", "-", "--max-positions", "100"];
    let run = finish(grundy().args(batch).current_dir(&folder), input);
    let answers = lines(&run.stdout);
    assert!(answers[0]["error"]["message"].as_str().unwrap().contains("negative"), "{}", answers[0]);
    assert!(!answers[1]["error"]["message"].as_str().unwrap().contains("negative"), "{}", answers[1]);
}

#[test]
fn a_move_that_cannot_be_written_is_an_error_that_names_both_texts() {
    let folder = files();
    // The start is read back; what a move leaves is not.
    let parse = "def parse(t):\n    return int(t[1:]) if t.startswith('h') else int(t)\n";
    for (show, reason) in [
        ("'h%d' % min(n, 5)", "show writes 6 as `h5`, which parse reads as 5"),
        ("'h%d' % n if n != 6 else '(6'", "show writes 6 as `(6`, whose brackets or quotes do not match"),
        ("'h%d' % n if n != 6 else 'six'", "show writes 6 as `six`, which parse does not read: "),
        ("'h%d' % n if n != 6 else fail('no six')", "no six"),
    ] {
        let options = "def options(n):\n    return [6] if n == 3 else [n - 1] if n == 6 else []\n";
        let source = format!("{options}{parse}def show(n):\n    return {show}\n");
        fs::write(folder.path().join("shown.star"), source).unwrap();
        for command in ["moves", "explain"] {
            let error = run_in(folder.path(), &[command, "\"shown.star\"(3)", "--json"]).error(1, "rules");
            assert!(error["message"].as_str().unwrap().contains(reason), "{show} {error}");
        }
    }
    // Without a parse the text is a literal.
    let source = "def options(n):\n    return [n - 1] if n else []\ndef show(n):\n    return 'heap %d' % n\n";
    fs::write(folder.path().join("shown.star"), source).unwrap();
    let error = run_in(folder.path(), &["solve", "\"shown.star\"(1)", "--json"]).error(1, "rules");
    let reason = "show writes 0 as `heap 0`, which is not a position: define parse(text), which reads it";
    assert!(error["message"].as_str().unwrap().contains(reason), "{error}");
}

#[test]
fn a_limit_on_positions_holds_for_all_portions_of_a_list() {
    let folder = files();
    for (form, status) in [("csv", "1000 of 3001 heaps"), ("text", "1000 of 3001 heaps")] {
        let run = run_in(
            folder.path(),
            &["values", "\"take.star\"", "--to", "3000", "--max-positions", "1000", "--format", form],
        );
        assert_eq!(run.status, Some(1));
        assert!(run.stderr.contains(&format!("the limit on positions was reached: {status}")), "{}", run.stderr);
    }
}

#[test]
fn a_place_in_the_text_is_shown() {
    let folder = files();
    let run = run_in(folder.path(), &["equal", "nim(3)", "*1 + \"missing.star\"(3)"]);
    assert_eq!(run.status, Some(2));
    assert!(run.stderr.contains("1 | *1 + \"missing.star\"(3)\n  |      ^^^^^^^^^^^^^^\n"), "{}", run.stderr);
}

#[test]
fn a_worker_is_no_command_for_people() {
    let help = crate::command::run(&["--help"]).text();
    assert!(!help.contains("worker"), "{help}");
    let nobody = finish(grundy().arg("worker"), b"");
    assert_eq!((nobody.status, nobody.stdout.as_str(), nobody.stderr.as_str()), (Some(0), "", ""));
}

#[cfg(target_os = "linux")]
mod processes {
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::Instant;

    use super::*;

    /// Longer than anything takes on a machine that is busy with other things.
    const LONG: Duration = Duration::from_secs(60);

    fn start(folder: &TempDir, arguments: &[&str]) -> Child {
        let mut command = grundy();
        command.args(arguments).current_dir(folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// The state of a process and the one that started it, unless it has ended.
    fn parent(id: u32) -> Option<(char, u32)> {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
        Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
    }

    fn children(id: u32) -> Vec<u32> {
        let entries = fs::read_dir("/proc").unwrap();
        let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        ids.filter(|&child| parent(child).is_some_and(|(state, parent)| parent == id && state != 'Z')).collect()
    }

    #[track_caller]
    fn until<T>(what: &str, found: impl Fn() -> Option<T>) -> T {
        let since = Instant::now();
        loop {
            if let Some(found) = found() {
                return found;
            }
            assert!(since.elapsed() < LONG, "{what}");
            sleep(Duration::from_millis(5));
        }
    }

    /// The worker of a command, once it works.
    #[track_caller]
    fn worker(command: &Child) -> u32 {
        let worker = until("a worker is started", || children(command.id()).first().copied());
        // It takes the question, and is busy with it.
        sleep(Duration::from_millis(500));
        worker
    }

    #[track_caller]
    fn assert_ends(process: u32) {
        until("the worker has ended", || parent(process).is_none_or(|(state, _)| state == 'Z').then_some(()));
    }

    fn signal(name: &str, process: u32) {
        let status = Command::new("kill").args([name, &process.to_string()]).status().unwrap();
        assert!(status.success());
    }

    #[test]
    fn ctrl_c_stops_the_search_of_a_rule_file_and_leaves_no_process_behind() {
        let folder = files();
        for file in ["slow", "never-looks"] {
            let position = format!("\"{file}.star\"(3) + \"{file}.star\"(1000000)");
            for json in [false, true] {
                let arguments = ["solve", &position, "--json"];
                let child = start(&folder, if json { &arguments } else { &arguments[..2] });
                let worker = worker(&child);
                signal("-INT", child.id());
                let output = child.wait_with_output().unwrap();
                let text = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(130), "{text}");
                let begun = if json { "{\"error\":{\"kind\":\"budget\",\"message\":\"stopped" } else { "stopped" };
                assert!(text.starts_with(begun) && output.stdout.is_empty(), "{text}");
                assert_ends(worker);
            }
        }
    }

    #[test]
    fn ctrl_c_stops_every_question_about_a_rule_file() {
        let folder = files();
        for arguments in [
            &["moves", "\"slow.star\"(1000000)"][..],
            &["explain", "\"slow.star\"(1000000)"],
            &["values", "\"slow.star\"", "--to", "1000000", "--json"],
            &["values", "\"slow.star\"", "--to", "1000000", "--format", "csv"],
            &["period", "\"slow.star\""],
            &["compare", "\"slow.star\"", "subtract{1..3}"],
            &["equal", "\"slow.star\"(1000000)", "*1"],
        ] {
            let child = start(&folder, arguments);
            let worker = worker(&child);
            signal("-INT", child.id());
            let output = child.wait_with_output().unwrap();
            let text = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(130), "{arguments:?}: {text}");
            assert!(text.contains("stopped"), "{arguments:?}: {text}");
            assert_ends(worker);
        }
    }

    #[test]
    fn ctrl_c_at_a_terminal_is_for_the_command_which_tells_its_worker() {
        use std::os::unix::process::CommandExt;
        let folder = files();
        // A terminal signals the whole group of the command that runs in front.
        let mut command = grundy();
        command.args(["solve", "\"slow.star\"(1000000)"]).current_dir(&folder).process_group(0);
        let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let worker = worker(&child);
        let group = Command::new("kill").args(["-INT", "--", &format!("-{}", child.id())]).status().unwrap();
        assert!(group.success());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert!(text.starts_with("stopped: "), "{text}");
        assert_ends(worker);
    }

    #[test]
    fn a_command_that_is_killed_leaves_no_worker_behind() {
        let folder = files();
        for file in ["slow", "never-looks"] {
            for name in ["-KILL", "-TERM"] {
                let position = format!("\"{file}.star\"(3) + \"{file}.star\"(1000000)");
                let mut child = start(&folder, &["solve", &position]);
                let worker = worker(&child);
                signal(name, child.id());
                assert!(!child.wait().unwrap().success());
                assert_ends(worker);
            }
        }
    }

    #[test]
    fn a_worker_stays_for_the_lines_of_a_batch_and_ends_with_it() {
        let folder = files();
        let mut child = start(&folder, &["solve", "--batch", "-"]);
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut workers = Vec::new();
        for heap in 1..4 {
            writeln!(input, "\"take.star\"({heap})").unwrap();
            let mut answer = String::new();
            output.read_line(&mut answer).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&answer).unwrap()["value"], heap);
            workers.push(children(child.id()));
        }
        assert!(workers[0].len() == 1 && workers.iter().all(|worker| *worker == workers[0]), "{workers:?}");
        drop(input);
        assert!(child.wait().unwrap().success());
        assert_ends(workers[0][0]);
    }

    #[test]
    fn questions_without_rule_files_start_no_worker() {
        let folder = files();
        let mut child = start(&folder, &["solve", "--batch", "-"]);
        let (mut input, mut output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        writeln!(input, "cram(3x3) + nim(4)").unwrap();
        output.read_line(&mut String::new()).unwrap();
        assert!(children(child.id()).is_empty());
        drop(input);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn many_rule_files_fit_in_one_batch_and_in_one_sum() {
    let folder = tempfile::tempdir().unwrap();
    let name = |n: usize| format!("\"f{n}.star\"({})", n % 3);
    for n in 0..40 {
        let file = folder.path().join(format!("f{n}.star"));
        fs::write(file, "def options(n):\n    return [n - 1] if n > 0 else []\n").unwrap();
    }
    let lines: String = (0..40).chain(0..40).map(|n| name(n) + "\n").collect();
    let arguments = ["solve", "--batch", "-", "--max-memory", "300M"];
    let answers = finish(grundy().args(arguments).current_dir(folder.path()), lines.as_bytes());
    let values: Vec<Value> =
        answers.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["value"].clone()).collect();
    let right: Vec<Value> = (0..40).chain(0..40).map(|n: usize| (n % 3 % 2).into()).collect();
    assert_eq!(values, right, "{}", answers.stdout);
    let sum = (0..20).map(name).collect::<Vec<_>>().join(" + ");
    let page = run_in(folder.path(), &["solve", &sum, "--max-memory", "300M", "--json"]).json();
    assert_eq!(page["value"], (0..20).filter(|n| n % 3 == 1).count() as u64 % 2);
}

#[test]
fn what_a_rule_file_shows_cannot_reach_the_terminal_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let rules = "\
def options(n):
    return [n - 1] if n > 0 else []
def show(n):
    return str(n) + \"\\x1bc\\r\\nvalue  0\\u202e\"
def parse(text):
    return int(text.split(\"\\x1b\")[0])
";
    std::fs::write(folder.path().join("paint.star"), rules).unwrap();
    let sum = "\"paint.star\"(3) + nim(1)";
    for arguments in [
        &["solve", sum][..],
        &["solve", sum, "--misere"],
        &["moves", sum],
        &["explain", sum],
        &["explain", "nim(1) + \"paint.star\"(1)"],
        &["equal", sum, "nim(3)"],
        &["equal", sum, "nim(0)"],
        &["solve", sum, "--explain-plan"],
    ] {
        let text = run_in(folder.path(), arguments).text();
        assert!(!text.contains(|c: char| c != '\n' && (c.is_control() || c == '\u{202e}')), "{arguments:?}: {text:?}");
        assert!(text.contains("(3\\u{1b}c\\r\\nvalue  0\\u{202e})") || arguments[1] != sum, "{arguments:?}: {text}");
    }
    // For programs it stands as it is.
    let page = run_in(folder.path(), &["solve", sum, "--json"]).json();
    assert!(page["components"][0]["position"].as_str().unwrap().contains('\u{1b}'), "{page}");
}

#[cfg(unix)]
#[test]
fn wrong_usage_does_not_repeat_what_moves_the_cursor() {
    for argument in ["--\u{1b}[2J", "--moves=\u{1b}[2J", "\u{202e}x"] {
        let ran = run(&["solve", "nim(3)", argument]);
        assert!(ran.status == Some(2) && ran.stderr.contains("\\u{"), "{ran:?}");
        assert!(!ran.stderr.contains(['\u{1b}', '\u{202e}']), "{ran:?}");
    }
}
