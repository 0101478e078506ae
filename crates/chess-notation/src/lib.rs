#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod characters;
#[cfg(feature = "alloc")]
pub mod epd;
#[doc(hidden)]
pub mod internals;
pub mod number;
pub mod packed;
pub mod pgn;
pub mod polyglot;
#[cfg(test)]
mod random;
mod san;
mod score;
#[cfg(feature = "serde")]
mod serde;
mod uci;

// The types of other crates that the signatures here name, and the list of legal moves, so that a tool needs one dependency.
pub use chess_board::{
    Board, CastlingRules, CastlingStyle, EnPassantStyle, FenError, FenField, FenRule, FenText, InvalidSetup,
    Mend, Mended, Mends, ParsePositionError, Position, Reason, Setup,
};
#[cfg(feature = "alloc")]
pub use chess_movegen::GameState;
pub use chess_movegen::{Claim, IllegalMove, IllegalReason, Outcome, PositionExt, UciError};
pub use chess_types::{
    Bitboard, Color, File, Move, MoveKind, MoveList, ParseUciMoveError, Piece, PieceType, Rank, Square,
    UciMove,
};

#[doc(inline)]
pub use packed::PackedPosition;
pub use san::{
    Ambiguous, Figurine, LongAlgebraic, NotSan, NumberedMoves, San, SanError, SanRule, read_move, read_san,
    read_san_strict,
};
pub use score::Score;
pub use uci::{read_uci, resolve_uci};
