use chess_board::Position;
use clap::Args;

use crate::error::CliError;

#[derive(Args)]
pub(crate) struct FenArgs {
    /// The position as FEN, X-FEN or Shredder-FEN; the start position if left out
    fen: Vec<String>,
}

impl FenArgs {
    /// The FEN, whether it was one argument or several; `None` if it was left out.
    pub(crate) fn text(&self) -> Option<String> {
        (!self.fen.is_empty()).then(|| self.fen.join(" "))
    }

    pub(crate) fn position(&self) -> Result<Position, CliError> {
        self.text().map_or(Ok(Position::START), |fen| Position::from_fen(&fen)).map_err(CliError::PlainFen)
    }
}
