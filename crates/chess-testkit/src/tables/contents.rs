use crate::random::Random;

/// The values of a sub-table, each a number below 4096 as the blocks hold it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Values {
    /// One value for all indices. In a table of distances it is 0.
    Single(u8),
    /// A value for each index.
    Each(Vec<u16>),
    /// Values for the first indices, which repeat themselves. Their number is a power of two, and all entries of the
    /// sparse index name the same blocks, so that tables of 10^10 indices are small files.
    Repeated(Vec<u16>),
}

impl Values {
    /// The value at this index.
    pub fn at(&self, index: u64) -> u16 {
        match self {
            Self::Single(value) => u16::from(*value),
            Self::Each(values) => values[index as usize],
            Self::Repeated(values) => values[index as usize % values.len()],
        }
    }
}

/// Returns runs of values with single other ones in between, as the blocks of real tables have them.
pub fn runs(count: usize, values: &[u16], random: &mut Random) -> Vec<u16> {
    let mut all = Vec::with_capacity(count + 1024);
    while all.len() < count {
        let length = match random.below(8) {
            0 => 300 + random.below(700),
            1 | 2 => 20 + random.below(60),
            _ => 1 + random.below(6),
        };
        let value = random.pick(values);
        all.extend(std::iter::repeat_n(value, length));
        // Pairs that come again and again make symbols of different values.
        if random.below(3) == 0 {
            let other = random.pick(values);
            all.extend([value, other, other, value, other]);
        }
    }
    all.truncate(count);
    all
}
