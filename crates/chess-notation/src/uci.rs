//! Moves in the notation of the UCI protocol (Huber and Meyer-Kahlen, 2000).

use chess_board::Position;
use chess_movegen::{IllegalMove, PositionExt, UciError};
use chess_types::{Move, UciMove};

/// Reads a legal move of `position` from UCI notation: `e2e4`, `e7e8q`, `e1g1`. The text has nothing else.
///
/// Castling is read in both spellings: see [`resolve_uci`]. `0000` is the null move, which is legal except in check.
///
/// # Errors
/// The text is not a move of UCI, or not a legal move.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{UciError, read_uci};
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let castling = read_uci(&position, "e1g1")?;
/// assert!(castling.is_castle());
/// assert_eq!(read_uci(&position, "e1h1")?, castling);
/// assert_eq!((castling.uci().to_string(), castling.uci960().to_string()), ("e1g1".into(), "e1h1".into()));
///
/// assert_eq!(read_uci(&position, "e1e3").unwrap_err().to_string(), "e1e3: the white king on e1 cannot move to e3");
/// assert!(matches!(read_uci(&position, "Ke2"), Err(UciError::Syntax(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn read_uci(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
    Ok(resolve_uci(position, UciMove::from_bytes(text.as_ref())?)?)
}

/// Finds the legal move of `position` that `uci` names, with its flags.
///
/// Castling is named by the square of the rook, as in Chess960, or by the destination of the king. If the king can also step
/// to that destination, the step is returned, and only the square of the rook names the castling.
///
/// # Errors
/// There is no such legal move. The error names the rule that the move breaks.
///
/// The null move, which has the squares a1 and a1, passes the turn except in check. For two squares that a person has chosen,
/// take [`find_move`](PositionExt::find_move), which refuses it.
#[inline]
pub fn resolve_uci(position: &Position, uci: UciMove) -> Result<Move, IllegalMove> {
    if uci.is_null() {
        return IllegalMove::find_or_null(position, Move::NULL).map_or(Ok(Move::NULL), Err);
    }
    position.find_move(uci.from, uci.to, uci.promotion)
}
