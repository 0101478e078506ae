use chess_board::{ParsePositionError, Position, Setup};

/// The word that stands for the start position wherever a FEN is read.
pub(crate) const STARTPOS: &str = "startpos";

/// Reads a position from FEN, X-FEN or Shredder-FEN, or from the word `startpos`.
pub(crate) fn read_position(text: &str) -> Result<Position, ParsePositionError> {
    if text.trim() == STARTPOS { Ok(Position::START) } else { Position::from_fen(text) }
}

/// Reads what [`read_position`] reads, without asking for a position that can be played on.
pub(crate) fn read_setup(text: &str) -> Result<Setup, ParsePositionError> {
    if text.trim() == STARTPOS { Ok(Position::START.to_setup()) } else { Ok(Setup::from_fen(text)?) }
}
