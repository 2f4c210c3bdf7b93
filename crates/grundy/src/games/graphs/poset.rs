//! Games on partially ordered sets.

use super::adjacency::{Adjacency, for_each_component};
use super::set::vertices;
use super::{NamedGraph, VertexSet};
use crate::games::by_argument::ByArgument;
use crate::games::{ArgumentReader, Context, Entry, ReadError};
use crate::syntax::{Arguments, GraphText, NotationError};
use crate::{Component, Error, Game, Meter, Nimber, Options, Outcome, RuleHandle};

pub(in crate::games) const POSET: Entry = Entry {
    name: "poset",
    parameters: "",
    arguments: "graph",
    rules: "Choose an element; it goes with all above it. An edge a-b leads from a to b above it.",
    example: "poset(edges:0-2,1-2,1-3)",
    build: |call, rules| {
        call.no_parameters()?;
        Ok(Box::new(Posets { chains: rules.add(Poset::default()), others: ByArgument::default() }))
    },
};

/// The game on a partially ordered set of at most [`VertexSet::MOST`] elements, and on chains of any length: a move takes
/// an element and all above it; who has none to take loses. Chomp is the product of two chains without its least element.
///
/// A chain of n is the nim-heap of n. No other closed form is known: the game is hard (PSPACE-complete). With a least
/// element the first player wins by taking it, with a greatest one by strategy stealing.
///
/// Source: Schuh 1952 and Gale 1974 for products of chains; Grier 2013, *Deciding the winner of an arbitrary finite poset
/// game is PSPACE-complete*.
///
/// ```
/// use grundy::games::{NamedGraph, Poset};
/// use grundy::{Limits, Nimber, value};
/// let fork = NamedGraph::new([], [("a", "b"), ("a", "c")]).expect("a small graph");
/// let game = Poset::new(fork).expect("an order");
/// let all = game.start();
/// assert_eq!(value(game, &all, &Limits::default())?, Nimber(1));
/// # Ok::<(), grundy::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Poset {
    graph: NamedGraph,
    /// What is above each element, itself included.
    above: Vec<u128>,
    /// What is above or below each element, itself left out.
    comparable: Vec<u128>,
}

/// A position of [`Poset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PosetPosition {
    /// A chain of so many elements.
    Chain(u64),
    /// What is left of the poset of the game.
    Part(VertexSet),
}

use PosetPosition::{Chain, Part};

impl Poset {
    /// The order that the edges of a graph make, from each lower end to the one above.
    ///
    /// # Errors
    /// The elements of a cycle, each below the next and the last below the first.
    pub fn new(graph: NamedGraph) -> Result<Self, Vec<String>> {
        let mut rows = vec![0_u128; graph.names().len()];
        for &(from, to) in graph.edges() {
            rows[from] |= 1 << to;
        }
        let adjacency = Adjacency { rows: &rows, loops: 0 };
        let all = graph.all().bits();
        let above: Vec<u128> = (0..rows.len()).map(|element| adjacency.component(element, all)).collect();
        let on_a_cycle = |&element: &usize| vertices(rows[element]).any(|next| above[next] & 1 << element != 0);
        if let Some(start) = (0..rows.len()).find(on_a_cycle) {
            return Err(cycle(start, &rows).into_iter().map(|element| graph.names()[element].clone()).collect());
        }
        let below = |element: usize| {
            (0..rows.len()).filter(|&other| above[other] & 1 << element != 0).fold(0, |set, other| set | 1 << other)
        };
        let comparable = (0..rows.len()).map(|e| (above[e] | below(e)) & !(1_u128 << e)).collect();
        Ok(Self { graph, above, comparable })
    }

    /// The position in which no element is taken.
    #[must_use]
    pub fn start(&self) -> PosetPosition {
        Part(self.graph.all())
    }
}

/// A shortest cycle through an element that is on one.
fn cycle(start: usize, rows: &[u128]) -> Vec<usize> {
    // Breadth first, each element with the one that it was met from.
    let mut from = vec![start; rows.len()];
    let mut met = vec![start];
    let mut next = 0;
    while let Some(&element) = met.get(next) {
        next += 1;
        if rows[element] & 1 << start != 0 {
            let mut cycle = vec![element];
            while cycle[cycle.len() - 1] != start {
                cycle.push(from[cycle[cycle.len() - 1]]);
            }
            cycle.reverse();
            return cycle;
        }
        for above in vertices(rows[element]) {
            if !met.contains(&above) {
                from[above] = element;
                met.push(above);
            }
        }
    }
    vec![start]
}

impl Game for Poset {
    type Position = PosetPosition;

    fn options(&self, position: &PosetPosition, out: &mut Options<PosetPosition>) {
        match *position {
            Chain(length) => {
                for left in (0..length).rev() {
                    if out.more() {
                        return;
                    }
                    push_chain(left, out);
                }
            }
            Part(left) => {
                for element in vertices(left.bits()) {
                    match left.bits() & !self.above[element] {
                        0 => out.push_sum([]),
                        left => out.push(Part(VertexSet::of(left))),
                    }
                }
            }
        }
    }

    fn reduce(&self, position: PosetPosition, parts: &mut Vec<PosetPosition>) -> Result<(), Error> {
        let Part(left) = position else {
            parts.push(position);
            return Ok(());
        };
        let graph = Adjacency { rows: &self.comparable, loops: 0 };
        for_each_component(graph, left.bits(), |component| {
            let size = component.count_ones();
            let is_chain = vertices(component).all(|element| graph.degree(element, component) + 1 == size);
            parts.push(if is_chain { Chain(size.into()) } else { Part(VertexSet::of(component)) });
        });
        Ok(())
    }

    fn value(&self, position: &PosetPosition, _: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(if let Chain(length) = *position { Some(Nimber(length)) } else { None })
    }

    /// With a least element the first player wins by taking all, with a greatest one by stealing the strategy of the second
    /// player: whatever is taken after the greatest element takes it too.
    fn outcome(&self, position: &PosetPosition) -> Option<Outcome> {
        match *position {
            Chain(0) => Some(Outcome::P),
            Chain(_) => Some(Outcome::N),
            Part(left) => {
                let left = left.bits();
                let is_least = |element: usize| left & !self.above[element] == 0;
                let common = vertices(left).fold(left, |common, element| common & self.above[element]);
                (common != 0 || vertices(left).any(is_least)).then_some(Outcome::N)
            }
        }
    }

    fn options_worth(
        &self,
        position: &PosetPosition,
        value: Nimber,
        _: &mut Meter<'_>,
        out: &mut Options<PosetPosition>,
    ) -> Result<bool, Error> {
        let Chain(length) = *position else { return Ok(false) };
        if value.0 < length {
            push_chain(value.0, out);
        }
        Ok(true)
    }

    fn nim_heap(&self, position: &PosetPosition) -> Option<u64> {
        if let Chain(length) = *position { Some(length) } else { None }
    }

    fn ends(&self) -> bool {
        true
    }

    fn weight(&self, position: &PosetPosition) -> u64 {
        match *position {
            Chain(length) => length,
            Part(left) => left.bits().count_ones().into(),
        }
    }

    fn show(&self, position: &PosetPosition) -> String {
        match *position {
            Chain(length) => format!("poset(path:{length})"),
            Part(left) => format!("poset({})", self.graph.written(left)),
        }
    }

    fn show_sum(&self, parts: &[PosetPosition]) -> String {
        if parts.is_empty() {
            return self.show(&Chain(0));
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }
}

fn push_chain(length: u64, out: &mut Options<PosetPosition>) {
    if length == 0 { out.push_sum([]) } else { out.push(Chain(length)) }
}

/// Each poset has a game of its own; chains share one.
struct Posets {
    chains: RuleHandle<Poset>,
    others: ByArgument<Poset>,
}

impl Posets {
    fn add(
        item: &crate::syntax::Item<'_>,
        text: &GraphText,
        context: &mut Context<'_, '_>,
    ) -> Result<RuleHandle<Poset>, ReadError> {
        let graph = NamedGraph::read("poset", item, text, context)?;
        Poset::new(graph).map(|poset| context.rules.add(poset)).map_err(|cycle| {
            let shown = cycle.iter().chain(&cycle[..1]).map(|name| format!("`{name}`")).collect::<Vec<_>>();
            let message = format!("this is no order: {} is a cycle", shown.join(" below "));
            let error = NotationError::new(item.span(), message);
            error.with_help("an edge a-b says that a is below b").into()
        })
    }
}

impl ArgumentReader for Posets {
    fn read(&self, arguments: &Arguments, context: &mut Context<'_, '_>) -> Result<Vec<Component>, ReadError> {
        let item = arguments.whole();
        let text = item.graph()?;
        if let GraphText::Path(n) | GraphText::Grid { rows: 1, columns: n } | GraphText::Grid { rows: n, columns: 1 } =
            text
        {
            return Ok(vec![self.chains.at(Chain(n))?]);
        }
        let game = self.others.get(item.text(), || Self::add(&item, &text, context))?;
        Ok(vec![game.at(game.game().start())?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_is_no_order() {
        let named = |edges: &[(&'static str, &'static str)]| NamedGraph::new([], edges.iter().copied()).unwrap();
        assert_eq!(Poset::new(named(&[("a", "a")])).unwrap_err(), ["a"]);
        let edges = [("s", "a"), ("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "b")];
        assert_eq!(Poset::new(named(&edges)).unwrap_err(), ["a", "b"]);
        assert!(Poset::new(named(&[("a", "b"), ("b", "c"), ("a", "c")])).is_ok());
    }

    #[test]
    fn what_is_a_chain_falls_apart_as_chains() {
        // 0 < 1 < 2 and 3 < 4, and 5 alone.
        let edges = [("0", "1"), ("1", "2"), ("3", "4")];
        let poset = Poset::new(NamedGraph::new(["5"], edges).unwrap()).unwrap();
        let mut parts = Vec::new();
        poset.reduce(poset.start(), &mut parts).unwrap();
        assert_eq!(parts, [Chain(3), Chain(2), Chain(1)]);
    }
}
