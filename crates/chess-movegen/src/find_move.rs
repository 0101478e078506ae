use chess_board::Position;
use chess_types::{CastlingSide, Move, PieceType, Square, UciMove};

use crate::illegal::IllegalMove;
use crate::legality::legal_move;

/// Finds the legal move between two squares as a person or a protocol gives them.
///
/// In addition to [`legal_move`], castling is also found by the square that it takes the king to, unless the king can step
/// there.
///
/// # Errors
/// There is no such legal move. The error says which rule it breaks; a promotion without its piece is
/// [`IllegalReason::PromotionMissing`](crate::IllegalReason::PromotionMissing).
///
/// # Examples
/// ```
/// use chess_movegen::{IllegalReason, Position, Square, find_move};
///
/// let position = Position::from_fen("8/P3k3/8/8/8/8/8/4K2R w K - 0 1")?;
/// assert!(find_move(&position, Square::E1, Square::G1, None)?.is_castle());
/// let error = find_move(&position, Square::A7, Square::A8, None).unwrap_err();
/// assert_eq!(error.reason, IllegalReason::PromotionMissing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<Move, IllegalMove> {
    match legal_move(position, from, to, promotion) {
        Some(mv) => Ok(mv),
        None => castling_by_destination(position, UciMove { from, to, promotion }),
    }
}

/// Finds the legal castling that takes the king to the target of `uci`. It is called when [`legal_move`] finds nothing, so that the
/// king cannot step there: a step to where castling would take the king is legal if the castling is.
#[cold]
fn castling_by_destination(position: &Position, uci: UciMove) -> Result<Move, IllegalMove> {
    let us = position.side_to_move();
    let mut rooks = CastlingSide::ALL.into_iter().filter_map(|side| position.castling_rook(us, side));
    rooks
        .find_map(|rook| legal_move(position, uci.from, rook, None).filter(|mv| mv.uci() == uci))
        .ok_or_else(|| IllegalMove::between(position, uci))
}
