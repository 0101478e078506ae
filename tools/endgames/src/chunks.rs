use std::ops::Range;

use rayon::prelude::*;

/// The number of indices that a thread takes at a time.
const CHUNK: usize = 1 << 13;

/// What is found in several ranges of indices and added up.
pub trait Sum: Default + Send {
    /// Returns what is found in both.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

/// Cuts a range of indices into the pieces that threads take.
pub(crate) fn chunks(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    range.clone().step_by(CHUNK).map(move |start| start..range.end.min(start + CHUNK))
}

/// Calls `f` for all chunks, in parallel, and adds up what it returns.
pub(crate) fn total<T: Sum>(chunks: &[Range<usize>], f: impl Fn(Range<usize>) -> T + Sync + Send) -> T {
    chunks.par_iter().map(|chunk| f(chunk.clone())).reduce(T::default, T::plus)
}
