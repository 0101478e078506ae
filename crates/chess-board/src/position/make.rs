//! Moves that are made in place and can be taken back.
//!
//! A move toggles single words, each of which is read and written whole. Taking it back stores the mover's words as
//! they were before. Castling, en passant and promotions are a few moves of a hundred, and are made piece by piece.

use core::mem::{align_of, size_of};

use chess_types::{Bitboard, Castling, Color, Move, PieceType, Square, capture_square, skipped_square};
use static_assertions::const_assert_eq;

use crate::position::Position;
use crate::position::state::{PieceMasks, State, Turn};
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

    /// Plays a legal move, or a null move if `mv` is [`Move::NULL`], without testing it. It is [`make`](Self::make) and
    /// [`make_null`](Self::make_null) for callers that never take the move back.
    ///
    /// `try_play` of `chess_movegen::PositionExt` tests the move first.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let _ = if mv.is_null() { self.make_null() } else { self.make(mv) };
    }

    /// Takes back the move, or the null move, that returned `undo`. Afterwards the position equals the one before the move, bit for bit.
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

    /// Makes a null move, which only ends the turn, without testing it, and returns the [`Undo`] with which
    /// [`unmake`](Self::unmake) takes it back.
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
        let _ = self.end_turn(Bitboard::EMPTY, u64::MAX);
        undo
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
        let numbers = zobrist::of_piece(us, piece_type, from) ^ zobrist::of_piece(us, piece_type, to);
        self.toggle(us, piece_type, moved, numbers);
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let mut kept = masks.turn;
        if mv.is_capture() {
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        self.end_turn(touched, kept)
    }

    /// Ends the turn after a move that touches `touched`, and returns the castling rooks that lose their right.
    ///
    /// It does word by word the work of [`State::after`]. When the state was stored as a whole, the compiler merged
    /// two words into one vector store, for which the next move, which reads them singly, had to wait: natural perft
    /// with `make` reached 76 instead of 86 million leaves a second (Intel Xeon, model 167).
    #[inline(always)]
    fn end_turn(&mut self, touched: Bitboard, kept: u64) -> Bitboard {
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
            let skipped = skipped_square(mv.to());
            self.state.turn = self.state.turn.with_skipped_square(skipped);
            if !self.board.ep_capturers(us.opponent(), skipped).is_empty() {
                *self = self.settle_en_passant(us, skipped);
            }
            return (Bitboard::EMPTY, Undo::NOTHING);
        }
        self.make_rare(us, mv)
    }

    #[inline(always)]
    fn set_words(&mut self, color: Color, piece_type: usize, [of_type, of_color, key]: [u64; 3]) {
        self.board.set(color, piece_type, Bitboard(of_type), Bitboard(of_color));
        self.piece_keys.set(color, piece_type, key);
    }

    /// Toggles a piece on a square: removes it if it is there, adds it otherwise.
    #[inline(always)]
    fn toggle_on(&mut self, color: Color, piece_type: usize, square: Square) {
        let number = zobrist::of_piece(color, piece_type, square);
        self.toggle(color, piece_type, square.bitboard(), number);
    }

    #[inline(always)]
    fn toggle(&mut self, color: Color, piece_type: usize, squares: Bitboard, numbers: u64) {
        self.board.toggle(color, piece_type, squares);
        self.piece_keys.toggle(color, piece_type, numbers);
    }
}

/// The record of a move that has been made: all that [`Position::unmake`](crate::Position::unmake) needs to take it
/// back.
///
/// It is neither `Clone` nor `Copy`, because a move is taken back once.
#[derive(Debug, PartialEq, Eq)]
#[must_use = "the move cannot be taken back without it"]
pub struct Undo {
    /// Key and turn of the state before the move, and the castling rooks that lost their right.
    key: u64,
    pub(crate) turn: Turn,
    lost_rooks: Bitboard,
    /// The words of the moving piece before the move: the sets of its type and of its colour, and the key of its
    /// group.
    words: [u64; 3],
    pub(crate) mv: Move,
    /// The index of the type that moved.
    piece_type: u8,
    /// The index of the captured type, or [`NOTHING`](Self::NOTHING).
    captured: u8,
}

// 56 bytes, and 52 where a word of 64 bits is aligned to four bytes, as on 32-bit x86.
const_assert_eq!(size_of::<Undo>(), 52_usize.next_multiple_of(align_of::<u64>()));

impl Undo {
    const NOTHING: u8 = 6;

    /// Returns the move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the type of the piece that moved: a pawn for a promotion, the king for castling and for a null move.
    #[inline]
    pub const fn piece_type(&self) -> PieceType {
        match PieceType::from_index(self.piece_type as usize) {
            Some(piece_type) => piece_type,
            None => PieceType::King,
        }
    }

    /// Returns the type of the captured piece, or `None` if the move was no capture.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        PieceType::from_index(self.captured as usize)
    }
}

/// A piece that a move removes from a square or adds to one.
type Toggle = (Color, PieceType, Square);

/// The changes of castling, en passant or a promotion. Applied twice, they cancel each other.
struct Toggles {
    all: [Toggle; 4],
    len: usize,
}

impl Toggles {
    #[inline(always)]
    fn of(us: Color, mv: Move, captured: Option<PieceType>) -> Self {
        let (from, to) = (mv.from(), mv.to());
        if let Some(castling) = Castling::of(mv) {
            let all = [
                (us, PieceType::King, from),
                (us, PieceType::King, castling.king_to()),
                (us, PieceType::Rook, to),
                (us, PieceType::Rook, castling.rook_to()),
            ];
            return Self { all, len: 4 };
        }
        let victim = (us.opponent(), captured.unwrap_or(PieceType::Pawn), capture_square(mv));
        let promoted = (us, mv.promotion().unwrap_or(PieceType::Pawn), to);
        let all = [(us, PieceType::Pawn, from), promoted, victim, victim];
        Self { all, len: if captured.is_some() { 3 } else { 2 } }
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = Toggle> + '_ {
        self.all.iter().copied().take(self.len)
    }
}

impl Position {
    /// Makes a move of this module's kinds. Returns the castling rooks that lose their right, and the index of the
    /// captured type.
    fn make_rare(&mut self, us: Color, mv: Move) -> (Bitboard, u8) {
        let captured = self.captured(mv);
        self.toggle_rare(us, mv, captured);
        let (touched, kept) = touched_and_kept(us, mv);
        (self.end_turn(touched, kept), captured.map_or(Undo::NOTHING, |taken| taken as u8))
    }

    /// Toggles the pieces that the move removes and adds.
    pub(super) fn toggle_rare(&mut self, us: Color, mv: Move, captured: Option<PieceType>) {
        for (color, piece_type, square) in Toggles::of(us, mv, captured).iter() {
            self.toggle_on(color, piece_type as usize, square);
        }
    }

    /// Returns the position after a move of this module's kinds.
    #[inline(always)]
    pub(super) fn after_rare(&self, us: Color, mv: Move) -> Self {
        let (mut board, mut piece_keys) = (self.board, self.piece_keys);
        for (color, piece_type, square) in Toggles::of(us, mv, self.captured(mv)).iter() {
            let masks = PieceMasks::of(color, piece_type as usize);
            board = board.toggled(&masks.sets, square.bitboard());
            let number = zobrist::of_piece(color, piece_type as usize, square);
            piece_keys = piece_keys.toggled(&masks.keys, number);
        }
        let (touched, kept) = touched_and_kept(us, mv);
        Self { board, piece_keys, state: self.state.after(touched, kept) }
    }
}

/// Returns the squares that such a move touches, and the bits of the turn that it keeps.
#[inline(always)]
fn touched_and_kept(us: Color, mv: Move) -> (Bitboard, u64) {
    let mover = if mv.is_castle() { PieceType::King } else { PieceType::Pawn } as usize;
    let masks = PieceMasks::of(us, mover);
    (masks.touched::<false>(mover, mv.from(), mv.to()), masks.turn)
}
