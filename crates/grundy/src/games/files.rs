//! Files named in positions.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::{Error, Meter, Watch};

/// Where files named in a text are read.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Files {
    /// Files cannot be opened; use this for text from untrusted sources.
    #[default]
    None,
    /// Relative to a directory.
    In(PathBuf),
}

impl Files {
    /// Files relative to the working directory.
    #[must_use]
    pub fn here() -> Self {
        Self::In(PathBuf::new())
    }

    /// The contents of a file that fits in the memory left.
    ///
    /// # Errors
    /// As for [`open`](Self::open), and if the file is too large.
    pub fn read(&self, name: &str, meter: &mut Meter<'_>) -> io::Result<Vec<u8>> {
        self.open(name, meter)?.read_whole(meter)
    }

    /// Opens a file or pipe of any size, to be read piece by piece. If nobody writes to a pipe, reading waits as long
    /// as the meter allows.
    ///
    /// # Errors
    /// Those of the operating system, and if `self` is [`Files::None`], or the file is a directory or a device, which
    /// may be endless.
    pub fn open(&self, name: &str, meter: &Meter<'_>) -> io::Result<Input> {
        let Self::In(folder) = self else {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "opening files is not allowed here"));
        };
        let path = folder.join(name);
        let data = fs::metadata(&path)?;
        if data.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if is_device(data.file_type()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a device, not a file"));
        }
        if data.is_file() {
            return Ok(Input { kind: Kind::File(File::open(path)?), size: Some(data.len()) });
        }
        Ok(Input::waiting(move || File::open(path), meter))
    }
}

/// A file, a pipe or another stream, read piece by piece.
#[derive(Debug)]
pub struct Input {
    kind: Kind,
    /// Its length in bytes, if known.
    pub size: Option<u64>,
}

#[derive(Debug)]
enum Kind {
    File(File),
    Stream { pieces: Receiver<io::Result<Vec<u8>>>, piece: Vec<u8>, read: usize, watch: Watch },
}

/// How long to wait for a stream between two looks at the clock.
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);
/// The number of bytes read at once.
const PIECE: usize = 1 << 16;

impl Input {
    /// A stream that may block. It is opened and read in a thread of its own, so that a limit of the meter can end the
    /// wait. The thread lives until the stream ends or delivers more data.
    pub fn waiting<R: Read>(open: impl FnOnce() -> io::Result<R> + Send + 'static, meter: &Meter<'_>) -> Self {
        let (sender, pieces) = mpsc::sync_channel(4);
        thread::spawn(move || {
            let mut stream = match open() {
                Ok(stream) => stream,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut piece = vec![0; PIECE];
                let read = match stream.read(&mut piece) {
                    Ok(length) => {
                        piece.truncate(length);
                        Ok(piece)
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(error) => Err(error),
                };
                let is_over = read.as_ref().map_or(true, Vec::is_empty);
                if sender.send(read).is_err() || is_over {
                    return;
                }
            }
        });
        let kind = Kind::Stream { pieces, piece: Vec::new(), read: 0, watch: meter.watch() };
        Self { kind, size: None }
    }
}

impl Input {
    /// All that there is to read, if it fits in the memory left.
    ///
    /// # Errors
    /// Those of the operating system, and if there is too much.
    pub fn read_whole(self, meter: &Meter<'_>) -> io::Result<Vec<u8>> {
        // Reading a text needs a small multiple of its size.
        const MULTIPLE: u64 = 4;
        let largest = meter.room().map_or(u64::MAX, |room| room / MULTIPLE);
        let mut content = Vec::new();
        if self.take(largest.saturating_add(1)).read_to_end(&mut content)? as u64 > largest {
            let reason = format!("it is larger than {largest} bytes and does not fit in the memory limit");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, reason));
        }
        Ok(content)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::File(file) => file.read(buffer),
            Kind::Stream { pieces, piece, read, watch } => {
                while *read == piece.len() {
                    match pieces.recv_timeout(BETWEEN_LOOKS) {
                        Ok(next) => {
                            (*piece, *read) = (next?, 0);
                            if piece.is_empty() {
                                return Ok(0);
                            }
                        }
                        Err(RecvTimeoutError::Disconnected) => return Ok(0),
                        // The caller asks the meter which bound was reached. An interrupted read would be retried.
                        Err(RecvTimeoutError::Timeout) if watch.reached().is_some() => {
                            return Err(io::Error::other("stopped"));
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                }
                let length = buffer.len().min(piece.len() - *read);
                buffer[..length].copy_from_slice(&piece[*read..*read + length]);
                *read += length;
                Ok(length)
            }
        }
    }
}

/// The error for input that could not be read: a limit that ended the wait, or otherwise the error of the operating
/// system.
pub(crate) fn why<T>(error: io::Error, meter: &mut Meter<'_>, otherwise: impl FnOnce(io::Error) -> T) -> T
where
    T: From<Error>,
{
    match meter.look() {
        Err(bound) => bound.into(),
        Ok(()) => otherwise(error),
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
    use crate::Limits;

    #[test]
    fn a_folder_is_no_file_and_a_stranger_opens_none() {
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        assert_eq!(Files::here().read(".", &mut meter).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        assert_eq!(Files::None.read("Cargo.toml", &mut meter).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        assert!(Files::here().read("Cargo.toml", &mut meter).is_ok());
        let few = Limits { bytes: Some(20), ..Limits::default() };
        let large = Files::here().read("Cargo.toml", &mut Meter::new(&few));
        assert_eq!(large.unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }

    #[test]
    fn a_stream_is_read_whole_and_a_silent_one_is_waited_for_no_longer_than_allowed() {
        let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
        let text = vec![7; 3 * PIECE + 1];
        let (copy, mut read) = (text.clone(), Vec::new());
        let unlimited = Limits::default();
        let few = Limits { bytes: Some(text.len() as u64), ..Limits::default() };
        let again = copy.clone();
        let large = Input::waiting(|| Ok(io::Cursor::new(again)), &Meter::new(&few)).read_whole(&Meter::new(&few));
        assert_eq!(large.unwrap_err().kind(), io::ErrorKind::FileTooLarge);
        let mut whole = Input::waiting(|| Ok(io::Cursor::new(copy)), &Meter::new(&unlimited));
        whole.read_to_end(&mut read).unwrap();
        assert!(read == text);

        let (_writer, silent) = mpsc::channel::<u8>();
        struct Silent(Receiver<u8>);
        impl Read for Silent {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                self.0.recv().map(|_| 0).map_err(io::Error::other)
            }
        }
        let mut meter = Meter::new(&limits);
        let error = Input::waiting(|| Ok(Silent(silent)), &meter).read_to_end(&mut Vec::new()).unwrap_err();
        let told: Error = why(error, &mut meter, |error| Error::from(error.to_string()));
        assert!(matches!(told, Error::Budget { bound: crate::Bound::Time, .. }), "{told}");
    }
}
