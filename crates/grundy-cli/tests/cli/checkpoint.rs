//! `grundy period --checkpoint`: searches that are ended at any moment, and go on.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::command::{Run, finish, grundy, run, run_in};

/// A search for the period of a rule in a folder, kept as often as it can be.
fn search(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = grundy();
    command.args(["period", "--checkpoint", "search", "--checkpoint-every", "0", "--json"]).args(arguments);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(command: &mut Command) -> Run {
    finish(command, b"")
}

/// Kills a search again and again, each time after some milliseconds, until it ends by itself. How often it was killed.
fn kill_until_it_ends(folder: &Path, arguments: &[&str], kills: usize, longest: u64) -> (usize, Run) {
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for killed in 0..kills {
        let mut child: Child = search(folder, arguments).spawn().unwrap();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis((random >> 33) % longest));
        if child.try_wait().unwrap().is_some() {
            let output = child.wait_with_output().unwrap();
            let text = |bytes| String::from_utf8(bytes).unwrap();
            let run = Run { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
            return (killed, run);
        }
        // SIGKILL, which no program can answer.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    (kills, output(&mut search(folder, arguments)))
}

#[track_caller]
fn killed_and_not_killed_are_one(arguments: &[&str], kills: usize, longest: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [arguments, &["--certificate", "certificate"]].concat();
    let alone = run_in(folder.path(), &[&["period", "--json"], &arguments[..]].concat()).text();
    let certificate = fs::read(folder.path().join("certificate")).ok();
    let _ = fs::remove_file(folder.path().join("certificate"));
    let (killed, run) = kill_until_it_ends(folder.path(), &arguments, kills, longest);
    assert_eq!(run.text(), alone, "{arguments:?} after {killed} kills");
    assert!(fs::read(folder.path().join("certificate")).ok() == certificate, "{arguments:?}");
    // It is told again, and nothing is left beside the file.
    assert_eq!(output(&mut search(folder.path(), &arguments)).text(), alone, "{arguments:?}");
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names: Vec<String> = names.filter(|name| name.contains("search")).collect();
    assert_eq!(names, ["search"]);
    killed
}

#[test]
fn a_search_that_is_killed_all_the_time_ends_as_one_that_is_not() {
    let mut killed = 0;
    for (arguments, kills) in [
        (&["0.16", "--by", "window", "--max", "5e5"][..], 100),
        (&["0.156", "--by", "full-range"], 20),
        (&["0.161", "--max", "3e4"], 20),
        (&["0.3F", "--max", "1500"], 20),
        (&["subtract{100000,200001}"], 20),
        (&["allbut{6,7,13,20}"], 20),
    ] {
        killed += killed_and_not_killed_are_one(arguments, kills, 60);
    }
    // A fast machine is done before it is killed often.
    for longest in [60, 30, 15, 8, 4, 2, 2, 2, 2, 2] {
        if killed < 100 {
            killed += killed_and_not_killed_are_one(&["0.16", "--by", "window", "--max", "5e5"], 100, longest);
        }
    }
    assert!(killed >= 20, "only {killed} searches were killed");
}

/// Some minutes.
#[test]
#[ignore = "some minutes"]
fn longer_searches_that_are_killed_all_the_time_end_as_those_that_are_not() {
    for arguments in [&["0.106", "--max", "3e7"][..], &["0.104", "--max", "3e8"], &["0.161", "--max", "2e5"]] {
        killed_and_not_killed_are_one(arguments, 60, 3000);
    }
}

#[test]
fn a_search_goes_on_after_each_limit() {
    let folder = tempfile::tempdir().unwrap();
    let period = |flags: &[&str]| {
        run_in(
            folder.path(),
            &[&["period", "0.156", "--by", "window", "--checkpoint", "search", "--json"], flags].concat(),
        )
        .json()
    };
    assert_eq!(period(&["--max", "1000"])["checked_to"], 999);
    assert_eq!(period(&["--max-positions", "500"])["checked_to"], 1499);
    assert_eq!(period(&["--max-positions", "15000"])["limit"], "positions");
    let end = period(&["--max", "1e6"]);
    assert_eq!((&end["proof"], &end["checked_to"]), (&json!("window"), &json!(16733)));
    assert_eq!(period(&["--max", "1"]), end);
    assert_eq!(run(&["period", "0.156", "--by", "window", "--max", "1e6", "--json"]).json(), end);
    let text = run_in(folder.path(), &["period", "0.156", "--by", "window", "--checkpoint", "search"]).text();
    assert!(text.ends_with("The proof is saved in search.\n"), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint_and_says_what_is_known() {
    let folder = tempfile::tempdir().unwrap();
    for signal in ["-INT", "-TERM"] {
        let mut command = grundy();
        command.args(["period", "0.161", "--max", "1e9", "--checkpoint", "search"]).current_dir(folder.path());
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(400));
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!(output.status.code(), Some(130), "{err}");
        assert!(err.starts_with("stopped: ") && err.contains(" heaps in "), "{err}");
        assert!(out.starts_with("0.161: no period found\nThe Grundy values of "), "{out}");
        assert!(out.ends_with("Stopped.\nWith `--checkpoint search` the search resumes from here.\n"), "{out}");
    }
    let page = run_in(folder.path(), &["period", "0.161", "--checkpoint", "search", "--max", "1", "--json"]).json();
    assert!(page["checked_to"].as_u64().unwrap() > 100, "{page}");
}

#[test]
fn another_search_and_a_damaged_file_are_refused_and_the_file_stays() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let failed = |arguments: &[&str], kind: &str| output(&mut search(folder.path(), arguments)).error(2, kind);
    output(&mut search(folder.path(), &["0.007", "--max", "1000"])).json();
    let kept = fs::read(&file).unwrap();
    let error = failed(&["0.77"], "usage");
    assert_eq!(error["message"], "cannot resume from search: it is of the rule 0.007");
    let error = failed(&["0.007", "--by", "window"], "usage");
    assert_eq!(error["message"], "cannot resume from search: its search is by any");
    // The names of a rule are one.
    output(&mut search(folder.path(), &["treblecross", "--max", "1000"])).json();
    for bytes in [&kept[..kept.len() - 1], &kept[..100], b"", b"0,0\n", &[&kept[..], b"x"].concat()] {
        fs::write(&file, bytes).unwrap();
        let error = failed(&["0.007"], "io");
        assert!(error["message"].as_str().unwrap().starts_with("cannot resume from search: "), "{error}");
        assert!(error["help"].as_str().unwrap().contains("a new search"), "{error}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    }
    let newer = String::from_utf8_lossy(&kept[..20]).replacen(":1", ":9", 1) + ",";
    fs::write(&file, [newer.as_bytes(), b"\"rule\":\"0.007\"}\n"].concat()).unwrap();
    failed(&["0.007"], "io");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    failed(&["0.007"], "usage");
    output(&mut search(folder.path(), &["0.007", "--checkpoint", "no/folder"])).error(2, "io");
    output(&mut search(folder.path(), &["\"x.star\""])).error(1, "unsupported");
}

#[test]
fn what_cannot_be_kept_says_so() {
    let take = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/take.star");
    let folder = tempfile::tempdir().unwrap();
    for rule in [format!("\"{take}\""), "nim-with-pass".to_owned()] {
        output(&mut search(folder.path(), &[&rule])).error(1, "unsupported");
    }
    // A closed form is told at once, and nothing is written.
    assert_eq!(output(&mut search(folder.path(), &["nim"])).json()["proof"], "closed-form");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    run(&["period", "0.77", "--checkpoint-every", "5s", "--json"]).error(2, "usage");
}

#[cfg(unix)]
#[test]
fn two_processes_do_not_share_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let mut child = search(folder.path(), &["0.161", "--max", "1e9"]).spawn().unwrap();
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(5));
    }
    for _ in 0..20 {
        let error = output(&mut search(folder.path(), &["0.161"])).error(2, "io");
        assert_eq!(error["message"], "another process is using search");
    }
    child.kill().unwrap();
    child.wait().unwrap();
    output(&mut search(folder.path(), &["0.161", "--max", "1"])).json();
}

/// A disk with room for so many blocks of 512 bytes: larger files are refused.
#[cfg(unix)]
fn on_a_small_disk(folder: &Path, blocks: u32, arguments: &str) -> Run {
    let mut shell = Command::new("sh");
    let program = Path::new(env!("CARGO_BIN_EXE_grundy"));
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec {} {arguments}", program.display());
    finish(shell.args(["-c", &line]).current_dir(folder), b"")
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_last_checkpoint_and_the_search_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let command = "period 0.007 --max 20000 --checkpoint search --checkpoint-every 0";
    let full = on_a_small_disk(folder.path(), 16, command);
    // The answer, one warning, and at the end the error.
    assert_eq!(full.status, Some(2), "{full:?}");
    assert!(full.stdout.starts_with("0.007: no period found\nThe Grundy values of 20000 heaps"), "{full:?}");
    assert_eq!(full.stderr.matches("warning: cannot write search: ").count(), 1, "{full:?}");
    assert_eq!(full.stderr.matches("error: cannot write search: ").count(), 1, "{full:?}");
    assert!(!full.stdout.contains("resumes from here"), "{full:?}");
    let kept = fs::metadata(folder.path().join("search")).unwrap().len();
    assert!(kept <= 16 * 512 && fs::read_dir(folder.path()).unwrap().count() == 1, "{kept}");
    // With more room the search goes on from there.
    let page = run_in(folder.path(), &["period", "0.007", "--max", "1", "--checkpoint", "search", "--json"]).json();
    let checked_to = page["checked_to"].as_u64().unwrap();
    assert!((1..8192).contains(&checked_to), "{page}");
    let page = run_in(folder.path(), &["period", "0.007", "--max", "20000", "--checkpoint", "search", "--json"]).json();
    assert_eq!(page["checked_to"], 19_999);
    // A search that cannot be kept at all does not begin.
    fs::remove_file(folder.path().join("search")).unwrap();
    let full = on_a_small_disk(folder.path(), 0, &format!("{command} --json"));
    full.error(2, "io");
    // As many bytes as are there are no checkpoint.
    let mut file = OpenOptions::new().create(true).append(true).open(folder.path().join("search")).unwrap();
    file.write_all(&[0; 100]).unwrap();
    output(&mut search(folder.path(), &["0.007"])).error(2, "io");
}

#[test]
fn a_certificate_never_replaces_the_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let same = folder.path().join(".").join("search");
    let (file, same) = (file.to_str().unwrap(), same.to_str().unwrap());
    run(&["period", "0.77", "--checkpoint", file]);
    let before = fs::read(file).unwrap();
    let error = run(&["period", "0.77", "--checkpoint", file, "--certificate", same, "--json"]).error(2, "usage");
    assert_eq!(error["message"], "the certificate and the checkpoint are to be in the same file");
    assert_eq!(fs::read(file).unwrap(), before);
}
