//! What a game claims about its positions, compared with plain search.

use std::sync::Arc;

use crate::search::{Grundy, Labels};
use crate::{Game, Limits, Meter, Nimber, Options, Outcome};

/// Of how many positions a game told something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Claims {
    pub(super) positions: usize,
    pub(super) values: usize,
    pub(super) outcomes: usize,
    /// All options with the value 0, the winning moves.
    pub(super) wins: usize,
}

/// Compares values, outcomes and the options of a value with those that the options alone tell, for each of these positions.
pub(super) fn agree_with_search<G: Game>(game: G, positions: impl IntoIterator<Item = G::Position>) -> Claims {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let game = Arc::new(game);
    let mut plain = Labels::sharing(Arc::clone(&game), Grundy::plain());
    let mut claims = Claims::default();
    for position in positions {
        claims.positions += 1;
        let want = plain.value(&position, &mut meter).unwrap();
        if let Some(value) = game.value(&position, &mut meter).unwrap() {
            assert_eq!(value, want, "{position:?}");
            claims.values += 1;
        }
        if let Some(outcome) = game.outcome(&position) {
            assert_eq!(outcome, Outcome::of(want), "{position:?}");
            claims.outcomes += 1;
        }
        let mut all = Options::new();
        game.options(&position, &mut all);
        let worth: Vec<Nimber> =
            all.iter().map(|parts| parts.iter().map(|part| plain.value(part, &mut meter).unwrap()).sum()).collect();
        for value in (0..=want.0 + 1).map(Nimber) {
            let mut found = Options::new();
            if game.options_worth(&position, value, &mut meter, &mut found).unwrap() {
                let wanted = all.iter().zip(&worth).filter(|(_, worth)| **worth == value).map(|(parts, _)| parts);
                assert_eq!(in_order(found.iter()), in_order(wanted), "{position:?}, {value}");
                claims.wins += usize::from(value.is_zero());
            }
        }
    }
    claims
}

/// The options in some order that does not depend on the one in which they were listed.
fn in_order<'a, P: std::fmt::Debug + 'a>(options: impl Iterator<Item = &'a [P]>) -> Vec<String> {
    let mut options: Vec<String> = options.map(|parts| format!("{parts:?}")).collect();
    options.sort_unstable();
    options
}
