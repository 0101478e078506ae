use chess_board::Position;
use chess_types::{Move, UciMove};

/// How the moves of a game are spelled in UCI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// Castling is the king's two steps: `e1g1`.
    Standard,
    /// Castling is the king taking its rook: `e1h1`.
    Chess960,
}

impl Spelling {
    /// The spelling that tells all moves of `position`, and of what can come of it, apart.
    ///
    /// Away from the standard squares of king and rook, the standard spelling of castling may be that of a step of
    /// the king, or no move of the king at all.
    pub(crate) fn of(position: &Position) -> Self {
        if position.needs_chess960() { Self::Chess960 } else { Self::Standard }
    }

    pub(crate) fn spell(self, mv: Move) -> UciMove {
        match self {
            Self::Standard => mv.uci(),
            Self::Chess960 => mv.uci960(),
        }
    }
}
