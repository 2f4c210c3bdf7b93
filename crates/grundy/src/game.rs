//! The interface of a game: its options, and what it may know about its positions.

use std::fmt::Debug;
use std::hash::Hash;

use crate::move_name::heap_move;
use crate::picture::Picture;
use crate::{Error, Knowledge, LoopyValue, Meter, Nimber, Options, Outcome};

/// An impartial game: both players have the same options in every position.
///
/// Only [`options`](Self::options) has to be written; it determines everything else. `&self` holds what does not change
/// during play: the graph, the code, the size of the board.
///
/// An option may be a *sum* of components, since many moves split a position into independent parts.
///
/// # Examples
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
/// # Performance
/// The games of this library use the same functions. [`reduce`](Self::reduce) helps most: components are searched
/// separately, and isomorphic positions are identified. It is called for every option, so it should take a few
/// operations only; small positions that need no allocation help. [`weight`](Self::weight) orders the options in nimber
/// search, and [`value`](Self::value) prunes the search where a value is known.
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
///     // Runs of free squares are components, and their place on the strip does not matter.
///     fn reduce(&self, mut free: u64, parts: &mut Vec<u64>) -> Result<(), Error> {
///         while free != 0 {
///             free >>= free.trailing_zeros();
///             let run = u64::MAX >> (64 - free.trailing_ones());
///             free ^= run;
///             // A single square has no move.
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
/// // Only runs are stored, not the many ways to place dominoes on the strip.
/// assert!(labels.len() < 64);
/// # Ok::<(), Error>(())
/// ```
pub trait Game: Send + Sync + 'static {
    /// A component of a position, not necessarily decomposed as far as possible. Equal positions have equal options.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;

    /// Appends every option of `position`, each as a list of components.
    fn options(&self, position: &Self::Position, out: &mut Options<Self::Position>);

    /// Splits `position` into independent components and appends each one as the representative of its *isomorphism*
    /// class. Isomorphic positions have the same tree of options: mirror images, say, or parts in another order. Equal
    /// Grundy values are not enough, since representatives are also used in misère play. Components without options may
    /// be omitted.
    ///
    /// # Errors
    /// [`Error::Rules`] if the components cannot be found, with `position` as its place if a user should see it.
    fn reduce(&self, position: Self::Position, parts: &mut Vec<Self::Position>) -> Result<(), Error> {
        parts.push(position);
        Ok(())
    }

    /// The Grundy value in normal play, if it can be found more cheaply than by search: a closed form, a table, a
    /// sweep. `None` means that a search is needed.
    ///
    /// # Errors
    /// [`Error::Budget`] and others if the computation cannot be completed.
    fn value(&self, _position: &Self::Position, _meter: &mut Meter<'_>) -> Result<Option<Nimber>, Error> {
        Ok(None)
    }

    /// How the game knows the value that [`value`](Self::value) gives, where a theorem or a period gives it. Explanations tell it;
    /// the search does not ask.
    ///
    /// # Examples
    /// ```
    /// use grundy::heap::{HeapGame, HeapRule, SubtractionSet};
    /// use grundy::{Game, Knowledge};
    /// let game = HeapGame::new("small", HeapRule::Subtraction(SubtractionSet::ranges([1..=3])?));
    /// assert_eq!(game.knowledge(&10), Some(Knowledge::Theorem("a heap of n is worth n mod 4".to_owned())));
    /// # Ok::<(), grundy::heap::SubtractionSetError>(())
    /// ```
    fn knowledge(&self, _position: &Self::Position) -> Option<Knowledge> {
        None
    }

    /// The outcome in normal play, where it is known at a glance although the value is not: from a strategy-stealing
    /// argument, say, which does not give a winning move. [`Outcome::P`] means that the value is 0, [`Outcome::N`] that
    /// it is not 0. `None` means that a search is needed.
    ///
    /// # Examples
    /// ```
    /// use grundy::games::{Chomp, ChompBoard};
    /// use grundy::{Game, Outcome};
    /// let board = ChompBoard::new(&[60; 60]).expect("no row is longer than the row above");
    /// assert_eq!(Chomp.outcome(&board), Some(Outcome::N));
    /// ```
    fn outcome(&self, _position: &Self::Position) -> Option<Outcome> {
        None
    }

    /// The value in normal play of a game in which positions may repeat by design, so that endless play is a draw and a
    /// cycle is not an error. `None` means that the game is not of this kind, or that the value is unknown.
    ///
    /// # Errors
    /// As for [`value`](Self::value).
    fn loopy_value(&self, _position: &Self::Position, _meter: &mut Meter<'_>) -> Result<Option<LoopyValue>, Error> {
        Ok(None)
    }

    /// Appends the options of Grundy value `value` in normal play, if they can be found without listing all options (a
    /// heap of 10^12 tokens). `false`, with nothing appended, means that the options must be listed and looked up one
    /// by one.
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

    /// `Some(n)` if `position` is known to be isomorphic to the nim-heap of size n: it has the same options as `*n`,
    /// not only the same value. The difference matters in misère play.
    fn nim_heap(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The heap size, for a game of heaps. It identifies the position in machine-readable moves.
    fn heap(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The position in the notation that people read and write.
    fn show(&self, position: &Self::Position) -> String {
        format!("{position:?}")
    }

    /// Whether the position can be written so that it is read back. [`show`](Self::show) writes something in any case, for
    /// messages; answers hold only what this allows.
    ///
    /// # Errors
    /// [`Error::Rules`] if the game writes a position as another one, or as none.
    fn check_shown(&self, _position: &Self::Position) -> Result<(), Error> {
        Ok(())
    }

    /// How the file of the game was understood, if it comes from a file that could have been meant in another way.
    fn file_note(&self) -> Option<String> {
        None
    }

    /// What the values of this game that were found so far rest on beside its rules, if anything: an assumption that was not
    /// proved. Answers tell it.
    fn premise(&self) -> Option<String> {
        None
    }

    /// What people should know when a search of this game has met a limit, if the game noticed something: told once.
    fn remark(&self) -> Option<String> {
        None
    }

    /// A sum of components in the notation that people read and write. Without components it is the empty game.
    fn show_sum(&self, parts: &[Self::Position]) -> String {
        if parts.is_empty() {
            return "*0".to_owned();
        }
        parts.iter().map(|part| self.show(part)).collect::<Vec<_>>().join(" + ")
    }

    /// What the move from `position` to the option with these parts is called in the words of the game: `take 2`, `vertex 9`,
    /// `domino b2-c2`. Several moves may lead to the same option; any of them will do. `None` if there are no better words
    /// than the option itself. A game of heaps ([`heap`](Self::heap)) says what is taken and what is split.
    ///
    /// # Examples
    /// ```
    /// use grundy::Game;
    /// use grundy::heap::HeapGame;
    /// let kayles: HeapGame = "0.77".parse()?;
    /// assert_eq!(kayles.name_move(&9, &[3, 4]).as_deref(), Some("take 2, split 3 + 4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn name_move(&self, position: &Self::Position, parts: &[Self::Position]) -> Option<String> {
        let left: Option<Vec<u64>> = parts.iter().map(|part| self.heap(part)).collect();
        heap_move(self.heap(position)?, &left?)
    }

    /// Whether the words of a move can be found. [`name_move`](Self::name_move) leaves them out if not; answers hold only
    /// moves that this allows.
    ///
    /// # Errors
    /// [`Error::Rules`] if the rules that name moves fail.
    fn check_named(&self, _position: &Self::Position, _parts: &[Self::Position]) -> Result<(), Error> {
        Ok(())
    }

    /// What the position looks like, and what the move to the option with the parts `left` touches, if one is given. `None` if
    /// there is nothing to draw. A game of heaps ([`heap`](Self::heap)) draws a heap.
    ///
    /// # Examples
    /// ```
    /// use grundy::Game;
    /// use grundy::heap::HeapGame;
    /// use grundy::picture::{Heap, Picture};
    /// let kayles: HeapGame = "0.77".parse()?;
    /// assert_eq!(kayles.picture(&9, Some(&[3, 4])), Some(Picture::Heap(Heap { tokens: 9, taken: 2 })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn picture(&self, position: &Self::Position, left: Option<&[Self::Position]>) -> Option<Picture> {
        let left: Option<Vec<u64>> = left.and_then(|left| left.iter().map(|part| self.heap(part)).collect());
        Some(Picture::heap(self.heap(position)?, left.as_deref()))
    }

    /// Whether play always ends: no position can repeat. If so, two threads may search at the same time. If positions
    /// may repeat, the cycle that is reported would depend on the threads.
    fn ends(&self) -> bool {
        false
    }

    /// A rough estimate of how much play is left in a component: the number of its moves or of its free squares, say,
    /// in any unit. Nimber search looks at light options first; a bad estimate costs only time. The search calls it for
    /// every option without a known value, so it should be cheaper than [`options`](Self::options). Without it, options
    /// are searched in no particular order, and Cram boards of 30 squares need more than three times as many positions.
    fn weight(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// The heap memory that a position owns, in bytes, counted against [`Limits`](crate::Limits).
    fn bytes(&self, _position: &Self::Position) -> usize {
        0
    }
}
