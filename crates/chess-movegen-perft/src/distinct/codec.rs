use super::entry::Entry;

/// The encoding of entries in runs: the difference to the planes of the root, without zero bytes.
///
/// A few plies from the root most of a position is unchanged. After 7 plies from the start position an entry of 32
/// bytes takes 15.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codec {
    pub(super) root: [u64; 4],
}

/// The greatest length of a record: a mask, and the bytes that it marks.
pub(super) const MAX_RECORD: usize = 4 + 32;

impl Codec {
    /// Appends `entry` to `bytes`: a mask of 32 bits that marks the non-zero bytes among 32, then these bytes.
    #[inline]
    pub(super) fn write(self, entry: Entry, bytes: &mut Vec<u8>) {
        let mut record = [0; MAX_RECORD + 8];
        let mut len = 4;
        for (i, (plane, root)) in entry.planes().into_iter().zip(self.root).enumerate() {
            let word = plane ^ root;
            let mut mask = non_zero_bytes(word);
            record[i] = mask;
            while mask != 0 {
                record[len] = (word >> (8 * mask.trailing_zeros())) as u8;
                len += 1;
                mask &= mask - 1;
            }
        }
        bytes.extend_from_slice(&record[..len]);
    }

    /// Reads the entry at the start of `bytes`, and returns it with the length of its record. Returns `None` if the
    /// record is incomplete.
    #[inline]
    pub(super) fn read(self, bytes: &[u8]) -> Option<(Entry, usize)> {
        let (masks, mut rest) = bytes.split_first_chunk::<4>()?;
        let mut planes = self.root;
        for (plane, mut mask) in planes.iter_mut().zip(*masks) {
            while mask != 0 {
                let (&byte, after) = rest.split_first()?;
                rest = after;
                *plane ^= u64::from(byte) << (8 * mask.trailing_zeros());
                mask &= mask - 1;
            }
        }
        Some((Entry::new(planes), bytes.len() - rest.len()))
    }
}

/// Returns one bit for each non-zero byte of the word.
#[inline]
const fn non_zero_bytes(word: u64) -> u8 {
    const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    // The highest bit of each byte. A product moves the eight bits together.
    let high_bits = (((word & LOW) + LOW) | word) & !LOW;
    ((high_bits >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use chess_types::SplitMix64;

    use super::*;

    #[test]
    fn entries_come_back() {
        let mut random = SplitMix64::new(1);
        let codec = Codec { root: [(); 4].map(|()| random.next_u64()) };
        let mut bytes = Vec::new();
        // Sparse differences, dense ones, no difference, and every single byte.
        let sparse =
            (0..4000).map(|_| [(); 4].map(|()| random.next_u64() & random.next_u64() & random.next_u64()));
        let differences: Vec<[u64; 4]> = sparse
            .chain([[0; 4], [u64::MAX; 4]])
            .chain((0..32).map(|byte| {
                let mut planes = [0; 4];
                planes[byte / 8] = 0x80 << (8 * (byte % 8));
                planes
            }))
            .collect();
        for difference in differences {
            let mut planes = codec.root;
            planes.iter_mut().zip(difference).for_each(|(plane, bits)| *plane ^= bits);
            let entry = Entry::new(planes);
            bytes.clear();
            codec.write(entry, &mut bytes);
            assert!(bytes.len() <= MAX_RECORD);
            assert_eq!(codec.read(&bytes), Some((entry, bytes.len())));
            for end in 0..bytes.len() {
                assert_eq!(codec.read(&bytes[..end]), None);
            }
        }
    }
}
