use core::error::Error;
use core::fmt;

use chess_types::{Bitboard, CastlingSide, Move, ParseUciMoveError, Piece, Square, UciMove};

/// The error of a move that is not legal, with the rule that it breaks.
///
/// # Examples
/// ```
/// use chess_movegen::{Move, MoveKind, Position, PositionExt, Square};
///
/// let mut position = Position::START;
/// let error = position.play(Move::new(Square::B1, Square::B3, MoveKind::Quiet)).unwrap_err();
/// assert_eq!(error.to_string(), "b1b3: the white knight on b1 cannot move to b3");
///
/// let error = position.find_move(Square::E1, Square::G1, None).unwrap_err();
/// assert_eq!(error.to_string(), "e1g1: castling is blocked by f1 g1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The squares and the promotion of the refused move. For castling, `to` is the king's destination.
    pub uci: UciMove,
    /// The rule that the move breaks.
    pub reason: IllegalReason,
}

/// The rule that an [`IllegalMove`] breaks. If it breaks several, it is the first of this list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The move is the null move, and the side to move is in check.
    NullInCheck,
    /// The move is the null move, where a legal move is required.
    Null,
    /// The origin is empty.
    NoPiece,
    /// The piece on the origin is of the side that is not to move.
    WrongSide(Piece),
    /// The move has wrong flags. This is the legal move with the same squares and promotion.
    Flags(Move),
    /// The move promotes, but the piece is not a pawn moving to its last rank, or it promotes to a pawn or a king.
    Promotion(Piece),
    /// Castling on this side is no longer possible: king or rook has moved, or the rook is gone.
    NoCastlingRight(CastlingSide),
    /// Castling is blocked by the pieces on these squares.
    CastlingBlocked(Bitboard),
    /// The king would castle out of, through or into check: these of its squares are attacked.
    CastlingAttacked(Bitboard),
    /// The piece on the origin cannot move to the target: it moves in another way, or a piece blocks it.
    Unreachable(Piece),
    /// The move would leave the own king in check.
    KingInCheck {
        /// The square of the king after the move.
        king: Square,
        /// The pieces that would give check.
        checkers: Bitboard,
    },
    /// The pawn reaches the last rank, and the move has no promotion.
    PromotionMissing,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UciMove { from, to, .. } = self.uci;
        write!(f, "{}: ", self.uci)?;
        match self.reason {
            IllegalReason::NullInCheck => f.write_str("the side to move is in check and cannot pass"),
            IllegalReason::Null => f.write_str("the null move is not a legal move"),
            IllegalReason::NoPiece => write!(f, "there is no piece on {from}"),
            IllegalReason::WrongSide(piece) => {
                write!(f, "the {} on {from} does not belong to the side to move", piece.name())
            }
            IllegalReason::Flags(legal) => {
                write!(f, "wrong flags: the legal move is {:?}", legal.kind())
            }
            IllegalReason::NoCastlingRight(side) => {
                let side = if side == CastlingSide::King { "king" } else { "queen" };
                write!(f, "castling on the {side} side is no longer possible")
            }
            IllegalReason::CastlingBlocked(squares) => {
                write!(f, "castling is blocked by{}", SquareNames(squares))
            }
            IllegalReason::CastlingAttacked(squares) => {
                write!(f, "the king cannot castle through attacked squares:{}", SquareNames(squares))
            }
            IllegalReason::PromotionMissing => {
                f.write_str("the move does not say what the pawn promotes to: q, r, b or n")
            }
            IllegalReason::Promotion(piece) => {
                write!(f, "the {} on {from} cannot promote by this move", piece.name())
            }
            IllegalReason::Unreachable(piece) => {
                write!(f, "the {} on {from} cannot move to {to}", piece.name())
            }
            IllegalReason::KingInCheck { king, checkers } => {
                write!(f, "the king on {king} would be in check from{}", SquareNames(checkers))
            }
        }
    }
}

/// Squares as text, each after a space.
struct SquareNames(Bitboard);

impl fmt::Display for SquareNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.into_iter().try_for_each(|square| write!(f, " {square}"))
    }
}

impl Error for IllegalMove {}

/// An error of a text that is not a legal move in UCI notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not a move of UCI.
    Syntax(ParseUciMoveError),
    /// The text is a move of UCI that is not legal in the position.
    Illegal(IllegalMove),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for UciError {}

impl From<ParseUciMoveError> for UciError {
    fn from(error: ParseUciMoveError) -> Self {
        Self::Syntax(error)
    }
}

impl From<IllegalMove> for UciError {
    fn from(error: IllegalMove) -> Self {
        Self::Illegal(error)
    }
}
