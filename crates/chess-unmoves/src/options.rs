use chess_board::{CastlingRules, Position};
use chess_types::{Color, PieceType, Square};

use crate::material::TypeSet;

/// The choice of un-moves to be listed, and the reading of the position that they lead to.
///
/// [`EXACT`](Self::EXACT) takes the position literally. [`SAME_KEY`](Self::SAME_KEY) ignores fields that FENs often have without
/// a game: counters such as `0 1`, and the `-` of a skipped square on which no pawn can legally capture. It is for positions of
/// an endgame tablebase or a problem.
///
/// # Examples
/// ```
/// use chess_unmoves::{PieceType, Position, UnMoveOptions, unmoves};
///
/// let mate = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?;
/// // A solver of the same ending wants neither captures nor promotions to be taken back.
/// let options = UnMoveOptions::SAME_KEY.captured(&[]).without_unpromotions();
/// assert_eq!(unmoves(&mate, options).len(), 6);
/// // The queen can also have captured a rook; and with Black's counter taken literally, something was captured.
/// assert_eq!(unmoves(&mate, options.captured(&[PieceType::Rook])).len(), 18);
/// assert_eq!(unmoves(&mate, UnMoveOptions::EXACT.captured(&[PieceType::Rook])).len(), 12);
/// # Ok::<(), chess_unmoves::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnMoveOptions {
    pub(crate) captured: TypeSet,
    pub(crate) unpromotions: bool,
    pub(crate) castling: Option<CastlingRules>,
    counters: bool,
    pub(crate) skipped_square: bool,
}

impl UnMoveOptions {
    /// All un-moves that give the position back bit for bit when they are made again: the inverse of
    /// [`Position::make`].
    ///
    /// A halfmove clock of 0 means that the last move was a capture or a pawn move, a higher one that it was neither. White to
    /// move at move 1 means that there was no move. A [skipped square](Position::skipped_square) means that the last move was
    /// that double push, and its absence that it was none.
    pub const EXACT: Self = Self {
        captured: TypeSet::CAPTURED,
        unpromotions: true,
        castling: Some(CastlingRules::Chess960),
        counters: true,
        skipped_square: true,
    };

    /// All un-moves that give the position back when they are made again, except for the counters and for a passed
    /// square on which no capture is legal. These are not part of the [key](Position::key).
    pub const SAME_KEY: Self = Self { counters: false, skipped_square: false, ..Self::EXACT };

    /// Ignores both counters.
    #[must_use]
    pub const fn any_counters(self) -> Self {
        Self { counters: false, ..self }
    }

    /// Ignores whether there is a skipped square on which no capture is legal. A legal capture en passant still means that the
    /// last move was the double push.
    ///
    /// [`Display`](core::fmt::Display) of a position and most other writers of FEN omit such a square.
    #[must_use]
    pub const fn any_skipped_square(self) -> Self {
        Self { skipped_square: false, ..self }
    }

    /// Selects the types of pieces that may have been captured, and are put back. A king is ignored. Without any, no
    /// capture is taken back, en passant included; only a pawn is captured en passant.
    #[must_use]
    pub const fn captured(self, types: &[PieceType]) -> Self {
        let mut captured = TypeSet::EMPTY;
        let mut i = 0;
        while i < types.len() {
            captured = captured.with(types[i]);
            i += 1;
        }
        Self { captured: captured.and(TypeSet::CAPTURED), ..self }
    }

    /// Leaves out promotions.
    #[must_use]
    pub const fn without_unpromotions(self) -> Self {
        Self { unpromotions: false, ..self }
    }

    /// Selects the game whose castling is taken back: that of chess, from the e-file with a rook in the corner, or
    /// that of Chess960, from any squares of the back rank; none if `rules` is `None`.
    #[must_use]
    pub const fn castling(self, rules: Option<CastlingRules>) -> Self {
        Self { castling: rules, ..self }
    }

    /// Returns the square over which the last move must have been a double push.
    #[inline]
    pub(crate) const fn forced_push(self, position: &Position) -> Option<Square> {
        if self.skipped_square { position.skipped_square() } else { position.ep_square() }
    }

    /// Tests whether the counters allow moves that advance the halfmove clock, and whether moves that set it to 0.
    #[inline]
    pub(crate) const fn reversible_and_irreversible(self, position: &Position) -> [bool; 2] {
        if !self.counters {
            return [true; 2];
        }
        let is_after_a_move =
            position.fullmove_number() > 1 || matches!(position.side_to_move(), Color::Black);
        let is_irreversible = position.halfmove_clock() == 0;
        [is_after_a_move && !is_irreversible, is_after_a_move && is_irreversible]
    }
}
