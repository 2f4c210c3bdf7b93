//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

/// Writes a file under a temporary name beside it, and then gives it its name: whatever happens, a file of this name is the
/// old one or the new one.
///
/// A link leads to the file that is meant, and stays. A pipe or a device is written to as it stands: it must never be
/// replaced by a file.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let resolved = fs::canonicalize(file);
    let file = resolved.as_deref().unwrap_or(file);
    if fs::metadata(file).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return File::options().write(true).open(file).and_then(|mut file| file.write_all(bytes));
    }
    let name = file.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", process::id()));
    let temporary = file.with_file_name(temporary);
    let written = File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, file));
    if written.is_err() {
        // The error that matters is the first one.
        let _ = fs::remove_file(&temporary);
    }
    written
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
