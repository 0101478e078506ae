use chess_board::{ParsePositionError, Position, Setup};
use clap::Args;

use crate::error::CliError;
use crate::io::fen::{read_position, read_setup};

/// The position that a command works on, as `--fen FEN`. The start position without it.
#[derive(Args)]
pub(crate) struct FenOption {
    /// The position as FEN, X-FEN or Shredder-FEN, or startpos; the start position if left out
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// The position that a command works on, as `--fen FEN` or as plain words, quoted or not.
#[derive(Args)]
pub(crate) struct FenArgs {
    /// The position, like --fen, in quotes or as separate words
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    words: Vec<String>,

    #[command(flatten)]
    option: FenOption,
}

impl FenOption {
    /// Reads the position.
    pub(crate) fn position(&self) -> Result<Position, CliError> {
        self.fen.as_deref().map_or(Ok(Position::START), read_position).map_err(|error| refuse("--fen", error))
    }
}

impl FenArgs {
    /// Reads the position.
    pub(crate) fn position(&self) -> Result<Position, CliError> {
        match self.words() {
            Some(fen) => read_position(&fen).map_err(|error| self.refuse(error)),
            None => self.option.position(),
        }
    }

    /// Reads the setup, which need not be a position that can be played on.
    pub(crate) fn setup(&self) -> Result<Setup, CliError> {
        let fen = self.words().or_else(|| self.option.fen.clone());
        fen.map_or(Ok(Position::START.to_setup()), |fen| read_setup(&fen)).map_err(|error| self.refuse(error))
    }

    /// The error of a FEN that was given in this way.
    pub(crate) fn refuse(&self, error: ParsePositionError) -> CliError {
        refuse(if self.option.fen.is_some() { "--fen" } else { "FEN" }, error)
    }

    fn words(&self) -> Option<String> {
        (!self.words.is_empty()).then(|| self.words.join(" "))
    }
}

fn refuse(argument: &'static str, error: ParsePositionError) -> CliError {
    CliError::Fen { argument, error }
}
