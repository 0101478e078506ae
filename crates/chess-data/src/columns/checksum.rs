use std::fmt;

/// The checksum of a table's content: the same for the same rows, in any order and with the columns in any order.
///
/// `docs/columns.md` describes the algorithm. The column `file` is ignored. `Display` writes 16 hexadecimal digits.
///
/// # Examples
/// ```
/// use chess_data::columns::Checksum;
/// use chess_data::dumps::{Cell, Dump};
///
/// let mut checksum = Dump::Evals.checksum(&[]);
/// let row = vec![Cell::Null; Dump::Evals.columns().len()];
/// checksum.add_table(Dump::Evals.checksum(&[row.clone(), row]));
/// assert_eq!((checksum.rows(), checksum.to_string()), (2, "3400821834fbc278".to_owned()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checksum {
    /// The hash of the names.
    names: u64,
    /// The sum of the hashes of the rows.
    sum: u64,
    rows: u64,
}

const PRIME: u64 = 0x100000001b3;

/// The ignored column: the same file may have other paths on other machines.
pub(super) const LEFT_OUT: &str = "file";

impl Checksum {
    /// The checksum of a table with columns of these names that has no rows.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().filter(|&name| name != LEFT_OUT).collect();
        names.sort_unstable();
        let mut hash = Hash::EMPTY;
        for name in names {
            hash.bytes(name.as_bytes());
            hash.byte(0);
        }
        Self { names: hash.mixed(), sum: 0, rows: 0 }
    }

    /// Adds a row with this hash.
    pub(crate) const fn add_hash(&mut self, hash: Hash) {
        self.sum = self.sum.wrapping_add(hash.mixed());
        self.rows += 1;
    }

    /// Number of rows.
    pub const fn rows(self) -> u64 {
        self.rows
    }

    /// The number.
    pub const fn value(self) -> u64 {
        self.names.wrapping_add(self.sum)
    }

    /// Adds the rows of a table with the same columns.
    pub const fn add_table(&mut self, other: Self) {
        self.add_known(other.value(), other.rows);
    }

    /// Adds rows of a table with the same columns whose checksum and number are known.
    pub const fn add_known(&mut self, value: u64, rows: u64) {
        self.sum = self.sum.wrapping_add(value.wrapping_sub(self.names));
        self.rows += rows;
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.value())
    }
}

/// FNV-1a of 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Hash(u64);

impl Hash {
    pub(crate) const EMPTY: Self = Self(0xcbf29ce484222325);

    #[inline(always)]
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(PRIME);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.byte(byte);
        }
    }

    /// Eight bytes, the least first. Zeros only multiply, so that those at the end are one multiplication.
    #[inline(always)]
    fn word(&mut self, word: u64) {
        const SIX: u64 = power(6);
        const FOUR: u64 = power(4);
        self.byte(word as u8);
        self.byte((word >> 8) as u8);
        if word < 1 << 16 {
            self.0 = self.0.wrapping_mul(SIX);
            return;
        }
        self.byte((word >> 16) as u8);
        self.byte((word >> 24) as u8);
        if word < 1 << 32 {
            self.0 = self.0.wrapping_mul(FOUR);
            return;
        }
        for i in 4..8 {
            self.byte((word >> (8 * i)) as u8);
        }
    }

    #[inline(always)]
    pub(crate) fn number(&mut self, number: u64) {
        self.byte(1);
        self.word(number);
    }

    pub(crate) fn string(&mut self, bytes: &[u8]) {
        self.byte(2);
        self.word(bytes.len() as u64);
        self.bytes(bytes);
    }

    /// Adds the length of a list, before its items.
    pub(crate) fn begin_list(&mut self, len: usize) {
        self.byte(3);
        self.word(len as u64);
    }

    const fn mixed(self) -> u64 {
        let mut hash = self.0;
        hash ^= hash >> 30;
        hash = hash.wrapping_mul(0xbf58476d1ce4e5b9);
        hash ^= hash >> 27;
        hash = hash.wrapping_mul(0x94d049bb133111eb);
        hash ^ hash >> 31
    }
}

const fn power(exponent: u32) -> u64 {
    PRIME.wrapping_pow(exponent)
}
