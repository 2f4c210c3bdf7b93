//! The numbers of the vertices: how many there can be, and what is wrong when there are more.

/// The most vertices of a graph. It and the number after it stay free for marks: in an acyclic graph a vertex has fewer
/// options than there are vertices, so no vertex has this number and none this value.
pub(super) const MOST_VERTICES: u32 = u32::MAX - 1;

/// Why a graph cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The graph has more vertices than 32 bits can number.
    #[error("the graph has more than {MOST_VERTICES} vertices")]
    TooManyVertices,
    /// An edge names a vertex that has not been added.
    #[error("there is no vertex number {number}: the graph has {vertices} so far")]
    NoSuchVertex {
        /// The number that was given.
        number: u32,
        /// The number of vertices so far.
        vertices: usize,
    },
}

/// The number of the next vertex when there are `count`.
pub(super) fn next_number(count: usize) -> Result<u32, GraphError> {
    u32::try_from(count).ok().filter(|&number| number < MOST_VERTICES).ok_or(GraphError::TooManyVertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_beyond_the_width_of_a_number_are_an_error() {
        let most = MOST_VERTICES as usize;
        assert_eq!(next_number(most - 1), Ok(u32::MAX - 2));
        assert_eq!(next_number(most), Err(GraphError::TooManyVertices));
        assert_eq!(next_number(most + 5), Err(GraphError::TooManyVertices));
    }
}
