//! JSON adjacency lists: `{"a": ["b"], "b": []}`.

use std::collections::HashSet;
use std::fmt::{self, Write};

use rustc_hash::FxBuildHasher;
use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};

use super::collector::{Collector, Named};
use super::players::Owner;
use super::{GraphReadError, Player, ReadFromError};
use crate::Meter;
use crate::graph::Graph;
use crate::graph::names::number;

/// Reads the object that [`read`](super::read()) describes.
///
/// The vertices go from the parser to the graph; there is no tree between, which would also lose the first of two equal
/// keys.
pub(super) fn read(text: &str, meter: &mut Meter<'_>) -> Result<Graph, ReadFromError> {
    meter.stage("edges", None);
    let mut reading = Reading {
        collector: Collector::default(),
        keys: HashSet::default(),
        digits: String::new(),
        meter,
        ticks: 0,
        failure: None,
    };
    let mut parser = serde_json::Deserializer::from_str(text);
    let done = parser.deserialize_map(Adjacency(&mut reading)).and_then(|()| parser.end());
    match (done, reading.failure) {
        (Ok(()), _) => reading.collector.finish(reading.meter),
        (Err(error), Some(Failure::Partizan { vertex, player, target })) => {
            Err(GraphReadError::Partizan { line: error.line(), vertex, player, target: Some(target) }.into())
        }
        (Err(_), Some(Failure::Stopped(error))) => Err(error.into()),
        (Err(error), None) => Err(located(error).into()),
    }
}

/// Separates the place from the message, which serde_json prints as one.
fn located(error: serde_json::Error) -> GraphReadError {
    let (line, column) = (error.line(), error.column());
    let mut message = error.to_string();
    if let Some(bare) = message.strip_suffix(&format!(" at line {line} column {column}")) {
        message.truncate(bare.len());
    }
    // A wrong type at the very beginning is reported before anything is read, at column 0.
    GraphReadError::Json { line, column: column.max(1), message }
}

/// What has been read so far.
struct Reading<'a, 'm> {
    collector: Collector,
    keys: HashSet<Named, FxBuildHasher>,
    /// An integer as a name.
    digits: String,
    meter: &'a mut Meter<'m>,
    /// Options that have been read since the meter was last asked.
    ticks: u32,
    /// What ended the reading, if it is no fault of the parser's.
    failure: Option<Failure>,
}

/// What the parser knows nothing of.
enum Failure {
    Stopped(crate::Error),
    Partizan { vertex: String, player: Player, target: String },
}

/// Options between two looks at the clock.
const TICKS: u32 = 1 << 14;

impl Reading<'_, '_> {
    fn key<E: Error>(&mut self, name: &str) -> Result<Named, E> {
        let vertex = self.named(name)?;
        // It may have been a key when all names were numbers.
        let before = number(name).is_some_and(|number| self.keys.contains(&Named::Number(number)));
        if before || !self.keys.insert(vertex) {
            return Err(E::custom(format_args!("the vertex {name:?} has a list already; each key may come once")));
        }
        self.collector.vertex(vertex).map_err(E::custom)?;
        self.tick()?;
        Ok(vertex)
    }

    fn named<E: Error>(&mut self, name: &str) -> Result<Named, E> {
        self.collector.named(name).map_err(E::custom)
    }

    fn integer<E: Error>(&mut self, number: impl fmt::Display) -> Result<Named, E> {
        self.digits.clear();
        write!(self.digits, "{number}").map_err(E::custom)?;
        self.collector.named(&self.digits).map_err(E::custom)
    }

    #[inline]
    fn option<E: Error>(&mut self, from: Named, to: Named) -> Result<(), E> {
        self.collector.edge(from, to).map_err(E::custom)?;
        self.tick()
    }

    /// Adds the options of a vertex that are listed for either player.
    fn options_of_players<E: Error>(&mut self, from: Named, [left, right]: [Vec<Named>; 2]) -> Result<(), E> {
        let mut numbers = |list: &[Named]| -> Result<Vec<u32>, E> {
            list.iter().map(|&vertex| self.collector.number_of(vertex).map_err(E::custom)).collect()
        };
        let lists = [numbers(&left)?, numbers(&right)?];
        let sets = [0, 1].map(|player| lists[player].iter().copied().collect::<HashSet<u32, FxBuildHasher>>());
        for (player, own, others) in [(Player::Left, 0, 1), (Player::Right, 1, 0)] {
            if let Some(&target) = lists[own].iter().find(|target| !sets[others].contains(target)) {
                let vertex = self.collector.number_of(from).map_err(E::custom)?;
                let (vertex, target) = (self.collector.name(vertex), self.collector.name(target));
                self.failure = Some(Failure::Partizan { vertex, player, target });
                return Err(E::custom("the players have different options"));
            }
        }
        left.into_iter().try_for_each(|to| self.option(from, to))
    }

    #[inline]
    fn tick<E: Error>(&mut self) -> Result<(), E> {
        self.ticks += 1;
        if self.ticks == TICKS { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look<E: Error>(&mut self) -> Result<(), E> {
        self.ticks = 0;
        self.meter.resume("edges", self.collector.len() as u64, None);
        self.collector.account(self.meter).and_then(|()| self.meter.look()).map_err(|error| {
            self.failure = Some(Failure::Stopped(error));
            E::custom("stopped")
        })
    }
}

/// The whole object.
struct Adjacency<'r, 'a, 'm>(&'r mut Reading<'a, 'm>);

impl<'de> Visitor<'de> for Adjacency<'_, '_, '_> {
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
struct Key<'r, 'a, 'm>(&'r mut Reading<'a, 'm>);

impl<'de> DeserializeSeed<'de> for Key<'_, '_, '_> {
    type Value = Named;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Named, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_, '_, '_> {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a vertex")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Named, E> {
        self.0.key(name)
    }
}

/// The options of one vertex: a list, or one for each player.
struct List<'r, 'a, 'm> {
    from: Named,
    reading: &'r mut Reading<'a, 'm>,
}

impl<'de> DeserializeSeed<'de> for List<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<(), D::Error> {
        list.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(to) = list.next_element_seed(Target(self.reading))? {
            self.reading.option(self.from, to)?;
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let mut lists = [None, None];
        while let Some(Side(player)) = object.next_key()? {
            let list = &mut lists[usize::from(player == Player::Right)];
            if list.is_some() {
                return Err(A::Error::custom(format_args!("{player} has a list already; each key may come once")));
            }
            *list = Some(object.next_value_seed(Targets(self.reading))?);
        }
        self.reading.options_of_players(self.from, lists.map(Option::unwrap_or_default))
    }
}

/// A key that names a player.
struct Side(Player);

impl<'de> serde::Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(key: D) -> Result<Self, D::Error> {
        key.deserialize_str(SideVisitor)
    }
}

struct SideVisitor;

impl Visitor<'_> for SideVisitor {
    type Value = Side;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("`left` or `right`")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Side, E> {
        match Owner::named(name) {
            Some(Owner::One(player)) => Ok(Side(player)),
            _ => Err(E::custom(format_args!(
                "expected a list of vertices, or an object with the lists `left` and `right`; found the key {name:?}"
            ))),
        }
    }
}

/// The options of one player.
struct Targets<'r, 'a, 'm>(&'r mut Reading<'a, 'm>);

impl<'de> DeserializeSeed<'de> for Targets<'_, '_, '_> {
    type Value = Vec<Named>;

    fn deserialize<D: Deserializer<'de>>(self, list: D) -> Result<Vec<Named>, D::Error> {
        list.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Targets<'_, '_, '_> {
    type Value = Vec<Named>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of vertices")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<Named>, A::Error> {
        let mut targets = Vec::new();
        while let Some(to) = list.next_element_seed(Target(self.0))? {
            self.0.collector.vertex(to).map_err(A::Error::custom)?;
            targets.push(to);
        }
        Ok(targets)
    }
}

/// One option of a vertex.
struct Target<'r, 'a, 'm>(&'r mut Reading<'a, 'm>);

impl<'de> DeserializeSeed<'de> for Target<'_, '_, '_> {
    type Value = Named;

    fn deserialize<D: Deserializer<'de>>(self, target: D) -> Result<Named, D::Error> {
        target.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Target<'_, '_, '_> {
    type Value = Named;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a vertex (a string or an integer)")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Named, E> {
        self.0.named(name)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Named, E> {
        match u32::try_from(number) {
            Ok(number) => self.0.collector.numbered(number).map_err(E::custom),
            Err(_) => self.0.integer(number),
        }
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Named, E> {
        self.0.integer(number)
    }

    /// What keeps numbers of any precision gives one with a fraction as a map.
    fn visit_map<A: MapAccess<'de>>(self, _: A) -> Result<Named, A::Error> {
        Err(A::Error::custom(
            "invalid type: an object or a number with a fraction, expected a vertex (a string or an integer)",
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::read as read_any;
    use super::*;

    fn read(text: &str) -> Result<Graph, GraphReadError> {
        read_any(text.as_bytes())
    }

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
            (
                "{\"a\": {\"b\": 1}}",
                "line 1, column 10: expected a list of vertices, or an object with the lists `left` and `right`; found the key \"b\"",
            ),
            ("{\"a\": {\"left\": 1}}", "line 1, column 16: invalid type: integer `1`, expected a list of vertices"),
            (
                "{\"a\": {\"L\": [], \"left\": []}}",
                "line 1, column 22: Left has a list already; each key may come once",
            ),
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
