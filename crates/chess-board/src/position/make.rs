//! Moves that are made in place and taken back, or made on a copy.

use core::mem::{align_of, size_of};

use chess_types::{Bitboard, Color, Move, PieceType};
use static_assertions::const_assert_eq;

use crate::position::Position;
use crate::position::state::{NO_TYPE, State, Turn};

impl Position {
    /// Makes a legal move in place without checking it, and returns the [`Undo`] with which [`unmake`](Self::unmake)
    /// takes it back.
    ///
    /// All keys stay current. `mv` must be legal here; the null move is not: see [`make_null`](Self::make_null). `chess_movegen` lists
    /// the legal moves and checks any other: `PositionExt::legal_moves`, `is_legal`, and `play`, which refuses an illegal move. After a
    /// move that is not legal, the position must not be used: its sets may contradict each other.
    ///
    /// # Panics
    /// In builds with debug assertions, if `mv` is the null move or there is no piece of the side to move on its origin. In other
    /// builds no move panics.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn make(&mut self, mv: Move) -> Undo {
        self.debug_assert_own(mv);
        let (us, piece_type) = (self.side_to_move(), self.board.type_index_on_occupied(mv.from()));
        self.make_index::<false>(us, mv, piece_type)
    }

    /// Plays a legal move, or a null move if `mv` is [`Move::NULL`], without checking it. It is [`make`](Self::make) and
    /// [`make_null`](Self::make_null) for callers that never take the move back.
    ///
    /// `play` of `chess_movegen::PositionExt` checks the move first.
    ///
    /// # Panics
    /// As [`make`](Self::make) and [`make_null`](Self::make_null), in builds with debug assertions only.
    #[cfg_attr(feature = "tables", inline)]
    pub fn play_unchecked(&mut self, mv: Move) {
        let _ = if mv.is_null() { self.make_null() } else { self.make(mv) };
    }

    /// Takes back the move, or the null move, that returned `undo`. Afterwards the position equals the one before the move, bit for bit.
    ///
    /// The move must be the last one made that has not been taken back. This is not checked.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unmake(&mut self, undo: Undo) {
        self.unmake_index(undo.turn.side_to_move(), undo);
    }

    /// Takes back a move of `us`.
    #[inline(always)]
    #[allow(clippy::needless_pass_by_value, reason = "what has been taken back must not be taken back again")]
    pub(crate) fn unmake_index(&mut self, us: Color, undo: Undo) {
        self.state.key = undo.key;
        self.state.turn = undo.turn;
        self.state.castling_rooks |= undo.lost_rooks;
        if undo.mv.is_plain() || undo.mv.is_double_push() {
            if undo.mv.is_capture() {
                self.toggle_on(us.opponent(), undo.captured as usize, undo.mv.to());
            }
            // The words are stored as they were. A toggle would first load what the move has just stored.
            let [of_type, of_color, key] = undo.words;
            self.board.set(us, undo.piece_type as usize, Bitboard(of_type), Bitboard(of_color));
            self.piece_keys.set(us, undo.piece_type as usize, key);
        } else {
            self.toggle_special(us, undo.mv, undo.captured());
        }
    }

    /// Makes a null move, which only passes the turn, without checking it, and returns the [`Undo`] with which
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

    /// Panics in builds with debug assertions if `mv` is the null move or moves no piece of the side to move, which would corrupt the
    /// sets and keys. The calls of sinks, which know the piece that moves, do not test it, so that every build walks the trees of positions
    /// that illegal moves have ruined.
    #[inline(always)]
    #[track_caller]
    fn debug_assert_own(&self, mv: Move) {
        debug_assert!(!mv.is_null(), "the null move is made by make_null, after_null or play_unchecked");
        debug_assert!(
            self.board.by_color(self.side_to_move()).contains(mv.from()),
            "{mv}: there is no piece of the side to move on {}",
            mv.from()
        );
    }

    /// Makes a move of a piece by the index of its type. `KNOWN` has the meaning that it has in [`after_index`](Self::after_index).
    #[inline(always)]
    pub(crate) fn make_index<const KNOWN: bool>(&mut self, us: Color, mv: Move, piece_type: usize) -> Undo {
        let mut undo = self.undo_of(us, mv, piece_type);
        let (lost_rooks, taken) = if mv.is_plain() {
            self.make_plain::<KNOWN>(us, mv, piece_type)
        } else {
            self.make_special(us, mv)
        };
        (undo.lost_rooks, undo.captured) = (lost_rooks, taken as u8);
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
        Undo { key, turn, lost_rooks, words, mv, piece_type: piece_type as u8, captured: NO_TYPE as u8 }
    }

    /// Returns the position after a legal move without checking the move. The position itself stays as it is.
    ///
    /// The conditions are those of [`make`](Self::make).
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        self.debug_assert_own(mv);
        let piece_type = self.board.type_index_on_occupied(mv.from());
        self.after_index::<false>(self.state.next_turn(), self.side_to_move(), mv, piece_type)
    }

    /// Returns the position after a legal move without checking the move, for callers that know which side moves and which piece.
    ///
    /// `us` must be the side to move and `piece_type` the type of the piece on `mv.from()`; neither is tested. With constants for both,
    /// as a sink has them, the compiler removes most of the work.
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Self {
        self.after_index::<true>(self.state.next_turn(), us, mv, piece_type as usize)
    }

    /// Returns the position after a null move: the other side is to move. The move is not checked; see
    /// [`make_null`](Self::make_null).
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Self {
        let mut position = *self;
        position.play_unchecked(Move::NULL);
        position
    }

    /// `KNOWN` says that the caller's colour and piece type may be constants, for which the branches below are then decided at
    /// compile time. Without it, `make` costs 5 % more instructions.
    #[inline(always)]
    fn after_index<const KNOWN: bool>(&self, next: State, us: Color, mv: Move, piece_type: usize) -> Self {
        if mv.is_plain() {
            self.after_plain::<KNOWN>(next, us, mv, piece_type)
        } else if KNOWN && mv.is_double_push() {
            // For a caller with a constant piece type, the kind of the move is a constant too.
            self.after_double_push(next, us, mv)
        } else {
            self.after_special(us, mv)
        }
    }

    /// Returns the [`key`](Self::key) of the position after a legal move, without checking the move and without making
    /// it. The conditions are those of [`make`](Self::make).
    ///
    /// A search uses it to prefetch the entry of its transposition table before it makes the move. It takes 4.3 ns a
    /// move, where making the move on a copy for its key takes 5.7 ns (moves of random games, Intel Xeon of model
    /// 167).
    ///
    /// # Examples
    /// ```
    /// use chess_board::Position;
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
    /// assert_eq!(Position::START.key_after(mv), Position::START.after(mv).key());
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.debug_assert_own(mv);
        // Special moves are rare, and the legality of a capture en passant depends on the board after the move.
        if mv.is_plain() { self.key_after_plain(mv) } else { self.after(mv).key() }
    }
}

/// The positions after the moves of one position, for sinks that receive moves one by one.
///
/// The key and the turn of the other side do not depend on the move and are computed once. Without this, perft's copy mode
/// executes 1.2 times as many instructions. In a plain loop over [`Position::after`], the compiler computes them once in any case.
#[derive(Clone, Copy, Debug)]
pub struct Children<'a> {
    parent: &'a Position,
    /// The state after a move that is not a capture, moves no pawn and costs no castling right.
    next: State,
}

impl<'a> Children<'a> {
    /// Returns the view of the positions after the moves of `parent`.
    #[inline(always)]
    pub fn of(parent: &'a Position) -> Self {
        Self { parent, next: parent.state.next_turn() }
    }

    /// Returns the position after a legal move of the parent without checking the move, as [`Position::after_piece`]
    /// does.
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Position {
        self.parent.after_index::<true>(self.next, us, mv, piece_type as usize)
    }
}

/// The record of a move that has been made: all that [`Position::unmake`](crate::Position::unmake) needs to take it
/// back.
///
/// It is not `Copy`, because a move is taken back once. A clone is for programs that clone the stack which stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// The index of the captured type, or [`NO_TYPE`].
    captured: u8,
}

// 56 bytes, and 52 where a word of 64 bits is aligned to four bytes, as on 32-bit x86.
const_assert_eq!(size_of::<Undo>(), 52_usize.next_multiple_of(align_of::<u64>()));

impl Undo {
    /// Returns the move that was made; [`Move::NULL`] for a null move.
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }

    /// Returns the type of the captured piece, or `None` if the move was no capture.
    #[inline]
    pub const fn captured(&self) -> Option<PieceType> {
        PieceType::from_index(self.captured as usize)
    }
}
