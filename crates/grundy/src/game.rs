//! What a game is: its options.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Error, LoopyValue, Meter, Nimber, Options, Outcome};

/// An impartial game: both players have the same options in every position.
///
/// Only [`options`](Self::options) has to be written; it decides everything else. `&self` holds what a position does not
/// change: the graph, the code, the size of the board.
///
/// An option may be a *sum* of components, since many moves split a position in parts that no longer touch.
///
/// ```
/// use grundy::{Game, Limits, Nimber, Options, value};
///
/// struct TakeUpTo(u32);
///
/// impl Game for TakeUpTo {
///     type Position = u32;
///     fn options(&self, heap: &u32, out: &mut Options<u32>) {
///         (1..=self.0.min(*heap)).for_each(|taken| out.push(heap - taken));
///     }
/// }
///
/// assert_eq!(value(TakeUpTo(3), &10, &Limits::default())?, Nimber(2));
/// # Ok::<(), grundy::Error>(())
/// ```
///
/// # Speed
///
/// The games of this library are searched through the same functions. [`reduce`](Self::reduce) gives most: components are
/// searched apart, and positions that look alike are one. It is called for every option, so it should be a few operations;
/// positions that are small and cost no allocation keep it so. [`weight`](Self::weight) puts the options of nimber search in
/// order, [`value`](Self::value) cuts what is known off the search.
///
/// ```
/// use grundy::search::{Grundy, Labels};
/// use grundy::{Error, Game, Limits, Meter, Nimber, Options};
///
/// /// Dominoes on a strip of at most 64 squares: each bit of a position is a free square.
/// struct Strip;
///
/// impl Game for Strip {
///     type Position = u64;
///
///     fn options(&self, free: &u64, out: &mut Options<u64>) {
///         let mut first = free & free >> 1;
///         while first != 0 {
///             let square = first & first.wrapping_neg();
///             first ^= square;
///             out.push(free ^ (square | square << 1));
///         }
///     }
///
///     // Runs of free squares are components, and where on the strip they lie is nothing to them.
///     fn reduce(&self, mut free: u64, parts: &mut Vec<u64>) -> Result<(), Error> {
///         while free != 0 {
///             free >>= free.trailing_zeros();
///             let run = u64::MAX >> (64 - free.trailing_ones());
///             free ^= run;
///             // One square alone has no move.
///             if run > 1 {
///                 parts.push(run);
///             }
///         }
///         Ok(())
///     }
///
///     fn weight(&self, free: &u64) -> u64 {
///         free.count_ones().into()
///     }
/// }
///
/// let mut labels = Labels::new(Strip, Grundy::default());
/// let limits = Limits::default();
/// assert_eq!(labels.value(&u64::MAX, &mut Meter::new(&limits))?, Nimber(4));
/// // Not the many ways to put dominoes on the strip: the runs.
/// assert!(labels.len() < 64);
/// # Ok::<(), Error>(())
/// ```
pub trait Game: Send + Sync + 'static {
    /// A component: a position that does not fall apart, or not yet. Equal positions have equal options.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Appends every option of `position`, each as the components that it leaves.
    fn options(&self, position: &Self::Position, out: &mut Options<Self::Position>);

    /// Appends the independent components of `position`, each as the representative of its class under *isomorphism*
    /// (the same tree of options: symmetry, order of parts). Equal values are not enough: representatives serve misère
    /// play too. A component without options may be left out.
    ///
    /// # Errors
    /// [`Error::Rules`] if the components cannot be found.
    fn reduce(&self, position: Self::Position, parts: &mut Vec<Self::Position>) -> Result<(), Error> {
        parts.push(position);
        Ok(())
    }

    /// The value in normal play where it comes cheaper than by search: a closed form, a table, a sweep. `None`: search.
    ///
    /// # Errors
    /// [`Error::Budget`] and its like, when the computation cannot be finished.
    fn value(&self, _position: &Self::Position, _meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(None)
    }

    /// Who wins in normal play, where that is known at a glance though the value is not: by stealing a strategy, say, which
    /// gives no winning move either. [`Outcome::P`] says that the value is 0, [`Outcome::N`] that it is another. `None`: it
    /// takes a search.
    ///
    /// ```
    /// use grundy::games::{Chomp, ChompBoard};
    /// use grundy::{Game, Outcome};
    /// let board = ChompBoard::new(&[60; 60]).expect("rows that get no longer");
    /// assert_eq!(Chomp.outcome(&board), Some(Outcome::N));
    /// ```
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The value in normal play where positions may recur and the game means them to, so that play which never ends is a
    /// draw and a cycle no mistake. `None`: it does not, or does not know.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    fn loopy_value(&self, _position: &Self::Position, _meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        Ok(None)
    }

    /// Appends the options worth `value` in normal play, where they can be found without listing all options (a heap of
    /// 10^12 tokens). `false`, with nothing appended: list the options and look each up.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    fn options_worth(
        &self,
        _position: &Self::Position,
        _value: Nimber,
        _meter: &mut Meter<'_>,
        _out: &mut Options<Self::Position>,
    ) -> Result<bool, Error> {
        Ok(false)
    }

    /// `Some(n)` if `position` is known to be isomorphic to the nim-heap of size n: its options are those of `*n`, not
    /// only its value. Misère play needs the difference.
    fn nim_heap(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The size, for a game of heaps: how a position is written in machine-readable moves.
    fn heap(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The position as a person reads and writes it.
    fn show(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Several components as a person reads and writes them; none of them: the empty game.
    fn show_sum(&self, parts: &[Self::Position]) -> String {
        if parts.is_empty() {
            return "*0".to_owned();
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }

    /// Whether play is known to end, whatever is played: no position can recur. Then two threads may search side by side;
    /// where positions may recur, it would depend on the threads which cycle is met.
    fn ends(&self) -> bool {
        false
    }

    /// How much play a component may hold, as far as can be told at a glance: the number of its moves, of its free squares.
    /// A guess in any unit; nimber search looks at light options first, and a bad guess costs time alone. It is asked for
    /// every option that is not valued, so it should cost less than [`options`](Self::options); without it options take
    /// their turn in no order, and boards of Cram of 30 squares take more than three times the positions.
    fn weight(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Memory that a position holds outside itself, in bytes, for the account of [`Limits`](crate::Limits).
    fn bytes(&self, _position: &Self::Position) -> usize {
        0
    }
}
