use core::error::Error;
use core::fmt;

use chess_board::Position;
use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};

use crate::legality::{is_legal, is_pseudo_legal, legal_move};

/// The error of playing a move that is not legal, with the reason.
///
/// # Examples
/// ```
/// use chess_movegen::{Move, MoveKind, Position, PositionExt, Square};
///
/// let mut position = Position::START;
/// let error = position.try_play(Move::new(Square::B1, Square::B3, MoveKind::Quiet)).unwrap_err();
/// assert_eq!(error.to_string(), "b1b3: the white knight on b1 cannot move to b3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The refused move.
    pub mv: Move,
    /// The rule that the move breaks.
    pub reason: IllegalReason,
}

/// The rule that an [`IllegalMove`] breaks. If it breaks several, it is the first of this list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The move is the null move, which is never legal.
    Null,
    /// The origin is empty.
    NoPiece,
    /// The piece on the origin belongs to the side that is not to move.
    WrongSide(Piece),
    /// The move has wrong flags; the legal move with the same squares is given.
    Flags(Move),
    /// The piece on the origin cannot move to the target: it moves in another way, or a piece blocks it.
    Unreachable(Piece),
    /// The move would leave the own king in check.
    KingInCheck {
        /// The square of the king after the move.
        king: Square,
        /// The pieces that would give check.
        checkers: Bitboard,
    },
}

impl IllegalMove {
    /// Returns the rule that `mv` breaks in `position`, or `None` if the move is legal.
    pub fn find(position: &Position, mv: Move) -> Option<Self> {
        if is_legal(position, mv) {
            return None;
        }
        Some(Self { mv, reason: reason(position, mv) })
    }
}

fn reason(position: &Position, mv: Move) -> IllegalReason {
    if mv.is_null() {
        return IllegalReason::Null;
    }
    let Some(piece) = position.piece_at(mv.from()) else { return IllegalReason::NoPiece };
    let us = position.side_to_move();
    if piece.color() != us {
        return IllegalReason::WrongSide(piece);
    }
    if let Some(legal) = legal_move(position, mv.from(), mv.to(), mv.promotion()) {
        return IllegalReason::Flags(legal);
    }
    if !is_pseudo_legal(position, mv) {
        return IllegalReason::Unreachable(piece);
    }
    let king = if position.king(us) == mv.from() { mv.to() } else { position.king(us) };
    let occupancy = (position.occupied() - mv.from().bitboard()) | mv.to().bitboard();
    let attackers = position.attackers_to(king, occupancy) & position.by_color(!us);
    IllegalReason::KingInCheck { king, checkers: attackers - mv.to().bitboard() }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mv, from, to) = (self.mv, self.mv.from(), self.mv.to());
        write!(f, "{mv}: ")?;
        match self.reason {
            IllegalReason::Null => f.write_str("the null move is not a legal move"),
            IllegalReason::NoPiece => write!(f, "there is no piece on {from}"),
            IllegalReason::WrongSide(piece) => {
                write!(f, "the {} on {from} does not belong to the side to move", Named(piece))
            }
            IllegalReason::Flags(legal) => {
                write!(f, "the flags say {:?}, and the legal move is {:?}", mv.kind(), legal.kind())
            }
            IllegalReason::Unreachable(piece) if mv.is_castle() => {
                write!(f, "the {} on {from} cannot castle with {to}", Named(piece))
            }
            IllegalReason::Unreachable(piece) => {
                write!(f, "the {} on {from} cannot move to {to}", Named(piece))
            }
            IllegalReason::KingInCheck { king, checkers } => {
                write!(f, "the king on {king} would be in check from")?;
                checkers.into_iter().try_for_each(|square| write!(f, " {square}"))
            }
        }
    }
}

impl Error for IllegalMove {}

/// A piece in words, such as `white knight`.
struct Named(Piece);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.0.color() {
            Color::White => "white",
            Color::Black => "black",
        };
        let piece_type = match self.0.piece_type() {
            PieceType::Pawn => "pawn",
            PieceType::Knight => "knight",
            PieceType::Bishop => "bishop",
            PieceType::Rook => "rook",
            PieceType::Queen => "queen",
            PieceType::King => "king",
        };
        write!(f, "{color} {piece_type}")
    }
}
