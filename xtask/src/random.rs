use chess_types::SplitMix64;

/// Random numbers of the kinds that a search needs, in integers, so that all machines agree on the last digit.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// An independent stream for each list of numbers.
    pub(crate) fn new(stream: &[u64]) -> Self {
        let first = |seed| SplitMix64::new(seed).next_u64();
        Self(SplitMix64::new(stream.iter().fold(0, |state, &number| first(state ^ first(number)))))
    }

    /// A number from 0 to `end` less 1.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.0.next_u64() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// 0, 1, 2, ... with probability 1/2, 1/4, 1/8, ...
    pub(crate) fn geometric(&mut self) -> u32 {
        self.0.next_u64().trailing_zeros()
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}
