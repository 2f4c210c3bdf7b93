//! Nimber search by one thread and by two, of boards of Cram: a line of a table each.
//!
//! `cargo bench -p grundy --bench threads`, on a machine with nothing else to do: it is the clock that counts here.
#![allow(clippy::unwrap_used, reason = "what cannot be solved ends the benchmark")]
#![allow(clippy::print_stdout, reason = "the table")]

use std::time::{Duration, Instant};

use grundy::games::{Cram, CramBoard};
use grundy::search::Nimbers;
use grundy::{Limits, Meter, Nimber};

const RUNS: usize = 3;

fn main() {
    println!("| board | blocked | value | one thread | expansions | two threads | expansions | two by one |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|");
    let mut random = 0x1064_0F0D_AD12_3457;
    let (mut one, mut two) = (Duration::ZERO, Duration::ZERO);
    let full = [(5, 6), (5, 7), (4, 9), (3, 13)].map(|(rows, columns)| (rows, columns, 0));
    let holed = [(6, 6, 3), (5, 7, 1), (4, 9, 2), (6, 7, 8), (5, 8, 5), (3, 13, 2), (5, 6, 1), (7, 7, 16), (4, 8, 2)];
    for (rows, columns, holes) in full.into_iter().chain(holed).chain(holed) {
        let mut free: Vec<(u64, u64)> = (0..rows * columns).map(|at| (at / columns, at % columns)).collect();
        for _ in 0..holes {
            random = u64::wrapping_add(random, 0x9E37_79B9_7F4A_7C15);
            let mixed = (random ^ random >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            free.swap_remove(usize::try_from(mixed >> 33).unwrap() % free.len());
        }
        let board = CramBoard::around(free).unwrap();
        // In turns, so that what disturbs one disturbs the other.
        let mut times = [Vec::new(), Vec::new()];
        let mut answers = [(Nimber::ZERO, 0); 2];
        for _ in 0..RUNS {
            for (at, threads) in [1, 2].into_iter().enumerate() {
                let limits = Limits { threads, ..Limits::default() };
                let mut nimbers = Nimbers::new(Cram);
                let start = Instant::now();
                let value = nimbers.value(&board, &mut Meter::new(&limits)).unwrap();
                times[at].push(start.elapsed());
                answers[at] = (value, nimbers.expanded());
            }
        }
        assert_eq!(answers[0].0, answers[1].0, "{board:?}");
        let [alone, together] = times.map(|mut times| {
            times.sort_unstable();
            times[RUNS / 2]
        });
        one += alone;
        two += together;
        println!(
            "| {rows}x{columns} | {holes} | {} | {:.3} | {} | {:.3} | {} | {:.2} |",
            answers[0].0.0,
            alone.as_secs_f64(),
            answers[0].1,
            together.as_secs_f64(),
            answers[1].1,
            together.as_secs_f64() / alone.as_secs_f64(),
        );
    }
    println!("| all | | | {:.3} | | {:.3} | | {:.2} |", one.as_secs_f64(), two.as_secs_f64(), {
        two.as_secs_f64() / one.as_secs_f64()
    });
}
