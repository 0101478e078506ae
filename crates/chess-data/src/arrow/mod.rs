//! Batches as those of the arrow crates, and files and streams of Arrow's interprocess format.
//!
//! The buffers are moved, not copied.
//!
//! # Examples
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::UInt16Type;
//! use chess_data::arrow::record_batch;
//! use chess_data::columns::{Base, Columns, read_chunk};
//! use chess_data::filter::Filter;
//!
//! let columns: Columns = "plies,moves".parse()?;
//! let batch = read_chunk(b"1. e4 e5 2. Nf3 *", &Base::default(), &columns, &Filter::ALL).next().unwrap();
//! let record = record_batch(batch)?;
//! let moves = record.column_by_name("moves").unwrap().as_list::<i32>().value(0);
//! assert_eq!(moves.as_primitive::<UInt16Type>().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod convert;
mod ipc;

pub use convert::{record_batch, schema};
pub use ipc::{FileWriter, StreamWriter};
