//! Independent pieces of work on several threads.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The results of `work` on each item, in the order of the items, whatever the number of threads.
pub(super) fn map<T: Send, R: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(items.into_iter().enumerate());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = || {
        let mut done = Vec::new();
        while let Some((place, item)) = next() {
            done.push((place, work(item)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        // A thread that cannot be started is done without.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, run).ok();
        let helpers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let mut done = run();
        for helper in helpers {
            done.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let squares: Vec<u64> = (0..100).map(|n| n * n).collect();
        for threads in [0, 1, 2, 7] {
            assert_eq!(map(threads, (0..100).collect(), |n| n * n), squares);
        }
    }
}
