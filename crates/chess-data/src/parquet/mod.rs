//! Parquet files of tables.
//!
//! Rows are encoded and compressed where they are read, on any thread: an [`Encoder`] makes a [`RowGroup`] of a batch. A
//! [`FileWriter`] writes the row groups one after another.
//!
//! # Examples
//! ```
//! use chess_data::columns::{Base, Columns, read_chunk};
//! use chess_data::filter::Filter;
//! use chess_data::parquet::{Encoder, FileWriter};
//!
//! let columns = Columns::default();
//! let encoder = Encoder::new(&columns.fields())?;
//! let mut writer = FileWriter::new(Vec::new(), &encoder)?;
//! for batch in read_chunk(b"1. e4 *", &Base::file("games.pgn"), &columns, &Filter::ALL) {
//!     let group = encoder.encode(&batch)?;
//!     writer.write(group.finish(&batch)?)?;
//! }
//! writer.set("source", "games.pgn");
//! let bytes: Vec<u8> = writer.finish()?;
//! assert!(bytes.starts_with(b"PAR1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod encoder;
mod file;
mod footer;

pub use encoder::{Encoder, OpenRowGroup, RowGroup};
pub use file::FileWriter;
pub use footer::read_notes;
