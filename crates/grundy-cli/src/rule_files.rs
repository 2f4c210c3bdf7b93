//! Rule files: how the reader is taught to open them, and the process of their own that they run in.

#[cfg(feature = "rules")]
pub(crate) use with::{Clock, contained, stderr_is_terminal, taught};
#[cfg(not(feature = "rules"))]
pub(crate) use without::{Clock, contained, stderr_is_terminal, taught};

#[cfg(feature = "rules")]
mod with {
    use std::env;
    use std::process::ExitCode;
    use std::time::Duration;

    use grundy::Limits;
    use grundy::games::Context;
    use grundy::notation::Reader;
    use grundy_rules::contain::{self, Containment, Role};
    use grundy_rules::{Bounds, Deadline};

    pub(crate) use contain::stderr_is_terminal;

    use crate::args::Cli;
    use crate::error::{Failure, Kind};
    use crate::face::Face;
    use crate::input::STDIN;

    /// The time that the rules have for one question.
    #[derive(Default)]
    pub(crate) struct Clock(Deadline);

    impl Clock {
        /// Begins the time of a question.
        pub(crate) fn restart(&self, limits: &Limits) {
            match limits.time {
                Some(time) => self.0.set_after(time),
                None => self.0.set(None),
            }
        }
    }

    /// The same reader, which plays rule files within the limits.
    pub(crate) fn taught(reader: Reader, limits: &Limits) -> (Reader, Clock) {
        let clock = Clock::default();
        clock.restart(limits);
        let mut bounds = Bounds { cancel: limits.cancel.clone(), deadline: clock.0.clone(), ..Bounds::default() };
        // What is remembered saves time only: most of the memory is for the tables of the search.
        let share = limits.bytes.map_or(usize::MAX, |bytes| usize::try_from(bytes / 16).unwrap_or(usize::MAX));
        bounds.remembered = bounds.remembered.min(share);
        let open = move |name: &str, context: &mut Context<'_>| grundy_rules::open(name, context, &bounds);
        (reader.with_rule_files(Box::new(open)), clock)
    }

    /// Time beyond the command's own limit, after which a contained run is ended from outside.
    const GRACE: Duration = Duration::from_secs(2);

    /// Runs the command in a process whose memory is bounded, if it may meet a rule file: the status it ended with. `None`:
    /// to be run here, as the contained process or because there is nothing to contain.
    pub(crate) fn contained(cli: &Cli, face: Face) -> Option<ExitCode> {
        // Positions that come from a file or a pipe may name rule files too.
        let unseen =
            |argument: std::ffi::OsString| argument == STDIN || argument.as_encoded_bytes().starts_with(b"--batch");
        if !contain::may_name_a_rule_file(env::args_os()) && !env::args_os().any(unseen) {
            return None;
        }
        let limits = cli.common.limits.limits(grundy::Cancel::default());
        let mut containment = Containment::default();
        if let Some(bytes) = limits.bytes {
            containment.memory = bytes;
        }
        // A batch has its limits line by line, and who waits for input is not at work.
        let waits = cli.is_batch() || env::args_os().any(|argument| argument == STDIN);
        containment.time = limits.time.map(|time| time + GRACE).filter(|_| !waits);
        match contain::run(&containment) {
            Ok(Role::Parent(ending)) => {
                let say = |message: &str| {
                    let help = "`--max-memory` and `--timeout` set the limits";
                    Failure::new(Kind::Budget, message).with_help(help).report(face);
                };
                let status = ending.report(say);
                Some(ExitCode::from(u8::try_from(status).unwrap_or(1)))
            }
            // Where there is no second process, the interpreter's own bounds are all there is.
            Ok(Role::Worker) | Err(_) => None,
        }
    }
}

#[cfg(not(feature = "rules"))]
mod without {
    use std::io::{self, IsTerminal};
    use std::process::ExitCode;

    use grundy::Limits;
    use grundy::notation::Reader;

    use crate::args::Cli;
    use crate::face::Face;

    /// There are no rules that could take time.
    pub(crate) struct Clock;

    impl Clock {
        pub(crate) fn restart(&self, _: &Limits) {}
    }

    pub(crate) fn taught(reader: Reader, _: &Limits) -> (Reader, Clock) {
        (reader, Clock)
    }

    pub(crate) fn contained(_: &Cli, _: Face) -> Option<ExitCode> {
        None
    }

    pub(crate) fn stderr_is_terminal() -> bool {
        io::stderr().is_terminal()
    }
}
