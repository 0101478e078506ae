//! Moves in the spelling of the UCI protocol (Huber and Meyer-Kahlen, 2000).

use chess_board::Position;
use chess_movegen::is_legal;
use chess_types::{CastlingSide, Move, MoveKind, ParseUciMoveError, PieceType, UciMove};
use thiserror::Error;

/// Why a text is not a legal move in the spelling of UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum UciError {
    /// The text is not a move of UCI.
    #[error(transparent)]
    Syntax(#[from] ParseUciMoveError),
    /// The text is a move of UCI, but not a legal one here.
    #[error(transparent)]
    Illegal(#[from] IllegalUciMove),
}

/// The move is not legal in the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{0} is not a legal move")]
pub struct IllegalUciMove(pub UciMove);

/// Reads a legal move of `position` from UCI, which has to be the whole text: `e2e4`, `e7e8q`, `e1g1`.
///
/// Castling may be spelt either way, as [`resolve_uci`] says. `0000` is the null move, unless the side to move is in
/// check.
///
/// # Errors
/// The text is not a move of UCI, or not a legal move.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_notation::{UciError, read_uci};
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
/// let castling = read_uci(&position, "e1g1")?;
/// assert!(castling.is_castle());
/// assert_eq!(read_uci(&position, "e1h1")?, castling);
/// assert_eq!((castling.uci().to_string(), castling.uci960().to_string()), ("e1g1".into(), "e1h1".into()));
///
/// assert_eq!(read_uci(&position, "e1e3").unwrap_err().to_string(), "e1e3 is not a legal move");
/// assert!(matches!(read_uci(&position, "Ke2"), Err(UciError::Syntax(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn read_uci(position: &Position, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
    Ok(resolve_uci(position, UciMove::from_bytes(text.as_ref())?)?)
}

/// The legal move of `position` that `uci` stands for, flags and all.
///
/// Castling may be spelt by the rook's square or by the king's. Where a king in Chess960 can also step to that square,
/// the step is meant: then only the rook's square names the castling.
///
/// # Errors
/// There is no such legal move.
pub fn resolve_uci(position: &Position, uci: UciMove) -> Result<Move, IllegalUciMove> {
    if uci.is_null() {
        return if position.is_in_check() { Err(IllegalUciMove(uci)) } else { Ok(Move::NULL) };
    }
    let candidate = match position.piece_type_at(uci.from) {
        Some(PieceType::Pawn) => pawn_move(position, uci),
        Some(PieceType::King) if is_castling(position, uci) => castling(position, uci),
        Some(_) if uci.promotion.is_none() => Some(piece_move(position, uci)),
        _ => None,
    };
    candidate.filter(|&mv| is_legal(position, mv)).ok_or(IllegalUciMove(uci))
}

fn piece_move(position: &Position, UciMove { from, to, .. }: UciMove) -> Move {
    let takes = position.occupied().contains(to);
    Move::new(from, to, if takes { MoveKind::Capture } else { MoveKind::Quiet })
}

fn pawn_move(position: &Position, UciMove { from, to, promotion }: UciMove) -> Option<Move> {
    let takes = position.occupied().contains(to);
    let kind = match promotion {
        Some(piece_type) => MoveKind::promotion(piece_type, from.file() != to.file())?,
        None if takes => MoveKind::Capture,
        None if from.file() != to.file() => MoveKind::EnPassant,
        None if from.distance(to) == 2 => MoveKind::DoublePush,
        None => MoveKind::Quiet,
    };
    Some(Move::new(from, to, kind))
}

/// Whether the king does what no step is: it goes to a rook of its own, or not to a neighbouring square.
fn is_castling(position: &Position, UciMove { from, to, .. }: UciMove) -> bool {
    from.distance(to) != 1 || position.by_color(position.side_to_move()).contains(to)
}

/// The castling that is spelt with the square of its rook, or that at which the king arrives.
fn castling(position: &Position, UciMove { from, to, promotion }: UciMove) -> Option<Move> {
    let castlings = CastlingSide::ALL.into_iter().filter_map(|side| {
        let rook = position.castling_rook(position.side_to_move(), side)?;
        Some(Move::new(from, rook, MoveKind::castle(side)))
    });
    let by_rook = castlings.clone().find(|mv| mv.to() == to);
    let named = by_rook.or_else(|| castlings.clone().find(|mv| mv.destination() == to));
    named.filter(|_| promotion.is_none())
}
