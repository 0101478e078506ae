/// A position without its side to move, as a number of 256 bits whose leading bits are evenly distributed.
///
/// The last three words are planes of the position; the first is the first plane, mixed with the others by a
/// bijection. No information is lost, so that equal entries are equal positions. The order of entries is that of a
/// hash: their leading bits distribute them evenly, and two entries rarely differ later than in the first word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Entry {
    mixed: u64,
    rest: [u64; 3],
}

impl Entry {
    /// The empty entry. No position has it, since the unmixed planes hold its kings.
    pub(super) const EMPTY: Self = Self { mixed: 0, rest: [0; 3] };

    #[inline]
    pub(super) const fn new([first, second, third, fourth]: [u64; 4]) -> Self {
        let rest = [second, third, fourth];
        Self { mixed: mix(first ^ digest(rest)), rest }
    }

    /// Returns the planes that [`new`](Self::new) was given.
    #[inline]
    pub(super) const fn planes(self) -> [u64; 4] {
        let [second, third, fourth] = self.rest;
        [unmix(self.mixed) ^ digest(self.rest), second, third, fourth]
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.rest[0] == 0
    }

    /// Returns the leading `bits` as a number. `bits` is 1 to 64.
    #[inline]
    pub(super) const fn prefix(self, bits: u32) -> u64 {
        self.mixed >> (u64::BITS - bits)
    }

    /// Returns the place of the entry in a row of `len` places, for entries that share their leading `bits`, of which
    /// there are fewer than 64. A greater entry never has a smaller place.
    #[inline]
    pub(super) const fn place(self, bits: u32, len: usize) -> usize {
        (((self.mixed << bits) as u128 * len as u128) >> u64::BITS) as usize
    }
}

/// 2^64 over the golden ratio, made odd.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The inverse of [`FACTOR`] modulo 2^64. Newton's iteration doubles the number of correct bits; for an odd number,
/// three are correct at the start.
const INVERSE: u64 = {
    let mut inverse = FACTOR;
    let mut right_bits = 3;
    while right_bits < u64::BITS {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
};

/// Mixes a word so that every bit of it affects the leading bits of the result.
#[inline]
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_mul(FACTOR);
    (word ^ word >> 32).wrapping_mul(FACTOR)
}

#[inline]
const fn unmix(word: u64) -> u64 {
    let word = word.wrapping_mul(INVERSE);
    (word ^ word >> 32).wrapping_mul(INVERSE)
}

#[inline]
const fn digest([a, b, c]: [u64; 3]) -> u64 {
    mix(mix(a) ^ b.rotate_left(21)) ^ mix(c).rotate_left(42)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_come_back() {
        let mut word = 1u64;
        let mut next = || {
            word = mix(word.wrapping_add(FACTOR));
            word
        };
        for _ in 0..10_000 {
            let planes = [next(), next(), next(), next()];
            assert_eq!(Entry::new(planes).planes(), planes);
        }
        assert_eq!(FACTOR.wrapping_mul(INVERSE), 1);
    }

    #[test]
    fn entries_that_differ_in_one_bit_are_spread_evenly() {
        let planes =
            [0xFF81_0000_0000_81FF, 0x7E00_0000_0000_007E, 0x9900_0000_0000_0099, 0xFFFF_0000_0000_0000];
        let mut counts = [0; 16];
        for bit in 0..256 {
            let mut changed = planes;
            changed[bit / 64] ^= 1 << (bit % 64);
            counts[Entry::new(changed).prefix(4) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (4..=32).contains(count)), "{counts:?}");
    }

    #[test]
    fn places_rise_with_the_entries_and_are_spread_evenly() {
        for (bits, len) in [(1, 64), (4, 64), (4, 100)] {
            let mut entries: Vec<_> = (0..20_000).map(|i| Entry::new([i, 1, 2, 3])).collect();
            entries.retain(|entry| entry.prefix(bits) == 1);
            entries.sort_unstable();
            let places: Vec<_> = entries.iter().map(|entry| entry.place(bits, len)).collect();
            assert!(places.is_sorted());
            let mut counts = vec![0; len];
            for place in places {
                counts[place] += 1;
            }
            let mean = entries.len() / len;
            assert!(counts.iter().all(|count| (mean / 4..=4 * mean).contains(count)), "{counts:?}");
        }
    }
}
