//! Random numbers, which depend on a seed and on what they are for.

use chess_types::SplitMix64;

/// What random numbers are drawn for.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Parts,
    Part,
    Block,
}

/// The random numbers for one purpose, and one thing with a number.
pub(super) fn random(seed: u64, purpose: Purpose, number: u64) -> SplitMix64 {
    let mut place = SplitMix64::new(seed);
    place.skip(purpose as u64);
    place.stream(number)
}

/// A random number below `bound`, which has 32 bits.
#[inline]
pub(super) fn below(random: &mut SplitMix64, bound: usize) -> usize {
    (((random.next_u64() >> 32) * bound as u64) >> 32) as usize
}

/// Puts items in a random order.
pub(super) fn shuffle<T>(items: &mut [T], random: &mut SplitMix64) {
    for end in (1..items.len()).rev() {
        items.swap(end, below(random, end + 1));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Streams that began at steps of one generator would have most of their numbers in common.
    #[test]
    fn streams_have_no_number_in_common() {
        let mut seen = HashSet::new();
        for (purpose, number) in [Purpose::Parts, Purpose::Part, Purpose::Block]
            .into_iter()
            .flat_map(|purpose| (0..50).map(move |number| (purpose, number)))
        {
            let mut chance = random(7, purpose, number);
            assert!((0..100).all(|_| seen.insert(chance.next_u64())), "{} {number}", purpose as u64);
        }
    }
}
