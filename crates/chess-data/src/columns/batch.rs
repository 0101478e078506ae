//! Batches of rows, and the types of their columns.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use super::array::{Array, List, Packed, Primitive, Value};
use super::texts::Texts;

/// Rows of a table as columns: a part of a table, with buffers as Arrow describes them.
///
/// # Examples
/// ```
/// use chess_data::columns::{Base, Columns, Value, read_chunk};
/// use chess_data::filter::Filter;
///
/// let pgn = b"[White \"Anderssen\"]\n[WhiteElo \"2600\"]\n\n1. e4 e5 2. f4 1-0\n";
/// let columns: Columns = "white,white_elo,plies,moves".parse()?;
/// let batch = read_chunk(pgn, &Base::file("games.pgn"), &columns, &Filter::ALL).next().unwrap();
/// assert_eq!(batch.rows(), 1);
/// assert_eq!(batch.get("white", 0), Some(Value::Text("Anderssen")));
/// assert_eq!(batch.get("white_elo", 0), Some(Value::Int(2600)));
/// let Some(Value::List(moves)) = batch.get("moves", 0) else { panic!() };
/// assert_eq!(moves.len(), 3);
/// # Ok::<(), chess_data::columns::ColumnsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    fields: Arc<[Field]>,
    columns: Vec<Array>,
    rows: usize,
}

impl Batch {
    /// A batch of columns that all have `rows` items, one for each field and of its type.
    pub(crate) fn new(fields: Arc<[Field]>, columns: Vec<Array>, rows: usize) -> Self {
        debug_assert_eq!(fields.len(), columns.len());
        debug_assert!(columns.iter().all(|column| column.len() == rows));
        Self { fields, columns, rows }
    }

    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Names and types of the columns.
    pub const fn fields(&self) -> &Arc<[Field]> {
        &self.fields
    }

    /// The columns, in the order of [`fields`](Self::fields).
    pub fn columns(&self) -> &[Array] {
        &self.columns
    }

    /// The column of this name.
    pub fn column(&self, name: &str) -> Option<&Array> {
        self.columns.get(self.fields.iter().position(|field| field.name == name)?)
    }

    /// The value of a column in row `row`; `None` if there is no such column or row.
    pub fn get(&self, name: &str, row: usize) -> Option<Value<'_>> {
        let column = self.column(name)?;
        (row < self.rows).then(|| column.get(row))
    }

    /// The rows that `keep` accepts by their numbers.
    pub(crate) fn kept(self, keep: impl Fn(&Self, usize) -> bool) -> Self {
        let kept: Vec<bool> = (0..self.rows).map(|row| keep(&self, row)).collect();
        let rows = kept.iter().filter(|&&is_kept| is_kept).count();
        if rows == self.rows {
            return self;
        }
        Self { columns: self.columns.iter().map(|column| kept_items(column, &kept)).collect(), rows, ..self }
    }

    /// A batch of the columns of this name alone.
    #[cfg(feature = "parquet")]
    pub(crate) fn only(&self, name: &str) -> Self {
        let chosen = || self.fields.iter().zip(&self.columns).filter(|(field, _)| field.name == name);
        let fields = chosen().map(|(field, _)| field.clone()).collect();
        Self { fields, columns: chosen().map(|(_, column)| column.clone()).collect(), rows: self.rows }
    }

    /// The columns, in the order of [`fields`](Self::fields).
    pub fn into_columns(self) -> Vec<Array> {
        self.columns
    }

    /// Adds the rows of another batch of the same table.
    ///
    /// # Errors
    /// The batches have other columns, or the rows of both have more text or longer lists than 32-bit offsets can count. The
    /// batch is then unchanged.
    pub fn append(&mut self, other: &Self) -> Result<(), AppendError> {
        if self.fields != other.fields {
            return Err(AppendError::Fields);
        }
        let pairs = || self.columns.iter().zip(&other.columns);
        if pairs().any(|(column, other)| column.extent() + other.extent() > i32::MAX as usize) {
            return Err(AppendError::TooLarge);
        }
        let leaders = self.release_shared_offsets();
        for (column, other) in self.columns.iter_mut().zip(&other.columns) {
            column.append(other);
        }
        self.share_offsets(&leaders);
        self.rows += other.rows;
        Ok(())
    }

    /// Adds the numbers before the rows' chunk to the places in all rows: the columns `game`, `line`, `offset`, `error_line` and
    /// `error_offset`.
    ///
    /// A thread that reads a chunk does not know the numbers of games and lines before it. It reads the chunk from an empty
    /// [`Base`](super::Base), and the numbers are added later.
    pub fn rebase(&mut self, games: u64, lines: u64, bytes: u64) {
        for (field, column) in self.fields.iter().zip(&mut self.columns) {
            let add = match field.name.as_str() {
                "game" => games,
                "line" | "error_line" => lines,
                "offset" | "error_offset" => bytes,
                _ => continue,
            };
            if let Array::Int64(array) = column {
                array.add(add as i64);
            }
        }
    }

    /// Takes the offsets away from list columns that share those of an earlier column, so that the latter can grow in place.
    /// Returns the index of the earlier column for each of them.
    fn release_shared_offsets(&mut self) -> Vec<(usize, usize)> {
        let nothing = Arc::new(vec![0]);
        let mut leaders = Vec::new();
        let mut firsts: Vec<(usize, Arc<Vec<i32>>)> = Vec::new();
        for (i, column) in self.columns.iter_mut().enumerate() {
            let Array::List(list) = column else { continue };
            match firsts.iter().find(|(_, first)| Arc::ptr_eq(first, list.shared_offsets())) {
                Some(&(leader, _)) => {
                    leaders.push((i, leader));
                    list.share(&nothing);
                }
                None => firsts.push((i, Arc::clone(list.shared_offsets()))),
            }
        }
        leaders
    }

    fn share_offsets(&mut self, leaders: &[(usize, usize)]) {
        for &(follower, leader) in leaders {
            let offsets = match self.columns.get(leader) {
                Some(Array::List(list)) => Arc::clone(list.shared_offsets()),
                _ => continue,
            };
            if let Some(Array::List(list)) = self.columns.get_mut(follower) {
                list.share(&offsets);
            }
        }
    }
}

/// The items of an array for which `keep` is true.
fn kept_items(array: &Array, keep: &[bool]) -> Array {
    match array {
        Array::Int8(array) => Array::Int8(kept(keep, |i| array.get(i), Primitive::push)),
        Array::Int16(array) => Array::Int16(kept(keep, |i| array.get(i), Primitive::push)),
        Array::Int32(array) => Array::Int32(kept(keep, |i| array.get(i), Primitive::push)),
        Array::Int64(array) => Array::Int64(kept(keep, |i| array.get(i), Primitive::push)),
        Array::UInt8(array) => Array::UInt8(kept(keep, |i| array.get(i), Primitive::push)),
        Array::UInt16(array) => Array::UInt16(kept(keep, |i| array.get(i), Primitive::push)),
        Array::UInt64(array) => Array::UInt64(kept(keep, |i| array.get(i), Primitive::push)),
        Array::Date32(array) => Array::Date32(kept(keep, |i| array.get(i), Primitive::push)),
        Array::Utf8(array) => Array::Utf8(kept_texts(array, keep)),
        Array::Packed(array) => Array::Packed(kept(keep, |i| array.get(i), Packed::push)),
        Array::Entries(names, values) => Array::Entries(kept_texts(names, keep), kept_texts(values, keep)),
        Array::List(list) => {
            let (mut offsets, mut len) = (vec![0], 0);
            let mut items = vec![false; list.items().len()];
            for list in indices(keep).filter_map(|i| list.get(i)) {
                let range = list.array().1;
                len += range.len();
                offsets.push(len as i32);
                items.get_mut(range).unwrap_or_default().fill(true);
            }
            Array::List(List::new(Arc::new(offsets), kept_items(list.items(), &items)))
        }
    }
}

fn kept_texts(texts: &Texts, keep: &[bool]) -> Texts {
    kept(keep, |i| texts.get(i), Texts::push)
}

fn kept<A: Default, T>(
    keep: &[bool],
    get: impl Fn(usize) -> Option<T>,
    push: impl Fn(&mut A, Option<T>),
) -> A {
    let mut kept = A::default();
    indices(keep).for_each(|i| push(&mut kept, get(i)));
    kept
}

/// The indices at which `keep` is true.
fn indices(keep: &[bool]) -> impl Iterator<Item = usize> {
    keep.iter().enumerate().filter_map(|(i, &is_kept)| is_kept.then_some(i))
}

/// An error of [`Batch::append`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum AppendError {
    /// The batches have other columns.
    Fields,
    /// The rows of both have more text or longer lists than 32-bit offsets can count.
    TooLarge,
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fields => "the batches have different columns",
            Self::TooLarge => "a column of both batches together is larger than 2 GiB",
        })
    }
}

impl Error for AppendError {}

/// The type of a column.
///
/// `Display` writes the name that Arrow has for it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum DataType {
    /// A signed number of 8 bits.
    Int8,
    /// A signed number of 16 bits.
    Int16,
    /// A signed number of 32 bits.
    Int32,
    /// A signed number of 64 bits.
    Int64,
    /// An unsigned number of 8 bits.
    UInt8,
    /// An unsigned number of 16 bits.
    UInt16,
    /// An unsigned number of 64 bits.
    UInt64,
    /// Days since 1970-01-01, in 32 bits.
    Date32,
    /// Text.
    Utf8,
    /// A packed position: 32 bytes. In lists, Arrow has them as binary of any length, which more programs read.
    Packed,
    /// A name and its value, both texts: an item of a map.
    Entry,
    /// A list of items, all of one type. Arrow has a list of entries as a map.
    List(Box<Item>),
}

/// The items of a list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    /// The type.
    pub data_type: DataType,
    /// True if items may be null.
    pub is_nullable: bool,
}

/// The name and type of a column.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The name.
    pub name: String,
    /// The type.
    pub data_type: DataType,
    /// True if values may be null.
    pub is_nullable: bool,
}

impl DataType {
    /// The type of lists with items of `data_type`.
    pub(crate) fn list(data_type: Self, is_nullable: bool) -> Self {
        Self::List(Box::new(Item { data_type, is_nullable }))
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Int8 => "Int8",
            Self::Int16 => "Int16",
            Self::Int32 => "Int32",
            Self::Int64 => "Int64",
            Self::UInt8 => "UInt8",
            Self::UInt16 => "UInt16",
            Self::UInt64 => "UInt64",
            Self::Date32 => "Date32",
            Self::Utf8 => "Utf8",
            Self::Packed => "FixedSizeBinary(32)",
            Self::Entry => "Utf8 to Utf8",
            Self::List(item) if item.data_type == Self::Packed => "List of Binary",
            Self::List(item) if item.data_type == Self::Entry => "Map of Utf8 to Utf8",
            Self::List(item) => return write!(f, "List of {}", item.data_type),
        })
    }
}
