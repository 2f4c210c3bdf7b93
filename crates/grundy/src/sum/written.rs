//! Sums and sets as people read them.

use super::rules::numbers;
use super::{Component, Rules};
use crate::Nimber;
use crate::picture::{Node, Tree};

impl Rules {
    /// A set with the sets in it as a tree.
    pub(super) fn tree(&self, set: &Component) -> Tree {
        let mut tree = Tree::default();
        let mut work = vec![(0, Box::from([*set]) as Box<[Component]>)];
        while let Some((depth, sum)) = work.pop() {
            if tree.nodes.len() == Tree::MOST {
                tree.more = true;
                break;
            }
            tree.nodes.push(Node { depth, text: self.write_at_most(&sum, NODE) });
            if let [Component::Set(set)] = *sum {
                let members = self.sets.members(set);
                // More than the tree has room for are not looked at.
                tree.more |= members.len() > Tree::MOST;
                work.extend(members.iter().take(Tree::MOST).rev().map(|member| (depth + 1, member.clone())));
            }
        }
        tree
    }

    /// Writes a sum; adjacent components of the same rule are written together. Nested sets may be arbitrarily deep.
    pub(super) fn write(&self, sum: &[Component]) -> String {
        self.write_at_most(sum, usize::MAX)
    }

    /// Writes a sum, and no more than about so many bytes of it.
    fn write_at_most(&self, sum: &[Component], most: usize) -> String {
        let mut text = String::new();
        // The pieces still to be written, the next one on top.
        let mut work = vec![Piece::Sum(sum.into())];
        while let Some(piece) = work.pop() {
            if text.len() > most {
                text.push('…');
                break;
            }
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Sum(sum) if sum.is_empty() => text.push_str("*0"),
                Piece::Sum(sum) => {
                    let (run, rest) = sum.split_at(run(&sum));
                    if !rest.is_empty() {
                        work.extend([Piece::Sum(rest.into()), Piece::Text(" + ")]);
                    }
                    match run[0] {
                        Component::Nim(size) => text.push_str(&Nimber(size).to_string()),
                        Component::Of(rule, _) => text.push_str(&self.rule(rule).show_sum(&numbers(run))),
                        Component::Set(set) => {
                            text.push('{');
                            work.push(Piece::Text("}"));
                            let members = self.sets.members(set);
                            for (place, member) in members.iter().enumerate().rev() {
                                work.push(Piece::Sum(member.clone()));
                                if place > 0 {
                                    work.push(Piece::Text(", "));
                                }
                            }
                        }
                    }
                }
            }
        }
        text
    }
}

/// Longer texts in a tree are cut.
const NODE: usize = 40;

enum Piece {
    Text(&'static str),
    Sum(Box<[Component]>),
}

/// How many components at the start of a sum belong to the same rule; at least 1.
fn run(sum: &[Component]) -> usize {
    let same = |component: &&Component| match (sum[0], **component) {
        (Component::Of(first, _), Component::Of(rule, _)) => first == rule,
        _ => false,
    };
    sum.iter().take_while(same).count().max(1)
}
