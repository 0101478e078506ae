//! Castling, en passant and promotions. They are a few moves of a hundred, and are made piece by piece.

use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::captures::capture_square;
use crate::castling::Castling;
use crate::position::Position;
use crate::position::masks::PieceMasks;
use crate::position::undo::Undo;
use crate::zobrist;

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
    pub(super) fn make_rare(&mut self, us: Color, mv: Move) -> (Bitboard, u8) {
        let captured = self.captured_by_special(mv);
        self.toggle_rare(us, mv, captured);
        let (touched, kept) = touched_and_kept(us, mv);
        (self.pass_on(touched, kept), captured.map_or(Undo::NOTHING, |taken| taken as u8))
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
        for (color, piece_type, square) in Toggles::of(us, mv, self.captured_by_special(mv)).iter() {
            let masks = PieceMasks::of(color, piece_type as usize);
            board = board.toggled(&masks.sets, square.bitboard());
            piece_keys = piece_keys.toggled(&masks.keys, zobrist::of_piece(color, piece_type, square));
        }
        let (touched, kept) = touched_and_kept(us, mv);
        Self { board, piece_keys, state: self.state.after(touched, kept) }
    }

    #[inline(always)]
    fn captured_by_special(&self, mv: Move) -> Option<PieceType> {
        mv.is_capture().then(|| self.board.piece_type_on_occupied(capture_square(mv)))
    }
}

/// Returns the squares that such a move touches, and the bits of the turn that it keeps.
#[inline(always)]
fn touched_and_kept(us: Color, mv: Move) -> (Bitboard, u64) {
    let mover = if mv.is_castle() { PieceType::King } else { PieceType::Pawn } as usize;
    let masks = PieceMasks::of(us, mover);
    (masks.touched::<false>(mover, mv.from(), mv.to()), masks.turn)
}
