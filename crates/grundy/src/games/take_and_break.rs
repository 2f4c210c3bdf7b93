//! Take-and-break games (octal and hexadecimal games): by their code, and those with a name.

use super::heaps::HeapArguments;
use super::{ArgumentReader, Call, Entry, ReadError};
use crate::heap::{Code, HeapGame, HeapRule};
use crate::picture::Cell;
use crate::syntax::{NotationError, Span};
use crate::{Error, Rules};

/// The game of a code at a place of the text.
pub(crate) fn from_code(text: &str, span: Span, rules: &Rules) -> Result<Box<dyn ArgumentReader>, ReadError> {
    let code: Code = text.parse().map_err(|error: crate::heap::CodeError| {
        let place = span.start + error.place;
        NotationError::new(Span::new(place.min(span.end), (place + 1).min(span.end)), error.to_string())
    })?;
    Ok(HeapArguments::add(text, HeapRule::Code(code), rules))
}

/// The game of a code under a name, in which position n is the heap of n + `shift` tokens; drawn as strips of a kind of cell, or
/// as heaps.
fn named(
    call: &Call<'_>,
    rules: &Rules,
    code: &str,
    (shift, strip_of): (u64, Option<Cell>),
) -> Result<Box<dyn ArgumentReader>, ReadError> {
    call.no_parameters()?;
    let code: Code = code.parse().map_err(|error| Error::Overflow(format!("{code}: {error}")))?;
    Ok(HeapArguments::of(HeapGame::new(&*call.name, HeapRule::Code(code)).drawn_as(strip_of), shift, rules))
}

pub(super) const NAMED: [Entry; 7] = [
    Entry {
        name: "kayles",
        parameters: "",
        arguments: "row lengths",
        rules: "Knock down one pin, or two side by side, of a row; code 0.77.",
        example: "kayles(12)",
        source: "Dudeney, The Canterbury Puzzles, 1907; Guy and Smith, The G-values of various games, 1956",
        build: |call, rules| named(call, rules, "0.77", (0, Some(Cell::Token))),
    },
    Entry {
        name: "dawson-kayles",
        parameters: "",
        arguments: "row lengths",
        rules: "Knock down two pins side by side of a row; code 0.07.",
        example: "dawson-kayles(9)",
        source: "Guy and Smith, The G-values of various games, 1956",
        build: |call, rules| named(call, rules, "0.07", (0, Some(Cell::Token))),
    },
    Entry {
        name: "dawson-chess",
        parameters: "",
        arguments: "numbers of files",
        rules: "Take one file with its neighbours: Dawson's Chess in normal play; code 0.137.",
        example: "dawson-chess(14)",
        source: "Dawson 1935; Guy and Smith, The G-values of various games, 1956",
        build: |call, rules| named(call, rules, "0.137", (0, Some(Cell::Free))),
    },
    Entry {
        name: "officers",
        parameters: "",
        arguments: "heap sizes",
        rules: "Take one token from a heap of at least two, leaving the rest as one or two heaps; code 0.6.",
        example: "officers(20)",
        source: "Berlekamp, Conway, Guy, Winning Ways, chapter 4",
        build: |call, rules| named(call, rules, "0.6", (0, None)),
    },
    Entry {
        name: "lasker",
        parameters: "",
        arguments: "heap sizes",
        rules: "Take any number of tokens from a heap, or split it in two; code 4.[3].",
        example: "lasker(3, 4, 9)",
        source: "Lasker, Brettspiele der Völker, 1931",
        build: |call, rules| named(call, rules, "4.[3]", (0, None)),
    },
    Entry {
        name: "treblecross",
        parameters: "",
        arguments: "numbers of squares",
        rules: "Cross a free square of a strip; three crosses in a row win, so a player who crosses within two squares of a \
                cross loses, and such moves are left out: n squares are the heap n + 2 of 0.007, in misère play too.",
        example: "treblecross(11)",
        source: "Berlekamp, Conway, Guy, Winning Ways, chapter 4",
        build: |call, rules| named(call, rules, "0.007", (2, Some(Cell::Free))),
    },
    Entry {
        name: "grundys-game",
        parameters: "",
        arguments: "heap sizes",
        rules: "Split a heap in two of different sizes.",
        example: "grundys-game(8, 20)",
        source: "Grundy, Mathematics and games, 1939",
        build: |call, rules| {
            call.no_parameters()?;
            Ok(HeapArguments::add(&call.name, HeapRule::GrundysGame, rules))
        },
    },
];
