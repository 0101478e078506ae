//! The position after a move, built as a new position.
//!
//! Each of its sixteen words is computed from the parent's word and then written:
//!
//! | words | new value |
//! |---|---|
//! | 8 sets of squares | XOR of origin and target, masked: all ones for the mover's type and colour |
//! | 5 piece keys | XOR of the two Zobrist numbers, masked: all ones for the mover's group |
//! | key, castling rooks, turn | computed one by one |
//!
//! A capture adds a second XOR under the masks of the captured piece. No word of a freshly stored copy is read back, which would
//! make the processor wait. Since no word depends on another, the compiler works on as many words at a time as fit in a register.
//! That requires inlining into the caller: when the compiler was free to choose, it emitted a call in one of two builds of the
//! same natural perft, which was then slower by 14 % (by 20 % with make and unmake). Debug builds leave the choice to the
//! compiler, because there the locals of all inlined functions take space of their own, and a recursion over moves would run out
//! of stack.
//!
//! Compared with a copy that is changed in place, natural perft is 1.5 times as fast (Intel Xeon, model 167).

use chess_types::{Bitboard, Color, Move, PieceType, Square, skipped_square};

use crate::position::Position;
use crate::position::state::{PieceMasks, State, Turn};
use crate::zobrist;

impl Position {
    /// Returns the position after a legal move without testing the move. The position itself stays as it is.
    ///
    /// The conditions are those of [`make`](Self::make).
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        self.children().after(mv)
    }

    /// Returns the position after a legal move without testing the move, for callers that know which side moves and
    /// which piece, as [`make_piece`](Self::make_piece) requires.
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Self {
        self.after_index::<true>(|touched, kept| self.state.after(touched, kept), us, mv, piece_type as usize)
    }

    /// Returns a view that gives the positions after moves of this one. In a loop over many moves it shares the work
    /// that does not depend on the move.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Position;
    /// use chess_types::{Move, MoveKind, Square};
    ///
    /// let children = Position::START.children();
    /// let mv = Move::new(Square::G1, Square::F3, MoveKind::Quiet);
    /// assert_eq!(children.after(mv), Position::START.after(mv));
    /// ```
    #[inline(always)]
    pub fn children(&self) -> Children<'_> {
        Children { parent: self, next: self.state.next_turn() }
    }

    /// Returns the position after a null move: the other side is to move. The move is not tested; see
    /// [`make_null`](Self::make_null).
    #[inline]
    #[must_use]
    pub fn after_null(&self) -> Self {
        let mut position = *self;
        position.play(Move::NULL);
        position
    }

    /// `KNOWN` says that the caller's colour and piece type may be constants, for which the branches below are then decided at
    /// compile time. Without it, makes cost 5 % more instructions.
    #[inline(always)]
    fn after_index<const KNOWN: bool>(
        &self,
        state: impl FnOnce(Bitboard, u64) -> State,
        us: Color,
        mv: Move,
        piece_type: usize,
    ) -> Self {
        if mv.is_plain() {
            self.after_plain::<KNOWN>(state, us, mv, piece_type)
        } else if KNOWN && mv.is_double_push() {
            // For a caller with a constant piece type, the kind of the move is a constant too.
            self.after_double_push(state, us, mv)
        } else {
            self.after_special(us, mv)
        }
    }

    /// Returns the position after the double push `mv`.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn after_double_push(&self, state: impl FnOnce(Bitboard, u64) -> State, us: Color, mv: Move) -> Self {
        let mut child = self.after_plain::<true>(state, us, mv, PieceType::Pawn as usize);
        let skipped = skipped_square(mv.to());
        child.state.turn = child.state.turn.with_skipped_square(skipped);
        // The parent's words are known already. With the child's board, natural perft by copies took 1.19 times as long.
        if self.board.ep_capturers(us.opponent(), skipped).is_empty() {
            child
        } else {
            child.settle_en_passant(us, skipped)
        }
    }

    /// Returns the position after a plain move: a piece goes from one square to another, and captures the piece there
    /// if `mv` is a capture.
    #[inline(always)]
    fn after_plain<const KNOWN: bool>(
        &self,
        state: impl FnOnce(Bitboard, u64) -> State,
        us: Color,
        mv: Move,
        piece_type: usize,
    ) -> Self {
        let (from, to) = (mv.from(), mv.to());
        let moved = from.bitboard() | to.bitboard();
        let masks = PieceMasks::of(us, piece_type);
        let numbers = zobrist::of_piece(us, piece_type, from) ^ zobrist::of_piece(us, piece_type, to);
        let mut board = self.board.toggled(&masks.sets, moved);
        let mut piece_keys = self.piece_keys.toggled(&masks.keys, numbers);
        let mut touched = masks.touched::<KNOWN>(piece_type, from, to);
        let mut kept = masks.turn;
        if mv.is_capture() {
            let them = us.opponent();
            let taken = self.board.type_index_on_occupied(to);
            let masks = PieceMasks::of(them, taken);
            board = board.toggled(&masks.sets, to.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_piece(them, taken, to));
            touched |= to.bitboard();
            kept = Turn::WITHOUT_CLOCK;
        }
        Self { board, piece_keys, state: state(touched, kept) }
    }

    /// Returns the position after a move that is not plain.
    #[inline(never)]
    fn after_special(&self, us: Color, mv: Move) -> Self {
        if mv.is_double_push() {
            self.after_double_push(|touched, kept| self.state.after(touched, kept), us, mv)
        } else {
            self.after_rare(us, mv)
        }
    }

    /// Adds the en passant square after a double push of `us` over `skipped`, if an opposing pawn can legally
    /// capture there.
    #[cold]
    pub(super) fn settle_en_passant(mut self, us: Color, skipped: Square) -> Self {
        let ep_square = self.board.legal_ep_square(us.opponent(), skipped);
        self.state.turn = self.state.turn.with_ep_square(ep_square);
        self.state.key ^= zobrist::of_ep_number(self.state.turn.ep_number());
        self
    }
}

/// The positions after the moves of one position: see [`Position::children`].
///
/// The key and the turn of the other side do not depend on the move and are computed once. Without this, copies in a loop
/// over all moves cost 19 to 31 % more instructions.
#[derive(Clone, Copy, Debug)]
pub struct Children<'a> {
    parent: &'a Position,
    /// The state after a move that is no capture, moves no pawn and costs no castling right.
    next: State,
}

impl Children<'_> {
    /// Returns the position after a legal move of the parent without testing the move, as [`Position::after`] does.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let us = self.parent.side_to_move();
        let piece_type = self.parent.board.type_index_on_occupied(mv.from());
        let state = |touched, kept| self.next.without_rights(touched).kept(kept);
        self.parent.after_index::<false>(state, us, mv, piece_type)
    }

    /// Returns the position after a legal move of the parent without testing the move, as [`Position::after_piece`]
    /// does.
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Position {
        self.parent.after_index::<true>(
            |touched, kept| self.next.without_rights(touched).kept(kept),
            us,
            mv,
            piece_type as usize,
        )
    }
}

impl State {
    /// Returns the state after a move that touches `touched` and keeps the bits `kept` of its turn. [`Children`] do
    /// the same in two steps.
    ///
    /// Rights come first, because the compiler then removes more of the unused work: scalar perft counts replies with
    /// a tenth fewer instructions than with the turn ended first. A loop over many moves is better served by
    /// `Children`.
    #[inline(always)]
    pub(super) fn after(self, touched: Bitboard, kept: u64) -> Self {
        self.without_rights(touched).next_turn().kept(kept)
    }

    /// Returns the state with the other side to move and without an en passant square.
    #[inline(always)]
    fn next_turn(self) -> Self {
        let key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(self.turn.ep_number());
        Self { key, castling_rooks: self.castling_rooks, turn: self.turn.next_turn() }
    }

    /// Returns the state after the castling rooks on `touched` have lost their right, because they or their king
    /// moved or because they were captured.
    #[inline(always)]
    fn without_rights(mut self, touched: Bitboard) -> Self {
        let lost = self.castling_rooks & touched;
        if !lost.is_empty() {
            self.castling_rooks ^= lost;
            self.key ^= zobrist::of_castling(lost);
        }
        self
    }

    /// Returns the state with the bits `mask` of its turn.
    #[inline(always)]
    fn kept(mut self, mask: u64) -> Self {
        self.turn = self.turn.kept(mask);
        self
    }
}

impl Position {
    /// Returns the [`key`](Self::key) of the position after a legal move, without testing the move and without making
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
        if !mv.is_plain() {
            // These moves are rare, and the legality of a capture en passant depends on the board after the move.
            return self.after(mv).key();
        }
        let (us, from, to) = (self.side_to_move(), mv.from(), mv.to());
        let piece_type = self.board.type_index_on_occupied(from);
        let numbers = zobrist::of_piece(us, piece_type, from) ^ zobrist::of_piece(us, piece_type, to);
        let mut key = self.key()
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::of_ep_number(self.state.turn.ep_number())
            ^ numbers;
        if mv.is_capture() {
            key ^= zobrist::of_piece(us.opponent(), self.board.type_index_on_occupied(to), to);
        }
        let touched = PieceMasks::of(us, piece_type).touched::<false>(piece_type, from, to);
        key ^ zobrist::of_castling(self.state.castling_rooks & touched)
    }
}
