//! `grundy man`: the manual.

use std::io;
use std::process::ExitCode;

use clap::{Args, Command};

use crate::context::Context;
use crate::error::Failure;

/// The manual page of this command and of its commands, in roff.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {}

const EXAMPLES: &str = "\
Examples:
  grundy man > grundy.1";

impl Man {
    pub(crate) fn run(&self, command: Command, context: &mut Context) -> Result<ExitCode, Failure> {
        if context.json {
            return Err(Failure::usage("the manual has no JSON form").with_help("leave out `--json`"));
        }
        let mut command = command.disable_help_subcommand(true);
        command.build();
        write(&command, &mut context.out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The page of a command, then those of its commands.
fn write(command: &Command, out: &mut dyn io::Write) -> io::Result<()> {
    // "grundy solve" is the page grundy-solve, as man pages are named.
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name()).replace(' ', "-");
    clap_mangen::Man::new(command.clone()).title(name).render(out)?;
    command.get_subcommands().try_for_each(|command| write(command, out))
}
