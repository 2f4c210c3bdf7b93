//! The commands, a file each: its arguments, and what it does with them.

pub(crate) mod atlas;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod equal;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod graph;
mod layout;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod period;
mod pictures;
pub(crate) mod rules;
pub(crate) mod solve;
pub(crate) mod values;

use std::process::ExitCode;

use grundy::{Cancel, Limits};

use crate::args::{self, Cli, Command};
use crate::context::Context;
use crate::error::Failure;
use crate::limits::LimitArgs;
use crate::output_mode::OutputMode;
use crate::{interrupt, render, session};

/// Runs what the command line asks for.
pub(crate) fn run(cli: Cli, mode: OutputMode) -> Result<ExitCode, Failure> {
    let Cli { common, command } = cli;
    let cancel = Cancel::default();
    #[cfg(feature = "rules")]
    if matches!(command, Command::Worker) {
        // The session that asks takes interrupts, and tells this process.
        grundy_answers::worker::serve(&crate::session::bounds())?;
        return Ok(ExitCode::SUCCESS);
    }
    interrupt::install(&cancel);
    let bare = match &command {
        Command::Values(_) | Command::Atlas(_) => true,
        Command::Graph(args) => args.is_bare(),
        _ => false,
    };
    let mut context = Context {
        session: session::session(),
        out: render::stdout(mode, bare),
        styled: render::styled(mode),
        json: common.json,
        mode,
        limits: limits(&command, cancel),
    };
    let status = match &command {
        Command::Solve(args) => args.run(&mut context),
        Command::Moves(args) => args.run(&mut context),
        Command::Explain(args) => args.run(&mut context),
        Command::Values(args) => args.run(&mut context),
        Command::Period(args) => args.run(&mut context),
        Command::Compare(args) => args.run(&mut context),
        Command::Equal(args) => args.run(&mut context),
        Command::Atlas(args) => args.run(&mut context),
        Command::Check(args) => args.run(&mut context),
        Command::Graph(args) => args.run(&mut context),
        Command::Rules(args) => args.run(&mut context),
        Command::Games(args) => args.run(&mut context),
        Command::Completions(args) => args.run(args::command(), &mut context),
        Command::Man(args) => args.run(args::command(), &mut context),
        #[cfg(feature = "rules")]
        Command::Worker => unreachable!("a worker has served before"),
    }?;
    context.out.flush()?;
    Ok(status)
}

/// The limits of a command; those that compute nothing have none.
fn limits(command: &Command, cancel: Cancel) -> Limits {
    let given: &dyn LimitArgs = match command {
        Command::Solve(args) => &args.limits,
        Command::Moves(args) => &args.limits,
        Command::Explain(args) => &args.limits,
        Command::Values(args) => &args.limits,
        Command::Period(args) => &args.limits,
        Command::Compare(args) => &args.limits,
        Command::Equal(args) => &args.limits,
        Command::Atlas(args) => &args.limits,
        Command::Check(args) => &args.limits,
        Command::Graph(args) => &args.limits,
        Command::Rules(args) => args.limits(),
        Command::Games(_) | Command::Completions(_) | Command::Man(_) => return Limits { cancel, ..Limits::default() },
        #[cfg(feature = "rules")]
        Command::Worker => return Limits { cancel, ..Limits::default() },
    };
    given.limits(cancel)
}
