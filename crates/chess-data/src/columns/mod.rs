//! Games as tables: flat buffers of columns, as Arrow describes them.
//!
//! `docs/columns.md` in the repository is the schema: the names, types and nulls of all columns, and the checksum of a table.

mod array;
mod batch;
mod checksum;
mod choice;
mod column;
mod game;
mod game_filter;
mod rows;
mod table;
mod texts;
mod validity;

pub use self::array::{Array, Items, List, Packed, Primitive, Value};
pub use self::batch::{AppendError, Batch, DataType, Field, Item};
pub use self::checksum::Checksum;
#[cfg(feature = "arrow")]
pub(crate) use self::checksum::Hash;
pub use self::choice::{Base, Columns, ColumnsError};
pub use self::game_filter::GameFilter;
pub use self::table::{Batches, ReadPart, Table, TableBatches, placed, read_chunk, read_part};
pub use self::texts::Texts;
pub use self::validity::Validity;
