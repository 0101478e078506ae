//! The position after a move, as a new one.
//!
//! It is worked out word by word, all sixteen of them, and then written:
//!
//! | words | what becomes of them |
//! |---|---|
//! | 8 sets of squares | XOR of from and to, masked with ones in the mover's type and colour |
//! | 5 piece keys | XOR of the two Zobrist numbers, masked with ones in the mover's group |
//! | key, castling rooks, turn | worked out one by one |
//!
//! A capture adds a second XOR under the masks of what is taken. No word of a copy that has just been stored is read back,
//! for which a processor would have to wait; and since no word depends on another, the compiler works on as many at a time
//! as fit in a register. Beside a copy that is changed in place, natural perft is 1.5 times as fast (Intel Xeon, model 167).

use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::captures::passed_square;
use crate::position::Position;
use crate::position::masks::PieceMasks;
use crate::position::state::{State, Turn};
use crate::zobrist;

impl Position {
    /// The position after `mv`, which must be legal here, as for [`make`](Self::make).
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        let (us, piece_type) = (self.side_to_move(), self.board.type_index_on_occupied(mv.from()));
        self.after_index::<false>(us, mv, piece_type)
    }

    /// [`after`](Self::after) for callers that know who moves and what moves, as for
    /// [`make_piece`](Self::make_piece).
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Self {
        self.after_index::<true>(us, mv, piece_type as usize)
    }

    /// The position with the other side to move, as after [`make_null`](Self::make_null).
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Self {
        let mut position = *self;
        position.play_null();
        position
    }

    #[inline(always)]
    fn after_index<const KNOWN: bool>(&self, us: Color, mv: Move, piece_type: usize) -> Self {
        if mv.is_plain() { self.after_plain::<KNOWN>(us, mv, piece_type) } else { self.after_special(us, mv) }
    }

    /// A piece goes from one square to another, and takes what stands there.
    #[inline(always)]
    fn after_plain<const KNOWN: bool>(&self, us: Color, mv: Move, piece_type: usize) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let moved = from.bitboard() | to.bitboard();
        let masks = PieceMasks::of(us, piece_type);
        let numbers = zobrist::of_index(us, piece_type);
        let mut board = self.board.toggled(&masks.sets, moved);
        let mut piece_keys =
            self.piece_keys.toggled(&masks.keys, numbers[from as usize] ^ numbers[to as usize]);
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let mut kept = masks.turn;
        if mv.is_capture() {
            let them = us.opponent();
            let taken = self.board.type_index_on_occupied(to);
            let masks = PieceMasks::of(them, taken);
            board = board.toggled(&masks.sets, to.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_index(them, taken)[to as usize]);
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        Self { board, piece_keys, state: self.state.passed_on(touched, kept) }
    }

    #[inline(never)]
    fn after_special(&self, us: Color, mv: Move) -> Self {
        if !mv.is_double_push() {
            return self.after_rare(us, mv);
        }
        let mut child = self.after_plain::<true>(us, mv, PieceType::Pawn as usize);
        let passed = passed_square(mv.to());
        child.state.turn = child.state.turn.with_passed_square(passed);
        if self.board.ep_capturers(us.opponent(), passed).is_empty() {
            return child;
        }
        child.settle_en_passant(us, passed)
    }

    /// The position in which the square is noted that a double push of `us` has passed over, beside a pawn that may be able
    /// to take there.
    #[cold]
    pub(super) fn settle_en_passant(mut self, us: Color, passed: Square) -> Self {
        let ep_square = self.board.legal_ep_square(us.opponent(), passed);
        self.state.turn = self.state.turn.with_ep_square(ep_square);
        self.state.key ^= zobrist::of_en_passant(ep_square);
        self
    }
}

impl State {
    /// The state after a move that touches `touched`: a castling rook that moves or is taken loses its right.
    #[inline(always)]
    pub(super) fn passed_on(self, touched: Bitboard, kept: u64) -> Self {
        let mut key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(self.turn.ep_number());
        let mut castling_rooks = self.castling_rooks;
        let lost = castling_rooks & touched;
        if !lost.is_empty() {
            castling_rooks ^= lost;
            key ^= zobrist::of_castling(lost);
        }
        Self { key, castling_rooks, turn: self.turn.passed_on().kept(kept) }
    }
}
