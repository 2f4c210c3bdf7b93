//! Rule files from outside, one program for all its tests: each file is an idea, the folder is what they use.

use std::alloc::System;

use grundy_rules::Allocator;

/// It bounds nothing unless the bounds of a file name it, which only tests do that run in a process of their own.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator::new(System, usize::MAX);

mod address_space;
mod common;
mod contest;
mod copies;
mod examples;
mod hostile;
mod language;
mod limits;
mod reduction;
mod uniform;
