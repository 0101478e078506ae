//! Moves that are made in place and can be taken back.
//!
//! A move toggles single words, each of which is read and written whole. Taking it back stores the mover's words as
//! they were before.

use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::captures::passed_square;
use crate::position::Position;
use crate::position::masks::PieceMasks;
use crate::position::state::{State, Turn};
use crate::position::undo::Undo;
use crate::zobrist;

impl Position {
    /// Makes a legal move in place without testing it, and returns the [`Undo`] with which [`unmake`](Self::unmake)
    /// takes it back.
    ///
    /// All keys stay current. `mv` must be legal here. `chess_movegen` lists the legal moves and tests any other:
    /// `PositionExt::legal_moves`, `is_legal`, and `try_play`, which refuses an illegal move. After a move that is
    /// not legal, the position must not be used: its sets may contradict each other, but nothing panics.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn make(&mut self, mv: Move) -> Undo {
        let (us, piece_type) = (self.side_to_move(), self.board.type_index_on_occupied(mv.from()));
        self.make_index::<false>(us, mv, piece_type)
    }

    /// Makes a legal move in place without testing it, as [`make`](Self::make) does, for callers that know which side
    /// moves and which piece.
    ///
    /// `us` must be the side to move and `piece_type` the type of the piece on `mv.from()`; neither is tested. With
    /// constants for both, the compiler removes most of the work.
    #[inline(always)]
    pub fn make_piece(&mut self, us: Color, mv: Move, piece_type: PieceType) -> Undo {
        self.make_index::<true>(us, mv, piece_type as usize)
    }

    /// Plays a legal move without testing it. It is [`make`](Self::make) for callers that never take the move back.
    ///
    /// `try_play` of `chess_movegen::PositionExt` tests the move first.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let _ = self.make(mv);
    }

    /// Plays a legal move without testing it, for callers that know which side moves and which piece, as
    /// [`make_piece`](Self::make_piece) requires.
    #[inline(always)]
    pub fn play_piece(&mut self, us: Color, mv: Move, piece_type: PieceType) {
        let _ = self.make_piece(us, mv, piece_type);
    }

    /// Takes back the move that returned `undo`. Afterwards the position equals the one before the move, bit for bit.
    ///
    /// The move must be the last one made that has not been taken back. This is not tested.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unmake(&mut self, undo: Undo) {
        self.unmake_piece(undo.turn.side_to_move(), undo);
    }

    /// Takes back a move, as [`unmake`](Self::unmake) does, for callers that know which side moved. It is the
    /// counterpart of [`make_piece`](Self::make_piece).
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value, reason = "what has been taken back must not be taken back again")]
    pub fn unmake_piece(&mut self, us: Color, undo: Undo) {
        self.restore_state(&undo);
        if undo.mv.is_plain() || undo.mv.is_double_push() {
            if undo.mv.is_capture() {
                self.toggle_on(us.opponent(), undo.captured as usize, undo.mv.to());
            }
            // The words are stored as they were. A toggle would wait for the words that the move has just stored.
            self.set_words(us, undo.piece_type as usize, undo.words);
        } else {
            self.toggle_rare(us, undo.mv, undo.captured());
        }
    }

    /// Makes a null move, which passes the turn, without testing it, and returns the [`Undo`] with which
    /// [`unmake_null`](Self::unmake_null) takes it back.
    ///
    /// The side to move must not be in check: its king could then be captured. The halfmove clock advances, as after
    /// any move without a capture or a pawn move, and the en passant square is cleared.
    ///
    /// # Panics
    /// In builds with debug assertions, if the side to move is in check.
    #[inline]
    pub fn make_null(&mut self) -> Undo {
        debug_assert!(!self.is_in_check(), "a null move in check");
        let undo = self.undo_of(self.side_to_move(), Move::NULL, PieceType::King as usize);
        let _ = self.pass_on(Bitboard::EMPTY, u64::MAX);
        undo
    }

    /// Plays a null move, which passes the turn, without testing it. It is [`make_null`](Self::make_null) for callers
    /// that never take the move back, and panics under the same condition.
    #[inline]
    pub fn play_null(&mut self) {
        let _ = self.make_null();
    }

    /// Plays a legal move, or a null move if `mv` is [`Move::NULL`], without testing it. Games and lines that may
    /// contain null moves are replayed with it.
    #[inline]
    pub fn play_or_pass(&mut self, mv: Move) {
        if mv.is_null() {
            self.play_null();
        } else {
            self.play(mv);
        }
    }

    /// Takes back the null move that returned `undo`.
    #[inline]
    #[allow(clippy::needless_pass_by_value, reason = "what has been taken back must not be taken back again")]
    pub fn unmake_null(&mut self, undo: Undo) {
        self.restore_state(&undo);
    }

    #[inline(always)]
    fn make_index<const KNOWN: bool>(&mut self, us: Color, mv: Move, piece_type: usize) -> Undo {
        let mut undo = self.undo_of(us, mv, piece_type);
        if !mv.is_plain() {
            (undo.lost_rooks, undo.captured) = self.make_special(us, mv);
            return undo;
        }
        if mv.is_capture() {
            let them = us.opponent();
            let taken = self.board.type_index_on_occupied(mv.to());
            self.toggle_on(them, taken, mv.to());
            undo.captured = taken as u8;
        }
        undo.lost_rooks = self.relocate::<KNOWN>(us, mv, piece_type);
        undo
    }

    /// Returns the `Undo` of `mv`, without the captured piece and the lost castling rooks.
    #[inline(always)]
    fn undo_of(&self, us: Color, mv: Move, piece_type: usize) -> Undo {
        let words = [
            self.board.by_index(piece_type).0,
            self.board.by_color(us).0,
            self.piece_keys.of(us, piece_type),
        ];
        let State { key, turn, .. } = self.state;
        let lost_rooks = Bitboard::EMPTY;
        Undo { key, turn, lost_rooks, words, mv, piece_type: piece_type as u8, captured: Undo::NOTHING }
    }

    #[inline(always)]
    fn relocate<const KNOWN: bool>(&mut self, us: Color, mv: Move, piece_type: usize) -> Bitboard {
        let (from, to) = (mv.from(), mv.to());
        let moved = from.bitboard() | to.bitboard();
        let masks = PieceMasks::of(us, piece_type);
        let numbers = zobrist::of_index(us, piece_type);
        self.toggle(us, piece_type, moved, numbers[from as usize] ^ numbers[to as usize]);
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let mut kept = masks.turn;
        if mv.is_capture() {
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        self.pass_on(touched, kept)
    }

    /// Passes the turn after a move that touches `touched`, and returns the castling rooks that lose their right.
    ///
    /// It does word by word the work of [`State::after`]. When the state was stored as a whole, the compiler merged
    /// two words into one vector store, for which the next move, which reads them singly, had to wait: natural perft
    /// with `make` reached 76 instead of 86 million leaves a second (Intel Xeon, model 167).
    #[inline(always)]
    pub(super) fn pass_on(&mut self, touched: Bitboard, kept: u64) -> Bitboard {
        let State { key, castling_rooks, turn } = self.state;
        let mut key = key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(turn.ep_number());
        let lost = castling_rooks & touched;
        if !lost.is_empty() {
            self.state.castling_rooks = castling_rooks ^ lost;
            key ^= zobrist::of_castling(lost);
        }
        self.state.key = key;
        self.state.turn = turn.passed_on().kept(kept);
        lost
    }

    #[inline(always)]
    fn restore_state(&mut self, undo: &Undo) {
        self.state.key = undo.key;
        self.state.turn = undo.turn;
        self.state.castling_rooks |= undo.lost_rooks;
    }

    /// Makes a move that is not plain. Returns the castling rooks that lose their right, and the index of the
    /// captured type.
    #[inline(never)]
    fn make_special(&mut self, us: Color, mv: Move) -> (Bitboard, u8) {
        if mv.is_double_push() {
            let _ = self.relocate::<true>(us, mv, PieceType::Pawn as usize);
            self.pass_over(us, mv);
            return (Bitboard::EMPTY, Undo::NOTHING);
        }
        self.make_rare(us, mv)
    }

    /// Records the square that the double push `mv` of `us` has passed over.
    #[inline(always)]
    fn pass_over(&mut self, us: Color, mv: Move) {
        let passed = passed_square(mv.to());
        self.state.turn = self.state.turn.with_passed_square(passed);
        if !self.board.ep_capturers(us.opponent(), passed).is_empty() {
            *self = self.settle_en_passant(us, passed);
        }
    }

    #[inline(always)]
    fn set_words(&mut self, color: Color, piece_type: usize, [of_type, of_color, key]: [u64; 3]) {
        self.board.set(color, piece_type, Bitboard(of_type), Bitboard(of_color));
        self.piece_keys.set(color, piece_type, key);
    }

    /// Toggles a piece on a square: removes it if it stands there, adds it otherwise.
    #[inline(always)]
    pub(super) fn toggle_on(&mut self, color: Color, piece_type: usize, square: Square) {
        let number = zobrist::of_index(color, piece_type)[square as usize];
        self.toggle(color, piece_type, square.bitboard(), number);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, piece_type: usize, squares: Bitboard, numbers: u64) {
        self.board.toggle(color, piece_type, squares);
        self.piece_keys.toggle(color, piece_type, numbers);
    }
}
