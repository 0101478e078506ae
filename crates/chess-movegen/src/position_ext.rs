use chess_board::Position;
use chess_types::{Bitboard, Move, MoveList, PieceType, Square};

use crate::generator::{Selection, has_legal_move, legal_count};
use crate::illegal::IllegalMove;
use crate::illegal::find_move;
use crate::legality::gives_check;
use crate::legality::{is_legal, legal_move};
use crate::lists::{generate, legal_moves};
use crate::outcome::{Outcome, outcome_after};

/// The move generator as methods of [`Position`].
///
/// Each method calls the function of this crate that it names, whose documentation says more. The methods of
/// [`Position`] that make moves ([`play`](Position::play), [`make`](Position::make), [`after`](Position::after)) do
/// not test them; [`try_play`](Self::try_play) and [`try_after`](Self::try_after) do.
///
/// # Examples
/// ```
/// use chess_movegen::{Position, PositionExt, Square};
///
/// let mut position = Position::START;
/// assert_eq!(position.legal_moves().len(), 20);
///
/// // A board window marks the squares where the user can put down the piece picked up from g1.
/// assert_eq!(position.legal_targets(Square::G1), Square::F3 | Square::H3);
///
/// // The square where the user puts it down makes a move, or an error in words.
/// let mv = position.find_move(Square::G1, Square::F3, None)?;
/// position.play(mv);
/// let error = position.find_move(Square::E1, Square::G1, None).unwrap_err();
/// assert_eq!(error.to_string(), "e1g1: the white king on e1 does not belong to the side to move");
/// # Ok::<(), chess_movegen::IllegalMove>(())
/// ```
pub trait PositionExt: sealed::Sealed {
    /// Lists all legal moves: [`legal_moves`].
    ///
    /// # Panics
    ///
    /// Panics as the function does, if an illegal move has given the position more moves than fit into a list.
    #[must_use]
    fn legal_moves(&self) -> MoveList;

    /// Lists the legal moves of the pieces on `squares`, one square or a set: [`Selection::from`]. Castling is a move
    /// of the king.
    ///
    /// # Panics
    ///
    /// Panics as the function does, if an illegal move has given the position more moves than fit into a list.
    #[must_use]
    fn legal_moves_from(&self, squares: impl Into<Bitboard>) -> MoveList;

    /// Lists the legal moves that end on `squares`, one square or a set: [`Selection::to`]. Castling ends on the king's
    /// destination.
    ///
    /// # Panics
    ///
    /// Panics as the function does, if an illegal move has given the position more moves than fit into a list.
    #[must_use]
    fn legal_moves_to(&self, squares: impl Into<Bitboard>) -> MoveList;

    /// Returns the squares to which the piece on `from` can be moved. Castling is shown on the king's destination.
    fn legal_targets(&self, from: Square) -> Bitboard;

    /// Counts the legal moves: [`legal_count`].
    #[must_use]
    fn legal_count(&self) -> usize;

    /// Tests for any legal move: [`has_legal_move`].
    #[must_use]
    fn has_legal_move(&self) -> bool;

    /// Finds the legal move that a person or a protocol gives by two squares, or the rule that it breaks: [`find_move`].
    ///
    /// # Errors
    /// There is no such legal move.
    fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, IllegalMove>;

    /// Finds the legal move between two squares, with its flags; the target of castling is the rook's square:
    /// [`legal_move`].
    #[must_use]
    fn legal_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move>;

    /// Tests `mv`, which may be any 16-bit move, for being a legal move, flags included: [`is_legal`].
    #[must_use]
    fn is_legal(&self, mv: Move) -> bool;

    /// Tests `mv`, which must be legal, for giving check: [`gives_check`].
    #[must_use]
    fn gives_check(&self, mv: Move) -> bool;

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal. The position stays as it is.
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove>;

    /// Returns the position after `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal.
    fn try_after(&self, mv: Move) -> Result<Position, IllegalMove>;

    /// Tests for checkmate: the side to move is in check and has no legal move.
    #[must_use]
    fn is_checkmate(&self) -> bool;

    /// Tests for stalemate: the side to move is not in check and has no legal move.
    #[must_use]
    fn is_stalemate(&self) -> bool;

    /// Returns the end of the game as far as this position alone shows it, which excludes repetitions: see
    /// [`outcome`](crate::outcome()).
    #[must_use]
    fn outcome(&self) -> Option<Outcome>;
}

impl PositionExt for Position {
    #[inline]
    fn legal_moves(&self) -> MoveList {
        legal_moves(self)
    }

    #[inline]
    fn legal_moves_from(&self, squares: impl Into<Bitboard>) -> MoveList {
        let mut list = MoveList::new();
        generate(self, Selection::from(squares.into()), &mut list);
        list
    }

    #[inline]
    fn legal_moves_to(&self, squares: impl Into<Bitboard>) -> MoveList {
        let mut list = MoveList::new();
        generate(self, Selection::to(squares.into()), &mut list);
        list
    }

    #[inline]
    fn legal_targets(&self, from: Square) -> Bitboard {
        self.legal_moves_from(from).iter().map(|mv| mv.destination()).collect()
    }

    #[inline]
    fn legal_count(&self) -> usize {
        legal_count(self)
    }

    #[inline]
    fn has_legal_move(&self) -> bool {
        has_legal_move(self)
    }

    #[inline]
    fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, IllegalMove> {
        find_move(self, from, to, promotion)
    }

    #[inline]
    fn legal_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        legal_move(self, from, to, promotion)
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        is_legal(self, mv)
    }

    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        gives_check(self, mv)
    }

    #[inline]
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        *self = self.try_after(mv)?;
        Ok(())
    }

    #[inline]
    fn try_after(&self, mv: Move) -> Result<Position, IllegalMove> {
        match IllegalMove::find(self, mv) {
            None => Ok(self.after(mv)),
            Some(error) => Err(error),
        }
    }

    #[inline]
    fn is_checkmate(&self) -> bool {
        self.is_in_check() && !has_legal_move(self)
    }

    #[inline]
    fn is_stalemate(&self) -> bool {
        !self.is_in_check() && !has_legal_move(self)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        outcome_after(self, || 0)
    }
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for chess_board::Position {}
}
