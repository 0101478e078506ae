//! Games as tables: record batches of the arrow crates, by the feature `arrow`.
//!
//! `docs/columns.md` in the repository is the schema: the names, types and nulls of all columns, and the checksum of a table.

mod checksum;
mod choice;
#[cfg(feature = "arrow")]
mod column;
mod game;
mod game_filter;
mod notes;
#[cfg(feature = "arrow")]
mod record;
#[cfg(feature = "arrow")]
mod rows;
#[cfg(feature = "arrow")]
mod search;
#[cfg(feature = "arrow")]
mod table;
#[cfg(feature = "arrow")]
mod tag_maps;
#[cfg(feature = "arrow")]
mod text_table;
#[cfg(feature = "arrow")]
mod texts;
#[cfg(feature = "arrow")]
mod tree;

pub use self::checksum::Checksum;
pub(crate) use self::checksum::Hash;
pub use self::choice::{Base, Columns, ColumnsError};
pub use self::game_filter::GameFilter;
pub use self::notes::{Earlier, TableSource};
#[cfg(feature = "arrow")]
pub use self::record::rebase;
#[cfg(feature = "arrow")]
pub use self::search::{Search, SearchError, cell_text};
#[cfg(feature = "arrow")]
pub use self::table::{Batches, ReadPart, Table, placed, read_chunk, read_part};
#[cfg(feature = "arrow")]
pub use self::text_table::TextTable;
#[cfg(feature = "arrow")]
pub use self::texts::{Texts, TextsError};
