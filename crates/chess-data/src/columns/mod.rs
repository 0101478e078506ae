//! Games as tables: flat buffers of columns, as Arrow describes them.
//!
//! `docs/columns.md` in the repository is the schema: the names, types and nulls of all columns, and the check sum of a table.

mod array;
mod base;
mod batch;
mod checksum;
mod choice;
mod data_type;
mod game_columns;
mod kept;
mod move_columns;
mod read;
mod rows;
mod table;
mod validity;

pub use self::array::{Array, Items, List, Packed, Primitive, Texts, Value};
pub use self::base::Base;
pub use self::batch::{AppendError, Batch};
pub use self::checksum::Checksum;
pub use self::choice::{Columns, ColumnsError};
pub use self::data_type::{DataType, Field, Item};
pub use self::kept::Kept;
pub use self::read::{Batches, read_chunk};
pub use self::table::{ReadPart, Table, TableBatches, placed, read_part};
pub use self::validity::Validity;
