//! Moves that are taken back without the [`Undo`](crate::Undo) of their making.

use chess_types::{Bitboard, Color, Move, PieceType, Square};
use static_assertions::assert_eq_size;

use crate::position::Position;
use crate::position::state::{PieceMasks, State, Turn};
use crate::zobrist;

/// A move that can have led to a position, with the captured piece. It can be taken back without an [`Undo`](crate::Undo).
///
/// `each_unmove` of `chess_movegen` lists the un-moves of a position. A caller who knows the moves of a game can also
/// build the value from them. [`before`](Self::before) then gives the position before the move.
///
/// # Examples
/// ```
/// use chess_board::{Move, MoveKind, PieceType, Position, Square, UnMove};
///
/// let after = Position::from_fen("4k3/8/8/3N4/8/8/8/4K3 b - - 0 40")?;
/// let mv = Move::new(Square::F4, Square::D5, MoveKind::Capture);
/// let unmove = UnMove { mv, piece_type: PieceType::Knight, captured: Some(PieceType::Rook) };
/// let before = unmove.before(&after);
/// assert_eq!(before.to_string(), "4k3/8/8/3r4/5N2/8/8/4K3 w - - 0 40");
/// assert_eq!(before.after(mv), after);
/// # Ok::<(), chess_board::ParsePositionError>(())
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
/// [`UnMove::state_before`] gives the one with the least, and `states_before` of `chess_movegen` enumerates all.
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
    /// Tests for a move that advances the halfmove clock: neither a capture nor a pawn move.
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
    /// `skipped_square`. This is not tested. Most of it can be tested by [`Setup::validate`](crate::Setup::validate) of the
    /// position's [`Position::to_setup`].
    #[inline]
    #[must_use]
    pub fn before_with(self, after: &Position, state: &StateBefore) -> Position {
        let us = after.side_to_move().opponent();
        let mut before = if self.mv.is_plain() || self.mv.is_double_push() {
            after.without_plain(us, self)
        } else {
            after.without_rare(us, self)
        };
        before.state = after.state.before(us, state);
        if let Some(skipped) = state.skipped_square {
            before.state.turn = before.state.turn.with_skipped_square(skipped);
            before = before.settle_en_passant(us.opponent(), skipped);
        }
        before
    }
}

impl Position {
    /// Returns the position with the pieces of a plain move or a double push of `us` put back. As in [`after`](Self::after), no
    /// word of a fresh copy is read back.
    #[inline(always)]
    fn without_plain(&self, us: Color, unmove: UnMove) -> Self {
        let (from, to, piece_type) = (unmove.mv.from(), unmove.mv.to(), unmove.piece_type as usize);
        let masks = PieceMasks::of(us, piece_type);
        let numbers = zobrist::of_piece(us, piece_type, from) ^ zobrist::of_piece(us, piece_type, to);
        let mut board = self.board.toggled(&masks.sets, from | to);
        let mut piece_keys = self.piece_keys.toggled(&masks.keys, numbers);
        if let Some(captured) = unmove.captured {
            let (them, captured) = (us.opponent(), captured as usize);
            let masks = PieceMasks::of(them, captured);
            board = board.toggled(&masks.sets, to.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_piece(them, captured, to));
        }
        Self { board, piece_keys, state: self.state }
    }

    /// Returns the position with the pieces of any other move of `us` put back.
    #[inline(never)]
    fn without_rare(&self, us: Color, unmove: UnMove) -> Self {
        let mut before = *self;
        before.toggle_rare(us, unmove.mv, unmove.captured);
        before
    }
}

impl State {
    /// Returns the state before a move of `us` that led to this one, without a skipped square.
    #[inline(always)]
    fn before(self, us: Color, state: &StateBefore) -> Self {
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(self.turn.ep_number());
        if !state.lost_rooks.is_empty() {
            key ^= zobrist::of_castling(state.lost_rooks - self.castling_rooks);
        }
        let fullmove_number = self.turn.fullmove_number().saturating_sub(us as u16).max(1);
        Self {
            key,
            castling_rooks: self.castling_rooks | state.lost_rooks,
            turn: Turn::new(us, state.halfmove_clock, fullmove_number, None, None),
        }
    }
}
