use core::error::Error;
use core::fmt;

use chess_board::{Castling, Position, ep_victim};
use chess_magic::pawn_attacks;
use chess_types::{Bitboard, CastlingSide, Move, ParseUciMoveError, Piece, PieceType, Rank, Square, UciMove};

use crate::legality::{attacked_way, flagged_move, is_pseudo_legal};

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
    /// The squares and the promotion of the refused move. Of a castling move, the target is the king's square.
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
    /// The move promotes, but the piece is not a pawn that reaches the last rank, or it promotes to a pawn or a king.
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

impl IllegalMove {
    /// Returns the rule that `mv` breaks, given the legal move with the same squares and promotion.
    #[cold]
    pub(crate) fn new(position: &Position, mv: Move, legal: Option<Move>) -> Self {
        let reason = match legal {
            Some(legal) => IllegalReason::Flags(legal),
            None if mv.is_null() && position.is_in_check() => IllegalReason::NullInCheck,
            None if mv.is_null() => IllegalReason::Null,
            None => reason(position, mv.from(), mv.to(), mv.promotion()),
        };
        Self { uci: mv.uci(), reason }
    }

    /// Returns the rule that a move with these squares breaks, if there is no such legal move.
    #[cold]
    pub(crate) fn of_squares(position: &Position, uci: UciMove) -> Self {
        Self { uci, reason: reason(position, uci.from, uci.to, uci.promotion) }
    }
}

fn reason(position: &Position, from: Square, to: Square, promotion: Option<PieceType>) -> IllegalReason {
    let us = position.side_to_move();
    let Some(piece) = position.piece_at(from) else { return IllegalReason::NoPiece };
    if piece.color() != us {
        return IllegalReason::WrongSide(piece);
    }
    let promotes = piece.piece_type() == PieceType::Pawn && to.rank() == us.promotion_rank();
    if !promotion.is_none_or(|choice| promotes && choice.is_promotion()) {
        return IllegalReason::Promotion(piece);
    }
    if piece.piece_type() == PieceType::King && is_castling_meant(position, from, to) {
        return castling_reason(position, from, Castling { king: from, rook: to }.side());
    }
    let complete = if promotes { promotion.or(Some(PieceType::Queen)) } else { promotion };
    let mut occupancy = (position.occupied() - from.bitboard()) | to.bitboard();
    if !flagged_move(position, from, to, complete).is_some_and(|mv| is_pseudo_legal(position, mv)) {
        let is_en_passant = piece.piece_type() == PieceType::Pawn
            && position.skipped_square() == Some(to)
            && pawn_attacks(us, from).contains(to);
        if !is_en_passant {
            return IllegalReason::Unreachable(piece);
        }
        occupancy -= ep_victim(to).bitboard();
    }
    let king = if position.king(us) == from { to } else { position.king(us) };
    let theirs = position.by_color(!us) - to.bitboard();
    let checkers = position.attackers_to(king, occupancy) & theirs & occupancy;
    if checkers.is_empty() {
        IllegalReason::PromotionMissing
    } else {
        IllegalReason::KingInCheck { king, checkers }
    }
}

/// Tests whether the king moves onto a rook with which it may castle, or could with the right, or to its destination of castling.
fn is_castling_meant(position: &Position, king: Square, to: Square) -> bool {
    let us = position.side_to_move();
    let rank = Rank::First.relative_to(us);
    if king == to || king.rank() != rank || to.rank() != rank {
        return false;
    }
    let side = Castling { king, rook: to }.side();
    if position.pieces(us, PieceType::Rook).contains(to) {
        position.castling_rook(us, side).is_none_or(|rook| rook == to)
    } else {
        king.distance(to) > 1 && to == side.king_square(rank)
    }
}

fn castling_reason(position: &Position, king: Square, side: CastlingSide) -> IllegalReason {
    let us = position.side_to_move();
    let Some(rook) = position.castling_rook(us, side) else { return IllegalReason::NoCastlingRight(side) };
    let castling = Castling { king, rook };
    let blocked = castling.empty() & position.occupied();
    if !blocked.is_empty() {
        return IllegalReason::CastlingBlocked(blocked);
    }
    let attacked: Bitboard = attacked_way(position, castling).collect();
    if attacked.is_empty() {
        IllegalReason::Flags(castling.to_move())
    } else {
        IllegalReason::CastlingAttacked(attacked)
    }
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
            IllegalReason::NoCastlingRight(CastlingSide::King) => {
                f.write_str("castling on the king side is no longer possible")
            }
            IllegalReason::NoCastlingRight(CastlingSide::Queen) => {
                f.write_str("castling on the queen side is no longer possible")
            }
            IllegalReason::CastlingBlocked(squares) => {
                write!(f, "castling is blocked by{}", SquareNames(squares))
            }
            IllegalReason::CastlingAttacked(squares) => {
                write!(f, "the king cannot castle over attacked squares:{}", SquareNames(squares))
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
