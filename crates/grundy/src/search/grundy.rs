//! The recurrence of normal play: the value of a position is the mex of the values of its options, and the value of a
//! sum is the nim-sum.

use super::effort::Effort;
use super::{Labels, OptionLabels, Recurrence};
use crate::nimber::Excludant;
use crate::{Error, Game, Meter, Nimber};

/// The recurrence of normal play.
///
/// # Source
/// Sprague 1936; Grundy 1939.
#[derive(Debug, Default)]
pub struct Grundy {
    seen: Excludant,
    plain: bool,
    /// The number of options of all labelled positions.
    options: u64,
}

impl Grundy {
    /// The recurrence alone, without [`Game::value`]. It is slow; closed forms are tested against it.
    #[must_use]
    pub fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }
}

impl<G: Game + ?Sized> Recurrence<G> for Grundy {
    type Label = Nimber;

    fn known(&mut self, game: &G, position: &G::Position, meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        if self.plain { Ok(None) } else { game.value(position, meter) }
    }

    fn label(&mut self, options: OptionLabels<'_, Nimber>) -> Result<Nimber, Error> {
        self.seen.start(options.len());
        self.options += options.len() as u64;
        for parts in options.iter() {
            self.seen.add(parts.sum());
        }
        Ok(self.seen.mex())
    }
}

impl<G: Game + ?Sized> Labels<G, Grundy> {
    /// The value of a position in normal play.
    ///
    /// # Errors
    /// As for [`Labels::labels`].
    pub fn value(&mut self, position: &G::Position, meter: &mut Meter<'_>) -> Result<Nimber, Error> {
        Ok(self.labels(position, meter)?.into_iter().sum())
    }

    /// The effort so far.
    pub(super) fn effort(&self) -> Effort {
        Effort { expanded: self.labelled() as u64, options: self.recurrence().options }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Limits, Options};

    /// By the recurrence alone.
    fn value<G: Game>(game: G, position: &G::Position, limits: &Limits) -> Result<Nimber, Error> {
        Labels::new(game, Grundy::default()).value(position, &mut Meter::new(limits))
    }

    /// A game given by a closure that lists the options of a position.
    struct Rules<F>(F);

    impl<F: Fn(u64) -> Vec<Vec<u64>> + Send + Sync + 'static> Game for Rules<F> {
        type Position = u64;
        fn options(&self, position: &u64, out: &mut Options<u64>) {
            (self.0)(*position).into_iter().for_each(|parts| out.push_sum(parts));
        }
    }

    struct Chain;
    impl Game for Chain {
        type Position = u64;
        fn options(&self, position: &u64, out: &mut Options<u64>) {
            if *position > 0 {
                out.push(position - 1);
            }
        }
    }

    #[test]
    fn a_chain_of_ten_million_positions_is_valued() {
        assert_eq!(value(Chain, &10_000_001, &Limits::default()).unwrap(), Nimber(1));
    }

    #[test]
    fn a_cycle_is_listed_position_by_position() {
        let game = Rules(|p| match p {
            0 => vec![vec![9], vec![1]],
            1 => vec![vec![2]],
            2 => vec![vec![9], vec![3, 1]],
            _ => vec![],
        });
        let Err(Error::Cycle(cycle)) = value(game, &0, &Limits::default()) else { panic!("no cycle") };
        assert_eq!(cycle.positions, ["1", "2"]);
        let itself = value(Rules(|p| vec![vec![p]]), &7, &Limits::default());
        assert_eq!(itself.unwrap_err().to_string(), "a position can repeat, so play need not end: 7 -> 7");
    }

    #[test]
    fn play_that_never_ends_without_recurring_meets_the_limit() {
        let limits = Limits { positions: Some(1000), ..Limits::default() };
        let endless = value(Rules(|p| vec![vec![p + 1]]), &0, &limits);
        assert!(matches!(endless, Err(Error::Budget { bound: Bound::Positions, .. })), "{endless:?}");
        let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
        let endless = value(Rules(|p| vec![vec![p + 1]]), &0, &limits);
        assert!(matches!(endless, Err(Error::Budget { bound: Bound::Bytes, .. })), "{endless:?}");
    }

    #[test]
    fn what_was_found_before_an_error_is_kept_and_right() {
        let mut labels = Labels::new(Chain, Grundy::default());
        let few = Limits { positions: Some(5), ..Limits::default() };
        assert!(labels.value(&8, &mut Meter::new(&few)).is_err());
        let all = Limits::default();
        for n in 0..20 {
            assert_eq!(labels.value(&n, &mut Meter::new(&all)).unwrap(), Nimber(n % 2));
        }
    }

    #[test]
    fn a_search_that_paused_expands_no_position_twice() {
        // Take 1 to 3 tokens from a heap, or split it: deep, and some positions have several parts.
        let takes = |heap: u64| {
            let taken = (1..=3.min(heap)).map(|take| vec![heap - take]);
            taken.chain((heap > 4).then(|| vec![heap / 2, heap / 3])).collect()
        };
        let limits = Limits::default();
        let mut whole = Meter::new(&limits);
        let want = value(Rules(takes), &500, &limits).unwrap();
        assert_eq!(Labels::new(Rules(takes), Grundy::default()).value(&500, &mut whole).unwrap(), want);
        for step in [1, 7, 100] {
            let mut labels = Labels::new(Rules(takes), Grundy::default());
            let mut meter = Meter::new(&limits);
            let found = loop {
                if let Some(found) = meter.within(step, |meter| labels.component(500, meter)).unwrap() {
                    break found;
                }
            };
            assert_eq!((found, meter.counted()), (want, whole.counted()), "{step}");
        }
    }

    #[test]
    fn a_failure_of_the_rules_names_the_position() {
        struct Fails;
        impl Game for Fails {
            type Position = u64;
            fn options(&self, position: &u64, out: &mut Options<u64>) {
                match position {
                    0 => out.fail("division by zero"),
                    n => out.push(n - 1),
                }
            }
        }
        let error = value(Fails, &3, &Limits::default()).unwrap_err();
        assert_eq!(error.to_string(), "the rules fail at 0: division by zero");
    }

    #[test]
    fn a_panic_in_a_game_does_not_look_like_a_cycle_afterwards() {
        use std::panic::{AssertUnwindSafe, catch_unwind};
        use std::sync::atomic::{AtomicBool, Ordering};

        struct PanicsOnce(AtomicBool);
        impl Game for PanicsOnce {
            type Position = u64;
            fn options(&self, position: &u64, out: &mut Options<u64>) {
                assert!(*position > 2 || self.0.swap(true, Ordering::Relaxed), "once");
                (0..*position).for_each(|n| out.push(n));
            }
        }
        let limits = Limits::default();
        let mut labels = Labels::new(PanicsOnce(AtomicBool::new(false)), Grundy::default());
        let panicked = catch_unwind(AssertUnwindSafe(|| labels.value(&9, &mut Meter::new(&limits))));
        assert!(panicked.is_err());
        assert_eq!(labels.value(&9, &mut Meter::new(&limits)).unwrap(), Nimber(9));
    }

    #[test]
    fn an_options_list_too_long_for_the_memory_is_an_error() {
        struct Wide;
        impl Game for Wide {
            type Position = u64;
            fn options(&self, position: &u64, out: &mut Options<u64>) {
                for n in 0..*position {
                    if out.is_full() {
                        return out.mark_more();
                    }
                    out.push(n);
                }
            }
        }
        let limits = Limits { bytes: Some(1 << 20), ..Limits::default() };
        let error = value(Wide, &u64::MAX, &limits).unwrap_err();
        assert!(matches!(error, Error::Budget { bound: Bound::Bytes, .. }), "{error}");
    }
}
