//! graph6 and digraph6: the order of a graph and the bits of its adjacency matrix, six a byte.
//!
//! Source: B. D. McKay, "Description of graph6, sparse6 and digraph6 encodings", 2015.

use super::{GraphReadError, ReadFromError};
use crate::Meter;
use crate::graph::{Builder, Graph};

/// Reads one graph in digraph6, if it is `directed`, or in graph6.
pub(super) fn read(bytes: &[u8], directed: bool, meter: &mut Meter<'_>) -> Result<Graph, ReadFromError> {
    let format = if directed { "digraph6" } else { "graph6" };
    let (header, sign): (&[u8], &[u8]) = if directed { (b">>digraph6<<", b"&") } else { (b">>graph6<<", b"") };
    // Lines before the graph, and within it none.
    let body = bytes.trim_ascii();
    let line = 1 + bytes[..bytes.len() - bytes.trim_ascii_start().len()].iter().filter(|&&byte| byte == b'\n').count();
    let malformed = |line, message: String| GraphReadError::Malformed { line, message };
    let body = body.strip_prefix(header).unwrap_or(body);
    if let Some(place) = body.iter().position(|&byte| byte == b'\n') {
        let line = line + body[..=place].iter().filter(|&&byte| byte == b'\n').count();
        let message = format!("a second line; expected one graph in {format}, which is one line");
        return Err(malformed(line, message).into());
    }
    let Some(body) = body.strip_prefix(sign) else {
        return Err(malformed(line, "expected `&`, which begins a graph in digraph6".to_owned()).into());
    };
    if let Some(place) = body.iter().position(|byte| !DIGITS.contains(byte)) {
        let found = body[place].escape_ascii();
        let message = format!("byte {} is `{found}`; expected characters from `?` to `~` in {format}", place + 1);
        return Err(malformed(line, message).into());
    }
    let Some((order, matrix)) = order(body) else {
        return Err(
            malformed(line, format!("the graph ends within its number of vertices, as {format} writes it")).into()
        );
    };
    let bits = u128::from(order) * (u128::from(order).saturating_sub(u128::from(!directed)));
    let want = (if directed { bits } else { bits / 2 }).div_ceil(6);
    if want != matrix.len() as u128 {
        let found = matrix.len();
        let message = format!("a graph of {order} vertices has {want} characters after their number, found {found}");
        return Err(malformed(line, message).into());
    }
    // The matrix is there, so its side is small.
    let order = u32::try_from(order).unwrap_or(u32::MAX);
    let mut builder = Builder::numbered(order)?;
    // The edges of graph6 are listed by their larger end: (0, 1), (0, 2), (1, 2), (0, 3), …
    let (mut row, mut column) = if directed { (0, 0) } else { (1, 0) };
    let advance = |row: &mut u32, column: &mut u32, mut by: u32| loop {
        let width = if directed { order } else { *row };
        if *column + by < width {
            *column += by;
            return;
        }
        by -= width - *column;
        (*row, *column) = (*row + 1, 0);
        if *row >= order {
            return;
        }
    };
    let mut held = builder.bytes();
    for (count, block) in (1_u64..).zip(matrix.chunks(BLOCK)) {
        for &byte in block {
            let mut left = byte - FIRST;
            let mut read = 0;
            while left != 0 {
                let skip = left.leading_zeros() - 2;
                advance(&mut row, &mut column, skip);
                if row >= order {
                    return Err(malformed(line, "the last character has bits that belong to no edge".to_owned()).into());
                }
                builder.edge(row, column)?;
                if !directed {
                    builder.edge(column, row)?;
                }
                advance(&mut row, &mut column, 1);
                left = left << (skip + 1) & 63;
                read += skip + 1;
            }
            advance(&mut row, &mut column, 6 - read);
        }
        meter.grow(builder.bytes().saturating_sub(held) as u64)?;
        held = builder.bytes();
        meter.resume("bytes", count * BLOCK as u64, Some(matrix.len() as u64));
        meter.look()?;
    }
    Ok(builder.build())
}

/// Bytes between two looks at the clock.
const BLOCK: usize = 1 << 14;

/// The character that stands for six bits that are 0.
const FIRST: u8 = b'?';

/// The characters that stand for six bits.
const DIGITS: std::ops::RangeInclusive<u8> = FIRST..=b'~';

/// The number of vertices that a graph begins with, and what follows it.
pub(super) fn order(body: &[u8]) -> Option<(u64, &[u8])> {
    let (digits, rest) = match body {
        [b'~', b'~', rest @ ..] => rest.split_at_checked(6)?,
        [b'~', rest @ ..] => rest.split_at_checked(3)?,
        rest => rest.split_at_checked(1)?,
    };
    Some((digits.iter().fold(0, |order, digit| order << 6 | u64::from(digit - FIRST)), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::graph::Format;
    use crate::graph::{read as read_any, read_as};

    /// The encoding, as its description reads: all bits in order, then six to a character.
    fn encoded(order: u32, directed: bool, edge: impl Fn(u32, u32) -> bool) -> String {
        let mut bits = Vec::new();
        for column in 0..order {
            let rows = if directed { 0..order } else { 0..column };
            bits.extend(rows.map(|row| if directed { edge(column, row) } else { edge(row, column) }));
        }
        let six = |bits: &[bool]| (0..6).fold(0, |byte, place| byte << 1 | u8::from(bits.get(place) == Some(&true)));
        let order: Vec<u32> = if order < 63 { vec![order] } else { vec![63, order >> 12, order >> 6 & 63, order & 63] };
        let order = order.into_iter().map(|digit| u8::try_from(digit).unwrap());
        let digits = order.chain(bits.chunks(6).map(six)).map(|digit| char::from(digit + 63));
        if directed { "&".chars().chain(digits).collect() } else { digits.collect() }
    }

    fn refused(bytes: &[u8], format: Format) -> String {
        read_as(bytes, Some(format)).expect_err(&bytes.escape_ascii().to_string()).to_string()
    }

    #[test]
    fn the_examples_of_the_description_are_read() {
        // Five vertices, edges 0-2, 0-4, 1-3, 3-4.
        let graph = read_any(b">>graph6<<DQc\n").unwrap();
        let rows: Vec<_> = graph.vertices().map(|vertex| graph.options(vertex)).collect();
        assert_eq!(rows, [&[2, 4][..], &[3], &[0], &[1, 4], &[0, 3]]);
        // Five vertices, edges 0->2, 0->4, 3->1, 3->4.
        let graph = read_any(b"&DI?AO?\n").unwrap();
        let rows: Vec<_> = graph.vertices().map(|vertex| graph.options(vertex)).collect();
        assert_eq!(rows, [&[2, 4][..], &[], &[], &[1, 4], &[]]);
        for order in [0, 1] {
            let text = encoded(order, false, |_, _| false);
            assert_eq!(read_as(text.as_bytes(), Some(Format::Graph6)).unwrap().vertex_count(), order as usize);
        }
        assert_eq!(read_any(b"&?").unwrap().vertex_count(), 0);
        assert_eq!(read_any(b"&@_").unwrap().options(0), [0]);
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        use Format::{Digraph6, Graph6};
        for (bytes, format, want) in [
            (&b""[..], Graph6, "line 1: the graph ends within its number of vertices, as graph6 writes it"),
            (b"Bw", Digraph6, "line 1: expected `&`, which begins a graph in digraph6"),
            (b"~~??", Graph6, "line 1: the graph ends within its number of vertices, as graph6 writes it"),
            (b"\n&B?", Digraph6, "line 2: a graph of 3 vertices has 2 characters after their number, found 1"),
            (
                b"~~~~~~~~",
                Graph6,
                "line 1: a graph of 68719476735 vertices has 393530540221957231958 characters after their number, found 0",
            ),
            (b"Bw\nBw\n", Graph6, "line 2: a second line; expected one graph in graph6, which is one line"),
            (b"B\xff", Graph6, "line 1: byte 2 is `\\xff`; expected characters from `?` to `~` in graph6"),
            (b"B~", Graph6, "line 1: the last character has bits that belong to no edge"),
        ] {
            assert_eq!(refused(bytes, format), want);
        }
    }

    proptest! {
        #[test]
        fn what_was_encoded_is_read(
            order in 0..70_u32,
            directed in any::<bool>(),
            header in any::<bool>(),
            one_in in 1..200_u32,
            seed in any::<u32>(),
        ) {
            let edge = |from: u32, to: u32| {
                let mixed = (from * 70 + to).wrapping_add(seed).wrapping_mul(2_654_435_761) >> 7;
                mixed.is_multiple_of(one_in)
            };
            let (format, name) =
                if directed { (Format::Digraph6, ">>digraph6<<") } else { (Format::Graph6, ">>graph6<<") };
            let text = format!("{}{}\n", if header { name } else { "" }, encoded(order, directed, edge));
            let graph = read_as(text.as_bytes(), Some(format)).unwrap();
            prop_assert_eq!(graph.vertex_count(), order as usize);
            for from in 0..order {
                let there = |to: u32| if directed { edge(from, to) } else { from != to && edge(from.min(to), from.max(to)) };
                let want: Vec<u32> = (0..order).filter(|&to| there(to)).collect();
                let mut found = graph.options(from).to_vec();
                found.sort_unstable();
                prop_assert_eq!(found, want);
            }
        }
    }
}
