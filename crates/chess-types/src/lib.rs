#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod castling;
mod classic;
mod color;
mod direction;
mod error;
mod file;
mod move_kind;
mod move_list;
mod move_word;
mod piece;
mod polyglot;
mod pv_line;
mod rank;
mod rich_move;
mod scored_move;
#[cfg(feature = "serde")]
mod serde;
mod size;
mod square;
mod uci_move;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use castling::{CastlingRights, CastlingSide, ParseCastlingRightsError};
pub use color::{Color, ParseColorError};
pub use direction::Direction;
pub use file::{File, ParseFileError};
pub use move_kind::{MoveFlags, MoveKind};
pub use move_list::{IntoMoves, ListFullError, MoveList};
pub use move_word::Move;
pub use piece::{ParsePieceError, Piece, PieceType};
pub use pv_line::PvLine;
pub use rank::{ParseRankError, Rank};
pub use rich_move::RichMove;
pub use scored_move::{BestFirst, ScoredMove, ScoredMoveList};
pub use square::{ParseSquareError, Square};
pub use uci_move::{ParseUciMoveError, UciMove};
