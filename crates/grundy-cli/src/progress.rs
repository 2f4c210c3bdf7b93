//! Progress on the terminal of a person who waits.

use std::io::{self, IsTerminal};
use std::time::Duration;

use grundy::{Done, Progress};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

/// A line on standard error that says how far a computation is. It appears only on a terminal, only once the wait is felt,
/// and is gone when the value is dropped.
pub(crate) struct Bar {
    shown: Option<ProgressBar>,
    goal: Option<u64>,
    wanted: bool,
    /// Where the count began that the speed is of: what was done in an earlier run took no time of this one.
    since: Option<Done>,
}

/// A shorter wait needs no explanation.
const PATIENCE: Duration = Duration::from_millis(500);

impl Bar {
    pub(crate) fn new() -> Self {
        Self { shown: None, goal: None, wanted: io::stderr().is_terminal(), since: None }
    }

    /// The same, for work in portions of which only this end is of interest.
    pub(crate) fn up_to(goal: u64) -> Self {
        Self { shown: None, goal: Some(goal), wanted: io::stderr().is_terminal(), since: None }
    }

    /// The same, for work whose result runs over the screen where it is one: a line below it would only flicker.
    pub(crate) fn towards(goal: u64) -> Self {
        Self {
            shown: None,
            goal: Some(goal),
            wanted: io::stderr().is_terminal() && !io::stdout().is_terminal(),
            since: None,
        }
    }
}

impl Progress for Bar {
    fn report(&mut self, done: &Done) {
        if self.since.as_ref().is_none_or(|since| since.noun != done.noun || since.count > done.count) {
            self.since = Some(done.clone());
        }
        if !self.wanted || done.elapsed < PATIENCE {
            return;
        }
        let goal = self.goal.or(done.goal);
        let bar = self.shown.get_or_insert_with(ProgressBar::no_length);
        if bar.length() != goal || bar.position() == 0 {
            bar.set_style(style(goal.is_some()));
            match goal {
                Some(goal) => bar.set_length(goal),
                None => bar.unset_length(),
            }
        }
        bar.set_message(words(done, self.since.as_ref(), goal));
        bar.set_position(done.count);
    }
}

/// `40,000 of 3,000,001 heaps, 80,000/s, 37 seconds left`, at the average speed since then.
fn words(done: &Done, since: Option<&Done>, goal: Option<u64>) -> String {
    let (count, elapsed) = since.map_or((0, Duration::ZERO), |since| (since.count, since.elapsed));
    let rate = done.count.saturating_sub(count) as f64 / done.elapsed.saturating_sub(elapsed).as_secs_f64();
    #[expect(clippy::cast_possible_truncation, reason = "the speed is shown in whole numbers")]
    let speed = HumanCount(rate as u64);
    let count = HumanCount(done.count);
    match goal {
        None => format!("{count} {}, {speed}/s", done.noun),
        Some(goal) => {
            let left = Duration::try_from_secs_f64(goal.saturating_sub(done.count) as f64 / rate);
            let left = left.map_or_else(|_| String::new(), |left| format!(", {} left", HumanDuration(left)));
            format!("{count} of {} {}, {speed}/s{left}", HumanCount(goal), done.noun)
        }
    }
}

fn style(with_goal: bool) -> ProgressStyle {
    let template = if with_goal { "{bar:24} {msg}" } else { "{spinner} {msg}" };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_spinner())
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_tells_count_speed_and_the_time_that_is_left() {
        let done = Done { noun: "heaps", count: 4000, goal: None, elapsed: Duration::from_secs(2), bytes: 0 };
        assert_eq!(words(&done, None, None), "4,000 heaps, 2,000/s");
        assert_eq!(words(&done, None, Some(124_000)), "4,000 of 124,000 heaps, 2,000/s, 60 seconds left");
        let nothing = Done { count: 0, ..done.clone() };
        assert_eq!(words(&nothing, None, Some(10)), "0 of 10 heaps, 0/s");
        // An earlier run did most of it.
        let since = Done { count: 3000, elapsed: Duration::from_secs(1), ..done.clone() };
        assert_eq!(words(&done, Some(&since), Some(64_000)), "4,000 of 64,000 heaps, 1,000/s, 60 seconds left");
        assert_eq!(words(&since, Some(&since), Some(4000)), "3,000 of 4,000 heaps, 0/s");
    }
}
