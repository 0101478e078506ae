use chess_types::Move;

use crate::position::Position;
use crate::position::masks::PieceMasks;
use crate::zobrist;

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
        let numbers = zobrist::of_index(us, piece_type);
        let mut key = self.key()
            ^ zobrist::BLACK_TO_MOVE
            ^ zobrist::of_ep_number(self.state.turn.ep_number())
            ^ numbers[from as usize]
            ^ numbers[to as usize];
        if mv.is_capture() {
            key ^= zobrist::of_index(us.opponent(), self.board.type_index_on_occupied(to))[to as usize];
        }
        let touched = PieceMasks::of(us, piece_type).touched::<false>(piece_type, from, to);
        key ^ zobrist::of_castling(self.state.castling_rooks & touched)
    }
}
