//! `grundy compare`: where two rules differ, or why they do not.

use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use grundy_answers::Compare;

use crate::context::{Context, metered};
use crate::error::Failure;
use crate::limits::{PATIENCE, SearchLimits};
use crate::progress::Bar;
use crate::{count, render};

/// Where the values of two rules differ, or why they do not.
///
/// For games whose positions are single integers. The answer is the first heap at which they differ, or the heap up to which
/// they are equal, or that they are proved equal for all heaps: because they allow the same moves, or because both
/// periods are proved and the values agree far enough. Rules with the shift s have g_A(n) = g_B(n - s) for all n > s; for
/// negative s, g_A(n) = g_B(n - s) for all n > 0.
#[derive(Args, Debug)]
#[command(name = "compare", after_help = EXAMPLES)]
pub(crate) struct CompareRules {
    /// The first rule: a code such as 0.77, or a name with its parameters such as subtract{1,3,4}.
    first: String,

    /// The second rule.
    second: String,

    /// Compare the heaps of the first rule up to this one: 1000000, 1_000_000, 1e6 or 10^6.
    #[arg(long, value_name = "N", default_value = "1e6", value_parser = count::parse)]
    max: u64,

    /// How much larger the heaps of the first rule are; auto tries 0, then up to 16 in both directions.
    #[arg(long, value_name = "S", default_value = "auto", allow_hyphen_values = true)]
    shift: Shift,

    #[command(flatten)]
    pub(super) limits: SearchLimits,
}

const EXAMPLES: &str = "\
Examples:
  grundy compare 0.07 0.137
  grundy compare 0.161 0.36
  grundy compare 0.3033 \"subtract{1,3,4}\" --json
  grundy compare 0.77 4.41 --shift -1 --max 1e5";

/// How the heaps of two rules stand beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shift {
    Auto,
    By(i64),
}

impl FromStr for Shift {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "auto" => Ok(Self::Auto),
            _ => text.parse().map(Self::By).map_err(|_| "expected an integer such as 1 or -2, or `auto`".to_owned()),
        }
    }
}

impl CompareRules {
    pub(crate) fn run(&self, context: &mut Context) -> Result<ExitCode, Failure> {
        context.limits.time.get_or_insert(PATIENCE);
        let shift = if let Shift::By(shift) = self.shift { Some(shift) } else { None };
        let question = Compare { rules: [self.first.clone(), self.second.clone()], max: self.max, shift };
        let bar = Bar::up_to(self.max.saturating_add(1));
        let answer = metered(&context.limits, bar, |meter| context.session.compare(&question, meter))?;
        let limits = &context.limits;
        render::answer(&answer, context.json, &mut context.out, |answer, out| {
            render::compare::text(answer, limits, self.max, out)
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shift_is_an_integer_or_looked_for() {
        assert_eq!("auto".parse(), Ok(Shift::Auto));
        assert_eq!("-3".parse(), Ok(Shift::By(-3)));
        assert!("one".parse::<Shift>().is_err() && "9223372036854775808".parse::<Shift>().is_err());
    }
}
