//! The file that a search for a period is saved to, so that it can resume after whatever ended it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use grundy::Limits;
use grundy::heap::{Checkpoint, CheckpointError, CheckpointSink};
use grundy_answers::{Kind, ResumablePeriod};

use crate::error::Failure;
use crate::output_mode::OutputMode;
use crate::store;

/// A search is saved this often by default.
pub(crate) const EVERY: &str = "60s";
/// Writing takes at most about this share of the time.
const SHARE: u32 = 50;

/// The file of one search, which no other process takes up as long as this value lives.
pub(crate) struct CheckpointFile {
    file: PathBuf,
    every: Duration,
    mode: OutputMode,
    /// When it was written last, or that was tried.
    written: Instant,
    /// How long that took.
    took: Duration,
    /// The file, locked.
    held: Option<File>,
    /// Why the last state could not be written.
    failed: Option<io::Error>,
    /// Whether that has been said.
    warned: bool,
}

impl CheckpointFile {
    /// The file, after the search has taken up what it holds; a new one, if there is none.
    pub(crate) fn open(
        file: &Path,
        every: Duration,
        search: &ResumablePeriod,
        limits: &Limits,
        mode: OutputMode,
    ) -> Result<Self, Failure> {
        let mut opened = Self {
            file: file.to_owned(),
            every,
            mode,
            written: Instant::now(),
            took: Duration::ZERO,
            held: None,
            failed: None,
            warned: false,
        };
        let unreadable = |error: &io::Error| Failure::input(&file.to_string_lossy(), error);
        match fs::metadata(file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                opened.warned = true;
                search.save(&mut opened);
                opened.warned = false;
                opened.written().map(|()| opened)
            }
            Err(error) => Err(unreadable(&error)),
            Ok(found) if !found.is_file() => {
                let failure = Failure::usage(format!("{} is not a regular file", file.to_string_lossy()));
                Err(failure.with_help("a checkpoint is a file that can be replaced"))
            }
            Ok(found) => {
                if limits.bytes.is_some_and(|most| found.len() > most) {
                    let message = format!("{} does not fit the limit on memory", file.to_string_lossy());
                    return Err(Failure::new(Kind::Budget, message).with_help("`--max-memory` raises the limit"));
                }
                let mut held = File::open(file).map_err(|error| unreadable(&error))?;
                if !lock(&held) || !is_at(&held, file) {
                    let message = format!("another process is using {}", file.to_string_lossy());
                    return Err(Failure::new(Kind::Io, message).with_help("wait for it, or name another file"));
                }
                search.resume(&mut held).map_err(|error| refused(file, &error))?;
                // They are not needed, and do no harm.
                let _ = store::remove_temporaries(file);
                opened.held = Some(held);
                Ok(opened)
            }
        }
    }

    /// Whether there is something in the file: a closed form leaves nothing to save.
    pub(crate) const fn is_used(&self) -> bool {
        self.held.is_some()
    }

    /// Whether the state that was to be saved last is in the file.
    pub(crate) fn written(&self) -> Result<(), Failure> {
        self.failed.as_ref().map_or(Ok(()), |error| Err(Failure::output(&self.file.to_string_lossy(), error)))
    }

    fn write(&mut self, checkpoint: &Checkpoint<'_>) -> io::Result<()> {
        let written = store::write_with(&self.file, |file| {
            // Before the file has its name, so that nobody can come between.
            lock(file);
            let mut out = BufWriter::new(file);
            checkpoint.write_to(&mut out)?;
            out.flush()
        })?;
        self.held = Some(written);
        Ok(())
    }
}

impl CheckpointSink for CheckpointFile {
    fn is_due(&mut self) -> bool {
        self.every.is_zero() || self.written.elapsed() >= self.every.max(SHARE * self.took)
    }

    fn save(&mut self, checkpoint: &Checkpoint<'_>) {
        let began = Instant::now();
        self.failed = self.write(checkpoint).err();
        self.written = Instant::now();
        self.took = self.written - began;
        if let (Some(error), false) = (&self.failed, self.warned) {
            self.warned = true;
            Failure::output(&self.file.to_string_lossy(), error)
                .with_help(
                    "the search continues and tries again; the previous checkpoint, if there is one, is unchanged",
                )
                .warn(self.mode);
        }
    }
}

/// Why a search cannot resume from a file, and what to do.
fn refused(file: &Path, error: &CheckpointError) -> Failure {
    let message = format!("cannot resume from {}: {error}", file.to_string_lossy());
    match error {
        CheckpointError::Rule { .. } => {
            Failure::usage(message).with_help("a search of another rule needs another file")
        }
        CheckpointError::Theorem { found } => {
            Failure::usage(message).with_help(format!("`--by {found}` resumes it; a new search needs another file"))
        }
        CheckpointError::Read(_) => Failure::new(Kind::Io, message),
        CheckpointError::NotACheckpoint => {
            Failure::new(Kind::Io, message).with_help("a new search needs a name that is free")
        }
        _ => Failure::new(Kind::Io, message)
            .with_help("nothing was computed; a new search needs another file, or that this one is removed"),
    }
}

/// Locks a file for this process, unless another one has; where files cannot be locked, all can have them.
fn lock(file: &File) -> bool {
    !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Whether the file of this name is still the one that was opened.
#[cfg(unix)]
fn is_at(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(name)) {
        (Ok(open), Ok(named)) => (open.dev(), open.ino()) == (named.dev(), named.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
const fn is_at(_: &File, _: &Path) -> bool {
    true
}
