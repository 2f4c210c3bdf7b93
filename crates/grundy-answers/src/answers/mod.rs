//! A file for each question: what is asked, what is answered, and how the session finds the answer.

pub(crate) mod atlas;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod derivation;
pub(crate) mod equal;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod graph;
pub(crate) mod moves;
pub(crate) mod p_positions;
pub(crate) mod period;
pub(crate) mod position;
pub(crate) mod rules;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod values;
