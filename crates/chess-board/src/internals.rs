//! Moves made by callers that know which piece moves, for the sinks of chess-movegen-perft and the reader of games in chess-notation; and
//! attackers of a square, for chess-movegen, chess-movegen-perft and chess-unmoves. Nobody else uses them. They are no part of the
//! interface and change without notice.

use chess_types::{Color, Move, PieceType};

pub use crate::board::{SniperLines, attackers_by, leapers};
use crate::position::Position;
pub use crate::position::make::Children;
use crate::position::make::Undo;

/// Makes a legal move in place without checking it, as [`Position::make`] does.
///
/// `us` must be the side to move and `piece_type` the type of the piece on `mv.from()`; neither is tested. With constants for both, the
/// compiler removes most of the work.
#[inline(always)]
pub fn make_piece(position: &mut Position, us: Color, mv: Move, piece_type: PieceType) -> Undo {
    position.make_index::<true>(us, mv, piece_type as usize)
}

/// Takes back a move of `us`, as [`Position::unmake`] does.
#[inline(always)]
pub fn unmake_piece(position: &mut Position, us: Color, undo: Undo) {
    position.unmake_index(us, undo);
}
