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
//! as fit in a register. That takes a caller into which it is inlined: left to choose, the compiler called it in one of two
//! builds of the same natural perft, which then was slower by 14 % (by 20 % with make and unmake). Debug builds are left to
//! choose, since they keep the locals of all that is inlined apart, and a recursion over moves would run out of stack.
//!
//! Beside a copy that is changed in place, natural perft is 1.5 times as fast (Intel Xeon, model 167).

use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::captures::passed_square;
use crate::position::Position;
use crate::position::masks::PieceMasks;
use crate::position::state::{State, Turn};
use crate::zobrist;

impl Position {
    /// The position after `mv`, which must be legal here, as for [`make`](Self::make).
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn after(&self, mv: Move) -> Self {
        self.children().after(mv)
    }

    /// [`after`](Self::after) for callers that know who moves and what moves, as for
    /// [`make_piece`](Self::make_piece).
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Self {
        self.after_index::<true>(|touched, kept| self.state.after(touched, kept), us, mv, piece_type as usize)
    }

    /// The positions after moves of this one, which share what they have in common: for a loop over many moves.
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
        Children { parent: self, passed: self.state.passed_on() }
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
            // To whom the piece is a constant, the kind of the move is one too.
            self.after_double_push(state, us, mv)
        } else {
            self.after_special(us, mv)
        }
    }

    /// A pawn goes two squares.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn after_double_push(&self, state: impl FnOnce(Bitboard, u64) -> State, us: Color, mv: Move) -> Self {
        let mut child = self.after_plain::<true>(state, us, mv, PieceType::Pawn as usize);
        let passed = passed_square(mv.to());
        child.state.turn = child.state.turn.with_passed_square(passed);
        if self.board.ep_capturers(us.opponent(), passed).is_empty() {
            child
        } else {
            child.settle_en_passant(us, passed)
        }
    }

    /// A piece goes from one square to another, and takes what stands there.
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
        Self { board, piece_keys, state: state(touched, kept) }
    }

    /// The position after a move that is not plain.
    #[inline(never)]
    fn after_special(&self, us: Color, mv: Move) -> Self {
        if mv.is_double_push() {
            self.after_double_push(|touched, kept| self.state.after(touched, kept), us, mv)
        } else {
            self.after_rare(us, mv)
        }
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

/// The positions after moves of one position: see [`Position::children`].
///
/// What does not depend on the move is worked out once: the key and the turn of the other side.
#[derive(Clone, Copy, Debug)]
pub struct Children<'a> {
    parent: &'a Position,
    /// The state after a move that neither takes nor moves a pawn and costs no castling right.
    passed: State,
}

impl<'a> Children<'a> {
    /// The position they come from.
    #[inline(always)]
    pub fn parent(&self) -> &'a Position {
        self.parent
    }

    /// [`Position::after`] of the parent.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let us = self.parent.side_to_move();
        let piece_type = self.parent.board.type_index_on_occupied(mv.from());
        let state = |touched, kept| self.passed.without_rights(touched).kept(kept);
        self.parent.after_index::<false>(state, us, mv, piece_type)
    }

    /// [`Position::after_piece`] of the parent.
    #[inline(always)]
    #[must_use]
    pub fn after_piece(&self, us: Color, mv: Move, piece_type: PieceType) -> Position {
        self.parent.after_index::<true>(
            |touched, kept| self.passed.without_rights(touched).kept(kept),
            us,
            mv,
            piece_type as usize,
        )
    }
}

impl State {
    /// The state after a move that touches `touched`, with `kept` of its turn: what [`Children`] have in two steps.
    ///
    /// Rights come first, since the compiler then leaves out more of what nobody asks for: scalar perft counts replies by a
    /// tenth fewer instructions than with the turn passed first. A loop over many moves is better served by `Children`.
    #[inline(always)]
    pub(super) fn after(self, touched: Bitboard, kept: u64) -> Self {
        self.without_rights(touched).passed_on().kept(kept)
    }

    /// The state with the other side to move and en passant over.
    #[inline(always)]
    fn passed_on(self) -> Self {
        let key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(self.turn.ep_number());
        Self { key, castling_rooks: self.castling_rooks, turn: self.turn.passed_on() }
    }

    /// The state after the castling rooks on `touched` have lost their right: those that move or are taken.
    #[inline(always)]
    fn without_rights(mut self, touched: Bitboard) -> Self {
        let lost = self.castling_rooks & touched;
        if !lost.is_empty() {
            self.castling_rooks ^= lost;
            self.key ^= zobrist::of_castling(lost);
        }
        self
    }

    /// The state with what is kept of its turn.
    #[inline(always)]
    fn kept(mut self, mask: u64) -> Self {
        self.turn = self.turn.kept(mask);
        self
    }
}
