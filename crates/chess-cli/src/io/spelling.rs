use chess_board::Position;
use chess_types::{CastlingSide, Color, File, Move, UciMove};

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
        let corners = File::A.bitboard() | File::H.bitboard();
        let is_standard = position.castling_rooks().is_subset(corners)
            && Color::ALL
                .into_iter()
                .all(|color| !has_castling(position, color) || position.king(color).file() == File::E);
        if is_standard { Self::Standard } else { Self::Chess960 }
    }

    pub(crate) fn spell(self, mv: Move) -> UciMove {
        match self {
            Self::Standard => mv.uci(),
            Self::Chess960 => mv.uci960(),
        }
    }
}

fn has_castling(position: &Position, color: Color) -> bool {
    CastlingSide::ALL.into_iter().any(|side| position.castling_rook(color, side).is_some())
}
