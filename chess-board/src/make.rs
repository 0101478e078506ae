use chess_types::{CastlingSide, Color, Move, PieceType, Square};

use crate::en_passant::across_double_push;
use crate::{Position, Undo, zobrist};

impl Position {
    /// Makes `mv`, and gives what [`unmake`](Self::unmake) needs to take it back. All keys stay current.
    ///
    /// `mv` must be legal here (the move generator lists such moves, and can test any other). After a move that is
    /// not, the position is not to be relied on: its sets may contradict each other, but nothing panics.
    #[inline]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.make_piece(mv, self.board.piece_type_on_occupied(mv.from()))
    }

    /// [`make`](Self::make) for callers that know what moves: `piece_type` must be what stands on `mv.from()`.
    #[inline]
    pub fn make_piece(&mut self, mv: Move, piece_type: PieceType) -> Undo {
        let mut undo = Undo {
            state_key: self.keys.state(),
            castling_rooks: self.castling_rooks,
            mv,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            passed_square: self.passed_square,
            ep_square: self.ep_square,
            captured: None,
        };
        undo.captured = self.apply(self.side_to_move, mv, piece_type);
        undo
    }

    /// Takes back the move that gave `undo`: the position is then the same bit for bit.
    ///
    /// It must be the last move made that has not been taken back.
    #[inline]
    pub fn unmake(&mut self, undo: Undo) {
        let them = self.side_to_move;
        let us = !them;
        let Undo { mv, .. } = undo;
        let (from, to) = (mv.from(), mv.to());
        self.side_to_move = us;
        match mv.castling_side() {
            Some(side) => {
                let (king_to, rook_to) = castling_destinations(us, side);
                self.remove(us, PieceType::King, king_to);
                self.remove(us, PieceType::Rook, rook_to);
                self.put(us, PieceType::King, from);
                self.put(us, PieceType::Rook, to);
            }
            None if mv.is_promotion() => {
                self.remove(us, self.board.piece_type_on_occupied(to), to);
                self.put(us, PieceType::Pawn, from);
            }
            None => self.relocate(us, self.board.piece_type_on_occupied(to), to, from),
        }
        if let Some(captured) = undo.captured {
            self.put(them, captured, if mv.is_en_passant() { across_double_push(to) } else { to });
        }
        self.restore(&undo);
    }

    /// The position after `mv`, which must be legal here, as for [`make`](Self::make).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        self.after_piece(self.side_to_move, mv, self.board.piece_type_on_occupied(mv.from()))
    }

    /// [`after`](Self::after) for callers that know who moves and what moves: `us` must be the side to move and
    /// `piece_type` what stands on `mv.from()`. With constants in their place, little of the work is left.
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
        debug_assert!(self.checkers().is_empty(), "a null move in check");
        let undo = Undo {
            state_key: self.keys.state(),
            castling_rooks: self.castling_rooks,
            mv: Move::NULL,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            passed_square: self.passed_square,
            ep_square: self.ep_square,
            captured: None,
        };
        self.begin(self.side_to_move);
        undo
    }

    /// Takes back the null move that gave `undo`.
    #[inline]
    pub fn unmake_null(&mut self, undo: Undo) {
        self.side_to_move = !self.side_to_move;
        self.restore(&undo);
    }

    /// Makes `mv` of `us` with `piece_type`, and tells what it took.
    #[inline(always)]
    fn apply(&mut self, us: Color, mv: Move, piece_type: PieceType) -> Option<PieceType> {
        let (from, to) = (mv.from(), mv.to());
        let them = us.opponent();
        self.begin(us);
        if let Some(side) = mv.castling_side() {
            self.castle(us, from, to, side);
            return None;
        }
        let mut captured = None;
        if mv.is_en_passant() {
            captured = Some(PieceType::Pawn);
            self.remove(them, PieceType::Pawn, across_double_push(to));
        } else if mv.is_capture() {
            let victim = self.board.piece_type_on_occupied(to);
            captured = Some(victim);
            self.remove(them, victim, to);
        }
        if let Some(promoted) = mv.promotion() {
            self.remove(us, PieceType::Pawn, from);
            self.put(us, promoted, to);
        } else {
            self.relocate(us, piece_type, from, to);
        }
        if mv.is_capture() || piece_type == PieceType::Pawn {
            self.halfmove_clock = 0;
        }
        if mv.is_capture() || matches!(piece_type, PieceType::Rook | PieceType::King) {
            self.lose_castling(us, piece_type, from, to);
        }
        if mv.is_double_push() {
            self.passed_square = Some(across_double_push(to));
            if !self.ep_capturers().is_empty() {
                self.ep_square = self.legal_ep_square();
                self.keys.toggle_state(zobrist::of_en_passant(self.ep_square));
            }
        }
        captured
    }

    /// What every move changes: the side to move, the counters, and an en passant that is now over.
    #[inline(always)]
    fn begin(&mut self, us: Color) {
        let mut change = zobrist::BLACK_TO_MOVE;
        if self.ep_square.is_some() {
            change ^= zobrist::of_en_passant(self.ep_square);
        }
        self.keys.toggle_state(change);
        self.ep_square = None;
        self.passed_square = None;
        self.side_to_move = us.opponent();
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if us == Color::Black {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
    }

    #[inline(always)]
    fn castle(&mut self, us: Color, king_from: Square, rook_from: Square, side: CastlingSide) {
        let (king_to, rook_to) = castling_destinations(us, side);
        self.remove(us, PieceType::King, king_from);
        self.remove(us, PieceType::Rook, rook_from);
        self.put(us, PieceType::King, king_to);
        self.put(us, PieceType::Rook, rook_to);
        self.lose_castling(us, PieceType::King, king_from, king_to);
    }

    /// A castling rook that moves or is taken loses its right, a king that moves both.
    #[inline(always)]
    fn lose_castling(&mut self, us: Color, piece_type: PieceType, from: Square, to: Square) {
        let mut touched = from.bitboard() | to.bitboard();
        if piece_type == PieceType::King {
            touched |= us.back_rank().bitboard();
        }
        let lost = self.castling_rooks & touched;
        if !lost.is_empty() {
            self.castling_rooks ^= lost;
            self.keys.toggle_state(zobrist::of_castling(lost));
        }
    }

    #[inline(always)]
    fn restore(&mut self, undo: &Undo) {
        self.keys.set_state(undo.state_key);
        self.castling_rooks = undo.castling_rooks;
        self.halfmove_clock = undo.halfmove_clock;
        self.fullmove_number = undo.fullmove_number;
        self.passed_square = undo.passed_square;
        self.ep_square = undo.ep_square;
    }

    // Every change of a piece passes through these three.

    #[inline(always)]
    fn put(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.board.toggle(color, piece_type, square.bitboard());
        self.keys.toggle_piece(color, piece_type, square);
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.put(color, piece_type, square);
    }

    #[inline(always)]
    fn relocate(&mut self, color: Color, piece_type: PieceType, from: Square, to: Square) {
        self.board.toggle(color, piece_type, from.bitboard() ^ to.bitboard());
        self.keys.toggle_piece(color, piece_type, from);
        self.keys.toggle_piece(color, piece_type, to);
    }
}

/// Where king and rook of `us` arrive in castling to `side`.
#[inline]
pub(crate) const fn castling_destinations(us: Color, side: CastlingSide) -> (Square, Square) {
    (Square::new(side.king_file(), us.back_rank()), Square::new(side.rook_file(), us.back_rank()))
}
