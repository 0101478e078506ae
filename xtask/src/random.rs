use chess_types::SplitMix64;

/// Random numbers of the kinds that a search needs.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// An independent stream for each seed and each list of numbers.
    pub(crate) fn new(seed: u64, stream: &[u64]) -> Self {
        let first = |seed| SplitMix64::new(seed).next_u64();
        let seed = stream.iter().fold(first(seed), |state, &number| first(state ^ first(number)));
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `end` less 1.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// 0, 1, 2, ... with probability 1/2, 1/4, 1/8, ...: integers, so that all machines agree on the last digit.
    pub(crate) fn geometric(&mut self) -> u32 {
        self.next().trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_each_of_their_numbers() {
        let first = |seed, stream: &[u64]| Random::new(seed, stream).next();
        let all = [first(1, &[2, 3]), first(1, &[3, 2]), first(1, &[2]), first(2, &[2, 3]), first(1, &[])];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[i + 1..].contains(one));
        }
    }
}
