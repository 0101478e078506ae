use chess_board::Position;
use chess_types::{Bitboard, Move, MoveList, PieceType, Square, UciMove};

use crate::generator::{Selection, has_legal_move, legal_count};
use crate::illegal::{IllegalMove, UciError, castling_by_destination};
use crate::legality::{gives_check, legal_move, pseudo_legal_move};
use crate::lists::generate;
use crate::outcome::{Outcome, outcome_after};

/// The move generator as methods of [`Position`].
///
/// The methods of [`Position`] that make moves ([`play`](Position::play), [`make`](Position::make),
/// [`after`](Position::after)) do not test them; [`try_play`](Self::try_play) and [`try_after`](Self::try_after) do.
///
/// # Examples
/// ```
/// use chess_movegen::{Position, PositionExt, Square};
///
/// let mut position = Position::START;
/// assert_eq!(position.legal_moves().len(), 20);
///
/// // A GUI marks the squares where the user can put down the piece picked up from g1.
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
    /// Lists all legal moves.
    ///
    /// The list is returned by value, 516 bytes. A search that lists moves at every node should fill lists of its own,
    /// for example one for each ply, with [`generate`].
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit into the list, as [`generate`] does.
    #[must_use]
    #[inline]
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        generate(self.position(), Selection::ALL, &mut moves);
        moves
    }

    /// Counts the legal moves, without building a list.
    #[must_use]
    #[inline]
    fn legal_count(&self) -> usize {
        legal_count(self.position())
    }

    /// Tests whether there is a legal move. It stops at the first one found.
    #[must_use]
    #[inline]
    fn has_legal_move(&self) -> bool {
        has_legal_move(self.position())
    }

    /// Returns the squares to which the piece on `from` can be moved. Castling is shown on the king's destination.
    #[inline]
    fn legal_targets(&self, from: Square) -> Bitboard {
        let mut moves = MoveList::new();
        generate(self.position(), Selection::from(from.bitboard()), &mut moves);
        moves.iter().map(|mv| mv.destination()).collect()
    }

    /// Finds the legal move that a person or a protocol gives by two squares.
    ///
    /// In addition to [`legal_move`](Self::legal_move), castling is also found by the square that it takes the king to,
    /// unless the king can step there.
    ///
    /// # Errors
    /// There is no such legal move. The error names the rule that it breaks; a promotion without its piece is
    /// [`PromotionMissing`](crate::IllegalReason::PromotionMissing).
    #[inline]
    fn find_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Result<Move, IllegalMove> {
        match self.legal_move(from, to, promotion) {
            Some(mv) => Ok(mv),
            None => castling_by_destination(self.position(), UciMove { from, to, promotion }),
        }
    }

    /// Finds the legal move that a text names in UCI notation: `e2e4`, `e7e8q`. Castling has the destination of the king, `e1g1`, or the
    /// square of the rook, `e1h1`.
    ///
    /// # Errors
    /// The text is not a move of UCI, or not a legal move, as in [`find_move`](Self::find_move). `0000` is not a legal move.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{Position, PositionExt};
    ///
    /// let mut position = Position::START;
    /// position.play(position.find_uci("e2e4")?);
    /// assert_eq!(position.find_uci("e2e4").unwrap_err().to_string(), "e2e4: there is no piece on e2");
    /// # Ok::<(), chess_movegen::UciError>(())
    /// ```
    #[inline]
    fn find_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        let uci = UciMove::from_bytes(text.as_ref())?;
        if uci.is_null() {
            self.try_after(Move::NULL)?;
        }
        Ok(self.find_move(uci.from, uci.to, uci.promotion)?)
    }

    /// Finds the legal move between two squares, with its flags. `promotion` is the piece to promote to, and must be
    /// `None` for other moves. The target of castling is the rook's square.
    ///
    /// # Examples
    /// ```
    /// use chess_movegen::{MoveKind, Position, PositionExt, Square};
    ///
    /// let mv = Position::START.legal_move(Square::E2, Square::E4, None).unwrap();
    /// assert_eq!(mv.kind(), MoveKind::DoublePush);
    /// assert_eq!(Position::START.legal_move(Square::E2, Square::E5, None), None);
    /// ```
    #[must_use]
    #[inline]
    fn legal_move(&self, from: Square, to: Square, promotion: Option<PieceType>) -> Option<Move> {
        legal_move(self.position(), from, to, promotion)
    }

    /// Tests `mv` for being a legal move, flags included. It generates no moves, and accepts any 16-bit move.
    #[must_use]
    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.legal_move(mv.from(), mv.to(), mv.promotion()) == Some(mv)
    }

    /// Tests `mv` for being a pseudo-legal move, flags included: the piece on its origin moves that way, and its own
    /// king may be left in check. Castling and en passant, whose rules concern the king's safety anyway, must be legal.
    #[must_use]
    #[inline]
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        pseudo_legal_move(self.position(), mv.from(), mv.to(), mv.promotion()) == Some(mv)
    }

    /// Tests a legal move for giving check. It is neither made nor tested for legality.
    #[must_use]
    #[inline]
    fn gives_check(&self, mv: Move) -> bool {
        gives_check(self.position(), mv)
    }

    /// Plays `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal. The position stays as it is.
    #[inline]
    fn try_play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        *self.position_mut() = self.try_after(mv)?;
        Ok(())
    }

    /// Returns the position after `mv` if it is legal.
    ///
    /// # Errors
    /// The move is not legal.
    #[inline]
    fn try_after(&self, mv: Move) -> Result<Position, IllegalMove> {
        IllegalMove::find(self.position(), mv).map_or_else(|| Ok(self.position().after(mv)), Err)
    }

    /// Tests for checkmate: the side to move is in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_checkmate(&self) -> bool {
        self.position().is_in_check() && !self.has_legal_move()
    }

    /// Tests for stalemate: the side to move is not in check and has no legal move.
    #[must_use]
    #[inline]
    fn is_stalemate(&self) -> bool {
        !self.position().is_in_check() && !self.has_legal_move()
    }

    /// Returns the end of the game as far as this position alone shows it, which excludes repetitions: see
    /// [`outcome`](crate::outcome()).
    #[must_use]
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        outcome_after(self.position(), self.has_legal_move(), || 0)
    }
}

impl PositionExt for Position {}

mod sealed {
    use chess_board::Position;

    /// Seals [`PositionExt`].
    pub trait Sealed {
        fn position(&self) -> &Position;
        fn position_mut(&mut self) -> &mut Position;
    }

    impl Sealed for Position {
        #[inline(always)]
        fn position(&self) -> &Position {
            self
        }

        #[inline(always)]
        fn position_mut(&mut self) -> &mut Position {
            self
        }
    }
}
