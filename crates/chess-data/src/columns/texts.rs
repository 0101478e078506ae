//! Columns of texts, as the arrays of Arrow have them.

use std::error::Error;
use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::{
    AnyDictionaryArray, Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use arrow_schema::DataType;

/// A column of texts: arrays of strings or binary, one after another, which are not copied.
///
/// Each array may be of any of the types `Utf8`, `LargeUtf8`, `Utf8View`, `Binary`, `LargeBinary`, `BinaryView`, dictionaries of these,
/// and `Null`. On a processor that stores the highest byte first, views are refused: the arrow crates read short ones wrong there.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use arrow_array::{ArrayRef, BinaryViewArray, StringArray};
/// use chess_data::columns::Texts;
///
/// let first: ArrayRef = Arc::new(StringArray::from(vec![Some("1. e4 *"), None]));
/// let second: ArrayRef = Arc::new(BinaryViewArray::from_iter_values([b"1. d4 *"]));
/// let texts = Texts::new([first, second])?;
/// assert_eq!((texts.len(), texts.get(1), texts.get(2)), (3, None, Some(&b"1. d4 *"[..])));
/// # Ok::<(), chess_data::columns::TextsError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The number of the first text of each chunk.
    starts: Vec<usize>,
    /// None of them is empty.
    chunks: Vec<Chunk>,
    len: usize,
}

#[derive(Clone, Debug)]
enum Chunk {
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    SmallBinary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    /// The texts that occur, and the number of that of each row.
    Dictionary(Box<Self>, Vec<Option<usize>>),
    Null,
}

impl Texts {
    /// A column of the rows of these arrays.
    ///
    /// # Errors
    /// An array is not one of texts.
    pub fn new(arrays: impl IntoIterator<Item = ArrayRef>) -> Result<Self, TextsError> {
        let mut texts = Self::default();
        for array in arrays.into_iter().filter(|array| !array.is_empty()) {
            texts.starts.push(texts.len);
            texts.chunks.push(Chunk::new(&array)?);
            texts.len += array.len();
        }
        Ok(texts)
    }

    /// The number of rows.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Tests whether there is no row.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The text of a row; `None` if it is null, or there is no such row.
    pub fn get(&self, row: usize) -> Option<&[u8]> {
        let chunk = self.starts.partition_point(|&start| start <= row).checked_sub(1)?;
        if row < self.len { self.chunks[chunk].get(row - self.starts[chunk]) } else { None }
    }
}

impl Chunk {
    fn new(array: &ArrayRef) -> Result<Self, TextsError> {
        Ok(match array.data_type() {
            view @ (DataType::Utf8View | DataType::BinaryView) if cfg!(target_endian = "big") => {
                return Err(TextsError::Type(view.clone()));
            }
            DataType::Utf8 => Self::Small(array.as_string().clone()),
            DataType::LargeUtf8 => Self::Large(array.as_string().clone()),
            DataType::Utf8View => Self::View(array.as_string_view().clone()),
            DataType::Binary => Self::SmallBinary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            DataType::Null => Self::Null,
            DataType::Dictionary(..) => {
                let dictionary = array.as_any_dictionary();
                Self::Dictionary(Box::new(Self::new(dictionary.values())?), keys(dictionary))
            }
            other => return Err(TextsError::Type(other.clone())),
        })
    }

    /// The text of a row of the array.
    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Small(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::Large(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::View(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::SmallBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Self::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Dictionary(texts, keys) => texts.get(keys.get(row).copied().flatten()?),
            Self::Null => None,
        }
    }
}

/// The number of the text of each row.
fn keys(dictionary: &dyn AnyDictionaryArray) -> Vec<Option<usize>> {
    // Without texts, all rows are null.
    if dictionary.values().is_empty() {
        return vec![None; dictionary.len()];
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    keys.map(|(row, key)| dictionary.keys().is_valid(row).then_some(key)).collect()
}

/// The reason why arrays are not columns of texts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextsError {
    /// An array has this type, which is not one of texts.
    Type(DataType),
    /// The columns have not the same number of rows.
    Lengths {
        /// The number of texts.
        texts: usize,
        /// The number of rows of the other column.
        other: usize,
    },
}

impl fmt::Display for TextsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type(found) => {
                write!(f, "expected a column of strings or binary, found {found}")?;
                if matches!(found, DataType::Struct(_)) {
                    f.write_str("; choose a column of the table")?;
                }
                Ok(())
            }
            Self::Lengths { texts, other } => write!(f, "expected {texts} start positions, found {other}"),
        }
    }
}

impl Error for TextsError {}
