/// The weight of a move in the positions of a key: 16 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    pub(super) key: u64,
    /// A sum that would be greater is the greatest value.
    pub(super) weight: u32,
    pub(super) word: u16,
}

impl Tally {
    /// Number of bytes in a file.
    pub(super) const SIZE: usize = 14;

    pub(super) fn order(&self) -> (u64, u16) {
        (self.key, self.word)
    }

    pub(super) fn to_bytes(self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.weight.to_le_bytes());
        bytes[12..].copy_from_slice(&self.word.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = bytes;
        Self {
            key: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            weight: u32::from_le_bytes([i, j, k, l]),
            word: u16::from_le_bytes([m, n]),
        }
    }
}

/// Sorts tallies by key and word, and adds up those of the same move.
pub(super) fn merge(tallies: &mut Vec<Tally>) {
    // The stable sort takes advantage of the parts that are sorted.
    tallies.sort_by_key(Tally::order);
    tallies.dedup_by(|later, first| {
        let is_same = later.order() == first.order();
        if is_same {
            first.weight = first.weight.saturating_add(later.weight);
        }
        is_same
    });
}
