use chess_board::Position;
use chess_types::{Bitboard, Move, Piece, PieceType, Square};
use static_assertions::assert_eq_size;

/// A move that can have led to a position, with the captured piece. It can be taken back without an
/// [`Undo`](chess_board::Undo).
///
/// [`unmoves`](crate::unmoves) lists the un-moves of a position. A caller who knows the moves of a game can also
/// build the value from them. [`before`](Self::before) then gives the position before the move.
///
/// # Examples
/// ```
/// use chess_unmoves::{Move, MoveKind, PieceType, Position, Square, UnMove};
///
/// let after = Position::from_fen("4k3/8/8/3N4/8/8/8/4K3 b - - 0 40")?;
/// let mv = Move::new(Square::F4, Square::D5, MoveKind::Capture);
/// let unmove = UnMove { mv, piece_type: PieceType::Knight, captured: Some(PieceType::Rook) };
/// let before = unmove.before(&after);
/// assert_eq!(before.to_string(), "4k3/8/8/3r4/5N2/8/8/4K3 w - - 0 40");
/// assert_eq!(before.after(mv), after);
/// # Ok::<(), chess_unmoves::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UnMove {
    /// The move as it was made. Castling's target is the rook's square before the move.
    pub mv: Move,
    /// The type of the piece that moved: a pawn for a promotion, the king for castling.
    pub piece_type: PieceType,
    /// The type of the captured piece; `None` if the move was no capture.
    pub captured: Option<PieceType>,
}

assert_eq_size!(UnMove, u32);

/// The part of a position's state that does not follow from the position after a move.
///
/// [`UnMove::state_before`] gives the one with the least, and
/// [`states_before`](crate::states_before) enumerates all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateBefore {
    /// The rooks of both colours whose castling right the move has cost. After castling they include the rook that
    /// castled.
    pub lost_rooks: Bitboard,
    /// The square that the opponent's pawn had passed over in a double push just before. For a capture en passant it
    /// is the target of the move.
    pub skipped_square: Option<Square>,
    /// The halfmove clock before the move.
    pub halfmove_clock: u16,
}

impl UnMove {
    /// Tests whether the move advances the halfmove clock: it is neither a capture nor a pawn move.
    #[inline]
    pub const fn is_reversible(self) -> bool {
        self.captured.is_none() && !matches!(self.piece_type, PieceType::Pawn)
    }

    /// Returns the state before the move with as little as possible in it.
    ///
    /// No castling right was lost but the one that castling itself needs, and no pawn had just made a double push
    /// unless the move captured it en passant. The halfmove clock is one lower than in `after`, or 0 if the move set
    /// it to 0.
    #[inline]
    pub const fn state_before(self, after: &Position) -> StateBefore {
        let to = self.mv.to();
        StateBefore {
            lost_rooks: if self.mv.is_castle() { to.bitboard() } else { Bitboard::EMPTY },
            skipped_square: if self.mv.is_en_passant() { Some(to) } else { None },
            halfmove_clock: if self.is_reversible() { after.halfmove_clock().saturating_sub(1) } else { 0 },
        }
    }

    /// Returns the position before the move, with the [state](Self::state_before) that has as little as possible in
    /// it. `after` is the position after the move.
    ///
    /// The un-move must be one of `after`, which is not tested, as [`Position::make`] does not test its move. The
    /// move number is lowered after Black's move, but not below 1.
    #[inline]
    #[must_use]
    pub fn before(self, after: &Position) -> Position {
        self.before_with(after, &self.state_before(after))
    }

    /// Returns the position before the move, as [`before`](Self::before) does, with a given state.
    ///
    /// The state must be possible: the rooks of `lost_rooks` are, before the move, on the back rank of their king with no other
    /// right on the same side of the king, and the move costs their rights; a pawn of the opponent can have passed over
    /// `skipped_square`. This is not tested. Most of it can be tested by [`Setup::validate`](chess_board::Setup::validate) of the
    /// position's [`Position::to_setup`].
    #[inline]
    #[must_use]
    pub fn before_with(self, after: &Position, state: &StateBefore) -> Position {
        let (mv, us) = (self.mv, after.side_to_move().opponent());
        let (from, to) = (mv.from().bitboard(), mv.to().bitboard());
        let ours = |piece_type, squares| (Piece::new(us, piece_type), squares);
        let captured = self
            .captured
            .map(|captured| (Piece::new(us.opponent(), captured), mv.capture_square().bitboard()));
        let (moved, arrived) = if let Some(castling) = mv.castling() {
            let king = ours(PieceType::King, from ^ castling.king_to());
            (king, Some(ours(PieceType::Rook, to ^ castling.rook_to())))
        } else if let Some(promoted) = mv.promotion() {
            (ours(PieceType::Pawn, from), Some(ours(promoted, to)))
        } else {
            (ours(self.piece_type, from | to), None)
        };
        after.toggled_unchecked(
            [Some(moved), arrived, captured].into_iter().flatten(),
            after.castling_rooks() | state.lost_rooks,
            state.skipped_square,
            state.halfmove_clock,
            after.fullmove_number().saturating_sub(us as u16).max(1),
        )
    }
}
