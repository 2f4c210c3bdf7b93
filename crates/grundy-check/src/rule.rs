//! A rule: what may be done to a single heap.

use std::str::FromStr;

use crate::RuleError;
use crate::code::Code;
use crate::number_set::NumberSet;

/// A game played on single heaps, read from its notation.
///
/// - *Take-and-break codes* `d0.d1d2d3…` with digits 0-9 and A-F: bit j of the digit `d_k` (of value 2^j) allows a move
///   to take k tokens from a heap and to leave the rest as exactly j heaps, none of them empty. `d0` is 0, 4, 8 or C,
///   since taking nothing must at least split the heap. Source: Guy & Smith 1956; *Winning Ways*, ch. 4.
/// - *Finite subtraction sets* `subtract{1,3,4}`, `subtract{1..3}`, `subtract{2, 5..7}`: a move takes one of these
///   numbers of tokens. White space is free inside the braces.
/// - *All but a finite set* `allbut{2,3,7}`, `allbut{1..3}`: a move takes any positive number of tokens but these.
/// - *Grundy's game* `grundys-game`: a heap is split into two of different size.
///
/// ```
/// use grundy_check::Rule;
/// assert!("4.07F".parse::<Rule>().is_ok());
/// assert!("subtract{1, 3..5}".parse::<Rule>().is_ok());
/// assert!("0.[3]".parse::<Rule>().is_err_and(|why| why.to_string().contains("repeats for ever")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule(pub(crate) Moves);

/// The families of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moves {
    TakeAndBreak(Code),
    Subtraction(NumberSet),
    AllBut(NumberSet),
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Reads a rule.
    ///
    /// # Errors
    /// If the text is no such rule, or if no theorem applies to it. Time and space are linear in the length of the text,
    /// whatever the numbers in it.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let grundys_game = || (text == "grundys-game").then(|| Ok(Moves::TakeAndBreak(Code::grundys_game())));
        let subtraction = || NumberSet::read(text, "subtract{").map(|set| set.map(Moves::Subtraction));
        let all_but = || NumberSet::read(text, "allbut{").map(|set| set.map(Moves::AllBut));
        let code = || Code::read(text).map(|code| code.map(Moves::TakeAndBreak));
        let read = grundys_game().or_else(subtraction).or_else(all_but).or_else(code);
        let unknown = "neither a code such as 0.77 nor subtract{1,3,4}, allbut{2} or grundys-game";
        read.unwrap_or_else(|| Err(RuleError(unknown.to_owned()))).map(Self)
    }
}
