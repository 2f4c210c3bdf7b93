//! Moves that belong to one player, which an impartial game has only in pairs.

use std::collections::HashMap;
use std::fmt;

use rustc_hash::FxBuildHasher;

use super::collector::{Collector, Named};
use super::{GraphReadError, ReadFromError};
use crate::Meter;
use crate::graph::Graph;

/// One of the two players of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Left => "Left",
            Self::Right => "Right",
        })
    }
}

/// Whom a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Both,
    One(Player),
}

/// What an owner may be called; case does not matter.
pub(super) const OWNERS: &str = "`L` (or `left`), `R` (or `right`) or `both`";

impl Owner {
    /// The owner of this name, as [`OWNERS`] lists them.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "l" | "left" => Some(Self::One(Player::Left)),
            "r" | "right" => Some(Self::One(Player::Right)),
            "" | "both" => Some(Self::Both),
            _ => None,
        }
    }
}

/// Moves that belong to one player, until it is known whether the other one has them too.
#[derive(Default)]
pub(super) struct Owned {
    moves: Vec<Move>,
    /// Vertices from which only one player may move, and their lines.
    vertices: Vec<(Named, Player, usize)>,
}

struct Move {
    from: Named,
    to: Named,
    player: Player,
    line: usize,
}

impl Owned {
    pub(super) fn edge(&mut self, from: Named, to: Named, player: Player, line: usize) {
        self.moves.push(Move { from, to, player, line });
    }

    pub(super) fn vertex(&mut self, vertex: Named, player: Player, line: usize) {
        self.vertices.push((vertex, player, line));
    }

    /// How many bytes the tables take.
    pub(super) fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<Move>() + self.vertices.capacity() * size_of::<(Named, Player, usize)>()
    }

    /// The graph of all moves, if each is one of both players.
    pub(super) fn finish(self, mut collector: Collector, meter: &mut Meter<'_>) -> Result<Graph, ReadFromError> {
        // A copy of each move, and a place in the table of owners.
        meter.grow_for::<[Move; 2]>(self.moves.len())?;
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut owners: HashMap<(u32, u32), [bool; 2], FxBuildHasher> = HashMap::default();
        for Move { from, to, player, line } in self.moves {
            let edge = (collector.number_of(from)?, collector.number_of(to)?);
            owners.entry(edge).or_default()[usize::from(player == Player::Right)] = true;
            moves.push((edge, player, line));
        }
        moves.retain(|(edge, ..)| owners[edge] != [true, true]);
        // A move that has been given to both as well needs no pair.
        let of_both = collector.edges_among(&moves.iter().map(|&(edge, ..)| edge).collect());
        if let Some(&((from, to), player, line)) = moves.iter().find(|(edge, ..)| !of_both.contains(edge)) {
            let (vertex, target) = (collector.name(from), Some(collector.name(to)));
            return Err(GraphReadError::Partizan { line, vertex, player, target }.into());
        }
        for &(from, to) in owners.keys() {
            collector.edge(Named::Word(from), Named::Word(to))?;
        }
        let mut vertices = Vec::with_capacity(self.vertices.len());
        for (vertex, player, line) in self.vertices {
            let vertex = collector.number_of(vertex)?;
            vertices.push((collector.name(vertex), player, line));
        }
        let graph = collector.finish(meter)?;
        let moves_from = |name: &str| graph.vertex(name).is_some_and(|vertex| !graph.options(vertex).is_empty());
        match vertices.into_iter().find(|(name, ..)| moves_from(name)) {
            Some((vertex, player, line)) => Err(GraphReadError::Partizan { line, vertex, player, target: None }.into()),
            None => Ok(graph),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::read;

    fn refused(text: &str) -> String {
        read(text.as_bytes()).expect_err(text).to_string()
    }

    #[test]
    fn a_move_of_one_player_is_refused_with_its_place() {
        for (text, want) in [
            (
                "digraph {\n a -> b\n b -> c [player=R]\n}",
                "line 3: the game is partizan: at b only Right can move to c",
            ),
            (
                "digraph { a -> b -> c [owner = \"left\"] }",
                "line 1: the game is partizan: at a only Left can move to b",
            ),
            (
                "digraph {\nedge [player=L] {edge [player=both] 1 -> 2}\n2 -> 3}",
                "line 3: the game is partizan: at 2 only Left can move to 3",
            ),
            ("digraph {\n a [player=R]\n a -> b }", "line 2: the game is partizan: at a only Right can move"),
            (
                "{\"a\": [\"b\"],\n \"b\": {\"left\": [\"a\", \"c\"], \"right\": [\"c\"]}}",
                "line 2: the game is partizan: at b only Left can move to a",
            ),
            ("{\"1\": {\"R\": [0]}}", "line 1: the game is partizan: at 1 only Right can move to 0"),
            (
                "{\"1\": {\"R\": [0, \"x\"], \"left\": [0]}}",
                "line 1: the game is partizan: at 1 only Right can move to x",
            ),
        ] {
            assert_eq!(refused(text), want);
        }
        let failure = "line 1: expected `L` (or `left`), `R` (or `right`) or `both` as the player, found `alice`";
        assert_eq!(refused("digraph { a -> b [player=alice] }"), failure);
    }

    #[test]
    fn moves_of_both_players_are_those_of_an_impartial_game() {
        for text in [
            "digraph { a -> b [player=L] a -> b [player=R] c }",
            "digraph { a -> b [player=L] a -> b c }",
            "digraph { a -> b [player=both] b [player=L] c [owner=R] }",
            "digraph { edge [color=red]; a [color=blue]; a -> b [color=blue, label=\"player=L\"] c }",
            "{\"a\": {\"left\": [\"b\"], \"right\": [\"b\", \"b\"]}, \"b\": {}, \"c\": {\"L\": []}}",
        ] {
            let graph = read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(graph.names().collect::<Vec<_>>(), ["a", "b", "c"], "{text}");
            assert_eq!((graph.edge_count(), graph.options(0)), (1, &[1][..]), "{text}");
        }
        // Numbers that are words in the end.
        let graph = read(b"digraph { 1 -> 2 [player=L] 2 -> a 1 -> 2 [player=R] }").unwrap();
        assert_eq!((graph.edge_count(), graph.vertex_count()), (2, 3));
    }
}
