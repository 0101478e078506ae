#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "batches")]
pub mod batches;
pub mod binpack;
pub mod bullet;
mod conversion;
mod encode;
mod fault;
mod file;
mod format;
pub mod marlin;
pub mod pgn;
pub mod plain;
mod positions;
mod record;
mod source;
pub mod viri;

pub use chess_data;
// The inputs of networks stand where an engine finds them without the formats of files.
pub use chess_search::{FeatureChanges, FeatureSet, FeatureView};
pub use conversion::Conversion;
pub use encode::{Encoded, encode_games};
pub use fault::{Fault, Loss, Losses, ReadError};
pub use file::{FileReader, FileWriter};
pub use format::{Format, ParseFormatError, Reader, Writer};
pub use record::{MATE, MAX_MATE_PLIES, Record};
