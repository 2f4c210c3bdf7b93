//! Full expansion, nimber search, and what the solver chooses by itself, for many games: a line of a table each.
//!
//! `cargo bench -p grundy --bench methods -- [part of a name]...`
#![allow(clippy::unwrap_used, reason = "what cannot be solved ends the benchmark")]
#![allow(clippy::print_stdout, reason = "the table")]

use std::time::Duration;

use grundy::games::{
    ArcKayles, Chomp, ChompBoard, Cram, CramBoard, Geography, NamedGraph, NodeKayles, Poset, RemovalGame, RemovalRule,
};
use grundy::search::{Grundy, Labels, Nimbers};
use grundy::{Error, Game, Limits, Meter, Method, Nimber, Options, Rules};

/// The most time a method is given.
const TIME: Duration = Duration::from_secs(120);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let table = Table { wanted };
    println!(
        "| position | value | full expansion | positions | bytes each | nimber search | positions | chosen | time |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|---:|");
    for (rows, columns) in [(3, 9), (3, 11), (3, 13), (4, 7), (5, 5), (5, 6), (5, 7)] {
        table.line(&format!("cram({rows}x{columns})"), || (Cram, CramBoard::rectangle(rows, columns).unwrap()));
    }
    for rows in [vec![7; 7], vec![9; 9], vec![10; 10], vec![40; 4], vec![80; 3], (1..=12).rev().collect()] {
        let name = match rows[..] {
            [12, ..] => "chomp(12, 11, …, 1)".to_owned(),
            _ => format!("chomp({}x{})", rows.len(), rows[0]),
        };
        table.line(&name, || (Chomp, ChompBoard::new(&rows).unwrap()));
    }
    for (rows, columns) in [(4, 6), (5, 5), (5, 6), (6, 6), (3, 15)] {
        table.line(&format!("node-kayles(grid:{rows}x{columns})"), || node_kayles(&grid(rows, columns)));
    }
    for (vertices, edges, seed) in [(30, 45, 1), (36, 60, 2), (40, 160, 3), (24, 40, 4)] {
        let edges = random(vertices, edges, seed);
        let name = format!("a random graph of {vertices} vertices, {} edges", edges.len());
        table.line(&format!("node-kayles({name})"), || node_kayles(&edges));
        if vertices < 30 {
            table.line(&format!("arc-kayles({name})"), || arc_kayles(&edges));
        }
    }
    for (rows, columns) in [(3, 6), (4, 5), (3, 8), (4, 6)] {
        table.line(&format!("arc-kayles(grid:{rows}x{columns})"), || arc_kayles(&grid(rows, columns)));
    }
    for (rows, columns) in [(6, 6), (8, 8), (4, 20)] {
        table.line(&format!("poset(grid:{rows}x{columns})"), || poset(&grid(rows, columns)));
    }
    for (vertices, edges, seed) in [(20, 25, 1), (24, 40, 2), (30, 60, 3), (26, 26, 4), (30, 90, 5)] {
        let edges = random(vertices, edges, seed);
        table.line(&format!("poset(random, {vertices} elements, {} edges)", edges.len()), || poset(&edges));
    }
    for (vertices, edges, seed) in [(24, 48, 1), (20, 70, 4), (22, 88, 5), (28, 84, 6)] {
        let edges = random(vertices, edges, seed);
        let name = format!("a random graph of {vertices} vertices, {} edges", edges.len());
        table.line(&format!("geography({name})"), || geography(&edges, false));
        // Half of the edges lead to smaller numbers, and play is no longer in order.
        let turned = edges.iter().enumerate().map(|(n, (a, b))| if n % 2 == 0 { (a, b) } else { (b, a) });
        let turned: Edges = turned.map(|(a, b)| (a.clone(), b.clone())).collect();
        table.line(&format!("geography{{directed}}({name})"), || geography(&turned, true));
    }
    for (name, size) in [("squares", 100_000), ("halves", 1_000_000), ("primes", 20_000)] {
        table.line(&format!("take {name} from {size}"), || (Takes::new(name, size), u64::from(size)));
    }
    for (side, seed) in [(18, 1), (20, 2), (22, 3)] {
        table.line(&format!("random subsets of {side}"), || (Subsets::random(side, seed), (1 << side) - 1));
    }
    for heaps in [vec![12, 13, 14, 15, 16], vec![60, 70, 80], vec![7; 8]] {
        table.line(&format!("nim as one position {heaps:?}"), || (WholeNim, heaps.clone()));
    }
}

struct Table {
    wanted: Vec<String>,
}

impl Table {
    fn line<G: Game>(&self, name: &str, make: impl Fn() -> (G, G::Position)) {
        if !self.wanted.is_empty() && !self.wanted.iter().any(|part| name.contains(&**part)) {
            return;
        }
        let (full, of_full) = timed(|meter| {
            let (game, position) = make();
            let mut labels = Labels::new(game, Grundy::default());
            labels.value(&position, meter).map(|value| (value, labels.len()))
        });
        let (nimber, of_nimber) = timed(|meter| {
            let (game, position) = make();
            Nimbers::new(game).value(&position, meter).map(|value| (value, 0))
        });
        let (chosen, of_chosen) = timed(|meter| {
            let (game, position) = make();
            let rules = Rules::default();
            let game = rules.add(game);
            let value = game.value(&position, meter)?;
            let methods = rules.methods(&game.at(position)?, meter)?;
            Ok((value, methods))
        });
        let value = full.as_ref().map(|full| full.0).or(nimber.as_ref().map(|nimber| nimber.0));
        for other in [nimber.as_ref().map(|nimber| nimber.0), chosen.as_ref().map(|chosen| chosen.0)] {
            assert!(other.is_none() || other == value, "{name}: {value:?} or {other:?}");
        }
        let each = full.as_ref().map_or(0, |(_, positions)| of_full.bytes / (*positions).max(1) as u64);
        let of = match chosen.as_ref().map(|chosen| &chosen.1[..]) {
            Some([Method::NimberSearch, ..]) => "nimber search",
            Some([Method::FullExpansion, ..]) => "full expansion",
            Some(_) => "known",
            None => "",
        };
        println!(
            "| {name} | {} | {} | {} | {each} | {} | {} | {of} | {} |",
            value.map_or_else(String::new, |value: Nimber| value.0.to_string()),
            of_full.time(),
            of_full.positions,
            of_nimber.time(),
            of_nimber.positions,
            of_chosen.time(),
        );
    }
}

struct Taken {
    seconds: f64,
    ended: bool,
    positions: u64,
    bytes: u64,
}

impl Taken {
    fn time(&self) -> String {
        let sign = if self.ended { "" } else { "> " };
        format!("{sign}{:.3}", self.seconds)
    }
}

/// The time that this process has had on a processor: others on the machine disturb it little.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

#[cfg(not(unix))]
fn processor_time() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap()
}

fn timed<T>(solve: impl FnOnce(&mut Meter<'_>) -> Result<T, Error>) -> (Option<T>, Taken) {
    let memory = 16 << 30;
    let most = u64::MAX;
    let limits = Limits { time: Some(TIME), bytes: Some(memory), positions: Some(most), ..Limits::default() };
    let mut meter = Meter::new(&limits);
    let start = processor_time();
    let solved = solve(&mut meter);
    let taken = Taken {
        seconds: (processor_time() - start).as_secs_f64(),
        ended: solved.is_ok(),
        positions: most - meter.positions_left().unwrap_or_default(),
        bytes: memory - meter.room().unwrap_or_default(),
    };
    let solved = match solved {
        Ok(solved) => Some(solved),
        Err(Error::Budget { .. }) => None,
        Err(error) => panic!("{error}"),
    };
    (solved, taken)
}

type Edges = Vec<(String, String)>;

fn named(edges: impl IntoIterator<Item = (usize, usize)>) -> Edges {
    edges.into_iter().map(|(a, b)| (format!("{a:03}"), format!("{b:03}"))).collect()
}

fn grid(rows: usize, columns: usize) -> Edges {
    let right = (0..rows * columns).filter(|v| (v + 1) % columns != 0).map(|v| (v, v + 1));
    let down = (0..(rows - 1) * columns).map(|v| (v, v + columns));
    named(right.chain(down))
}

/// Edges from smaller to larger numbers, a tree and more, so that the graph hangs together.
fn random(vertices: usize, edges: usize, seed: u64) -> Edges {
    let mut random = Random(seed);
    let mut list: Vec<(usize, usize)> = (1..vertices).map(|v| (random.below(v), v)).collect();
    while list.len() < edges {
        let (a, b) = (random.below(vertices), random.below(vertices));
        if a != b && !list.contains(&(a.min(b), a.max(b))) {
            list.push((a.min(b), a.max(b)));
        }
    }
    named(list)
}

/// The splitmix generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((x ^ x >> 31) % bound as u64).unwrap()
    }
}

fn graph(edges: &Edges) -> NamedGraph {
    NamedGraph::new([], edges.iter().map(|(a, b)| (&**a, &**b))).unwrap()
}

fn kayles<K: RemovalRule>(edges: &Edges) -> (RemovalGame<K>, grundy::games::KaylesPosition) {
    let game = RemovalGame::<K>::new(graph(edges));
    let start = game.start();
    (game, start)
}

fn node_kayles(edges: &Edges) -> (RemovalGame<NodeKayles>, grundy::games::KaylesPosition) {
    kayles(edges)
}

fn arc_kayles(edges: &Edges) -> (RemovalGame<ArcKayles>, grundy::games::KaylesPosition) {
    kayles(edges)
}

fn poset(edges: &Edges) -> (Poset, grundy::games::PosetPosition) {
    let game = Poset::new(graph(edges)).unwrap();
    let start = game.start();
    (game, start)
}

fn geography(edges: &Edges, directed: bool) -> (Geography, grundy::games::Walk) {
    let game = Geography::new(graph(edges), directed);
    let start = game.token("000").unwrap();
    (game, start)
}

/// Take a number of tokens that is listed, or leave half: a game as a user writes it, with 64 bits a position.
#[derive(Clone)]
struct Takes(Vec<u64>, bool);

impl Takes {
    fn new(name: &str, size: u32) -> Self {
        let size = u64::from(size);
        match name {
            "squares" => Self((1..).map(|n| n * n).take_while(|&n| n <= size).collect(), false),
            "primes" => {
                Self((2..=size).filter(|n| (2..).take_while(|d| d * d <= *n).all(|d| n % d != 0)).collect(), false)
            }
            _ => Self(vec![1, 2, 5], true),
        }
    }
}

impl Game for Takes {
    type Position = u64;
    fn options(&self, heap: &u64, out: &mut Options<u64>) {
        self.0.iter().take_while(|&take| take <= heap).for_each(|take| out.push(heap - take));
        if self.1 && *heap > 1 {
            out.push_sum([heap / 2, heap - heap / 2 - 1]);
        }
    }
}

/// A move takes one of some sets of three elements out of those that are left.
#[derive(Clone)]
struct Subsets(Vec<u64>);

impl Subsets {
    fn random(side: usize, seed: u64) -> Self {
        let mut random = Random(seed);
        let set = |_| (0..3).fold(0, |set, _| set | 1 << random.below(side));
        Self((0..3 * side).map(set).collect())
    }
}

impl Game for Subsets {
    type Position = u64;
    fn options(&self, left: &u64, out: &mut Options<u64>) {
        self.0.iter().filter(|&set| set & left == *set).for_each(|set| out.push(left & !set));
    }
}

/// Nim by somebody who does not know that positions are sums.
#[derive(Clone)]
struct WholeNim;

impl Game for WholeNim {
    type Position = Vec<u8>;
    fn options(&self, heaps: &Vec<u8>, out: &mut Options<Vec<u8>>) {
        for place in 0..heaps.len() {
            for left in 0..heaps[place] {
                let mut heaps = heaps.clone();
                heaps[place] = left;
                heaps.sort_unstable();
                out.push(heaps);
            }
        }
    }
    fn bytes(&self, heaps: &Vec<u8>) -> usize {
        heaps.capacity()
    }
}
