//! The value of a position of a rule file, found in a child process that can do no harm:
//! `contained take.star 10`. The second argument is an integer.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::process::ExitCode;
use std::time::Duration;

use grundy::{Limits, value};
use grundy_rules::contain::{self, Containment, Role};
use grundy_rules::{Bounds, Position, RuleGame};

fn main() -> ExitCode {
    let containment = Containment { memory: 1 << 30, time: Some(Duration::from_secs(20)) };
    match contain::run(&containment) {
        Ok(Role::Parent(ending)) => {
            let status = ending.report(|message| eprintln!("error: {message}"));
            return ExitCode::from(u8::try_from(status).unwrap_or(1));
        }
        Ok(Role::Worker) => {}
        Err(error) => eprintln!("no containment: {error}"),
    }
    match work() {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn work() -> Result<String, Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(position)) = (arguments.next(), arguments.next()) else {
        return Err("write: contained FILE INTEGER".into());
    };
    let source = std::fs::read_to_string(&file)?;
    let game = RuleGame::read(&file, &source, Bounds::default())?;
    Ok(value(game, &Position::Integer(position.parse()?), &Limits::default())?.to_string())
}
