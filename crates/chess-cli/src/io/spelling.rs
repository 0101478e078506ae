use chess_board::Position;
use chess_types::{Move, UciMove};

/// The spelling of castling in UCI, for all moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spelling {
    /// Castling is the king's two steps: `e1g1`.
    Standard,
    /// Castling is the king taking its rook: `e1h1`.
    Chess960,
}

impl Spelling {
    /// The spelling that gives all moves of `position`, and of the positions after it, different texts.
    ///
    /// If king or rook are not on their squares of standard chess, the standard spelling of castling can be that of a step of
    /// the king, or can name no move of the king at all.
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
