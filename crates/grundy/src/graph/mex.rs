//! The minimal excludant of the values of a row.

use crate::Nimber;
use crate::nimber::Excludant;

/// The least number that is not a value of the row. Most rows are short, and then the set is the bits of one word.
pub(super) fn mex(values: impl ExactSizeIterator<Item = u32> + Clone, excludant: &mut Excludant) -> u32 {
    // Larger values do not matter unless all 64 of the word are there.
    let set = values.clone().filter(|&value| value < 64).fold(0_u64, |set, value| set | 1 << value);
    if set != u64::MAX {
        return set.trailing_ones();
    }
    excludant.start(values.len());
    values.for_each(|value| excludant.add(Nimber(u64::from(value))));
    // At most the number of options, which are distinct vertices.
    #[allow(clippy::cast_possible_truncation)]
    {
        excludant.mex().0 as u32
    }
}
