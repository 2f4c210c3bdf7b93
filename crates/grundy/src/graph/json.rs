//! JSON adjacency lists: `{"a": ["b"], "b": []}`.

use std::fmt::{self, Write};

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::{Builder, Graph, ReadError};

/// Reads the object that [`read`](super::read()) describes.
///
/// The vertices go from the parser to the graph; there is no tree between, which would also lose the first of two equal
/// keys.
pub(super) fn read(text: &str) -> Result<Graph, ReadError> {
    let mut reading = Reading::default();
    let mut parser = serde_json::Deserializer::from_str(text);
    parser.deserialize_map(Adjacency(&mut reading)).and_then(|()| parser.end()).map_err(located)?;
    Ok(reading.builder.build())
}

/// Separates the place from the message, which serde_json prints as one.
fn located(error: serde_json::Error) -> ReadError {
    let (line, column) = (error.line(), error.column());
    let mut message = error.to_string();
    if let Some(bare) = message.strip_suffix(&format!(" at line {line} column {column}")) {
        message.truncate(bare.len());
    }
    // A wrong type at the very beginning is reported before anything is read, at column 0.
    ReadError::Json { line, column: column.max(1), message }
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    builder: Builder,
    /// Whether each vertex has been a key; shorter than the vertices when the last have not.
    is_key: Vec<bool>,
    /// An integer as a name.
    digits: String,
}

impl Reading {
    fn key<E: Error>(&mut self, name: &str) -> Result<u32, E> {
        let vertex = self.builder.vertex(name).map_err(E::custom)?;
        if self.is_key.len() <= vertex as usize {
            self.is_key.resize(vertex as usize + 1, false);
        }
        if std::mem::replace(&mut self.is_key[vertex as usize], true) {
            return Err(E::custom(format_args!("the vertex {name:?} has a list already; each key may come once")));
        }
        Ok(vertex)
    }

    fn option<E: Error>(&mut self, from: u32, name: &str) -> Result<(), E> {
        let to = self.builder.vertex(name).map_err(E::custom)?;
        self.builder.edge(from, to).map_err(E::custom)
    }

    fn numbered_option<E: Error>(&mut self, from: u32, number: impl fmt::Display) -> Result<(), E> {
        let mut digits = std::mem::take(&mut self.digits);
        digits.clear();
        write!(digits, "{number}").map_err(E::custom)?;
        let done = self.option(from, &digits);
        self.digits = digits;
        done
    }
}

/// The whole object.
struct Adjacency<'a>(&'a mut Reading);

impl<'de> Visitor<'de> for Adjacency<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object such as {\"a\": [\"b\"], \"b\": []}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        while let Some(vertex) = object.next_key_seed(Key(self.0))? {
            object.next_value_seed(List { from: vertex, reading: self.0 })?;
        }
        Ok(())
    }
}

/// One key: a vertex.
struct Key<'a>(&'a mut Reading);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<u32, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a vertex")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<u32, E> {
        self.0.key(name)
    }
}

/// The list of options of one vertex.
struct List<'a> {
    from: u32,
    reading: &'a mut Reading,
}

impl<'de> DeserializeSeed<'de> for List<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Target { from: self.from, reading: self.reading })?.is_some() {}
        Ok(())
    }
}

/// One option of a vertex.
struct Target<'a> {
    from: u32,
    reading: &'a mut Reading,
}

impl<'de> DeserializeSeed<'de> for Target<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, target: D) -> Result<(), D::Error> {
        target.deserialize_any(self)
    }
}

impl Visitor<'_> for Target<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a vertex (a string or an integer)")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        self.reading.option(self.from, name)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.reading.numbered_option(self.from, number)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.reading.numbered_option(self.from, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_strings_or_integers_and_need_no_list() {
        let graph = read("{\"b\": [\"a\", 1, -2, \"1\", \"\\u00e9\"],\n \"1\": [], \"\": [\"\"]}").unwrap();
        assert_eq!(graph.names().collect::<Vec<_>>(), ["b", "a", "1", "-2", "é", ""]);
        assert_eq!(graph.options(0), [1, 2, 3, 4]);
        assert_eq!(graph.options(5), [5]);
        assert!((1..5).all(|vertex| graph.options(vertex).is_empty()));
    }

    #[test]
    fn the_empty_object_is_the_empty_graph() {
        assert_eq!(read(" {} \n").unwrap().vertex_count(), 0);
    }

    #[test]
    fn whatever_else_is_refused_where_it_stands() {
        for (text, want) in [
            (
                "{\"a\": [],\n \"a\": []}",
                "line 2, column 4: the vertex \"a\" has a list already; each key may come once",
            ),
            (
                "{\"a\": [1], \"1\": [], \"\\u0031\": []}",
                "line 1, column 28: the vertex \"1\" has a list already; each key may come once",
            ),
            ("{\n\"a\": \"b\"}", "line 2, column 8: invalid type: string \"b\", expected a list of vertices"),
            ("{\"a\": null}", "line 1, column 10: invalid type: null, expected a list of vertices"),
            ("{\"a\": {\"b\": 1}}", "line 1, column 6: invalid type: map, expected a list of vertices"),
            (
                "{\"a\": [true]}",
                "line 1, column 11: invalid type: boolean `true`, expected a vertex (a string or an integer)",
            ),
            ("{\"a\": [\"b\"]", "line 1, column 11: EOF while parsing an object"),
            ("{\"a\": [\"b\"]}\n{", "line 2, column 1: trailing characters"),
            ("{a: []}", "line 1, column 2: key must be a string"),
            (
                "[[0, 1]]",
                "line 1, column 1: invalid type: sequence, expected an object such as {\"a\": [\"b\"], \"b\": []}",
            ),
        ] {
            assert_eq!(read(text).expect_err(text).to_string(), want, "{text}");
        }
        // What serde_json calls a fraction depends on its features, which another crate of the build may choose.
        let fraction = read("{\"a\": [1.5]}").unwrap_err().to_string();
        assert!(fraction.starts_with("line 1, column 10: invalid type: "), "{fraction}");
        assert!(fraction.ends_with(", expected a vertex (a string or an integer)"), "{fraction}");
    }
}
