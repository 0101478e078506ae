use std::ops::Range;
use std::sync::Arc;

use chess_notation::PackedPosition;

use super::texts::{Texts, append_offsets, range};
use super::validity::Validity;

/// The values of a column, in the buffers that Arrow describes. [`get`](Self::get) gives any item as a [`Value`]. For speed, match
/// the variant and take its slice.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Array {
    /// `Int8`
    Int8(Primitive<i8>),
    /// `Int16`
    Int16(Primitive<i16>),
    /// `Int32`
    Int32(Primitive<i32>),
    /// `Int64`
    Int64(Primitive<i64>),
    /// `UInt8`
    UInt8(Primitive<u8>),
    /// `UInt16`
    UInt16(Primitive<u16>),
    /// `UInt64`
    UInt64(Primitive<u64>),
    /// `Date32`: days since 1970-01-01.
    Date32(Primitive<i32>),
    /// `Utf8`
    Utf8(Texts),
    /// `FixedSizeBinary(32)`: packed positions.
    Packed(Packed),
    /// The entries of maps: names and values, none of them null.
    Entries(Texts, Texts),
    /// `List`
    List(List),
}

/// Numbers, with their nulls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Primitive<T> {
    values: Vec<T>,
    validity: Validity,
}

/// Packed positions, with their nulls: 32 bytes each, which are zero for a null.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    bytes: Vec<u8>,
    validity: Validity,
}

/// Lists, none of them null: the concatenated items, and offsets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct List {
    /// One more than there are lists. Columns of moves share them.
    offsets: Arc<Vec<i32>>,
    items: Box<Array>,
}

/// An item of an [`Array`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Value<'a> {
    /// No value.
    Null,
    /// A signed number, or a date in days since 1970-01-01.
    Int(i64),
    /// An unsigned number.
    UInt(u64),
    /// A text.
    Text(&'a str),
    /// A packed position.
    Packed(PackedPosition),
    /// A name and its value.
    Entry(&'a str, &'a str),
    /// A list.
    List(Items<'a>),
}

/// The items of a list: a part of an array.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Items<'a> {
    array: &'a Array,
    start: usize,
    end: usize,
}

impl Array {
    /// Number of items.
    pub fn len(&self) -> usize {
        match self {
            Self::Int8(array) => array.values.len(),
            Self::Int16(array) => array.values.len(),
            Self::Int32(array) | Self::Date32(array) => array.values.len(),
            Self::Int64(array) => array.values.len(),
            Self::UInt8(array) => array.values.len(),
            Self::UInt16(array) => array.values.len(),
            Self::UInt64(array) => array.values.len(),
            Self::Utf8(array) | Self::Entries(array, _) => array.validity().len(),
            Self::Packed(array) => array.validity().len(),
            Self::List(array) => array.len(),
        }
    }

    /// Tests whether the array has no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The item at index `i`; [`Value::Null`] if it is null or does not exist.
    pub fn get(&self, i: usize) -> Value<'_> {
        match self {
            Self::Int8(array) => array.get(i).map_or(Value::Null, |value| Value::Int(value.into())),
            Self::Int16(array) => array.get(i).map_or(Value::Null, |value| Value::Int(value.into())),
            Self::Int32(array) | Self::Date32(array) => {
                array.get(i).map_or(Value::Null, |value| Value::Int(value.into()))
            }
            Self::Int64(array) => array.get(i).map_or(Value::Null, Value::Int),
            Self::UInt8(array) => array.get(i).map_or(Value::Null, |value| Value::UInt(value.into())),
            Self::UInt16(array) => array.get(i).map_or(Value::Null, |value| Value::UInt(value.into())),
            Self::UInt64(array) => array.get(i).map_or(Value::Null, Value::UInt),
            Self::Utf8(array) => array.get(i).map_or(Value::Null, Value::Text),
            Self::Packed(array) => array.get(i).map_or(Value::Null, Value::Packed),
            Self::Entries(names, values) => match (names.get(i), values.get(i)) {
                (Some(name), Some(value)) => Value::Entry(name, value),
                _ => Value::Null,
            },
            Self::List(array) => array.get(i).map_or(Value::Null, Value::List),
        }
    }

    /// The number of bytes of text and positions, or of items in lists, that 32-bit offsets have to count: the greatest of them.
    pub(crate) fn extent(&self) -> usize {
        match self {
            Self::Utf8(array) => array.text().len(),
            Self::Entries(names, values) => names.text().len().max(values.text().len()),
            Self::List(array) => array.items.len().max(array.items.extent()),
            Self::Packed(array) => array.bytes.len(),
            _ => 0,
        }
    }

    /// Adds the items of `other`. Returns `false` if the types differ; the array is then unchanged.
    pub(crate) fn append(&mut self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int8(array), Self::Int8(other)) => array.append(other),
            (Self::Int16(array), Self::Int16(other)) => array.append(other),
            (Self::Int32(array), Self::Int32(other)) | (Self::Date32(array), Self::Date32(other)) => {
                array.append(other);
            }
            (Self::Int64(array), Self::Int64(other)) => array.append(other),
            (Self::UInt8(array), Self::UInt8(other)) => array.append(other),
            (Self::UInt16(array), Self::UInt16(other)) => array.append(other),
            (Self::UInt64(array), Self::UInt64(other)) => array.append(other),
            (Self::Utf8(array), Self::Utf8(other)) => array.append(other),
            (Self::Packed(array), Self::Packed(other)) => array.append(other),
            (Self::Entries(names, values), Self::Entries(other_names, other_values)) => {
                names.append(other_names);
                values.append(other_values);
            }
            (Self::List(array), Self::List(other)) => return array.append(other),
            _ => return false,
        }
        true
    }
}

impl<T: Copy + Default> Primitive<T> {
    /// The numbers. A null has the value 0.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Which of the numbers are null.
    pub const fn validity(&self) -> &Validity {
        &self.validity
    }

    /// The number at index `i`; `None` if it is null or does not exist.
    #[inline]
    pub fn get(&self, i: usize) -> Option<T> {
        let value = self.values.get(i)?;
        self.validity.is_valid(i).then_some(*value)
    }

    /// The numbers, and which of them are null.
    pub fn into_parts(self) -> (Vec<T>, Validity) {
        (self.values, self.validity)
    }

    #[inline]
    pub(crate) fn push(&mut self, value: Option<T>) {
        self.values.push(value.unwrap_or_default());
        self.validity.push(value.is_some());
    }

    #[inline]
    pub(crate) fn push_value(&mut self, value: T) {
        self.values.push(value);
        self.validity.push(true);
    }

    fn append(&mut self, other: &Self) {
        self.values.extend_from_slice(&other.values);
        self.validity.append(&other.validity);
    }
}

impl Primitive<i64> {
    /// Adds `add` to all numbers that are not null.
    pub(crate) fn add(&mut self, add: i64) {
        for (i, value) in self.values.iter_mut().enumerate() {
            *value += if self.validity.is_valid(i) { add } else { 0 };
        }
    }
}

impl Packed {
    /// The bytes, 32 for each position.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Which of the positions are null.
    pub const fn validity(&self) -> &Validity {
        &self.validity
    }

    /// The position at index `i`; `None` if it is null or does not exist.
    pub fn get(&self, i: usize) -> Option<PackedPosition> {
        if !self.validity.is_valid(i) {
            return None;
        }
        let bytes = self.bytes.get(PackedPosition::SIZE * i..)?.get(..PackedPosition::SIZE)?;
        bytes.try_into().ok().map(PackedPosition::from_bytes)
    }

    /// The bytes, and which of the positions are null.
    pub fn into_parts(self) -> (Vec<u8>, Validity) {
        (self.bytes, self.validity)
    }

    #[inline]
    pub(crate) fn push(&mut self, position: Option<PackedPosition>) {
        self.bytes.extend_from_slice(&position.map_or([0; PackedPosition::SIZE], PackedPosition::to_bytes));
        self.validity.push(position.is_some());
    }

    fn append(&mut self, other: &Self) {
        self.bytes.extend_from_slice(&other.bytes);
        self.validity.append(&other.validity);
    }
}

impl List {
    /// Number of lists.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Tests whether the array has no lists.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The offsets of the lists in [`items`](Self::items), one more than there are lists.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// The items of all lists, concatenated.
    pub const fn items(&self) -> &Array {
        &self.items
    }

    /// The list at index `i`; `None` if it does not exist.
    pub fn get(&self, i: usize) -> Option<Items<'_>> {
        let Range { start, end } = range(&self.offsets, i)?;
        Some(Items { array: &self.items, start, end })
    }

    /// Offsets, which columns of moves share, and items.
    pub fn into_parts(self) -> (Arc<Vec<i32>>, Array) {
        (self.offsets, *self.items)
    }

    /// Lists with these offsets, of which there is at least one.
    pub(crate) fn new(offsets: Arc<Vec<i32>>, items: Array) -> Self {
        Self { offsets, items: Box::new(items) }
    }

    fn append(&mut self, other: &Self) -> bool {
        if !self.items.append(&other.items) {
            return false;
        }
        append_offsets(Arc::make_mut(&mut self.offsets), &other.offsets);
        true
    }

    /// Shares the offsets of another column, which are known to be the same.
    pub(crate) fn share(&mut self, offsets: &Arc<Vec<i32>>) {
        self.offsets = Arc::clone(offsets);
    }

    pub(crate) const fn shared_offsets(&self) -> &Arc<Vec<i32>> {
        &self.offsets
    }
}

impl<'a> Value<'a> {
    /// The number, if it is an unsigned one.
    pub const fn as_u64(self) -> Option<u64> {
        match self {
            Self::UInt(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is a signed one.
    pub const fn as_i64(self) -> Option<i64> {
        match self {
            Self::Int(number) => Some(number),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub const fn as_str(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The list, if it is one.
    pub const fn as_list(self) -> Option<Items<'a>> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }
}

impl<'a> Items<'a> {
    /// Number of items.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Tests whether the list is empty.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The items in their order.
    pub fn iter(self) -> impl Iterator<Item = Value<'a>> {
        (self.start..self.end).map(move |i| self.array.get(i))
    }

    /// The array of all lists' items, and the range of this list.
    pub const fn array(self) -> (&'a Array, Range<usize>) {
        (self.array, self.start..self.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::batch::{AppendError, Batch};
    use crate::columns::choice::Columns;

    #[test]
    fn lists_of_more_items_than_offsets_can_tell_are_not_appended() {
        let batch = |items: usize| {
            let array = Array::UInt8(Primitive { values: vec![0; items], validity: Validity::default() });
            let list = Array::List(List::new(Arc::new(vec![0]), array));
            assert_eq!(list.extent(), items);
            Batch::new("moves".parse::<Columns>().unwrap().fields(), vec![list], 0)
        };
        // Untouched zeros take no memory.
        let mut all = batch(i32::MAX as usize);
        assert_eq!((all.append(&batch(0)), all.append(&batch(1))), (Ok(()), Err(AppendError::TooLarge)));
        let mut texts = Texts::default();
        texts.push(Some("abc"));
        assert_eq!([Array::Utf8(texts), Array::Date32(Primitive::default())].map(|it| it.extent()), [3, 0]);
    }
}
