//! The files that a position may name.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;

/// Where files that a text names are read from.
#[derive(Clone, Debug, Default)]
pub enum Files {
    /// Nowhere: a text that comes from a stranger opens no file.
    #[default]
    None,
    /// Relative to a folder.
    In {
        /// The folder.
        folder: PathBuf,
        /// The most bytes that a file may have.
        largest: u64,
    },
}

impl Files {
    /// Files relative to the working directory, of at most so many bytes: a graph takes a small multiple of its file.
    #[must_use]
    pub fn here(largest: u64) -> Self {
        Self::In { folder: PathBuf::new(), largest }
    }

    /// The content of a file.
    ///
    /// # Errors
    /// As for [`open`](Self::open); also if the file is too large.
    pub fn read(&self, name: &str) -> io::Result<Vec<u8>> {
        let mut file = self.open(name)?;
        let largest = match self {
            Self::None => 0,
            Self::In { largest, .. } => *largest,
        };
        let mut content = Vec::new();
        if file.by_ref().take(largest.saturating_add(1)).read_to_end(&mut content)? as u64 > largest {
            let reason = format!("it is larger than {largest} bytes, too large for the memory that may be used");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        Ok(content)
    }

    /// A file or pipe, to be read piece by piece, of any size.
    ///
    /// # Errors
    /// Of the system; also if `self` is [`Files::None`], or the file is a folder or a device, which may have no end.
    pub fn open(&self, name: &str) -> io::Result<File> {
        let Self::In { folder, .. } = self else {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "files may not be opened here"));
        };
        let file = File::open(folder.join(name))?;
        let kind = file.metadata()?.file_type();
        if kind.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if is_device(kind) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device, not a file"));
        }
        Ok(file)
    }
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
        assert_eq!(Files::here(1 << 20).read(".").unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(Files::None.read("Cargo.toml").unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(Files::here(1 << 20).read("Cargo.toml").is_ok());
        assert_eq!(Files::here(5).read("Cargo.toml").unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}
