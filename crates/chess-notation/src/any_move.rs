//! Moves in whatever notation they come.

use chess_board::Position;
use chess_movegen::find_move;
use chess_types::{Move, PieceType, Square};

use crate::san::{SanError, read_san, without_marks};

/// Reads a legal move of `position` in any of the usual notations. The text has nothing else.
///
/// They are SAN, as [`read_san`] reads it; the notation of UCI, as [`read_uci`](crate::read_uci) reads it: `g1f3`, `e7e8q`,
/// castling as `e1g1` or `e1h1`; and both squares with a sign between them, with or without the letter of the piece: `g1-f3`,
/// `Ng1-f3`, `g1xf3`, `e7-e8=Q`, `Ke1-g1`. Marks of check and of comment are ignored. No text has two meanings.
///
/// # Errors
/// The error of reading the text as SAN.
///
/// # Examples
/// ```
/// use chess_notation::{Position, read_move};
///
/// let position = Position::START;
/// let knight = read_move(&position, "Nf3")?;
/// for text in ["g1f3", "g1-f3", "Ng1-f3", "Ng1f3!"] {
///     assert_eq!(read_move(&position, text)?, knight, "{text}");
/// }
/// assert!(read_move(&position, "g1e3").is_err());
/// # Ok::<(), chess_notation::SanError>(())
/// ```
pub fn read_move(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
    let text = text.as_ref();
    read_san(position, text).or_else(|error| by_squares(position, text).ok_or(error))
}

/// Reads a move that names both squares.
#[cold]
fn by_squares(position: &Position, text: &[u8]) -> Option<Move> {
    let bare = without_marks(text);
    let (piece_type, squares) = match bare {
        [letter @ (b'P' | b'N' | b'B' | b'R' | b'Q' | b'K'), squares @ ..] => {
            (PieceType::from_letter(*letter), squares)
        }
        _ => (None, bare),
    };
    let (from, rest) = square(squares)?;
    let rest = match rest {
        [b'-' | b'x' | b':', rest @ ..] => rest,
        _ => rest,
    };
    let (to, rest) = square(rest)?;
    let promotion = match *rest {
        [] => None,
        [letter] | [b'=' | b'/', letter] | [b'(', letter, b')'] => Some(PieceType::from_letter(letter)?),
        _ => return None,
    };
    if piece_type.is_some() && piece_type != position.piece_type_at(from) {
        return None;
    }
    find_move(position, from, to, promotion).ok()
}

/// The square that the text begins with, and the text after it.
fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    let (name, rest) = text.split_at_checked(2)?;
    let square = core::str::from_utf8(name).ok()?.parse().ok()?;
    Some((square, rest))
}
