//! Rule files read as the command reads them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::path::PathBuf;

use grundy::games::Files;
use grundy::notation::Reader;
use grundy::search::{Grundy, Labels};
use grundy::{Game, Limits, Meter, Nimber, Options, Outcome, Sum};
use grundy_rules::Bounds;

pub(crate) fn examples() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// A reader of the rule files in `folder`.
pub(crate) fn reader_in(folder: PathBuf, bounds: Bounds) -> Reader {
    let open =
        move |name: &str, context: &mut grundy::games::Context<'_, '_>| grundy_rules::open(name, context, &bounds);
    Reader::with_files(Files::In(folder)).with_rule_files(Box::new(open))
}

/// A reader of the example files.
pub(crate) fn reader() -> Reader {
    reader_in(examples(), Bounds::default())
}

pub(crate) fn sum(text: &str) -> Sum {
    reader().sum(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn outcome(text: &str) -> Outcome {
    sum(text).outcome(&Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn value(text: &str) -> u64 {
    sum(text).value(&Limits::default()).unwrap_or_else(|error| panic!("{text}: {error}")).0
}

/// The options of a position of one component, in the order of the rule file: each as it is written, the number of its
/// parts, and its value.
pub(crate) fn options(text: &str) -> Vec<(String, usize, u64)> {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let sum = sum(text);
    let mut options = Options::new();
    sum.rules.options(&sum.components[0], &mut options);
    assert!(options.failure().is_none(), "{:?}", options.failure());
    let mut labels = Labels::new(sum.rules.clone(), Grundy::default());
    let mut value = |parts: &[_]| parts.iter().map(|part| labels.value(part, &mut meter).unwrap()).sum::<Nimber>().0;
    options.iter().map(|parts| (sum.rules.show_sum(parts), parts.len(), value(parts))).collect()
}
