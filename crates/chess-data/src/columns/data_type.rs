use std::fmt;

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
    /// A packed position: 32 bytes.
    Packed,
    /// A list of items, all of one type.
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
            Self::List(item) => return write!(f, "List of {}", item.data_type),
        })
    }
}
