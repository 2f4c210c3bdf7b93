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
        // What is to go on for ever has no goal.
        let goal = self.goal.or(done.goal).filter(|&goal| goal < u64::MAX);
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

/// The longest line: one that is broken in two is not taken away again.
const LINE: usize = 80;
const BAR: usize = 24;

/// `40,000 of 3,000,001 heaps, 80,000/s, 37 seconds left`, at the average speed since then, and as much of it as fits the line.
fn words(done: &Done, since: Option<&Done>, goal: Option<u64>) -> String {
    let room = if goal.is_some() { LINE - BAR - 1 } else { LINE - 2 };
    let (count, elapsed) = since.map_or((0, Duration::ZERO), |since| (since.count, since.elapsed));
    let rate = done.count.saturating_sub(count) as f64 / done.elapsed.saturating_sub(elapsed).as_secs_f64();
    let exact = |count: u64| HumanCount(count).to_string();
    let rounded = |count: u64| if count < 1_000_000 { exact(count) } else { format!("{:.1e}", count as f64) };
    let counted = |shown: &dyn Fn(u64) -> String| {
        let goal = goal.map_or_else(String::new, |goal| format!(" of {}", shown(goal)));
        format!("{}{goal} {}", shown(done.count), done.noun)
    };
    #[expect(clippy::cast_possible_truncation, reason = "the speed is shown in whole numbers")]
    let speed = format!(", {}/s", HumanCount(rate as u64));
    let left = goal.and_then(|goal| {
        let left = Duration::try_from_secs_f64(goal.saturating_sub(done.count) as f64 / rate).ok()?;
        Some(format!(", {} left", HumanDuration(left)))
    });
    let [mut line, short] = [counted(&exact), counted(&rounded)];
    let more = [speed, left.unwrap_or_default()];
    if line.len() + more.iter().map(String::len).sum::<usize>() > room {
        line = short;
    }
    for part in more {
        if line.len() + part.len() <= room {
            line.push_str(&part);
        }
    }
    line
}

fn style(with_goal: bool) -> ProgressStyle {
    let template = if with_goal { format!("{{bar:{BAR}}} {{msg}}") } else { "{spinner} {msg}".to_owned() };
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_spinner())
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

    #[test]
    fn no_line_is_longer_than_a_terminal_is_wide() {
        let of =
            |count, seconds, noun| Done { noun, count, goal: None, elapsed: Duration::from_secs(seconds), bytes: 0 };
        let done = of(12_345_678_901, 100, "positions");
        assert_eq!(words(&done, None, Some(u64::MAX)), "1.2e10 of 1.8e19 positions, 123,456,789/s");
        assert_eq!(words(&done, None, None), "12,345,678,901 positions, 123,456,789/s");
        for (count, goal) in (0..64).flat_map(|i| (i..64).map(move |j| (u64::MAX >> (63 - i), u64::MAX >> (63 - j)))) {
            for seconds in [0, 1, 1_000_000] {
                let done = of(count, seconds, "positions");
                let line = words(&done, None, Some(goal));
                assert!(BAR + 1 + line.len() <= LINE && 2 + words(&done, None, None).len() <= LINE, "{line}");
                assert!(line.contains("positions"));
            }
        }
    }
}
