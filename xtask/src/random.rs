/// `SplitMix64`: <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct Random(u64);

impl Random {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

    /// A stream of its own for each seed and each list of numbers, whatever other streams have been used for.
    pub(crate) fn new(seed: u64, stream: &[u64]) -> Self {
        Self(stream.iter().fold(Self(seed).next(), |state, &number| Self(state ^ Self(number).next()).next()))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(Self::STEP);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number from 0 to `end` less 1.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        (((self.next() >> 32) * u64::from(end)) >> 32) as u32
    }

    /// One up or one down.
    pub(crate) fn sign(&mut self) -> i32 {
        if self.below(2) == 0 { -1 } else { 1 }
    }

    /// 0, 1, 2, ... with probability 1/2, 1/4, 1/8, ...: integers, so that all machines agree on the last digit.
    pub(crate) fn geometric(&mut self) -> u32 {
        self.next().trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation for the seed 1234567.
    #[test]
    fn random_numbers_are_those_of_splitmix64() {
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
        assert_eq!(random.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn streams_differ_by_each_of_their_numbers() {
        let first = |seed, stream: &[u64]| Random::new(seed, stream).next();
        let all = [first(1, &[2, 3]), first(1, &[3, 2]), first(1, &[2]), first(2, &[2, 3]), first(1, &[])];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[i + 1..].contains(one));
        }
    }

    #[test]
    fn numbers_below_an_end_are_all_of_them() {
        let mut random = Random::new(1, &[]);
        let mut seen = [0; 5];
        for _ in 0..1000 {
            seen[random.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
