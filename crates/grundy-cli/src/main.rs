//! The `grundy` command: impartial games in the terminal and in scripts.

mod args;
mod checkpoint;
mod commands;
mod context;
mod count;
mod error;
mod face;
mod input;
mod interrupt;
mod limits;
mod output;
mod panic;
mod progress;
mod rule_files;
mod store;

use std::env;
use std::process::ExitCode;

use args::Parsed;
use face::Face;

fn main() -> ExitCode {
    let raw: Vec<_> = env::args_os().collect();
    let face = Face::of(&raw);
    panic::install(face);
    let done = match args::parse(raw, face) {
        Ok(Parsed::Command(cli)) => match rule_files::contained(&cli, face) {
            Some(status) => Ok(status),
            None => commands::run(*cli, face),
        },
        Ok(Parsed::Shown) => Ok(ExitCode::SUCCESS),
        Err(failure) => Err(failure),
    };
    done.unwrap_or_else(|failure| failure.report(face))
}
