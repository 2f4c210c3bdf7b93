//! Explicit graphs, against the bound that memory sets and against plain methods: `cargo bench -p grundy -- '^graph'`.
//!
//! What is compared runs in turns, and a line shows the median of each and the median of the ratios of the turns: others on
//! the machine slow both down. Vertices and edges are 10^7 and 10^8; `GRAPH_VERTICES=1000000` takes fewer. A table of this
//! size takes up to 2.5 GB of memory.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a benchmark")]

use std::hint::black_box;
use std::time::Duration;

use grundy::graph::{Builder, Graph, read, sweep};
use grundy::{Limits, Meter};

/// How often each is run.
const TURNS: usize = 7;

/// xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(2_685_821_657_736_338_717)
    }

    fn below(&mut self, bound: u32) -> u32 {
        u32::try_from(((self.next() >> 32) * u64::from(bound)) >> 32).unwrap()
    }
}

/// Vertices with ten options on average, binomially, each among the `window` vertices before.
fn edges(vertices: u32, window: u32) -> (Vec<u32>, Vec<u32>) {
    let mut random = Random(88_172_645_463_325_252);
    let (mut sources, mut targets) = (Vec::new(), Vec::new());
    for vertex in 1..vertices {
        let options = (random.next() >> 44).count_ones();
        for _ in 0..options {
            sources.push(vertex);
            targets.push(vertex - 1 - random.below(window.min(vertex)));
        }
    }
    (sources, targets)
}

fn graph(vertices: u32, edges: impl Iterator<Item = (u32, u32)>) -> Graph {
    let mut builder = Builder::numbered(vertices).unwrap();
    edges.for_each(|(from, to)| builder.edge(from, to).unwrap());
    builder.build()
}

fn permuted(vertices: u32, (sources, targets): (Vec<u32>, Vec<u32>)) -> Graph {
    let mut random = Random(123_456_789);
    let mut labels: Vec<u32> = (0..vertices).collect();
    for place in (1..vertices).rev() {
        labels.swap(place as usize, random.below(place + 1) as usize);
    }
    let label = |vertex: u32| labels[vertex as usize];
    graph(vertices, sources.into_iter().zip(targets).map(|(from, to)| (label(from), label(to))))
}

/// Nothing but to read the edges once.
fn read_all(targets: &[u32]) -> u32 {
    targets.iter().fold(0_u32, |sum, &target| sum.wrapping_add(target))
}

fn values(graph: &Graph) -> Vec<u32> {
    sweep(graph, &mut Meter::new(&Limits::default())).unwrap().to_vec()
}

/// A plain depth-first search with a stack of its own.
fn depth_first(graph: &Graph) -> Vec<u32> {
    const UNKNOWN: u32 = u32::MAX;
    const OPEN: u32 = u32::MAX - 1;
    let mut values = vec![UNKNOWN; graph.vertex_count()];
    let mut path: Vec<(u32, u32)> = Vec::new();
    for root in graph.vertices() {
        if values[root as usize] != UNKNOWN {
            continue;
        }
        values[root as usize] = OPEN;
        path.push((root, 0));
        'path: while let Some((vertex, followed)) = path.last_mut() {
            let options = graph.options(*vertex);
            while let Some(&option) = options.get(*followed as usize) {
                *followed += 1;
                let value = values[option as usize];
                assert!(value != OPEN, "there is no cycle");
                if value == UNKNOWN {
                    values[option as usize] = OPEN;
                    path.push((option, 0));
                    continue 'path;
                }
            }
            let set = options.iter().map(|&option| values[option as usize]).filter(|&value| value < 64);
            values[*vertex as usize] = set.fold(0_u64, |set, value| set | 1 << value).trailing_ones();
            path.pop();
        }
    }
    values
}

/// The processor time that work takes, so that it does not matter how long others are served in between.
fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = now();
    black_box(work());
    (now() - start).as_secs_f64()
}

#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap(), time.tv_nsec.try_into().unwrap())
}

#[cfg(not(unix))]
fn now() -> Duration {
    use std::{sync::LazyLock, time::Instant};
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Runs two in turns; `amount` is what each of them gets through.
fn compare(title: &str, amount: f64, unit: &str, one: (&str, &dyn Fn() -> f64), other: (&str, &dyn Fn() -> f64)) {
    let mut times = Vec::new();
    for _ in 0..TURNS {
        times.push((one.1(), other.1()));
    }
    let ratio = median(times.iter().map(|(one, other)| other / one).collect());
    let [first, second] =
        [median(times.iter().map(|time| time.0).collect()), median(times.iter().map(|time| time.1).collect())];
    let show = |name: &str, time: f64| format!("{name} {time:.3} s, {:.1} {unit}/s", amount / time / 1e6);
    println!("graph/{title}: {}; {}; ratio {ratio:.3}", show(one.0, first), show(other.0, second));
}

fn sweeps(vertices: u32) {
    for (title, window) in [("random targets", vertices), ("local targets", 1000)] {
        let (sources, targets) = edges(vertices, window);
        let given = graph(vertices, sources.iter().copied().zip(targets.iter().copied()));
        assert_eq!(values(&given), depth_first(&given));
        let count = given.edge_count() as f64;
        let sweep = || seconds(|| sweep(&given, &mut Meter::new(&Limits::default())).unwrap());
        compare(
            &format!("order given, {title}"),
            count,
            "M edges",
            ("sweep", &sweep),
            ("reading the edges", &|| seconds(|| read_all(&targets))),
        );
        drop(given);
        let shuffled = permuted(vertices, (sources, targets));
        assert_eq!(values(&shuffled), depth_first(&shuffled));
        let sweep = || seconds(|| crate::sweep(&shuffled, &mut Meter::new(&Limits::default())).unwrap());
        compare(
            &format!("labels permuted, {title}"),
            count,
            "M edges",
            ("sweep", &sweep),
            ("depth first", &|| seconds(|| depth_first(&shuffled))),
        );
        println!("graph/reverse, {title}: {:.3} s", seconds(|| shuffled.reverse()));
    }
}

/// Reading, against the time in which the bytes are looked at once for what is no UTF-8.
fn formats(vertices: u32) {
    let (sources, targets) = edges(vertices, 1000);
    let pairs = || sources.iter().zip(&targets);
    let mut lists = vec![Vec::new(); vertices as usize];
    pairs().for_each(|(&from, &to)| lists[from as usize].push(to));
    let json = |quote: &str| {
        let row = |(from, to): (usize, &Vec<u32>)| {
            let to: Vec<String> = to.iter().map(|to| format!("{quote}{to}{quote}")).collect();
            format!("\"{from}\":[{}]", to.join(","))
        };
        format!("{{{}}}", lists.iter().enumerate().map(row).collect::<Vec<_>>().join(",\n"))
    };
    let side = 16_384_u32;
    let mut random = Random(99);
    let matrix = (0..u64::from(side).pow(2).div_ceil(6)).map(|_| if random.below(8) == 0 { 'O' } else { '?' });
    let order = [side >> 12, side >> 6 & 63, side & 63].map(|digit| char::from(u8::try_from(digit + 63).unwrap()));
    let matrix: String = matrix.collect();
    let matrix = format!("{}?", &matrix[..matrix.len() - 1]);
    let triangle = (u64::from(side) * u64::from(side - 1) / 2).div_ceil(6);
    let triangle = format!("{}?", &matrix[..usize::try_from(triangle).unwrap() - 1]);
    let texts: [(&str, String); 8] = [
        ("edge list of numbers", pairs().map(|(from, to)| format!("{from} {to}\n")).collect()),
        ("edge list of words", pairs().map(|(from, to)| format!("v{from} v{to}\n")).collect()),
        ("JSON of integers", json("")),
        ("JSON of strings", json("\"")),
        (
            "DOT of numbers",
            format!("digraph {{\n{}}}", pairs().map(|(from, to)| format!("{from} -> {to};\n")).collect::<String>()),
        ),
        (
            "DOT of words",
            format!(
                "digraph {{\n{}}}",
                pairs().map(|(from, to)| format!("\"v{from}\" -> \"v{to}\" [weight=1]\n")).collect::<String>()
            ),
        ),
        ("digraph6", format!(">>digraph6<<&~{}{matrix}", order.iter().collect::<String>())),
        ("graph6", format!(">>graph6<<~{}{triangle}", order.iter().collect::<String>())),
    ];
    for (title, text) in texts {
        compare(
            &format!("reading, {title}, {:.0} MB", text.len() as f64 / 1e6),
            text.len() as f64,
            "MB",
            ("graph", &|| seconds(|| read(text.as_bytes()).unwrap())),
            ("UTF-8 alone", &|| seconds(|| std::str::from_utf8(text.as_bytes()).unwrap())),
        );
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let wanted = wanted.as_deref().unwrap_or_default().trim_start_matches('^');
    // Criterion's benchmarks are asked in the same way, and have names of their own; `cargo test` asks for none.
    if !("graph".starts_with(wanted) || wanted.starts_with("graph"))
        || std::env::args().any(|argument| argument == "--test")
    {
        return;
    }
    let vertices = std::env::var("GRAPH_VERTICES").map_or(10_000_000, |count| count.parse().unwrap());
    if !wanted.contains("reading") {
        sweeps(vertices);
    }
    if !wanted.contains("sweep") {
        formats(vertices / 10);
    }
}
