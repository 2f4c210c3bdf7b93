//! `grundy rules`: what helps to write rule files.

use std::process::ExitCode;

use clap::{Args, Subcommand};
use grundy_answers::RulesCheck;

use crate::context::{Context, metered};
use crate::error::Failure;
use crate::limits::SearchLimits;
use crate::progress::Bar;
use crate::{count, render};

/// What helps to write rule files.
#[derive(Args, Debug)]
#[command(
    name = "rules",
    after_help = "Examples:\n  grundy rules check euclid.star '25, 7'\n  grundy rules check euclid.star '25, 7' --json"
)]
pub(crate) struct RuleFiles {
    #[command(subcommand)]
    command: RulesCommand,
}

#[derive(Subcommand, Debug)]
enum RulesCommand {
    Check(CheckRules),
}

/// What a rule file looks like, and whether what it claims agrees with its options.
///
/// Some positions are expanded by `options` alone and valued by the definition. Then it is compared what the other functions of the
/// file say of them: whether `parse` reads what `show` writes, whether `canonical`, `parts`, `value` and `uniform` change any value, and
/// whether `canonical` gives a position with the same tree of options. At most 500 positions are compared, always the same ones. What is
/// right there may be wrong elsewhere.
///
/// Without a position it begins with the integers from 0 to 40, or with pairs of integers from 0 to 8.
#[derive(Args, Debug)]
#[command(name = "check", after_help = EXAMPLES)]
struct CheckRules {
    /// The rule file.
    file: String,

    /// The position to begin with, as it stands in the brackets behind the file.
    #[arg(allow_negative_numbers = true)]
    position: Option<String>,

    /// Expand at most this many positions.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = count::parse)]
    positions: u64,

    #[command(flatten)]
    limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy rules check take.star
  grundy rules check take.star 100
  grundy rules check euclid.star '25, 7'
  grundy rules check cram.star '\"..../..../\"' --json

Exit status: 0 nothing is wrong as far as was seen; 1 something is; 2 wrong usage, or a position that cannot be read.";

impl RuleFiles {
    /// The limits that were asked for.
    pub(super) const fn limits(&self) -> &SearchLimits {
        let RulesCommand::Check(check) = &self.command;
        &check.limits
    }

    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        let RulesCommand::Check(CheckRules { file, position, positions, .. }) = &self.command;
        let most = usize::try_from(*positions).unwrap_or(usize::MAX);
        let question = RulesCheck { file: file.clone(), position: position.clone(), most };
        let answer = metered(&context.limits, Bar::new(), |meter| context.session.check_rules(&question, meter))?;
        render::answer(&answer, context.json, &mut context.out, render::rules::text)?;
        Ok(ExitCode::from(u8::from(!answer.is_sound())))
    }
}
