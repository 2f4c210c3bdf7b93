//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// Reads the name of a file that is to be written.
pub(crate) fn output(text: &str) -> Result<PathBuf, String> {
    match text {
        "" => Err("the name of a file is missing".to_owned()),
        "-" => Err("standard output is for the answer; name a file, and write `./-` if that is its name".to_owned()),
        _ => Ok(text.into()),
    }
}

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
    let prefix = prefix(&file)?;
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
    // As any new file; by default only its owner could read it.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(file.parent().unwrap_or(Path::new(".")))?;
    write(temporary.as_file_mut())?;
    temporary.as_file().sync_all()?;
    Ok(temporary.persist(&file)?)
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
    let prefix = prefix(&file)?;
    for entry in file.parent().map_or_else(|| Err(io::ErrorKind::InvalidInput.into()), fs::read_dir)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        let random = name
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|name| name.strip_suffix(SUFFIX.as_bytes()))
            .filter(|random| random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric));
        if random.is_some() {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// A temporary name is `.NAME.RANDOM.tmp`.
const SUFFIX: &str = ".tmp";
const RANDOM: usize = 8;

fn prefix(file: &Path) -> io::Result<OsString> {
    let name = file.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut prefix = OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    Ok(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_output_is_no_file_to_write() {
        assert_eq!(output("a/-"), Ok(PathBuf::from("a/-")));
        assert!(output("-").is_err() && output("").is_err());
    }

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
    fn a_new_file_can_be_read_by_those_who_can_read_other_new_files() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [ours, usual] = ["ours", "usual"].map(|name| folder.path().join(name));
        write(&ours, b"").unwrap();
        fs::write(&usual, b"").unwrap();
        let mode = |file: &Path| fs::metadata(file).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.7.ck");
        for name in [
            "run.7.ck",
            ".run.7.ck.aB3dE5gH.tmp",
            ".run.7.ck.tmp",
            ".run.7.ck.short.tmp",
            ".run.7.ck.aB3-E5gH.tmp",
            ".other.aB3dE5gH.tmp",
            "run.7.ck.aB3dE5gH.tmp",
        ] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        remove_temporaries(&file).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
        assert!(!folder.path().join(".run.7.ck.aB3dE5gH.tmp").exists());
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

        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
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
    fn a_link_to_a_file_that_is_not_there_yet_stays() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [link, file] = ["link", "below/file"].map(|name| folder.path().join(name));
        fs::create_dir(folder.path().join("below")).unwrap();
        symlink("below/file", &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&file).unwrap().is_file());
        assert_eq!(fs::read(&file).unwrap(), b"new");
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
