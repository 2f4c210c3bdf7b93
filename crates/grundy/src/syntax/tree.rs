//! The syntax tree.

use std::ops::Index;

use super::{Arguments, RuleText, Span};

/// A sum as written, without meaning. All nodes of its tree are in one vector.
///
/// Children come before their parents in `nodes`, so a single pass from the front can resolve a tree of any depth, and
/// dropping it needs no recursion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Syntax {
    /// Every node, children before parents.
    pub nodes: Vec<Node>,
    /// The terms of the sum in the order of the text. A sum in brackets is merged into the sum around it.
    pub terms: Vec<NodeId>,
}

/// The index of a node in the [`nodes`](Syntax::nodes) of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

impl NodeId {
    /// The index into [`Syntax::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// One term of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The place of the whole term.
    pub span: Span,
    /// The kind of term.
    pub kind: NodeKind,
}

/// The kinds of term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A nim-heap: `*3`.
    Nimber(u64),
    /// A position given by its options, each of which is a sum: `{*1, *2 + *3}`.
    Set(Vec<Vec<NodeId>>),
    /// A rule with arguments: `nim(3, 4)`.
    Component {
        /// The rule.
        rule: RuleText,
        /// The text in its brackets.
        arguments: Arguments,
    },
}

impl Syntax {
    /// Adds a node. Its children, if any, must have been added before.
    pub(super) fn push(&mut self, span: Span, kind: NodeKind) -> NodeId {
        self.nodes.push(Node { span, kind });
        NodeId(self.nodes.len() - 1)
    }
}

impl Index<NodeId> for Syntax {
    type Output = Node;

    /// The node with this index.
    ///
    /// # Panics
    /// If `id` belongs to a larger tree.
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_found_by_their_id() {
        let mut syntax = Syntax::default();
        let one = syntax.push(Span::new(1, 3), NodeKind::Nimber(1));
        let set = syntax.push(Span::new(0, 4), NodeKind::Set(vec![vec![one]]));
        assert_eq!((one.index(), set.index()), (0, 1));
        assert_eq!(syntax[one].kind, NodeKind::Nimber(1));
        assert_eq!(syntax[set].span, Span::new(0, 4));
    }
}
