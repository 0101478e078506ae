use chess_board::Position;
use chess_types::{Move, Piece};
use static_assertions::const_assert_eq;

use crate::node::PositionExt;

/// A move together with the piece that makes it, in four bytes, as is an `Option` of it.
///
/// A [`Move`] that a search keeps, as a killer or a counter-move, may be legal in another position for another piece. This one is legal
/// there only for the same piece. Histories are tables by the piece and the square it moves to.
///
/// # Examples
/// ```
/// use chess_movegen::{Move, MoveKind, PieceMove, Position, PositionExt, Square};
///
/// let before = Position::from_fen("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// let mv = before.find_move(Square::A1, Square::A5, None)?;
/// let killer = PieceMove::of(&before, mv).unwrap();
/// assert_eq!(killer.legal_in(&before), Some(mv));
///
/// // The same squares and flags, but a queen.
/// let other = Position::from_fen("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")?;
/// assert!(other.is_legal(killer.mv));
/// assert_eq!(killer.legal_in(&other), None);
///
/// let mut history = [[0_i32; 64]; 12];
/// history[killer.piece.index()][killer.mv.to().index()] += 1;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceMove {
    /// The move.
    pub mv: Move,
    /// The piece that moves; of a promotion the pawn, of castling the king.
    pub piece: Piece,
}

const_assert_eq!(size_of::<Option<PieceMove>>(), 4);

impl PieceMove {
    /// Returns a legal move of `position` with the piece that makes it; `None` for the null move. The move is not checked: of any other
    /// word it takes the piece on the origin, if there is one.
    #[inline]
    pub fn of(position: &Position, mv: Move) -> Option<Self> {
        if mv.is_null() {
            return None;
        }
        position.piece_at(mv.from()).map(|piece| Self { mv, piece })
    }

    /// Returns the move if it is legal in `position`, a [`Position`] or a [`Node`](crate::Node), and the same piece makes it.
    #[inline]
    pub fn legal_in(self, position: &impl PositionExt) -> Option<Move> {
        let is_there = position.query().position.piece_at(self.mv.from()) == Some(self.piece);
        (is_there && position.is_legal(self.mv)).then_some(self.mv)
    }
}
