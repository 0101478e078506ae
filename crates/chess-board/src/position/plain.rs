//! Plain moves: a piece goes from one square to another, and captures the piece there if the move is a capture.
//!
//! On a copy, each of the sixteen words is computed from the parent's word and then written:
//!
//! | words | new value |
//! |---|---|
//! | 8 sets of squares | XOR of origin and target, masked: all ones for the mover's type and colour |
//! | 5 piece keys | XOR of the two Zobrist numbers, masked: all ones for the mover's group |
//! | key, castling rooks, turn | computed one by one |
//!
//! A capture adds a second XOR under the masks of the captured piece. No word of a freshly stored copy is read back, which
//! would be a store-forwarding stall. Since no word depends on another, the compiler works on as many words at a time as fit in a register.
//! That requires inlining into the caller: when the compiler was free to choose, it emitted a call in one of two builds of the
//! same natural perft, which was then slower by 14 % (by 20 % with make and unmake). Debug builds leave the choice to the
//! compiler, because there the locals of all inlined functions take space of their own, and a recursion over moves would run out
//! of stack.
//!
//! Compared with a copy that is changed in place, natural perft is 1.5 times as fast (Intel Xeon, model 167).
//!
//! In place, a move toggles single words, each of which is read and written whole.

use chess_types::{Bitboard, Color, Move, Square};

use crate::position::Position;
use crate::position::state::{NO_TYPE, PieceMasks, State, Turn};
use crate::zobrist;

impl Position {
    /// Returns the position after a plain move or a double push. `next` is the state of this position after passing the turn.
    ///
    /// `KNOWN` says that the caller's colour and piece type may be constants, for which branches are then decided at compile time.
    #[inline(always)]
    pub(super) fn after_plain<const KNOWN: bool>(
        &self,
        next: State,
        us: Color,
        mv: Move,
        piece_type: usize,
    ) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let masks = PieceMasks::of(us, piece_type);
        let mut board = self.board.toggled(&masks.sets, from | to);
        let mut piece_keys = self.piece_keys.toggled(&masks.keys, zobrist::of_step(us, piece_type, from, to));
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let mut kept = masks.turn;
        if mv.is_capture() {
            let (them, taken) = (us.opponent(), self.board.type_index_on_occupied(to));
            let masks = PieceMasks::of(them, taken);
            board = board.toggled(&masks.sets, to.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_piece(them, taken, to));
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        Self { board, piece_keys, state: next.touched(touched, kept) }
    }

    /// Makes a plain move in place. Returns the castling rooks that lose their right, and the index of the captured type.
    #[inline(always)]
    pub(super) fn make_plain<const KNOWN: bool>(
        &mut self,
        us: Color,
        mv: Move,
        piece_type: usize,
    ) -> (Bitboard, usize) {
        let (from, to) = (mv.from(), mv.to());
        let masks = PieceMasks::of(us, piece_type);
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let (mut kept, mut taken) = (masks.turn, NO_TYPE);
        if mv.is_capture() {
            taken = self.board.type_index_on_occupied(to);
            self.toggle_on(us.opponent(), taken, to);
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        self.toggle(us, piece_type, from | to, zobrist::of_step(us, piece_type, from, to));
        (self.end_turn(touched, kept), taken)
    }

    /// Returns the key after a plain move.
    #[inline(always)]
    pub(super) fn key_after_plain(&self, mv: Move) -> u64 {
        let (us, from, to) = (self.side_to_move(), mv.from(), mv.to());
        let piece_type = self.board.type_index_on_occupied(from);
        // What does not depend on the move comes first, so that a loop over moves computes it once.
        let mut key = self.piece_keys.all() ^ self.state.next_turn().key;
        key ^= zobrist::of_step(us, piece_type, from, to);
        if mv.is_capture() {
            key ^= zobrist::of_piece(us.opponent(), self.board.type_index_on_occupied(to), to);
        }
        let touched = PieceMasks::of(us, piece_type).touched::<false>(piece_type, from, to);
        key ^ zobrist::of_castling(self.state.castling_rooks & touched)
    }

    /// Ends the turn after a move that touches `touched`, and returns the castling rooks that lose their right.
    ///
    /// It does word by word the work of [`State::touched`]. When the state was stored as a whole, the compiler merged
    /// two words into one vector store, and the next move's loads of single words stalled: natural perft with `make` reached 76
    /// instead of 86 million leaves a second (Intel Xeon, model 167).
    #[inline(always)]
    pub(super) fn end_turn(&mut self, touched: Bitboard, kept: u64) -> Bitboard {
        let State { key, castling_rooks, turn } = self.state;
        let mut key = key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(turn.ep_number());
        let lost = castling_rooks & touched;
        if !lost.is_empty() {
            self.state.castling_rooks = castling_rooks ^ lost;
            key ^= zobrist::of_castling(lost);
        }
        self.state.key = key;
        self.state.turn = turn.next_turn().kept(kept);
        lost
    }

    /// Toggles a piece on a square: removes it if it is there, adds it otherwise.
    #[inline(always)]
    pub(super) fn toggle_on(&mut self, color: Color, piece_type: usize, square: Square) {
        let number = zobrist::of_piece(color, piece_type, square);
        self.toggle(color, piece_type, square.bitboard(), number);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, piece_type: usize, squares: Bitboard, numbers: u64) {
        self.board.toggle(color, piece_type, squares);
        self.piece_keys.toggle(color, piece_type, numbers);
    }
}
