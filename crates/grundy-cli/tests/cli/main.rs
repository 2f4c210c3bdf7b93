//! The command as people and scripts meet it: arguments in, text, JSON and exit status out.

// All of this is test code, its helpers too.
#![allow(clippy::unwrap_used)]

mod atlas;
mod batch;
mod check;
mod checkpoint;
mod command;
mod compare;
mod equal;
mod errors;
mod explain;
mod games;
mod graph;
mod help;
mod kept_atlas;
mod limits;
mod loopy;
mod moves;
mod period;
mod pictures;
mod recorded;
mod rule_files;
mod rules_check;
mod solve;
mod streams;
mod values;
