//! The vocabulary of a chess program: squares, bitboards, pieces, and moves of 16 bits that know what they are.
//!
//! Nothing here knows a position: what a value means can always be told from the value alone.

#![no_std]
#![forbid(unsafe_code)]

mod bitboard;
mod castling;
mod color;
mod direction;
mod error;
mod file;
mod move_kind;
mod move_list;
mod move_word;
mod piece;
mod rank;
mod square;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastlingRights, CastlingSide, ParseCastlingRightsError};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use file::{File, ParseFileError};
pub use move_kind::{MoveFlags, MoveKind};
pub use move_list::MoveList;
pub use move_word::Move;
pub use piece::{ParsePieceError, Piece, PieceType};
pub use rank::{ParseRankError, Rank};
pub use square::{ParseSquareError, Square};
