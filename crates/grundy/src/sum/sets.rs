//! Positions given as sets of their options, `{*1, {*1}, *2}`.

use super::Component;
use crate::Error;
use crate::search::Interner;

/// A set position, by its number in the [`Rules`](super::Rules) that hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub(super) u32);

/// The set positions of one sum. Each is a set: sorted, every option once; equal sets have one number. A set is made after
/// its members, so there are no cycles among sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets(std::sync::Arc<Interner<Members>>);

/// The options of a set, each the components that it leaves.
pub(super) type Members = Box<[Box<[Component]>]>;

impl Sets {
    pub(super) fn make(&mut self, options: impl IntoIterator<Item = Vec<Component>>) -> Result<SetId, Error> {
        let mut members: Vec<Box<[Component]>> = options
            .into_iter()
            .map(|mut parts| {
                parts.sort_unstable();
                parts.into_boxed_slice()
            })
            .collect();
        members.sort_unstable();
        members.dedup();
        std::sync::Arc::make_mut(&mut self.0).intern(members.into_boxed_slice()).map(SetId)
    }

    pub(super) fn members(&self, set: SetId) -> &Members {
        self.0.item(set.0)
    }
}
