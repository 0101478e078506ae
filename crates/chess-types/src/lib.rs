#![doc = include_str!("../README.md")]
#![no_std]
#![deny(unsafe_code)]

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod color;
mod error;
mod geometry;
mod index;
mod moves;
mod name;
mod pieces;
#[cfg(feature = "serde")]
mod serde;
mod size;
mod split_mix;

pub use color::{Color, ParseColorError};
pub use geometry::bitboard::Bitboard;
pub use geometry::bitboard::iter::{Squares, Subsets};
pub use geometry::direction::{Direction, ParseDirectionError};
pub use geometry::file::{File, ParseFileError};
pub use geometry::rank::{ParseRankError, Rank};
pub use geometry::square::{ParseSquareError, Square};
pub use index::IndexError;
pub use moves::kind::{MoveCodeError, MoveFlags, MoveKind, ParseMoveKindError};
pub use moves::list::{IntoItems, List, ListFullError};
pub use moves::move_list::{IntoMoves, MoveList};
pub use moves::pv::PvLine;
pub use moves::rich::{RichMove, RichMoveError};
pub use moves::scored::{BestFirst, ScoredMove, ScoredMoveList};
pub use moves::uci::{ParseUciMoveError, UciMove};
pub use moves::word::Move;
pub use pieces::castling::{CastlingRights, CastlingSide, ParseCastlingRightsError, ParseCastlingSideError};
pub use pieces::piece::{ParsePieceError, Piece, PieceType};
pub use split_mix::SplitMix64;
