//! Moves as texts.

use chess_board::Position;
use chess_types::{Move, UciMove};

use crate::fault::Fault;

/// What reads the legal move that a text means. It is compiled once, with the functions that play.
pub type Read = fn(&Position, &str) -> Result<Move, Fault>;

/// A move as UCI names it: in a position of Chess960, castling is the king that takes its rook.
#[inline]
pub fn uci(position: &Position, mv: Move) -> UciMove {
    if position.needs_chess960() { mv.uci960() } else { mv.uci() }
}
