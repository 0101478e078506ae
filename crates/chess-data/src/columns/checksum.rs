use std::convert::Infallible;
use std::fmt;

use super::array::{Array, Primitive, Value};
use super::batch::{Batch, Field};

/// The checksum of a table's content: the same for the same rows, in any order and with the columns in any order.
///
/// `docs/columns.md` describes the algorithm. The column `file` is ignored. `Display` writes 16 hexadecimal digits.
///
/// # Examples
/// ```
/// use chess_data::columns::{Base, Checksum, Columns, read_chunk};
/// use chess_data::filter::Filter;
///
/// let columns: Columns = "game,moves".parse()?;
/// let mut checksum = Checksum::new(&columns.fields());
/// for batch in read_chunk(b"1. e4 e5 *", &Base::default(), &columns, &Filter::ALL) {
///     checksum.add(&batch);
/// }
/// assert_eq!(checksum.rows(), 1);
/// assert_eq!(checksum.to_string(), "76225bd1ad19f8f0");
/// # Ok::<(), chess_data::columns::ColumnsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Checksum {
    /// The hash of the names.
    names: u64,
    /// The sum of the hashes of the rows.
    sum: u64,
    rows: u64,
}

const BASIS: u64 = 0xcbf29ce484222325;
const PRIME: u64 = 0x100000001b3;

/// The ignored column: the same file may have other paths on other machines.
const LEFT_OUT: &str = "file";

impl Checksum {
    /// The checksum of a table with these columns that has no rows.
    pub fn new(fields: &[Field]) -> Self {
        Self::of_names(fields.iter().map(|field| field.name.as_str()))
    }

    /// The checksum of a table with columns of these names that has no rows.
    pub fn of_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut names: Vec<&str> = names.into_iter().filter(|&name| name != LEFT_OUT).collect();
        names.sort_unstable();
        let mut hash = Hash(BASIS);
        for name in names {
            hash.bytes(name.as_bytes());
            hash.byte(0);
        }
        Self { names: hash.mixed(), sum: 0, rows: 0 }
    }

    /// Adds the rows of a batch that has the columns of [`new`](Self::new).
    pub fn add(&mut self, batch: &Batch) {
        let columns = batch.fields().iter().map(|field| field.name.as_str()).zip(batch.columns());
        let Ok(()) = self.add_columns(columns.collect(), batch.rows(), |hash, array, row| {
            hash.item(array, row);
            Ok::<(), Infallible>(())
        });
    }

    /// Adds rows of columns with their names. `add` adds the item of a column and row to the hash of the row.
    ///
    /// # Errors
    /// Those of `add`. The checksum is then unchanged.
    pub(crate) fn add_columns<A, E>(
        &mut self,
        mut columns: Vec<(&str, &A)>,
        rows: usize,
        add: impl Fn(&mut Hash, &A, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        columns.retain(|&(name, _)| name != LEFT_OUT);
        columns.sort_unstable_by_key(|&(name, _)| name);
        let mut hashes = vec![Hash(BASIS); rows];
        for (_, array) in columns {
            for (row, hash) in hashes.iter_mut().enumerate() {
                add(hash, array, row)?;
            }
        }
        self.sum = hashes.iter().fold(self.sum, |sum, hash| sum.wrapping_add(hash.mixed()));
        self.rows += rows as u64;
        Ok(())
    }

    /// Number of rows.
    pub const fn rows(self) -> u64 {
        self.rows
    }

    /// The number.
    pub const fn value(self) -> u64 {
        self.names.wrapping_add(self.sum)
    }

    /// Adds rows of a table with the same columns whose checksum and number are known.
    pub fn add_known(&mut self, value: u64, rows: u64) {
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

    /// Adds the beginning of a list of so many items.
    pub(crate) fn begin_list(&mut self, len: usize) {
        self.byte(3);
        self.word(len as u64);
    }

    fn item(&mut self, array: &Array, i: usize) {
        match array.get(i) {
            Value::Null => self.byte(0),
            Value::Int(number) => self.number(number as u64),
            Value::UInt(number) => self.number(number),
            Value::Text(text) => self.string(text.as_bytes()),
            Value::Packed(position) => self.string(&position.to_bytes()),
            Value::Entry(name, value) => {
                self.string(name.as_bytes());
                self.string(value.as_bytes());
            }
            Value::List(items) => {
                self.begin_list(items.len());
                let (array, range) = items.array();
                match array {
                    // The most frequent types, without a branch for each item.
                    Array::UInt16(array) => self.numbers(array, range, u64::from),
                    Array::UInt64(array) => self.numbers(array, range, u64::from),
                    Array::Int32(array) => self.numbers(array, range, |number| i64::from(number) as u64),
                    Array::Int64(array) => self.numbers(array, range, |number| number as u64),
                    _ => range.for_each(|i| self.item(array, i)),
                }
            }
        }
    }

    fn numbers<T: Copy + Default>(
        &mut self,
        array: &Primitive<T>,
        range: std::ops::Range<usize>,
        to_word: impl Fn(T) -> u64,
    ) {
        for i in range {
            match array.get(i) {
                Some(number) => self.number(to_word(number)),
                None => self.byte(0),
            }
        }
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
