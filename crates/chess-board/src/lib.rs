#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// Items of chess-types that the signatures of this crate name or that a generator of moves needs, so that a dependent needs no
// second dependency.
pub use chess_types::{
    Bitboard, Castling, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType, Rank,
    Square, skipped_square,
};

mod board;
mod changes;
mod fen;
mod flip;
mod history;
#[doc(hidden)]
pub mod internals;
mod named_enum;
mod position;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod zobrist;

pub use board::Board;
pub use changes::Changes;
pub use fen::error::{FenError, FenField, FenRule, ParsePositionError};
pub use fen::write::{CastlingStyle, EnPassantStyle, FenText};
pub use history::KeyHistory;
pub use position::Position;
pub use position::make::Undo;
pub use setup::Setup;
pub use setup::invalid::{InvalidSetup, Reason};
pub use setup::mend::{CastlingRules, Mend, Mended, Mends};
pub use zobrist::move_key;
