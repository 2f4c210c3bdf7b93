//! `grundy atlas`.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::command::{Run, finish, grundy, run, run_in};

/// A family that takes some tenths of a second.
const FAMILY: &[&str] = &["atlas", "0.ddd", "--max", "2000", "--output", "atlas.jsonl", "--certificates", "proofs"];

/// The same without files.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let text = run(&[&["atlas"], arguments].concat()).text();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn line_of(lines: &[Value], code: &str) -> Value {
    lines.iter().find(|line| line["code"] == code).unwrap_or_else(|| panic!("{code}")).clone()
}

/// What the folder of a complete run of these arguments holds.
fn reference(arguments: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), arguments).text();
    folder
}

fn atlas(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("atlas.jsonl")).unwrap()
}

/// Whether two folders hold the same atlas and the same certificates.
fn assert_same(one: &Path, two: &Path) {
    assert_eq!(String::from_utf8(atlas(one)).unwrap(), String::from_utf8(atlas(two)).unwrap());
    let names = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder.join("proofs")).into_iter().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        // A run that was killed may leave a file that has no name yet.
        names.retain(|name| !name.to_string_lossy().ends_with(".tmp"));
        names.sort();
        names
    };
    assert_eq!(names(one), names(two));
    for name in names(one) {
        let read = |folder: &Path| fs::read_to_string(folder.join("proofs").join(&name)).unwrap();
        assert_eq!(read(one), read(two), "{name:?}");
    }
}

#[test]
fn a_line_says_what_is_known_of_a_code() {
    let lines = lines(&["0.07", "0.137", "0.77", "0.544", "0.147", "0.007", "4.41", "0.6F", "--max", "1000"]);
    let codes: Vec<&str> = lines[1..].iter().map(|line| line["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["0.07", "0.6F", "0.77", "4.41", "0.007", "0.137", "0.147", "0.544"]);
    assert_eq!(lines[0]["families"][0], "0.07");
    assert_eq!((&lines[0]["codes"], &lines[0]["max"], &lines[0]["max_rare"]), (&json!(8), &json!(1000), &json!(null)));

    let mut kayles = line_of(&lines, "0.77");
    assert_eq!(kayles.as_object_mut().unwrap().remove("crc32").unwrap().as_str().unwrap().len(), 8);
    assert_eq!(
        kayles,
        json!({
            "code": "0.77", "reduced": {"code": "0.77", "shift": 0}, "equal": null, "cousin": null,
            "status": "proved", "period": 12, "preperiod": 71, "last_exception": 70, "saltus": 0,
            "proof": "full-range", "certificate": null, "largest": {"value": 8, "heap": 27},
            "rare": kayles["rare"], "checked_to": 167, "limit": null,
        })
    );
    assert_eq!(kayles["rare"]["last"], 70);
    let twin = json!({"code": "0.07", "shift": -1, "status": "proved", "proof": "reduction", "agree_to": null});
    assert_eq!(line_of(&lines, "0.137")["cousin"], twin);
    assert_eq!(line_of(&lines, "0.137")["equal"], json!(null));
    let twin = json!({"code": "0.77", "shift": 1, "status": "proved", "proof": "reduction", "agree_to": null});
    assert_eq!(line_of(&lines, "4.41")["cousin"], twin);
    let twin = json!({"code": "0.147", "shift": 0, "status": "proved", "proof": "periods", "agree_to": null});
    assert_eq!(line_of(&lines, "0.544")["equal"], twin);
    let treblecross = line_of(&lines, "0.007");
    assert_eq!(
        (&treblecross["status"], &treblecross["period"], &treblecross["checked_to"], &treblecross["limit"]),
        (&json!("none"), &json!(null), &json!(999), &json!("heaps"))
    );
    // Moves that leave three heaps have no class.
    assert_eq!(line_of(&lines, "0.6F")["rare"], json!(null));
}

#[test]
fn what_was_only_seen_is_not_called_proved() {
    let lines = lines(&["0.147", "0.544", "0.156", "--max", "20"]);
    let twin = json!({"code": "0.147", "shift": 0, "status": "observed", "proof": null, "agree_to": 19});
    assert_eq!(line_of(&lines, "0.544")["equal"], twin);
    let lines = self::lines(&["0.156", "--max", "7000"]);
    let page = line_of(&lines, "0.156");
    assert_eq!((&page["status"], &page["period"], &page["proof"]), (&json!("observed"), &json!(349), &json!(null)));
    assert_eq!(page["certificate"], json!(null));
}

#[test]
fn many_rare_heaps_end_a_code() {
    let lines = lines(&["0.007", "0.77", "--max", "1e5", "--max-rare", "1000"]);
    let page = line_of(&lines, "0.007");
    assert_eq!((&page["limit"], &page["checked_to"]), (&json!("rare"), &json!(4095)));
    assert!(page["rare"]["count"].as_u64().unwrap() > 1000, "{page}");
    assert_eq!(line_of(&lines, "0.77")["limit"], json!(null));
}

#[test]
fn values_that_grow_have_no_largest() {
    let lines = lines(&["0.8", "--max", "1000"]);
    let page = line_of(&lines, "0.8");
    assert_eq!((&page["status"], &page["proof"]), (&json!("proved"), &json!("three-parts")));
    assert!(page["saltus"].as_u64().unwrap() > 0);
    assert_eq!((&page["largest"], &page["rare"]), (&json!(null), &json!(null)));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let one = reference(&[FAMILY, &["--threads", "1"]].concat());
    for threads in ["2", "7"] {
        assert_same(one.path(), reference(&[FAMILY, &["--threads", threads]].concat()).path());
        let printed = run(&["atlas", "0.dd", "--max", "500", "--threads", threads]).text();
        assert_eq!(printed, run(&["atlas", "0.dd", "--max", "500", "--threads", "1"]).text());
    }
    // What is printed is what a file holds.
    let folder = reference(&["atlas", "0.dd", "--max", "500", "--output", "atlas.jsonl"]);
    assert_eq!(atlas(folder.path()), run(&["atlas", "0.dd", "--max", "500"]).text().into_bytes());
}

#[test]
fn a_run_that_is_killed_again_and_again_comes_to_the_same_end() {
    let whole = reference(FAMILY);
    let folder = tempfile::tempdir().unwrap();
    // Some fixed moments that follow no rhythm of the program's.
    let mut random = 12_345u64;
    for _ in 0..25 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut command = grundy();
        command.args(FAMILY).args(["--threads", "2"]).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(20 + (random >> 33) % 120));
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        if let Ok(text) = fs::read_to_string(folder.path().join("atlas.jsonl")) {
            let complete = text.rsplit_once('\n').map_or("", |(complete, _)| complete);
            assert!(complete.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
        }
    }
    run_in(folder.path(), FAMILY).text();
    assert_same(folder.path(), whole.path());
}

#[test]
fn a_file_that_is_cut_anywhere_is_completed() {
    let whole = reference(FAMILY);
    let bytes = atlas(whole.path());
    let ends: Vec<usize> = (0..bytes.len()).filter(|&place| bytes[place] == b'\n').collect();
    let (header, some) = (ends[0], ends[ends.len() / 2]);
    for length in
        [0, 1, header - 1, header, header + 1, header + 2, some - 1, some, some + 1, some + 40, bytes.len() - 1]
    {
        fs::write(whole.path().join("atlas.jsonl"), &bytes[..length]).unwrap();
        run_in(whole.path(), FAMILY).text();
        assert_eq!(atlas(whole.path()), bytes, "cut to {length} bytes");
    }
    // Lines may be in any order, be missing, or be there twice.
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    lines[1..].reverse();
    lines.remove(100);
    lines.push(lines[7]);
    fs::write(whole.path().join("atlas.jsonl"), lines.concat()).unwrap();
    run_in(whole.path(), FAMILY).text();
    assert_eq!(atlas(whole.path()), bytes);
}

const SMALL: &[&str] = &["atlas", "0.d", "--max", "200", "--output", "atlas.jsonl", "--certificates", "proofs"];

#[test]
fn a_changed_bit_is_refused_or_repaired() {
    let folder = reference(SMALL);
    let bytes = atlas(folder.path());
    let (mut refused, mut repaired) = (0, 0);
    let last_line = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    let places =
        (0..bytes.len()).step_by(41).chain([0, 1, 2, last_line, last_line + 1, bytes.len() - 2, bytes.len() - 1]);
    for (place, bit) in places.zip((0..8).cycle()) {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << bit;
        fs::write(folder.path().join("atlas.jsonl"), &changed).unwrap();
        let Run { status, stdout, stderr } = run_in(folder.path(), SMALL);
        if status == Some(0) {
            assert_eq!(atlas(folder.path()), bytes, "byte {place}, bit {bit}");
            repaired += 1;
        } else {
            assert_eq!((status, stdout.as_str()), (Some(2), ""), "{stderr}");
            assert!(stderr.contains("damaged") && stderr.contains("it is left as it is"), "{stderr}");
            assert_eq!(atlas(folder.path()), changed, "byte {place}, bit {bit}");
            refused += 1;
        }
    }
    // The end of the last line is the one place where a change looks as if the line was cut.
    assert!(refused > 50 && repaired == 1, "{refused} {repaired}");
}

#[test]
fn a_file_of_something_else_is_left_as_it_is() {
    let folder = reference(SMALL);
    let other = |arguments: &[&str], message: &str| {
        let before = atlas(folder.path());
        let error = run_in(folder.path(), &[arguments, &["--output", "atlas.jsonl", "--json"]].concat()).error(2, "io");
        assert_eq!(error["message"], message);
        assert_eq!(atlas(folder.path()), before);
    };
    other(
        &["atlas", "0.d", "--max", "300", "--certificates", "proofs"],
        "atlas.jsonl is another atlas: it has max 200, and 300 is asked for",
    );
    other(
        &["atlas", "0.dd", "--max", "200", "--certificates", "proofs"],
        "atlas.jsonl is another atlas: it has families [\"0.d\"], and [\"0.dd\"] is asked for",
    );
    other(
        &["atlas", "0.d", "--max", "200"],
        "atlas.jsonl is another atlas: it has certificates true, and false is asked for",
    );
    let rare = &["atlas", "0.d", "--max", "200", "--max-rare", "9", "--certificates", "proofs"];
    other(rare, "atlas.jsonl is another atlas: it has max_rare null, and 9 is asked for");

    // Whole lines, but not of this atlas.
    let mut mixed = atlas(folder.path());
    let line = run(&["atlas", "0.77", "--max", "200"]).text();
    mixed.extend(line.lines().last().unwrap().bytes().chain([b'\n']));
    fs::write(folder.path().join("atlas.jsonl"), mixed).unwrap();
    other(SMALL, "atlas.jsonl: line 10 is about no code of this atlas");
    let bytes = atlas(folder.path());
    let text = String::from_utf8(bytes).unwrap();
    let more = run(&["atlas", "0.d", "--max", "300"]).text();
    let six = more.lines().find(|line| line.contains("\"code\":\"0.6\"")).unwrap();
    let kept: String = text.lines().take(9).flat_map(|line| [line, "\n"]).collect();
    fs::write(folder.path().join("atlas.jsonl"), format!("{kept}{six}\n")).unwrap();
    other(SMALL, "atlas.jsonl: line 10 says otherwise than an earlier line about the same code");
    for foreign in ["precious\n", "{}\n", "{\"grundy_certificate\":1}\n", "\0\0\0\0"] {
        fs::write(folder.path().join("atlas.jsonl"), foreign).unwrap();
        other(SMALL, "atlas.jsonl is not an atlas file, or its first line is damaged");
    }
}

#[test]
fn a_certificate_that_is_gone_is_written_again() {
    let folder = reference(SMALL);
    let bytes = atlas(folder.path());
    let file = folder.path().join("proofs/0.3.json");
    let certificate = fs::read(&file).unwrap();
    let other = fs::read(folder.path().join("proofs/0.4.json")).unwrap();
    for found in [None, Some(&b"{"[..]), Some(&other)] {
        match found {
            None => fs::remove_file(&file).unwrap(),
            Some(found) => fs::write(&file, found).unwrap(),
        }
        run_in(folder.path(), SMALL).text();
        assert_eq!((fs::read(&file).unwrap(), atlas(folder.path())), (certificate.clone(), bytes.clone()));
    }
    // Each proves what its line says.
    for entry in fs::read_dir(folder.path().join("proofs")).unwrap() {
        let page = run(&["check", entry.unwrap().path().to_str().unwrap(), "--json"]).json();
        assert_eq!(page["valid"], true);
        let text = String::from_utf8(bytes.clone()).unwrap();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let line = line_of(&lines, page["rule"].as_str().unwrap());
        assert_eq!((&page["claim"]["period"], &page["claim"]["preperiod"]), (&line["period"], &line["preperiod"]));
    }
}

#[test]
fn a_limit_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = &["atlas", "0.dd", "0.007", "--max", "3e6", "--max-rare", "1e6", "--output", "atlas.jsonl"];
    let few = &["--timeout", "1s", "--threads", "2", "--json"];
    let error = run_in(folder.path(), &[&arguments[..], few].concat()).error(1, "budget");
    let message = error["message"].as_str().unwrap();
    assert!(message.starts_with("the time limit was reached: ") && message.contains(" of 65 codes in "), "{error}");
    assert_eq!(error["help"], "what was found is saved: the same command resumes from there");
    let lines = String::from_utf8(atlas(folder.path())).unwrap().lines().count();
    assert!(lines > 10, "{lines}");
    assert!(message.contains(&format!(": {} of ", lines - 1)), "{message}");

    let error = run(&["atlas", "0.007", "--max", "1e5", "--max-memory", "30K", "--json"]).error_after("budget");
    assert_eq!(error["message"], "the limit on memory was reached");
    let error = run(&["atlas", "0.ddd", "--max-memory", "3K", "--json"]).error(1, "budget");
    assert!(error["message"].as_str().unwrap().contains("memory"), "{error}");
}

impl Run {
    /// The error of a run that had printed a part of its lines.
    fn error_after(self, kind: &str) -> Value {
        assert_eq!(self.status, Some(1), "{self:?}");
        let object: Value = serde_json::from_str(&self.stderr).unwrap();
        assert_eq!(object["error"]["kind"], kind);
        object["error"].clone()
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["atlas", "0.d", "0.007", "--max", "1e8", "--output", "atlas.jsonl", "--threads", "3"];
    let mut command = grundy();
    command.args(arguments).current_dir(folder.path()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    // All but 0.6 and 0.007 are done soon.
    let done = || fs::read_to_string(folder.path().join("atlas.jsonl")).map_or(0, |text| text.lines().count());
    for _ in 0..500 {
        sleep(Duration::from_millis(20));
        if done() == 8 {
            break;
        }
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.starts_with("stopped: 7 of 9 codes in "), "{text}");
    assert!(text.contains("the same command resumes from there"), "{text}");
    assert_eq!(done(), 8);
}

/// A shell that lets no file grow above some size stands for a full disk, or for a machine that dies in the middle of a
/// write.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_what_was_there() {
    let whole = reference(&["atlas", "0.dd", "--max", "300", "--output", "atlas.jsonl"]);
    for (prepare, status) in [("trap '' XFSZ; ulimit -f 9", Some(2)), ("ulimit -f 9", None), ("ulimit -f 14", None)] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["atlas", "0.dd", "--max", "300", "--output", "atlas.jsonl", "--threads", "2"];
        let binary = grundy().get_program().to_owned();
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{prepare}; exec \"$0\" \"$@\"")]).arg(binary).args(arguments);
        let cut = finish(command.current_dir(folder.path()), b"");
        assert_eq!(cut.status, status, "{cut:?}");
        if status.is_some() {
            assert!(cut.stderr.contains("cannot write atlas.jsonl: "), "{}", cut.stderr);
            assert!(cut.stderr.contains("what was found before is saved"), "{}", cut.stderr);
            assert!(atlas(folder.path()).ends_with(b"\n"), "half a line was left");
        }
        let found = atlas(folder.path());
        assert!(found.len() > 4000 && found.len() < atlas(whole.path()).len(), "{}", found.len());
        run_in(folder.path(), &arguments).text();
        assert_eq!(atlas(folder.path()), atlas(whole.path()));
    }
    // In order it is not written over a file that is there, but beside it.
    let mut lines: Vec<u8> = atlas(whole.path());
    let first = lines.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let (header, rest) = lines.split_at(first);
    let mut reversed: Vec<&[u8]> = rest.split_inclusive(|&byte| byte == b'\n').collect();
    reversed.reverse();
    lines = [header, &reversed.concat()].concat();
    fs::write(whole.path().join("atlas.jsonl"), &lines).unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 9; exec \"$0\" \"$@\""]).arg(grundy().get_program());
    command.args(["atlas", "0.dd", "--max", "300", "--output", "atlas.jsonl"]).current_dir(whole.path());
    assert_eq!(finish(&mut command, b"").status, Some(2));
    assert_eq!(atlas(whole.path()), lines);
    assert_eq!(fs::read_dir(whole.path()).unwrap().count(), 1);
}

#[test]
fn what_makes_no_sense_is_refused() {
    for (family, message) in [
        ("1.dd", "d0 may only split (bits 4 and 8): taking nothing and leaving the heap as it is would not end"),
        ("0.[3]", "a code of an atlas has finitely many digits"),
        (
            "0.7f",
            "here stands a digit (0-9 and A-F, upper case), `d` for any octal digit, or `x` for any hexadecimal digit",
        ),
        (
            "kayles",
            "here stands a digit (0-9 and A-F, upper case), `d` for any octal digit, or `x` for any hexadecimal digit",
        ),
        ("0", "a family of codes is written d0.d1d2d3…, as in `0.ddd`"),
        ("0.dddddddd", "that is a family of more than 1048576 codes"),
    ] {
        assert_eq!(run(&["atlas", family, "--json"]).error(2, "notation")["message"], message, "{family}");
    }
    run(&["atlas", "--json"]).error(2, "usage");
    run(&["atlas", "0.7", "--threads", "0", "--json"]).error(2, "usage");
    run(&["atlas", "0.7", "--max-positions", "9", "--json"]).error(2, "usage");
    run(&["atlas", "0.7", "--no-verify", "--json"]).error(2, "usage");
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["atlas", "0.7", "--output", ".", "--json"]).error(2, "usage");
    run_in(folder.path(), &["atlas", "0.7", "--output", "missing/atlas.jsonl", "--json"]).error(2, "io");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn a_device_is_no_file_to_go_on_with() {
    for device in ["/dev/full", "/dev/null"] {
        let error = run(&["atlas", "0.7", "--output", device, "--json"]);
        if Path::new(device).exists() {
            error.error(2, "usage");
        }
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()));
}

#[test]
fn an_atlas_is_also_a_table_in_which_codes_are_strings() {
    let text = run(&["atlas", "0.07", "0.d", "--max", "200", "--format", "csv"]).text();
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|title| *title == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!((lines.len(), lines[0][0]), (10, "code"));
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    let last = &lines[9];
    assert_eq!((last[0], last[column("reduced")], last[column("status")]), ("\"0.07\"", "\"0.137\"", "\"proved\""));
    assert_eq!((last[column("period")], last[column("preperiod")], last[column("limit")]), ("34", "53", ""));
    let of = |code: &str| lines.iter().find(|line| line[0] == format!("\"{code}\"")).unwrap();
    assert_eq!((of("0.2")[column("reduced")], of("0.2")[column("reduced_shift")]), ("\"0.3\"", "1"));
    assert_eq!((of("0.5")[column("cousin")], of("0.5")[column("cousin_status")]), ("\"0.2\"", "\"proved\""));
    assert!(lines[1..].iter().all(|line| line[0].starts_with('"') && line[0].ends_with('"')), "{text}");

    // A file holds JSON lines all the same, so that it can be gone on with.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("atlas.jsonl");
    let output = ["--output", file.to_str().unwrap()];
    let base = ["atlas", "0.07", "0.d", "--max", "200"];
    assert_eq!(run(&[&base[..], &output, &["--format", "csv"]].concat()).text(), text);
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(run(&base).text(), lines);
    run(&["atlas", "0.d", "--format", "csv", "--json"]).error(2, "usage");
}
