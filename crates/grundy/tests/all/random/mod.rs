//! Random small components of every game.

use std::collections::BTreeSet;

use grundy::games;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::strategy::Union;

use crate::oracle::{Field, Graph, Numbers, Piece, Rule};

/// Components of the game that the list of games has under this name.
pub(crate) fn component_of(name: &'static str) -> BoxedStrategy<Piece> {
    let heaps = |rule: Rule, most: u64| (0..=most).prop_map(move |size| Piece::heap(name, rule.clone(), size)).boxed();
    match name {
        "nim" => heaps(Rule::TakeAllBut(Vec::new()), 7),
        "subtract" => prop_oneof![4 => listed_takes(), 3 => named_takes()].boxed(),
        "allbut" => {
            let rule = numbers_as_ranges().prop_map(|(text, numbers)| {
                (format!("allbut{{{text}}}"), Rule::TakeAllBut(numbers.into_iter().collect()))
            });
            (rule, 0..=10_u64).prop_map(|((name, rule), size)| Piece::heap(name, rule, size)).boxed()
        }
        "kayles" => heaps(Rule::KnockDown(vec![1, 2]), 9),
        "dawson-kayles" => heaps(Rule::KnockDown(vec![2]), 11),
        "dawson-chess" => heaps(Rule::TakeWithNeighbours, 10),
        "officers" => heaps(Rule::TakeOneLeaveSome, 9),
        "lasker" => heaps(Rule::TakeOrSplit, 7),
        "treblecross" => (0..=12_usize).prop_map(Piece::Strip).boxed(),
        "grundys-game" => heaps(Rule::SplitUnequally, 12),
        "nim-with-pass" => (0..=6_u64).prop_map(|size| Piece::PassHeap { size, used: false }).boxed(),
        "wythoff" => (prop_oneof![3 => Just(1), 1 => 2..=4_u64], vec(0..=5_u64, 2))
            .prop_map(|(t, heaps)| Piece::Numbers(Numbers::Wythoff(t), heaps))
            .boxed(),
        "queen" => numbers(Numbers::Queen, 0, 5, 2..=2),
        "rook" => numbers(Numbers::Rook, 0, 5, 2..=2),
        "bishop" => numbers(Numbers::Bishop, 0, 7, 2..=2),
        "king" => numbers(Numbers::King, 0, 6, 2..=2),
        "knight" => numbers(Numbers::Knight, 0, 7, 2..=2),
        "euclid" => {
            prop_oneof![numbers(Numbers::Euclid(false), 0, 12, 2..=2), numbers(Numbers::Euclid(true), 1, 12, 2..=2)]
                .boxed()
        }
        "moore" => {
            (1..=3_usize, vec(0..=3_u64, 0..=3)).prop_map(|(k, heaps)| Piece::Numbers(Numbers::Moore(k), heaps)).boxed()
        }
        "staircase" => numbers(Numbers::Staircase, 0, 2, 0..=4),
        "nimble" => numbers(Numbers::Nimble, 0, 4, 0..=3).prop_map(in_order).boxed(),
        "silver-dollar" => coins(Numbers::SilverDollar, 1, 7),
        "welter" => coins(Numbers::Welter, 0, 6),
        "fibonacci-nim" => (0..=10_u64, prop_oneof![1 => Just(None), 2 => (0..=6_u64).prop_map(Some)])
            .prop_map(|(heap, taken)| Piece::Numbers(Numbers::FibonacciNim, [heap].into_iter().chain(taken).collect()))
            .boxed(),
        "cram" => {
            let sides = prop::sample::select(vec![(1, 7), (2, 4), (3, 3), (4, 2), (0, 0)]);
            let row = |columns: usize| {
                vec(prop_oneof![4 => Just('.'), 1 => Just('#')], columns)
                    .prop_map(|row| row.into_iter().collect::<String>())
            };
            sides.prop_flat_map(move |(rows, columns)| vec(row(columns), rows)).prop_map(Piece::Cram).boxed()
        }
        "chomp" => chomp_board().prop_map(Piece::Chomp).boxed(),
        "notakto" => notakto_board().prop_map(Piece::Notakto).boxed(),
        "poset" => order().prop_map(Piece::Poset).boxed(),
        "geography" => {
            let graph = prop_oneof![
                2 => field(6).prop_map(|field| (field, false)),
                1 => listed(6).prop_map(|(edges, alone)| (Field::listed(edges, alone), true)),
            ];
            let start = (graph, any::<prop::sample::Index>());
            start
                .prop_filter_map("a token needs a vertex", |((field, directed), at)| {
                    let Field::Listed { vertices, .. } = field.list() else { return None };
                    let vertices: Vec<usize> = vertices.into_iter().collect();
                    let token = *vertices.get(at.index(vertices.len().max(1)))?;
                    Some(Piece::Geography { field, directed, token })
                })
                .boxed()
        }
        "node-kayles" => field(6).prop_map(Piece::NodeKayles).boxed(),
        "arc-kayles" => field(6).prop_map(Piece::ArcKayles).boxed(),
        "graph" => {
            let token = (graph(), any::<prop::sample::Index>());
            token.prop_map(|(graph, at)| Piece::Token { vertex: at.index(graph.0.len()), graph }).boxed()
        }
        _ => panic!("write the rules of `{name}` a second time, in tests/oracle, and random positions of it here"),
    }
}

/// Positions of so many numbers.
fn numbers(game: Numbers, least: u64, most: u64, count: std::ops::RangeInclusive<usize>) -> BoxedStrategy<Piece> {
    vec(least..=most, count).prop_map(move |numbers| Piece::Numbers(game.clone(), numbers)).boxed()
}

/// At most three coins on different squares, in order.
fn coins(game: Numbers, first: u64, last: u64) -> BoxedStrategy<Piece> {
    let squares = btree_set(first..=last, 0..=3);
    squares.prop_map(move |squares| Piece::Numbers(game.clone(), squares.into_iter().collect())).boxed()
}

/// The piece with its numbers in order.
fn in_order(piece: Piece) -> Piece {
    match piece {
        Piece::Numbers(game, mut numbers) => {
            numbers.sort_unstable();
            Piece::Numbers(game, numbers)
        }
        piece => piece,
    }
}

/// Components of games that have a name, of take-and-break codes, nim-heaps.
pub(crate) fn component() -> BoxedStrategy<Piece> {
    let named = Union::new(games::list().into_iter().map(|entry| component_of(entry.name)));
    prop_oneof![4 => named, 2 => heap_of_a_code(), 1 => (0..=5_u64).prop_map(Piece::Nim)].boxed()
}

/// Heaps of a take-and-break code: any digits, also those that split in three, a first digit that splits, and a last
/// digit that repeats; and, more often than chance would have them, codes that are Nim or Lasker's Nim in disguise.
pub(crate) fn heap_of_a_code() -> impl Strategy<Value = Piece> {
    let code = prop_oneof![
        3 => digits(),
        1 => (prop::sample::select(vec![(0_u8, 3_u8), (0, 7), (4, 3)]), 0..=2_usize)
            .prop_map(|((first, repeated), more)| (first, vec![repeated; more], Some(repeated))),
        1 => (1..=4_usize).prop_map(|take| (0, vec![3; take], None)),
    ];
    (code, 0..=8_u64).prop_map(|((first, rest, repeated), size)| {
        let mut name = format!("{first:X}.");
        rest.iter().for_each(|digit| name.push_str(&format!("{digit:X}")));
        if let Some(digit) = repeated {
            name.push_str(&format!("[{digit:X}]"));
        }
        let digits = [vec![first], rest].concat();
        Piece::heap(name, Rule::Code { digits, repeated: repeated.unwrap_or(0) }, size)
    })
}

/// The first digit of a code, the next ones, and the one that repeats.
fn digits() -> impl Strategy<Value = (u8, Vec<u8>, Option<u8>)> {
    let first = prop_oneof![3 => Just(0_u8), 1 => prop::sample::select(vec![4_u8, 8, 12])];
    let repeated = prop_oneof![2 => Just(None), 1 => (0..16_u8).prop_map(Some)];
    (first, vec(0..16_u8, 1..=4), repeated)
}

/// Sets of sums, nested.
pub(crate) fn set() -> impl Strategy<Value = Piece> {
    let small = |most: u64| move |piece: &Piece| !matches!(piece, Piece::Heap { size, .. } if *size > most);
    let leaf = prop_oneof![
        (0..=3_u64).prop_map(Piece::Nim),
        (prop::sample::select(vec!["0.77", "0.137", "4.7"]), 0..=4_u64).prop_map(|(code, size)| Piece::heap(
            code,
            Rule::code(code),
            size
        )),
        component().prop_filter("sets stay small", small(4)),
    ];
    let set_of = |option: BoxedStrategy<Piece>| vec(vec(option, 0..=2), 0..=3).prop_map(Piece::Set);
    leaf.prop_recursive(3, 12, 3, move |option| set_of(option.boxed()))
        .prop_filter("a set", |piece| matches!(piece, Piece::Set(_)))
}

/// `subtract` with listed numbers, as numbers and ranges in any order, perhaps overlapping.
fn listed_takes() -> impl Strategy<Value = Piece> {
    (numbers_as_ranges(), 0..=11_u64).prop_map(|((text, numbers), size)| {
        Piece::heap(format!("subtract{{{text}}}"), Rule::Take(numbers.into_iter().collect()), size)
    })
}

/// `subtract` with the sets that have a name.
fn named_takes() -> impl Strategy<Value = Piece> {
    let powers = (2..=4_u64).prop_map(|base| (format!("powers:{base}"), Rule::TakePowerOf(base)));
    let rule = prop_oneof![
        Just(("squares".to_owned(), Rule::TakeSquare)),
        Just(("primes".to_owned(), Rule::TakePrime)),
        Just(("fibonacci".to_owned(), Rule::TakeFibonacci)),
        powers,
    ];
    (rule, 0..=20_u64).prop_map(|((set, rule), size)| Piece::heap(format!("subtract{{{set}}}"), rule, size))
}

/// Numbers from 1, written as numbers and ranges in any order, and the set that they are.
fn numbers_as_ranges() -> impl Strategy<Value = (String, BTreeSet<u64>)> {
    vec((1..=8_u64, 0..=2_u64), 1..=4).prop_map(|ranges| {
        let text = |&(low, more): &(u64, u64)| {
            if more == 0 { low.to_string() } else { format!("{low}..{}", low + more) }
        };
        let text: Vec<String> = ranges.iter().map(text).collect();
        (text.join(","), ranges.iter().flat_map(|&(low, more)| low..=low + more).collect())
    })
}

/// The rows of a small board of Chomp.
fn chomp_board() -> impl Strategy<Value = Vec<usize>> {
    vec(1..=4_usize, 0..=3).prop_map(|mut rows| {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        rows
    })
}

/// A board of Notakto with few free squares: the oracle tries everything.
fn notakto_board() -> impl Strategy<Value = String> {
    vec(any::<bool>(), 9).prop_map(|free| {
        let mut left = 4;
        let square = |free: bool| {
            let free = free && left > 0;
            left -= i32::from(free);
            if free { '.' } else { 'x' }
        };
        free.into_iter().map(square).collect()
    })
}

/// A small order: edges lead to larger numbers.
fn order() -> impl Strategy<Value = Field> {
    let listed = (btree_set((0..5_usize, 0..5_usize), 0..=7), btree_set(0..5_usize, 0..=1));
    prop_oneof![
        1 => (0..=6_usize).prop_map(Field::Path),
        1 => Just(Field::Grid(2, 3)),
        4 => listed.prop_map(|(edges, alone)| {
            let edges = edges.into_iter().filter(|(a, b)| a != b).map(|(a, b)| (a.min(b), a.max(b)));
            Field::listed(edges, alone)
        }),
    ]
}

/// A graph without directions of at most so many vertices, whose edges may be loops.
fn field(most: usize) -> impl Strategy<Value = Field> {
    prop_oneof![
        1 => (0..=most + 2).prop_map(Field::Path),
        1 => (1..=most + 1).prop_map(Field::Cycle),
        1 => prop::sample::select(vec![(2, 2), (2, 3), (3, 2)]).prop_map(|(rows, columns)| Field::Grid(rows, columns)),
        4 => listed(most).prop_map(|(edges, alone)| {
            // Either direction names the same edge.
            Field::listed(edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))), alone)
        }),
    ]
}

/// Edges between at most so many vertices, and a vertex that may have none.
fn listed(most: usize) -> impl Strategy<Value = (BTreeSet<(usize, usize)>, BTreeSet<usize>)> {
    let vertex = move || prop_oneof![6 => 0..most - 2, 1 => 100..102_usize];
    (btree_set((vertex(), vertex()), 0..=2 * most), btree_set(vertex(), 0..=1))
}

/// A graph in which edges lead to vertices of lower numbers.
pub(crate) fn graph() -> impl Strategy<Value = Graph> {
    let row = |vertex: usize| match vertex {
        0 => Just(BTreeSet::new()).boxed(),
        _ => btree_set(0..vertex, 0..=vertex.min(4)).boxed(),
    };
    let rows = (1..=8_usize).prop_flat_map(move |vertices| (0..vertices).map(row).collect::<Vec<_>>());
    rows.prop_map(|rows| Graph(rows.into_iter().map(|row| row.into_iter().collect()).collect()))
}
