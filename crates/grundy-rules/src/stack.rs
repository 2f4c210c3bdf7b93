//! Stacks of a known size, for code that recurses.
//!
//! The interpreter recurses: into the calls of a file, and into values that nest (to write them, to hash them). Whose stack it
//! is called on is not known, so it never runs there. A tuple in a tuple takes 24 bytes of the interpreter's heap, which
//! [`Bounds::bytes`](crate::Bounds::bytes) bounds, and to follow it takes some hundred bytes of stack; hence the size. It
//! is address space: memory is taken as it is used.

use std::io;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};

/// The first size that the system grants; a small machine may refuse the larger ones.
const SIZES: [usize; 3] =
    if size_of::<usize>() >= 8 { [1 << 30, 1 << 28, 1 << 26] } else { [1 << 26, 1 << 25, 1 << 24] };

/// The address space that a stack may take.
pub(crate) const LARGEST: usize = SIZES[0];

/// A new stack.
pub(crate) fn new() -> io::Result<DefaultStack> {
    let mut result = DefaultStack::new(SIZES[0]);
    for size in &SIZES[1..] {
        if result.is_ok() {
            break;
        }
        result = DefaultStack::new(*size);
    }
    result
}

/// Runs `work` on a stack of its own.
pub(crate) fn on_its_own<T: 'static>(work: impl FnOnce() -> T + 'static) -> io::Result<T> {
    let mut coroutine: Coroutine<(), (), T> = Coroutine::with_stack(new()?, move |_, ()| work());
    match coroutine.resume(()) {
        CoroutineResult::Return(result) => Ok(result),
        CoroutineResult::Yield(()) => unreachable!("the work never pauses"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deep_recursion_does_not_touch_the_stack_of_the_caller() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { std::hint::black_box(depth(n - 1)) + 1 }
        }
        let thread = std::thread::Builder::new().stack_size(1 << 16);
        let found = thread.spawn(|| on_its_own(|| depth(100_000)).unwrap()).unwrap().join().unwrap();
        assert_eq!(found, 100_000);
    }
}
