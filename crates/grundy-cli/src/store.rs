//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process;

/// Writes a file under a temporary name beside it, and then gives it its name: whatever happens, a file of this name is the
/// old one or the new one.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
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
