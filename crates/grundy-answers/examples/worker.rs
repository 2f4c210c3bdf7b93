//! A program that answers questions about rule files for a session in another one: all that it takes.
//!
//! ```sh
//! cargo run --release -p grundy-answers --example worker
//! ```

use std::alloc::System;
use std::process::ExitCode;

use grundy_answers::worker::{Allocator, Bounds, serve};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator::new(System, usize::MAX);

fn main() -> ExitCode {
    match serve(&Bounds { allocator: Some(&ALLOCATOR), ..Bounds::default() }) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever asked has gone away.
        Err(_) => ExitCode::FAILURE,
    }
}
