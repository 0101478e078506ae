//! Special moves, a few of a hundred: double pushes, castling, captures en passant and promotions. They are made piece by
//! piece.

use chess_types::{Bitboard, Color, Move, PieceType, Square, skipped_square};

use crate::position::Position;
use crate::position::state::{NO_TYPE, PieceMasks, State};
use crate::zobrist;

impl Position {
    /// Returns the position after a special move.
    #[inline(never)]
    pub(super) fn after_special(&self, us: Color, mv: Move) -> Self {
        // Small programs have one function for both ways.
        if cfg!(not(feature = "tables")) {
            let mut child = *self;
            let _ = child.make_special(us, mv);
            return child;
        }
        if mv.is_double_push() {
            return self.after_double_push(self.state.next_turn(), us, mv);
        }
        let (mut board, mut piece_keys) = (self.board, self.piece_keys);
        for (color, piece_type, square) in changes(us, mv, self.captured(mv)) {
            let piece_type = piece_type as usize;
            let masks = PieceMasks::of(color, piece_type);
            board = board.toggled(&masks.sets, square.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_piece(color, piece_type, square));
        }
        let (touched, kept) = touched_and_kept(us, mv);
        Self { board, piece_keys, state: self.state.next_turn().touched(touched, kept) }
    }

    /// Makes a special move in place. Returns the castling rooks that lose their right, and the index of the captured type.
    #[inline(never)]
    pub(super) fn make_special(&mut self, us: Color, mv: Move) -> (Bitboard, usize) {
        if mv.is_double_push() {
            let made = self.make_plain::<true>(us, mv, PieceType::Pawn as usize);
            let skipped = skipped_square(mv.to());
            self.state.turn = self.state.turn.with_skipped_square(skipped);
            if !self.board.ep_capturers(us.opponent(), skipped).is_empty() {
                *self = self.settle_en_passant(us, skipped);
            }
            return made;
        }
        let captured = self.captured(mv);
        self.toggle_special(us, mv, captured);
        let (touched, kept) = touched_and_kept(us, mv);
        (self.end_turn(touched, kept), captured.map_or(NO_TYPE, PieceType::index))
    }

    /// Makes or takes back the changes of pieces of a special move that is not a double push.
    pub(super) fn toggle_special(&mut self, us: Color, mv: Move, captured: Option<PieceType>) {
        for (color, piece_type, square) in changes(us, mv, captured) {
            self.toggle_on(color, piece_type as usize, square);
        }
    }

    /// Returns the position after the double push `mv`.
    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn after_double_push(&self, next: State, us: Color, mv: Move) -> Self {
        let mut child = self.after_plain::<true>(next, us, mv, PieceType::Pawn as usize);
        let skipped = skipped_square(mv.to());
        child.state.turn = child.state.turn.with_skipped_square(skipped);
        // The parent's words are known already. With the child's board, natural perft by copies took 1.19 times as long.
        if self.board.ep_capturers(us.opponent(), skipped).is_empty() {
            child
        } else {
            child.settle_en_passant(us, skipped)
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

/// Returns the squares on which castling rooks lose their right by such a move, and the bits of the turn that it keeps.
#[inline(always)]
fn touched_and_kept(us: Color, mv: Move) -> (Bitboard, u64) {
    let mover = if mv.is_castle() { PieceType::King } else { PieceType::Pawn } as usize;
    let masks = PieceMasks::of(us, mover);
    (masks.touched::<false>(mover, mv.from(), mv.to()), masks.turn)
}

/// Returns the pieces that castling, a capture en passant or a promotion removes from squares or adds to them. Applied twice, they
/// cancel each other.
#[inline(always)]
fn changes(
    us: Color,
    mv: Move,
    captured: Option<PieceType>,
) -> impl Iterator<Item = (Color, PieceType, Square)> {
    let (from, to) = (mv.from(), mv.to());
    let (all, len) = if let Some(castling) = mv.castling() {
        let king = [(us, PieceType::King, from), (us, PieceType::King, castling.king_to())];
        ([king[0], king[1], (us, PieceType::Rook, to), (us, PieceType::Rook, castling.rook_to())], 4)
    } else {
        let promoted = (us, mv.promotion().unwrap_or(PieceType::Pawn), to);
        let victim = (us.opponent(), captured.unwrap_or(PieceType::Pawn), mv.capture_square());
        ([(us, PieceType::Pawn, from), promoted, victim, victim], 2 + usize::from(captured.is_some()))
    };
    all.into_iter().take(len)
}
