//! Texts that come from an argument, or for `-` from standard input.

use std::io::{self, Read};

use grundy::games::Files;
use grundy::notation::Reader;
use grundy::syntax::{NotationError, Span};
use grundy::{Cancel, Limits, Sum};

use crate::error::Failure;
use crate::{interrupt, rule_files};

/// What stands for standard input.
pub(crate) const STDIN: &str = "-";

const BYTE_ORDER_MARK: char = '\u{feff}';

/// The text of an argument, or all of standard input.
pub(crate) fn text(argument: &str, limits: &Limits) -> Result<String, Failure> {
    if argument != STDIN {
        return Ok(argument.to_owned());
    }
    let mut text = utf8(stdin(limits)?)?;
    // The end of the last line and a byte-order mark are the file's, not the position's.
    text.truncate(text.trim_end().len());
    if text.starts_with(BYTE_ORDER_MARK) {
        text.drain(..BYTE_ORDER_MARK.len_utf8());
    }
    Ok(text)
}

/// All of standard input.
pub(crate) fn stdin(limits: &Limits) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    interrupt::waiting(&limits.cancel, || io::stdin().lock().read_to_end(&mut bytes))
        .map_err(|error| Failure::input("standard input", &error))?;
    Ok(bytes)
}

/// All of a file, or of standard input, with the name that errors call it by.
pub(crate) fn file<'a>(argument: &'a str, limits: &Limits) -> Result<(&'a str, Vec<u8>), Failure> {
    if argument == STDIN {
        return Ok(("standard input", stdin(limits)?));
    }
    let files = Files::here(largest_file(limits));
    // It may be a pipe that nobody writes to.
    let read = interrupt::waiting(&limits.cancel, || files.read(argument));
    Ok((argument, read.map_err(|error| Failure::input(argument, &error))?))
}

/// A file, or standard input, to be read piece by piece: the name that errors call it by, and its size if it has one.
pub(crate) fn open<'a>(argument: &'a str, limits: &Limits) -> Result<Source<'a>, Failure> {
    let cancel = limits.cancel.clone();
    if argument == STDIN {
        return Ok(Source { name: "standard input", size: None, input: Box::new(io::stdin().lock()), cancel });
    }
    let failure = |error| Failure::input(argument, &error);
    // It may be a pipe that nobody writes to.
    let file = interrupt::waiting(&cancel, || Files::here(u64::MAX).open(argument)).map_err(failure)?;
    let data = file.metadata().map_err(failure)?;
    let size = data.is_file().then_some(data.len());
    Ok(Source { name: argument, size, input: Box::new(file), cancel })
}

/// A file that has been opened.
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) size: Option<u64>,
    input: Box<dyn Read>,
    cancel: Cancel,
}

impl Read for Source<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { input, cancel, .. } = self;
        match interrupt::waiting(cancel, || input.read(buffer)) {
            // A read that was interrupted would be tried again.
            Err(_) if cancel.is_cancelled() => Err(io::Error::other("stopped")),
            result => result,
        }
    }
}

/// The text that bytes encode, or an error that points at the first byte that encodes none.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        // Up to the first fault the text is what was given, so the place is the same in both.
        let place = error.utf8_error().valid_up_to();
        let fault = NotationError::new(
            Span::new(place, place + char::REPLACEMENT_CHARACTER.len_utf8()),
            "this is not UTF-8 text",
        );
        Failure::notation(fault, &text)
    })
}

/// A reader that opens files relative to the working directory, rule files among them.
///
/// The clock measures the time of rule files from now; for another question it has to be restarted.
pub(crate) fn reader(limits: &Limits) -> (Reader, rule_files::Clock) {
    rule_files::taught(Reader::with_files(Files::here(largest_file(limits))), limits)
}

/// What is read from a file takes a small multiple of its size.
const MULTIPLE: u64 = 4;

/// The largest file that fits the limit on memory.
pub(crate) fn largest_file(limits: &Limits) -> u64 {
    limits.bytes.unwrap_or(u64::MAX) / MULTIPLE
}

/// Two sums of one set of rules, so that they can be played side by side.
pub(crate) fn two_sums(arguments: [&str; 2], limits: &Limits) -> Result<[Sum; 2], Failure> {
    if arguments == [STDIN; 2] {
        return Err(Failure::usage("standard input can be read only once").with_help("write one of the positions down"));
    }
    let (mut reader, _clock) = reader(limits);
    let mut read = |argument| {
        let text = text(argument, limits)?;
        let read = interrupt::waiting(&limits.cancel, || Ok(reader.sum(&text)));
        read.map_err(|error| Failure::input("a file", &error))?.map_err(|error| Failure::read(error, &text))
    };
    let [first, second] = arguments;
    let (mut first, second) = (read(first)?, read(second)?);
    // The rules of the second hold those of the first.
    first.rules = second.rules.clone();
    Ok([first, second])
}

/// The sum that an argument or standard input describes.
pub(crate) fn sum(argument: &str, limits: &Limits) -> Result<Sum, Failure> {
    let text = text(argument, limits)?;
    // A file that it names may be a pipe that nobody writes to.
    let read = interrupt::waiting(&limits.cancel, || Ok(reader(limits).0.sum(&text)));
    read.map_err(|error| Failure::input("a file", &error))?.map_err(|error| Failure::read(error, &text))
}
