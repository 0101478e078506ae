use chess_types::{Color, Move, PieceType, Square};

use crate::captures::{capture_square, passed_square};
use crate::position::Position;
use crate::position::undo::Undo;
use crate::zobrist;

impl Position {
    /// Makes `mv`, and gives what [`unmake`](Self::unmake) needs to take it back. All keys stay current.
    ///
    /// `mv` must be legal here (the move generator lists such moves, and can test any other). After a move that is
    /// not, the position is not to be relied on: its sets may contradict each other, but nothing panics.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.make_piece(self.state.side_to_move, mv, self.board.piece_type_on_occupied(mv.from()))
    }

    /// [`make`](Self::make) for callers that know who moves and what moves: `us` must be the side to move and
    /// `piece_type` what stands on `mv.from()`. With constants in their place, little of the work is left.
    #[inline(always)]
    pub fn make_piece(&mut self, us: Color, mv: Move, piece_type: PieceType) -> Undo {
        let state = self.state;
        let captured = self.apply(us, mv, piece_type);
        Undo { state, mv, piece_type, captured }
    }

    /// Makes `mv` for good: [`make`](Self::make) for callers that never take it back.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_piece(self.state.side_to_move, mv, self.board.piece_type_on_occupied(mv.from()));
    }

    /// [`play`](Self::play) for callers that know who moves and what moves, as for
    /// [`make_piece`](Self::make_piece).
    #[inline(always)]
    pub fn play_piece(&mut self, us: Color, mv: Move, piece_type: PieceType) {
        self.apply(us, mv, piece_type);
    }

    /// Takes back the move that gave `undo`: the position is then the same bit for bit.
    ///
    /// It must be the last move made that has not been taken back.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        self.unmake_piece(undo.state.side_to_move, undo);
    }

    /// [`unmake`](Self::unmake) for callers that know who moved: the twin of [`make_piece`](Self::make_piece).
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value, reason = "what has been taken back must not be taken back again")]
    pub fn unmake_piece(&mut self, us: Color, undo: Undo) {
        let Undo { state, mv, piece_type, captured } = undo;
        self.state = state;
        let (from, to) = (mv.from(), mv.to());
        if mv.is_plain() {
            self.relocate(us, piece_type, to, from);
        } else if let Some(side) = mv.castling_side() {
            let (king_to, rook_to) = (side.king_square(us.back_rank()), side.rook_square(us.back_rank()));
            self.remove(us, PieceType::King, king_to);
            self.remove(us, PieceType::Rook, rook_to);
            self.put(us, PieceType::King, from);
            self.put(us, PieceType::Rook, to);
        } else if let Some(promoted) = mv.promotion() {
            self.remove(us, promoted, to);
            self.put(us, PieceType::Pawn, from);
        } else {
            self.relocate(us, PieceType::Pawn, to, from);
        }
        if let Some(captured) = captured {
            self.put(us.opponent(), captured, capture_square(mv));
        }
    }

    /// The position after `mv`, which must be legal here, as for [`make`](Self::make).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        self.after_piece(self.state.side_to_move, mv, self.board.piece_type_on_occupied(mv.from()))
    }

    /// [`after`](Self::after) for callers that know who moves and what moves, as for
    /// [`make_piece`](Self::make_piece).
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Self {
        let mut position = *self;
        position.apply(us, mv, piece_type);
        position
    }

    /// Passes the move to the other side. Not to be done in check, which would leave a king to be taken.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.is_in_check(), "a null move in check");
        let state = self.state;
        self.pass_turn(state.side_to_move);
        Undo { state, mv: Move::NULL, piece_type: PieceType::King, captured: None }
    }

    /// Passes the move to the other side for good, as [`make_null`](Self::make_null) does.
    #[inline]
    pub fn play_null(&mut self) {
        let _ = self.make_null();
    }

    /// Makes a legal move for good, or passes if `mv` is [`Move::NULL`], as games and lines that may have null moves do.
    #[inline]
    pub fn play_or_pass(&mut self, mv: Move) {
        if mv.is_null() {
            self.play_null();
        } else {
            self.play(mv);
        }
    }

    /// The position with the other side to move, as after [`make_null`](Self::make_null).
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Self {
        let mut position = *self;
        position.play_null();
        position
    }

    /// Takes back the null move that gave `undo`.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "what has been taken back must not be taken back again")]
    pub fn unmake_null(&mut self, undo: Undo) {
        self.state = undo.state;
    }

    /// Makes `mv` of `us` with `piece_type`, and tells what it took.
    #[inline(always)]
    fn apply(&mut self, us: Color, mv: Move, piece_type: PieceType) -> Option<PieceType> {
        let (from, to) = (mv.from(), mv.to());
        self.pass_turn(us);
        let mut captured = None;
        if mv.is_capture() {
            let square = capture_square(mv);
            let victim = self.board.piece_type_on_occupied(square);
            self.remove(us.opponent(), victim, square);
            captured = Some(victim);
        }
        if mv.is_capture() || piece_type == PieceType::Pawn {
            self.state.halfmove_clock = 0;
        }
        // One question spares most moves three.
        if mv.is_plain() {
            self.relocate(us, piece_type, from, to);
        } else {
            self.apply_special(us, mv);
        }
        if mv.is_capture() || matches!(piece_type, PieceType::Rook | PieceType::King) {
            self.lose_castling(us, piece_type, from, to);
        }
        captured
    }

    /// Moves the pieces of castling, double pushes, en passant and promotions.
    #[inline(always)]
    fn apply_special(&mut self, us: Color, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        if let Some(side) = mv.castling_side() {
            let (king_to, rook_to) = (side.king_square(us.back_rank()), side.rook_square(us.back_rank()));
            self.remove(us, PieceType::King, from);
            self.remove(us, PieceType::Rook, to);
            self.put(us, PieceType::King, king_to);
            self.put(us, PieceType::Rook, rook_to);
        } else if let Some(promoted) = mv.promotion() {
            self.remove(us, PieceType::Pawn, from);
            self.put(us, promoted, to);
        } else {
            self.relocate(us, PieceType::Pawn, from, to);
            if mv.is_double_push() {
                self.pass_over(passed_square(to));
            }
        }
    }

    /// What every move changes: the side to move, the counters, and an en passant that is now over.
    #[inline(always)]
    fn pass_turn(&mut self, us: Color) {
        let state = &mut self.state;
        state.key ^= zobrist::BLACK_TO_MOVE;
        if state.ep_square.is_some() {
            state.key ^= zobrist::of_en_passant(state.ep_square);
        }
        state.ep_square = None;
        state.passed_square = None;
        state.side_to_move = us.opponent();
        state.halfmove_clock = state.halfmove_clock.saturating_add(1);
        if us == Color::Black {
            state.fullmove_number = state.fullmove_number.saturating_add(1);
        }
    }

    /// Notes the square a double push has passed over, the turn being passed already.
    #[inline(always)]
    fn pass_over(&mut self, square: Square) {
        self.state.passed_square = Some(square);
        if !self.ep_capturers().is_empty() {
            self.state.ep_square = self.board.legal_ep_square(self.state.side_to_move, square);
            self.state.key ^= zobrist::of_en_passant(self.state.ep_square);
        }
    }

    /// A castling rook that moves or is taken loses its right, a king that moves both.
    #[inline(always)]
    fn lose_castling(&mut self, us: Color, piece_type: PieceType, from: Square, to: Square) {
        let mut touched = from.bitboard() | to.bitboard();
        if piece_type == PieceType::King {
            touched |= us.back_rank().bitboard();
        }
        let lost = self.state.castling_rooks & touched;
        if !lost.is_empty() {
            self.state.castling_rooks ^= lost;
            self.state.key ^= zobrist::of_castling(lost);
        }
    }

    // Every change of a piece passes through these three.

    #[inline(always)]
    fn put(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.board.toggle(color, piece_type, square.bitboard());
        self.piece_keys.toggle(color, piece_type, square);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.put(color, piece_type, square);
    }

    #[inline(always)]
    fn relocate(&mut self, color: Color, piece_type: PieceType, from: Square, to: Square) {
        self.board.toggle(color, piece_type, from.bitboard() ^ to.bitboard());
        self.piece_keys.toggle(color, piece_type, from);
        self.piece_keys.toggle(color, piece_type, to);
    }
}
