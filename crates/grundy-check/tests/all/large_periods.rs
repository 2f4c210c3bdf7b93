//! The largest periods, by sparse passes with classes that are found here among all of the first heaps.
//!
//! For an optimised build: `cargo test --release -p grundy-check --test all large_periods -- --ignored --nocapture`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a measurement")]

use std::time::Instant;

use crate::solver;
use grundy_check::{Certificate, Claim, Class, Limits, Proof, values};

/// Verifies and says how long it took.
fn verified(code: &str, (period, preperiod): (u64, u64), proof: &Proof) {
    let certificate = Certificate::new(code, Claim::Periodic { period, preperiod }, proof.clone());
    let heaps = u32::try_from(certificate.cost().unwrap().heaps).unwrap();
    let start = Instant::now();
    assert_eq!(certificate.verify(&Limits::default()), Ok(()), "{code} {proof:?}");
    let seconds = start.elapsed().as_secs_f64();
    println!("{code}: {heaps} heaps in {seconds:.2} s, {:.1} M/s, {proof:?}", f64::from(heaps) / seconds / 1e6);
}

/// By a class with the fewest rare ones among the first heaps.
fn class_of(code: &str, heaps: u64) -> Class {
    let first = values(&code.parse().unwrap(), heaps, &Limits::default()).unwrap();
    let class = solver::best_class(&first, solver::parity_of(code));
    let rare = solver::rare(&first, class);
    println!("{code}: {} rare heaps, the last one {:?}", rare.len(), rare.last());
    class
}

fn by_window(code: &str, claim: (u64, u64), window: u64, first: u64) {
    let from = (claim.1 + window).max(2 * window);
    verified(code, claim, &Proof::Window { class: class_of(code, first), window, from });
}

#[test]
#[ignore = "half a minute"]
fn by_windows() {
    by_window("0.16", (149_459, 105_351), 40_000, 2_000);
    // Bit 6 of its mask is seen at heap 22778 first.
    by_window("0.56", (144, 326_640), 10_000, 24_000);
    by_window("0.354", (1_180, 10_061_916), 100_000, 10_000);
    by_window("0.104", (11_770_282, 197_769_598), 60_000, 2_000);
}

#[test]
#[ignore = "half a minute"]
fn by_full_range() {
    for (code, claim, first) in
        [("0.16", (149_459, 105_351), 2_000), ("0.56", (144, 326_640), 24_000), ("0.354", (1_180, 10_061_916), 10_000)]
    {
        verified(code, claim, &Proof::FullRange { class: Some(class_of(code, first)) });
    }
}
