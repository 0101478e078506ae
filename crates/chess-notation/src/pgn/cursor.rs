use chess_board::Position;
use chess_types::{Move, PieceType};

/// A place in a line of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    /// The current position.
    pub(crate) position: Position,
    /// The position before the last move. A copy costs less than taking the move back.
    pub(crate) before: Position,
    pub(crate) has_moves: bool,
}

impl Cursor {
    pub(crate) const fn new(position: Position) -> Self {
        Self { position, before: position, has_moves: false }
    }

    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        self.before = self.position;
        self.position.play_or_pass(mv);
        self.has_moves = true;
    }

    /// Plays a move, not a null move, of a piece of this type.
    #[inline(always)]
    pub(crate) fn play_piece(&mut self, mv: Move, piece_type: PieceType) {
        self.before = self.position;
        self.position.play_piece(self.before.side_to_move(), mv, piece_type);
        self.has_moves = true;
    }
}
