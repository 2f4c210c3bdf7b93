//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Writes a file under a temporary name beside it, and then gives it its name: whatever happens, a file of this name is the
/// old one or the new one.
///
/// A link leads to the file that is meant, and stays. A pipe or a device is written to as it stands: it must never be
/// replaced by a file.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with(file, |out| out.write_all(bytes)).map(|_| ())
}

/// The same with what `write` writes; the file, open.
pub(crate) fn write_with(file: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let Some(file) = meant(file)? else {
        let mut file = File::options().write(true).open(file)?;
        return write(&mut file).map(|()| file);
    };
    let temporary = temporary(&file, &process::id().to_string())?;
    // What a killed process of this number left, or somebody put there: never written through.
    let _ = fs::remove_file(&temporary);
    let written = File::options().write(true).create_new(true).open(&temporary).and_then(|mut out| {
        write(&mut out)?;
        out.sync_all()?;
        fs::rename(&temporary, &file)?;
        Ok(out)
    });
    if written.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
    }
    written
}

/// The file that is meant by a path, links followed whether or not they lead to a file yet; `None` if it is not to be
/// replaced: a pipe, a device, a file that is open already under `/dev/fd`.
pub(crate) fn meant(file: &Path) -> io::Result<Option<PathBuf>> {
    const MOST_LINKS: usize = 40;
    let mut file = file.to_path_buf();
    for _ in 0..MOST_LINKS {
        if ["/proc", "/dev/fd"].iter().any(|folder| file.starts_with(folder)) {
            return Ok(None);
        }
        match fs::read_link(&file) {
            Ok(target) => file = file.parent().unwrap_or(Path::new("")).join(target),
            Err(_) if fs::metadata(&file).is_ok_and(|found| !found.is_file() && !found.is_dir()) => return Ok(None),
            Err(_) => {
                let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = fs::canonicalize(folder.unwrap_or(Path::new(".")))?;
                let name = file.file_name().ok_or(io::ErrorKind::InvalidInput)?;
                return Ok(Some(folder.join(name)));
            }
        }
    }
    Err(io::Error::other("too many links lead to one another"))
}

/// Removes what runs that were killed have left beside this file. No other process may be writing it.
pub(crate) fn remove_temporaries(file: &Path) -> io::Result<()> {
    let file = fs::canonicalize(file)?;
    for entry in file.parent().map_or_else(|| Err(io::ErrorKind::InvalidInput.into()), fs::read_dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let process = name.strip_suffix(b".tmp").and_then(|name| name.rsplit(|&byte| byte == b'.').next());
        let process = process
            .and_then(|process| str::from_utf8(process).ok())
            .filter(|process| !process.is_empty() && process.bytes().all(|byte| byte.is_ascii_digit()));
        if let Some(process) = process
            && temporary(&file, process)? == path
        {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The name under which a process writes a file.
fn temporary(file: &Path, process: &str) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{process}.tmp"));
    Ok(file.with_file_name(temporary))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("certificate.json");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.7.ck");
        for name in
            ["run.7.ck", ".run.7.ck.12.tmp", ".run.7.ck.tmp", ".run.7.ck.x.tmp", ".other.12.tmp", "run.7.ck.12.tmp"]
        {
            fs::write(folder.path().join(name), name).unwrap();
        }
        remove_temporaries(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5);
        assert!(!folder.path().join(".run.7.ck.12.tmp").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_a_pipe_is_not_replaced() {
        use std::io::Read;
        use std::os::unix::fs::{FileTypeExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link, pipe) = (folder.path().join("file"), folder.path().join("link"), folder.path().join("pipe"));
        fs::write(&file, b"old").unwrap();
        symlink(&file, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");

        assert!(process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // Open at both ends, so that nobody waits for the other.
        let mut reader = File::options().read(true).write(true).open(&pipe).unwrap();
        write(&pipe, b"new").unwrap();
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let mut found = [0; 3];
        reader.read_exact(&mut found).unwrap();
        assert_eq!(&found, b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_is_not_there_yet_stays_and_no_planted_link_is_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [link, file, victim] = ["link", "below/file", "victim"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("below")).unwrap();
        symlink("below/file", &link).unwrap();
        fs::write(&victim, b"kept").unwrap();
        symlink(&victim, temporary(&meant(&link).unwrap().unwrap(), &process::id().to_string()).unwrap()).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        assert_eq!((fs::read(&file).unwrap(), fs::read(&victim).unwrap()), (b"new".to_vec(), b"kept".to_vec()));
        symlink("around", folder.path().join("around")).unwrap();
        write(&folder.path().join("around"), b"new").unwrap_err();
        assert_eq!(meant(Path::new("/proc/self/fd/1")).unwrap(), None);
    }

    #[test]
    fn what_cannot_be_written_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).unwrap();
        fs::write(taken.join("kept"), b"kept").unwrap();
        write(&taken, b"certificate").unwrap_err();
        write(&folder.path().join("missing/certificate.json"), b"certificate").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read(taken.join("kept")).unwrap(), b"kept");
    }
}
