//! Positions too long for a line of the terminal, with their middle left out.

use grundy_answers::{Component, EqualAnswer, ExplainAnswer, Move, MovesAnswer, Reply, SolveAnswer};

use super::table::width_of;

/// An answer that is about positions.
pub(crate) trait Positions {
    /// Calls `each` with the text of every position.
    fn each(&mut self, each: &mut dyn FnMut(&mut String));
}

/// Cuts the positions of an answer for lines of this many columns: a move is two positions, and its name.
pub(crate) fn fit(answer: &mut impl Positions, columns: usize) {
    let most = (columns / 3).max(SHORTEST);
    answer.each(&mut |text| {
        if width_of(text) > most
            && let Some(cut) = cut(text, most)
        {
            *text = cut;
        }
    });
}

/// Positions are not cut to fewer characters than this.
const SHORTEST: usize = 24;

/// The beginning and the end of a text.
fn cut(text: &str, most: usize) -> Option<String> {
    let count = text.chars().count();
    let (first, last) = (most * 2 / 3, most - most * 2 / 3 - 1);
    (count > most).then(|| text.chars().take(first).chain(['…']).chain(text.chars().skip(count - last)).collect())
}

impl<T: Positions> Positions for Vec<T> {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|item| item.each(each));
    }
}

impl<T: Positions> Positions for Option<T> {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.iter_mut().for_each(|item| item.each(each));
    }
}

impl Positions for Move {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.from);
        each(&mut self.to);
    }
}

impl Positions for Reply {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.from);
        each(&mut self.to);
    }
}

impl Positions for Component {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.position);
    }
}

impl Positions for SolveAnswer {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.components.each(each);
        self.winning_moves.each(each);
        self.drawing_moves.each(each);
    }
}

impl Positions for MovesAnswer {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.options.iter_mut().for_each(|option| option.to.each(each));
    }
}

impl Positions for ExplainAnswer {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.components.each(each);
        for reason in &mut self.reasons {
            reason.to.each(each);
            reason.reply.each(each);
        }
        for derived in &mut self.derivations {
            each(&mut derived.position);
            derived.by_value.iter_mut().for_each(|same| same.moves.each(each));
        }
        for set in &mut self.simplifications {
            each(&mut set.position);
            for option in &mut set.options {
                each(&mut option.to);
                option.reversed_by.each(each);
            }
        }
    }
}

impl Positions for EqualAnswer {
    fn each(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.positions.iter_mut().for_each(&mut *each);
        for reply in self.replies.iter_mut().flatten() {
            reply.to.each(each);
            reply.reply.each(each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_position_keeps_its_beginning_and_its_end() {
        let of = |text: &str| Component { position: text.to_owned(), value: None, picture: None, marked_move: None };
        let long = "node-kayles(edges:0-1,0-9,1-2,1-10,2-3,2-11,3-4,43-44)";
        let mut texts = vec![of(long), of("nim(3)"), of("nim(1, 2, 3, 4, 5, 6, 7)")];
        fit(&mut texts, 80);
        let shown: Vec<&str> = texts.iter().map(|component| &*component.position).collect();
        assert_eq!(shown, ["node-kayles(edges…4,43-44)", "nim(3)", "nim(1, 2, 3, 4, 5, 6, 7)"]);
    }
}
