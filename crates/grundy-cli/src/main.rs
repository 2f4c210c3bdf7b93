//! The `grundy` command: impartial games in the terminal and in scripts. It parses what is asked, asks the session, and renders
//! the answer.

mod args;
mod checkpoint;
mod checksum;
mod commands;
mod context;
mod count;
mod error;
mod input;
mod interrupt;
mod limits;
mod note;
mod output_mode;
mod panic;
mod progress;
mod render;
mod session;
mod store;

use std::env;
use std::process::ExitCode;

use args::Parsed;
use output_mode::OutputMode;

fn main() -> ExitCode {
    let raw: Vec<_> = env::args_os().collect();
    let mode = OutputMode::of(&raw);
    panic::install(mode);
    let done = match args::parse(raw, mode) {
        Ok(Parsed::Command(cli)) => commands::run(*cli, mode),
        Ok(Parsed::Shown) => Ok(ExitCode::SUCCESS),
        Err(failure) => Err(failure),
    };
    done.unwrap_or_else(|failure| failure.report(mode))
}
