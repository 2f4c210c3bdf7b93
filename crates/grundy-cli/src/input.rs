//! Texts that come from an argument, or for `-` from standard input.

use std::io;

use grundy::games::{Files, Input};
use grundy::syntax::{NotationError, Span};
use grundy::{Limits, Meter};
use grundy_answers::{Kind, Limit};

use crate::error::Failure;

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

/// The texts of two arguments, of which one may be standard input.
pub(crate) fn two_texts(arguments: [&str; 2], limits: &Limits) -> Result<[String; 2], Failure> {
    if arguments == [STDIN; 2] {
        return Err(
            Failure::usage("standard input can be read only once").with_help("give one of the two as an argument")
        );
    }
    let [first, second] = arguments;
    Ok([text(first, limits)?, text(second, limits)?])
}

/// Standard input, which is waited for until somebody stops the program.
pub(crate) fn open_stdin(limits: &Limits) -> Input {
    let patient = waiting(limits);
    Input::waiting(|| Ok(io::stdin()), &Meter::new(&patient))
}

/// No time is too long to wait for a person, who can stop the program.
fn waiting(limits: &Limits) -> Limits {
    Limits { cancel: limits.cancel.clone(), ..Limits::default() }
}

/// All of standard input, if it fits in the memory.
pub(crate) fn stdin(limits: &Limits) -> Result<Vec<u8>, Failure> {
    let patient = Limits { bytes: limits.bytes, ..waiting(limits) };
    let read = open_stdin(limits).read_whole(&Meter::new(&patient));
    read.map_err(|error| unread("standard input", &error, limits))
}

/// All of a file, or of standard input, with the name that errors call it by.
pub(crate) fn file<'a>(argument: &'a str, limits: &Limits) -> Result<(&'a str, Vec<u8>), Failure> {
    if argument == STDIN {
        return Ok(("standard input", stdin(limits)?));
    }
    let patient = Limits { bytes: limits.bytes, ..waiting(limits) };
    let read = Files::here().read(argument, &mut Meter::new(&patient));
    Ok((argument, read.map_err(|error| unread(argument, &error, limits))?))
}

/// Why input could not be read: somebody stopped the program, or else the error of the system.
pub(crate) fn unread(name: &str, error: &io::Error, limits: &Limits) -> Failure {
    if !limits.cancel.is_cancelled() {
        return Failure::input(name, error);
    }
    let mut stopped = grundy_answers::Failure::new(Kind::Budget, "stopped while waiting for input");
    stopped.limit = Some(Limit::Cancel);
    stopped.into()
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
        grundy_answers::Failure::notation(fault, &text).into()
    })
}
