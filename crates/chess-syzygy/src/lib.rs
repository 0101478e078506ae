#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod error;
#[cfg(feature = "std")]
mod file;
#[cfg(feature = "std")]
mod folders;
mod index;
mod material;
mod probe;
mod source;
mod table;
mod tables;
mod values;

// Items of the crates below that the signatures of this crate name, so that a dependent needs no second dependency.
pub use chess_board::{KeyHistory, Position};
pub use chess_movegen::Wdl;
pub use chess_types::{Color, Move, PieceType};

pub use self::error::ProbeError;
#[cfg(feature = "std")]
pub use self::file::TableFile;
#[cfg(feature = "std")]
pub use self::folders::OpenError;
pub use self::material::{Material, ParseMaterialError};
pub use self::probe::{RankedMove, RootRules};
pub use self::source::{ReadError, Source};
pub use self::table::TableKind;
pub use self::tables::Tables;
pub use self::values::Dtz;
