//! A program that answers questions about rule files for a session in another one: all that it takes.
//!
//! ```sh
//! cargo run --release -p grundy-answers --example worker
//! ```

use std::process::ExitCode;

fn main() -> ExitCode {
    match grundy_answers::worker::serve() {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever asked has gone away.
        Err(_) => ExitCode::FAILURE,
    }
}
