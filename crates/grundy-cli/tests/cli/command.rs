//! Runs the command and reads what it says.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run of the command left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The command, to be given arguments.
pub(crate) fn grundy() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(grundy().args(arguments), b"")
}

pub(crate) fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    finish(grundy().args(arguments).current_dir(folder), b"")
}

pub(crate) fn run_with_input(arguments: &[&str], input: &[u8]) -> Run {
    finish(grundy().args(arguments), input)
}

/// Runs a command to its end.
pub(crate) fn finish(command: &mut Command, input: &[u8]) -> Run {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        // A run that fails early leaves its input unread.
        scope.spawn(move || stdin.write_all(input).is_ok());
        child.wait_with_output().unwrap()
    });
    Run {
        status: output.status.code(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// The text printed by a run that succeeded without complaint.
    pub(crate) fn text(self) -> String {
        assert_eq!((self.status, self.stderr.as_str()), (Some(0), ""), "{self:?}");
        self.stdout
    }

    /// The text printed by a run that succeeded and told in a note what it had read.
    pub(crate) fn noted(self) -> String {
        let note = self.stderr.strip_prefix("note: read ").and_then(|note| note.strip_suffix('\n'));
        assert!(self.status == Some(0) && note.is_some_and(|note| !note.contains('\n')), "{self:?}");
        self.stdout
    }

    /// The one JSON object printed by a run that succeeded.
    pub(crate) fn json(self) -> Value {
        let text = self.text();
        assert!(text.ends_with("}\n") && text.lines().count() == 1, "{text}");
        serde_json::from_str(&text).unwrap()
    }

    /// The error of a run that failed with this status and printed nothing but one JSON object on standard error.
    pub(crate) fn error(self, status: i32, kind: &str) -> Value {
        assert_eq!((self.status, self.stdout.as_str()), (Some(status), ""), "{self:?}");
        let object: Value = serde_json::from_str(&self.stderr).unwrap();
        let error = object["error"].clone();
        assert_eq!(error["kind"], kind, "{error}");
        assert!(!error["message"].as_str().unwrap().is_empty());
        error
    }
}
