//! Questions about rule files, answered by processes of their own: the example `worker`, which `cargo test` builds.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use grundy::games::Files;
use grundy::{Cancel, Done, Limits, Meter, Progress};
use grundy_answers::worker::{Bounds, Worker};
use grundy_answers::{Failure, Kind, Limit, Session};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{answer, answer_within, cancelled_by, failure, folder, positions, question, seconds, session_in};

/// Longer than anything takes on a machine that is busy with other things.
pub(crate) const LONG: Duration = Duration::from_secs(60);

const FILES: &[(&str, &str)] = &[
    ("take.star", "def options(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n"),
    ("kayles.star", "def options(n):\n    return [plus(a, n - k - a) for k in (1, 2) for a in range(n - k + 1)]\n"),
    ("pair.star", "def options(p):\n    i, n = p\n    return [(i, n - k) for k in (1, 2, 3) if k <= n]\n"),
    ("ring.star", "def options(p):\n    return [(p + 1) % 6] + ([0] if p == 3 else [])\n"),
    ("partizan.star", "def options(n, player):\n    return [n - 1 - player] if n > player else []\n"),
    ("text.star", "def options(t):\n    return [t[1:]] if t else []\ndef parse(text):\n    return text\n"),
    ("divides.star", "def options(n):\n    return [n // (n - 3)]\n"),
    ("no-rules.star", "def moves(n):\n    return []\n"),
    (
        // A step takes some microseconds: a call comes to an end of its time before it comes to an end of its steps.
        "endless.star",
        "def options(n):\n    a, b = \"a\" * 30000, \"a\" * 30000\n    for i in range(1000000000):\n        a == b\n",
    ),
    ("slow.star", include_str!("../files/slow.star")),
    ("never-looks.star", include_str!("../files/never-looks.star")),
    // One step that takes any memory.
    ("doubling.star", "def options(n):\n    l = [1]\n    for i in range(100):\n        l = l + l\n    return l\n"),
    ("joined.star", include_str!("../files/joined.star")),
    // Positions that are large, and others for each name.
    (
        "large.star",
        "def options(t):
    return [t[:-1]] if len(t) > 1 else []
def parse(text):
    name, length = text.split(' ')
    return name * int(length)
def show(t):
    return t[0] + ' ' + str(len(t))
",
    ),
];

pub(crate) fn files() -> TempDir {
    folder(FILES)
}

/// The example, which is beside the folder of this program.
pub(crate) fn program() -> PathBuf {
    let this = std::env::current_exe().unwrap();
    let program = this.parent().unwrap().parent().unwrap().join("examples").join("worker");
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        program.exists(),
        "`cargo test -p grundy-answers` builds {}, and so does `--example worker`",
        program.display()
    );
    program
}

/// Workers whose processes can be told from those of other tests.
pub(crate) struct Marked {
    pub(crate) worker: Worker,
    pub(crate) mark: String,
}

pub(crate) fn marked() -> Marked {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let mark = format!("worker-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    Marked { worker: Worker::new(program()).arg(&mark), mark }
}

/// The processes with this mark among their arguments.
#[cfg(target_os = "linux")]
pub(crate) fn processes(mark: &str) -> Vec<u32> {
    let entries = std::fs::read_dir("/proc").unwrap();
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    ids.filter(|id| {
        // One that has ended, and that nobody has asked about yet, has no arguments any more.
        let arguments = std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        arguments.split(|byte| *byte == 0).any(|argument| argument == mark.as_bytes())
    })
    .collect()
}

/// Waits until something is so.
#[track_caller]
pub(crate) fn until(what: &str, is_so: impl Fn() -> bool) {
    let since = Instant::now();
    while !is_so() {
        assert!(since.elapsed() < LONG, "{what}");
        thread::sleep(Duration::from_millis(5));
    }
}

pub(crate) fn with_worker(folder: &TempDir) -> Session {
    session_in(folder).with_worker(Worker::new(program()))
}

pub(crate) fn solve(position: &str) -> Value {
    json!({"ask": "solve", "position": position})
}

/// Whether the session answers another question as it should.
#[track_caller]
pub(crate) fn assert_answers(session: &Session) {
    assert_eq!(answer(session, solve("\"take.star\"(10)"))["value"], 2);
}

#[test]
fn questions_about_rule_files_are_answered_as_without_a_worker() {
    let folder = files();
    let remote = with_worker(&folder);
    let local = session_in(&folder).with_rule_files(Bounds::default());
    let rule = |rule: &str| format!("\"{rule}.star\"");
    for asked in [
        solve("\"take.star\"(10) + nim(3)"),
        solve("{\"take.star\"(3), *1} + \"kayles.star\"(7)"),
        solve("\"text.star\"(abc)"),
        json!({"ask": "solve", "position": "\"take.star\"(9) + \"take.star\"(6)", "misere": true, "plan": true}),
        json!({"ask": "solve", "position": "\"kayles.star\"(20)", "detail": "one-move"}),
        json!({"ask": "solve", "position": "\"take.star\"(9)", "detail": {"moves": 0}}),
        json!({"ask": "solve", "position": "\"ring.star\"(4) + nim(1)", "loopy": true}),
        json!({"ask": "moves", "position": "\"kayles.star\"(5)", "remoteness": true}),
        json!({"ask": "moves", "position": "\"ring.star\"(2)", "remoteness": true, "loopy": true}),
        json!({"ask": "moves", "position": "\"take.star\"(9)", "most": 2}),
        json!({"ask": "explain", "position": "\"take.star\"(9) + nim(1)"}),
        json!({"ask": "explain", "position": "{\"take.star\"(9), *0, *2}"}),
        json!({"ask": "explain", "position": "\"ring.star\"(4)", "loopy": true, "remoteness": true}),
        json!({"ask": "explain", "position": "\"kayles.star\"(9)", "misere": true}),
        json!({"ask": "values", "rule": rule("kayles"), "from": 3, "to": 30}),
        json!({"ask": "values", "rule": rule("take"), "to": 12, "misere": true}),
        json!({"ask": "values", "rule": rule("take"), "to": 12, "no_period": true}),
        json!({"ask": "table", "rule": rule("pair"), "rows": [0, 2], "columns": [3, 9]}),
        json!({"ask": "p-positions", "rule": rule("pair"), "rows": [0, 2], "columns": [3, 9]}),
        json!({"ask": "p-positions", "rule": rule("take"), "to": 9}),
        json!({"ask": "period", "rule": rule("take"), "max": 100}),
        json!({"ask": "compare", "rules": [rule("take"), "subtract{1..3}"], "max": 50}),
        json!({"ask": "compare", "rules": ["kayles", rule("kayles")], "max": 30, "shift": 0}),
        json!({"ask": "compare", "rules": [rule("take"), rule("kayles")], "max": 30, "shift": -1}),
        json!({"ask": "equal", "positions": ["\"take.star\"(10)", "*2"]}),
        json!({"ask": "equal", "positions": ["*1", "\"kayles.star\"(3)"]}),
        json!({"ask": "equal", "positions": ["\"ring.star\"(4)", "*1"], "loopy": true}),
    ] {
        let limits = Limits { threads: 1, ..Limits::default() };
        let wanted =
            answer_within(&local, asked.clone(), &limits).unwrap_or_else(|failure| panic!("{asked}: {failure}"));
        let found =
            answer_within(&remote, asked.clone(), &limits).unwrap_or_else(|failure| panic!("{asked}: {failure}"));
        assert_eq!(found, wanted, "{asked}");
    }
}

#[test]
fn failures_are_those_of_a_session_without_a_worker_with_their_place_and_its_text() {
    let folder = files();
    let remote = with_worker(&folder);
    let local = session_in(&folder).with_rule_files(Bounds::default());
    for (asked, kind, span) in [
        (solve("nim(3) + \"missing.star\"(3)"), Kind::Io, Some((9, 23))),
        (solve("\"take.star\"(3) + kyales(2)"), Kind::Notation, Some((17, 23))),
        (solve("*1 + \"take.star\"(x)"), Kind::Notation, Some((17, 18))),
        (solve("*1 + \"no-rules.star\"(3)"), Kind::Rules, Some((5, 20))),
        (solve("\"divides.star\"(3)"), Kind::Rules, None),
        (solve("\"ring.star\"(0)"), Kind::Cycle, None),
        (solve("\"partizan.star\"(3)"), Kind::Partizan, None),
        (json!({"ask": "moves", "position": "\"missing.star\"(3)"}), Kind::Io, Some((0, 14))),
        (json!({"ask": "explain", "position": "\"missing.star\"(3)"}), Kind::Io, Some((0, 14))),
        (json!({"ask": "values", "rule": "\"missing.star\"", "to": 3}), Kind::Io, Some((0, 14))),
        (json!({"ask": "period", "rule": "\"no-rules.star\""}), Kind::Rules, Some((0, 15))),
        (json!({"ask": "compare", "rules": ["\"take.star\"", "\"missing.star\""]}), Kind::Io, Some((0, 14))),
        (json!({"ask": "compare", "rules": ["\"take.star\"", "nimm"]}), Kind::Notation, Some((0, 4))),
        (json!({"ask": "equal", "positions": ["*1 + \"missing.star\"(3)", "*1"]}), Kind::Io, Some((5, 19))),
        (json!({"ask": "equal", "positions": ["\"take.star\"(3)", "*1 + nimm(3)"]}), Kind::Notation, Some((5, 9))),
    ] {
        let found = failure(&remote, asked.clone(), &Limits::default());
        assert_eq!((found.kind, found.span.map(|span| (span.start, span.end))), (kind, span), "{asked}: {found:?}");
        assert_eq!(found.text.is_some(), span.is_some(), "{asked}: {found:?}");
        assert_eq!(found, failure(&local, asked.clone(), &Limits::default()), "{asked}");
    }
    let budget = failure(&remote, solve("\"take.star\"(100000)"), &positions(100));
    assert_eq!((budget.kind, budget.limit), (Kind::Budget, Some(Limit::Positions)));
    assert_eq!(budget.done.map(|done| (done.noun, done.count)), Some(("positions".to_owned(), 101)));
}

#[test]
fn other_questions_need_no_worker() {
    let folder = folder(&[("line \"star\"", "a b\n")]);
    let session = session_in(&folder).with_worker(Worker::new("/nowhere/at/all"));
    for asked in [
        solve("kayles(3) + graph(\"line \\\"star\\\"\", a)"),
        json!({"ask": "values", "rule": "kayles", "to": 3}),
        json!({"ask": "games"}),
        json!({"ask": "graph", "text": "\"a\" b"}),
    ] {
        answer(&session, asked);
    }
    // A text that cannot be read names no file.
    assert_eq!(failure(&session, solve("\"take.star\"(3"), &Limits::default()).kind, Kind::Notation);
}

#[test]
pub(crate) fn files_are_read_where_the_session_reads_them() {
    let files = files();
    let session = session_in(&files).with_worker(Worker::new(program()));
    assert_answers(&session);
    let elsewhere =
        folder(&[("take.star", "def options(n):\n    return [n - 1] if n > 0 else []\n"), ("line", "a b\n")]);
    let session = session_in(&elsewhere).with_worker(Worker::new(program()));
    assert_eq!(answer(&session, solve("\"take.star\"(10) + graph(\"line\", a)"))["value"], 1);
    // A session that opens no files lets its worker open none.
    let name = files.path().join("take.star");
    let position = format!("\"{}\"(10)", name.to_str().unwrap());
    let none = Session::new().with_worker(Worker::new(program()));
    assert_eq!(failure(&none, solve(&position), &Limits::default()).kind, Kind::Io);
    let here = Session::with_files(Files::here()).with_worker(Worker::new(program()));
    assert_eq!(answer(&here, solve(&position))["value"], 2);
}

#[test]
fn what_a_worker_computed_is_there_for_the_next_question() {
    let folder = files();
    let session = with_worker(&folder);
    let cancel = Cancel::default();
    let limits = cancelled_by(&cancel);
    let values = |to: u64| json!({"ask": "values", "rule": "\"slow.star\"", "to": to});
    let stopped = thread::scope(|scope| {
        let asked = scope.spawn(|| answer_within(&session, values(1_000_000), &limits));
        thread::sleep(Duration::from_secs(2));
        cancel.cancel();
        asked.join().unwrap()
    });
    let found = stopped.unwrap()["values"].as_array().unwrap().len() as u64;
    assert!(found > 10, "{found}");
    assert!(answer_within(&session, values(found - 1), &positions(0)).unwrap().get("stopped").is_none());
    assert!(answer_within(&with_worker(&folder), values(found - 1), &positions(0)).is_err());
}

#[test]
fn progress_is_told() {
    struct Told(Vec<Done>);
    impl Progress for Told {
        fn report(&mut self, done: &Done) {
            self.0.push(done.clone());
        }
    }
    let folder = files();
    let session = with_worker(&folder);
    let mut told = Told(Vec::new());
    let limits = seconds(2);
    let asked = question(json!({"ask": "solve", "position": "\"take.star\"(1000000000)"}));
    assert!(session.ask(&asked, &mut Meter::new(&limits).reporting(&mut told)).is_err());
    let last = told.0.last().unwrap();
    assert!(last.noun == "positions" && last.count > 0 && last.elapsed > Duration::ZERO, "{last:?}");
}

/// What becomes of a question if the worker is this program.
fn failure_of(program: &str, arguments: &[&str]) -> Failure {
    let folder = files();
    let worker = arguments.iter().fold(Worker::new(program), |worker, argument| worker.arg(OsStr::new(argument)));
    let session = session_in(&folder).with_worker(worker);
    let first = failure(&session, solve("\"take.star\"(10)"), &seconds(2));
    // It is no better the second time.
    assert_eq!(failure(&session, solve("\"take.star\"(10)"), &seconds(2)).kind, first.kind);
    first
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let missing = failure_of("/nowhere/at/all", &[]);
    assert_eq!(missing.kind, Kind::Io);
    assert!(missing.message.starts_with("cannot start /nowhere/at/all for rule files: "), "{missing:?}");
    assert!(missing.help.is_some());
}

#[cfg(unix)]
#[test]
fn a_program_that_is_no_worker_is_found_out() {
    let shell = |script: &str| failure_of("/bin/sh", &["-c", script]);
    for (failure, words) in [
        (failure_of("/bin/cat", &[]), "the program for rule files sent or was sent a message that cannot be read: "),
        (failure_of("/bin/echo", &["hello"]), "a message that cannot be read: "),
        (failure_of("/bin/true", &[]), "the program for rule files ended (exit status: 0)"),
        (shell("echo hello >&2; echo no such option >&2; exit 3"), "ended (exit status: 3): no such option"),
        (shell("echo '{\"answer\": 3}'; sleep 60"), "a message that cannot be read: "),
        (shell("echo '{\"answer\": {\"answer\": 3, \"positions\": 0}}'; sleep 60"), "a message that cannot be read: "),
        (shell("printf '\\377\\n'; sleep 60"), "the program for rule files "),
        // It says nothing any more, and does not end either.
        (shell("exec >&- 2>&-; sleep 60"), "the program for rule files ended (it did not exit in time)"),
    ] {
        assert_eq!(failure.kind, Kind::Internal, "{failure:?}");
        assert!(failure.message.contains(words), "{failure:?}");
    }
    let silent = failure_of("/bin/sleep", &["60"]);
    assert_eq!((silent.kind, silent.limit), (Kind::Budget, Some(Limit::Time)));
}

#[cfg(target_os = "linux")]
#[test]
fn threads_have_workers_of_their_own_which_end_with_the_session() {
    const THREADS: usize = 4;
    let folder = files();
    let Marked { worker, mark } = marked();
    let session = session_in(&folder).with_worker(worker);
    let cancel = Cancel::default();
    let limits = cancelled_by(&cancel);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let asked = solve(&format!("\"slow.star\"({})", 1_000_000 + thread));
                scope.spawn(|| failure(&session, asked, &limits).limit)
            })
            .collect();
        until("each thread has a worker", || processes(&mark).len() == THREADS);
        // One more question is not kept waiting by those.
        assert_answers(&session);
        cancel.cancel();
        assert!(threads.into_iter().all(|thread| thread.join().unwrap() == Some(Limit::Cancel)));
    });
    // They stay for later questions, and are enough for them.
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| (0..20).for_each(|_| assert_answers(&session)));
        }
    });
    assert!((1..=THREADS + 1).contains(&processes(&mark).len()));
    drop(session);
    assert!(processes(&mark).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_somebody_has_ended_is_replaced() {
    let folder = files();
    let Marked { worker, mark } = marked();
    let session = session_in(&folder).with_worker(worker);
    assert_answers(&session);
    let [process] = processes(&mark)[..] else { panic!("no worker") };
    let killed = std::process::Command::new("kill").args(["-9", &process.to_string()]).status().unwrap();
    assert!(killed.success());
    until("it has ended", || processes(&mark).is_empty());
    assert_answers(&session);
    assert!(processes(&mark).len() == 1 && processes(&mark) != [process]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_dies_during_a_question_which_somebody_has_ended_is_told() {
    let folder = files();
    let Marked { worker, mark } = marked();
    let session = session_in(&folder).with_worker(worker);
    let failure = thread::scope(|scope| {
        let asked = scope.spawn(|| failure(&session, solve("\"slow.star\"(1000000)"), &seconds(600)));
        until("it has begun", || processes(&mark).len() == 1);
        let process = processes(&mark)[0].to_string();
        let ended = std::process::Command::new("kill").args(["-TERM", &process]).status().unwrap();
        assert!(ended.success());
        asked.join().unwrap()
    });
    assert_eq!(failure.kind, Kind::Internal, "{failure:?}");
    assert!(failure.message.contains("ended (signal: 15"), "{failure:?}");
    assert_answers(&session);
}

#[test]
fn messages_are_what_the_documentation_says() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let folder = files();
    let mut child = Command::new(program()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || output.lines().all(|line| sender.send(line.unwrap()).is_ok()));
    let next = || -> Value {
        loop {
            let line: Value = serde_json::from_str(&lines.recv_timeout(LONG).unwrap()).unwrap();
            if line.get("progress").is_none() {
                return line;
            }
        }
    };
    let limits = json!({"positions": 5000, "bytes": 200 << 20, "seconds": 60.0, "threads": 1});
    let asking = |question: Value| {
        let folder = std::ffi::OsString::from(folder.path());
        json!({"question": {"question": question, "limits": limits, "folder": folder}})
    };
    writeln!(input, "{}", asking(solve("\"take.star\"(10)"))).unwrap();
    let answer = next();
    assert_eq!(
        (&answer["answer"]["answer"]["value"], &answer["answer"]["positions"]),
        (&json!(2), &json!(11)),
        "{answer}"
    );
    writeln!(input, "{}", asking(json!({"ask": "equal", "positions": ["*1", "\"missing.star\"(3)"]}))).unwrap();
    let failed = next();
    assert_eq!(failed["failure"]["text"], 1, "{failed}");
    assert_eq!(failed["failure"]["failure"]["span"], json!({"start": 0, "end": 14}), "{failed}");
    writeln!(input, "{}\n\"cancel\"", asking(solve("\"endless.star\"(3)"))).unwrap();
    assert_eq!(next()["failure"]["failure"]["limit"], "cancel");
    // A cancellation with nothing to cancel, and lines that are not orders.
    writeln!(input, "\"cancel\"\n{{}}\nnonsense\n{}", asking(solve("\"take.star\"(3)"))).unwrap();
    assert_eq!(next()["failure"]["failure"]["kind"], "internal");
    assert_eq!(next()["failure"]["failure"]["kind"], "internal");
    assert_eq!(next()["answer"]["answer"]["value"], 3);
    // The end of its input ends it, whatever it is doing.
    writeln!(input, "{}", asking(solve("\"never-looks.star\"(3)"))).unwrap();
    thread::sleep(Duration::from_millis(100));
    drop(input);
    assert!(child.wait().unwrap().success());
    reader.join().unwrap();
}
