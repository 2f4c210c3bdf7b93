//! Positions given as sets of their options: `{*1, {*1}, *2}`.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Component;
use crate::Error;
use crate::search::Interner;

/// A set position, by its number in the [`Rules`](super::Rules) that contain it, and in their clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(u32);

/// The set positions made so far; clones share them. Each set is sorted and has no duplicates, and equal sets have the
/// same number. A set is made after its members, so there are no cycles among sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets(Arc<Mutex<Interner<Members>>>);

/// The options of a set, each as its components.
pub(super) type Members = Arc<[Box<[Component]>]>;

impl Sets {
    pub(super) fn make(&self, options: impl IntoIterator<Item = Vec<Component>>) -> Result<SetId, Error> {
        let mut members: Vec<Box<[Component]>> = options
            .into_iter()
            .map(|mut parts| {
                // The empty game, however it is written, is left out.
                parts.retain(|&part| part != Component::Nim(0));
                parts.sort_unstable();
                parts.into_boxed_slice()
            })
            .collect();
        members.sort_unstable();
        members.dedup();
        self.table().intern(members.into()).map(SetId)
    }

    pub(super) fn members(&self, set: SetId) -> Members {
        Arc::clone(self.table().item(set.0))
    }

    fn table(&self) -> MutexGuard<'_, Interner<Members>> {
        // A set is added in one step, so the table is consistent even if a thread panicked while holding it.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
