//! `grundy man`: the manual.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};

use crate::context::Context;
use crate::error::Failure;
use crate::store;

/// The manual, in roff: a page for each command.
///
/// Prints the page of one command, or of `grundy` itself if none is named.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Man {
    /// The command.
    #[arg(conflicts_with = "folder")]
    command: Option<String>,

    /// Write all pages into this folder: grundy.1, grundy-solve.1 and so on.
    #[arg(long, value_name = "FOLDER", value_parser = store::output)]
    folder: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  grundy man > grundy.1
  grundy man solve > grundy-solve.1
  grundy man --folder man1";

impl Man {
    pub(crate) fn run(&self, command: Command, context: &mut Context) -> Result<ExitCode, Failure> {
        if context.json {
            return Err(Failure::usage("the manual has no JSON form").with_help("leave out `--json`"));
        }
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let shown = || command.get_subcommands().filter(|command| !command.is_hide_set());
        if let Some(folder) = &self.folder {
            let unwritten = |error| Failure::output(&folder.to_string_lossy(), &error);
            std::fs::create_dir_all(folder).map_err(unwritten)?;
            for command in [&command].into_iter().chain(shown()) {
                let page = page(command)?;
                store::write(&folder.join(format!("{}.1", title(command))), &page).map_err(unwritten)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        let found = match &self.command {
            None => &command,
            Some(name) => shown().find(|command| command.get_name() == name).ok_or_else(|| {
                let names: Vec<&str> = shown().map(Command::get_name).collect();
                let failure = Failure::usage(format!("there is no command `{name}`"));
                failure.with_help(format!("the commands are {}", names.join(", ")))
            })?,
        };
        context.out.write_all(&page(found)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The name of a command's page: "grundy solve" is the page grundy-solve, as man pages are named.
fn title(command: &Command) -> String {
    command.get_bin_name().unwrap_or_else(|| command.get_name()).replace(' ', "-")
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).title(title(command)).render(&mut page)?;
    page.flush()?;
    Ok(page)
}
