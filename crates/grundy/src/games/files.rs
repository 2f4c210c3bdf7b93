//! The files that a position may name.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Where files that a text names are read from.
#[derive(Clone, Debug, Default)]
pub enum Files {
    /// Nowhere: a text that comes from a stranger opens no file.
    #[default]
    None,
    /// Relative to this folder.
    In(PathBuf),
}

/// The largest file that is read: 16 GiB, far above a graph that fits the memory of a large machine.
const LARGEST: u64 = 1 << 34;

impl Files {
    /// Files relative to the working directory.
    #[must_use]
    pub fn here() -> Self {
        Self::In(PathBuf::new())
    }

    /// The content of a file.
    ///
    /// # Errors
    /// Of the system; also if `self` is [`Files::None`], or the file is a folder, a device or larger than 16 GiB.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        match self {
            Self::None => Err(io::Error::new(io::ErrorKind::PermissionDenied, "files may not be opened here")),
            Self::In(folder) => read(&folder.join(name)),
        }
    }
}

/// The content of a file or pipe; a device is refused, since it may have no end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = fs::File::open(path)?;
    let kind = file.metadata()?.file_type();
    if kind.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    if is_device(kind) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device, not a file"));
    }
    let mut content = Vec::new();
    if file.by_ref().take(LARGEST + 1).read_to_end(&mut content)? as u64 > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "it is larger than 16 GiB"));
    }
    Ok(content)
}

#[cfg(unix)]
fn is_device(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
const fn is_device(_: fs::FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_no_file_and_a_stranger_opens_none() {
        assert_eq!(Files::here().read(".").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(Files::None.read("Cargo.toml").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(Files::here().read("Cargo.toml").is_ok());
    }
}
