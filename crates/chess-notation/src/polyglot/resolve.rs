use chess_board::Position;
use chess_types::{Move, UciMove};

use crate::uci::resolve_uci;

/// Finds the legal move of `position` that the word of a record names; `None` if there is none. Word 0 names no move.
///
/// Castling is read in both spellings, as the king taking its own rook, which is that of the format, and as the king
/// going to its destination: see [`resolve_uci`].
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::polyglot::resolve;
/// use chess_notation::{Move, MoveKind, Square};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castling = Move::new(Square::E1, Square::H1, MoveKind::KingCastle);
/// assert_eq!(resolve(&position, 0o000407), Some(castling));
/// assert_eq!(resolve(&position, 0o000406), Some(castling));
/// assert_eq!(resolve(&position, 0o000402), None);
/// # Ok::<(), chess_notation::ParsePositionError>(())
/// ```
pub fn resolve(position: &Position, word: u16) -> Option<Move> {
    let uci = UciMove::from_polyglot(word).filter(|uci| !uci.is_null())?;
    resolve_uci(position, uci).ok()
}
