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
pub(crate) mod solve;
pub(crate) mod values;

use std::process::ExitCode;

use grundy::Cancel;

use crate::args::{self, Cli, Command};
use crate::context::Context;
use crate::error::Failure;
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
        limits: common.limits.limits(cancel),
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
        Command::Games(args) => args.run(&mut context),
        Command::Completions(args) => args.run(args::command(), &mut context),
        Command::Man(args) => args.run(args::command(), &mut context),
        #[cfg(feature = "rules")]
        Command::Worker => unreachable!("a worker has served before"),
    }?;
    context.out.flush()?;
    Ok(status)
}
