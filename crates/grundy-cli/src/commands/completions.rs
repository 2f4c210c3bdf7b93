//! `grundy completions`: scripts that let a shell complete the command line.

use std::process::ExitCode;

use clap::Args;
use clap_complete::{Shell, generate};

use crate::context::Context;
use crate::error::Failure;

/// The script that lets a shell complete this command.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    /// The shell.
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  grundy completions bash > grundy.bash
  grundy completions zsh > _grundy
  grundy completions fish > grundy.fish";

impl Completions {
    pub(crate) fn run(&self, mut command: clap::Command, context: &mut Context) -> Result<ExitCode, Failure> {
        if context.json {
            return Err(Failure::usage("a completion script has no JSON form").with_help("leave out `--json`"));
        }
        // The generator panics where it cannot write, which into memory it always can.
        let mut script = Vec::new();
        generate(self.shell, &mut command, "grundy", &mut script);
        context.out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
