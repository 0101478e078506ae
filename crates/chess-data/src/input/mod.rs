//! Files, folders, standard input and bytes in memory, decompressed while they are read.
//!
//! The compression is recognised by the first bytes and not by the name: Zstandard, gzip, bzip2, or none. Files of several
//! frames, members or streams are read to their end.
//!
//! # Examples
//! ```
//! use std::io::Read;
//!
//! use chess_data::input::{Input, Progress};
//!
//! let input = Input::bytes("games.pgn", "1. e4 e5 *");
//! let progress = Progress::default();
//! let mut text = String::new();
//! input.open(&progress)?.read_to_string(&mut text)?;
//! assert_eq!(text, "1. e4 e5 *");
//! assert_eq!(progress.bytes(), 10);
//! # Ok::<(), std::io::Error>(())
//! ```

#[cfg(any(feature = "games", feature = "zstd", feature = "zstd-c"))]
mod ahead;
#[cfg(any(feature = "zstd", feature = "zstd-c"))]
mod frames;
mod lines;
mod opened;
mod pipe;
mod plain;
mod source;
#[cfg(any(feature = "zstd", feature = "zstd-c"))]
mod zstandard;

#[cfg(feature = "games")]
pub(crate) use ahead::{Block, read_ahead};
#[cfg(feature = "games")]
pub(crate) use lines::{BOM, LineFeeds};
pub use lines::{LineTooLong, Lines, unquoted};
pub use opened::{Compression, Opened, Progress};
pub use source::{Encoding, Input, find, has_ending};
