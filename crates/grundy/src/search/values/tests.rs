//! The choice of the method, and what both methods find.

use super::*;
use crate::games::{Chomp, ChompBoard, Cram, CramBoard};
use crate::{Limits, Options, Outcome};

/// A move removes one of these sets from the twelve items that are left.
#[derive(Clone)]
struct Subsets(Vec<u16>);

impl Game for Subsets {
    type Position = u16;
    fn options(&self, left: &u16, out: &mut Options<u16>) {
        self.0.iter().filter(|&set| set & left == *set).for_each(|set| out.push(left & !set));
    }
}

const ORDERS: [&[Method]; 3] = [&[FullExpansion, NimberSearch], &[NimberSearch, FullExpansion], &[NimberSearch]];

#[test]
fn whichever_method_is_preferred_the_value_is_that_of_the_definition() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    for seed in 1..20_u16 {
        let game = Subsets((0..20).map(|n| 1 << (n * seed % 12) | 1 << (n * n % 12) | 1 << (n % 11)).collect());
        let mut plain = Labels::new(game.clone(), Grundy::plain());
        for order in ORDERS {
            let mut values = Values { turns: order.to_vec(), ..Values::new(game.clone()) };
            for position in (0..1 << 12).rev().step_by(37) {
                let want = plain.value(&position, &mut meter).unwrap();
                for value in 0..4 {
                    let is = values.is(&[position, 5, position, position], Nimber(value), &mut meter).unwrap();
                    let five = plain.value(&5, &mut meter).unwrap();
                    assert_eq!(is, Nimber(value) == want + five, "{seed} {position} {value}");
                }
                assert_eq!(values.value(&position, &mut meter).unwrap(), want, "{seed} {position}");
            }
        }
    }
}

#[test]
fn full_expansion_hands_over_where_its_memory_ends() {
    let board = CramBoard::rectangle(4, 7).unwrap();
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    let alone = Labels::new(Cram, Grundy::default()).value(&board, &mut Meter::new(&limits));
    assert!(matches!(alone, Err(Error::Budget { bound: Bound::Bytes, .. })), "{alone:?}");
    for order in [&[FullExpansion][..], &[FullExpansion, NimberSearch], &[]] {
        let mut values = Values { turns: order.to_vec(), ..Values::new(Cram) };
        let mut meter = Meter::new(&limits);
        assert_eq!(values.value(&board, &mut meter).unwrap(), Nimber(3));
        assert!(meter.held() <= 1 << 20);
        assert_eq!(values.method(&board, &mut meter).unwrap(), NimberSearch);
    }
}

#[test]
fn what_no_method_can_do_ends_at_the_bound() {
    /// Play lasts at most as many moves as the first number says, with a choice at each move.
    #[derive(Clone)]
    struct Endless;
    impl Game for Endless {
        type Position = u64;
        fn options(&self, position: &u64, out: &mut Options<u64>) {
            out.push(position + 1);
            out.push(position + 2);
        }
    }
    let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
    let endless = Values::new(Endless).value(&0, &mut Meter::new(&limits));
    assert!(matches!(endless, Err(Error::Budget { bound: Bound::Bytes, .. })), "{endless:?}");
    let limits = Limits { positions: Some(100_000), ..Limits::default() };
    let endless = Values::new(Endless).value(&0, &mut Meter::new(&limits));
    assert!(matches!(endless, Err(Error::Budget { bound: Bound::Positions, .. })), "{endless:?}");
}

#[test]
fn smaller_positions_tell_the_methods_apart() {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut chomp = Values::new(Chomp);
    chomp.value(&ChompBoard::new(&[9; 9]).unwrap(), &mut meter).unwrap();
    assert_eq!(chomp.turns, [FullExpansion, NimberSearch]);
    let mut cram = Values::new(Cram);
    cram.value(&CramBoard::rectangle(4, 7).unwrap(), &mut meter).unwrap();
    assert_eq!(cram.turns, [NimberSearch, FullExpansion]);
}

#[test]
fn who_wins_by_a_stolen_strategy_takes_no_position() {
    let none = Limits { positions: Some(0), ..Limits::default() };
    let mut meter = Meter::new(&none);
    let mut values = Values::new(Chomp);
    let [large, other] = [60, 50].map(|side| ChompBoard::new(&[side; 60]).unwrap());
    assert!(!values.is(&[large], Nimber::ZERO, &mut meter).unwrap());
    assert!(values.is(&[large, other, large, other], Nimber::ZERO, &mut meter).unwrap());
    assert!(!values.is(&[large, other, other], Nimber::ZERO, &mut meter).unwrap());
    assert_eq!(values.at_hand(&large, &mut meter).unwrap(), None);
    assert_eq!(values.method(&large, &mut meter).unwrap(), Method::Known);
    assert_eq!(values.outcome(&[large, other]), None);
    assert_eq!(values.outcome(&[]), Some(Outcome::P));
}
