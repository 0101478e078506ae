use static_assertions::assert_eq_size;

/// A record of a book: a move in the position with this key.
///
/// In the file it takes 16 bytes, the highest byte of each number first.
///
/// | bytes | meaning |
/// |---|---|
/// | 0-7 | key |
/// | 8-9 | word of the move |
/// | 10-11 | weight |
/// | 12-15 | learn |
///
/// # Examples
/// ```
/// use chess_notation::polyglot::Entry;
///
/// let entry = Entry { key: 0x463b96181691fc9c, word: 0o001434, weight: 2, learn: 0 };
/// let bytes = *b"\x46\x3b\x96\x18\x16\x91\xfc\x9c\x03\x1c\x00\x02\x00\x00\x00\x00";
/// assert_eq!(entry.to_bytes(), bytes);
/// assert_eq!(Entry::from_bytes(bytes), entry);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Entry {
    /// The [`key`](super::key()) of the position. Some books begin with records of key 0 that hold text.
    pub key: u64,
    /// The move, as [`Move::to_polyglot`](chess_types::Move::to_polyglot) writes it.
    pub word: u16,
    /// The weight of the move relative to the other moves of the position. By convention it is 2 for each win with the move and
    /// 1 for each draw, scaled down if it does not fit. A move of weight 0 should not be played.
    pub weight: u16,
    /// A learning value, whose meaning depends on the program that wrote it; 0 if there is none.
    pub learn: u32,
}

assert_eq_size!(Entry, [u8; Entry::SIZE]);

impl Entry {
    /// Number of bytes of a record.
    pub const SIZE: usize = 16;

    /// Reads a record. Any bytes are a record.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        let word = u128::from_be_bytes(bytes);
        Self {
            key: (word >> 64) as u64,
            word: (word >> 48) as u16,
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }

    /// The bytes of the record in a file.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        let Self { key, word, weight, learn } = self;
        ((key as u128) << 64 | (word as u128) << 48 | (weight as u128) << 32 | learn as u128).to_be_bytes()
    }
}
