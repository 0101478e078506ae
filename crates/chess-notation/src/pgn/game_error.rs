use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use super::error::{GameError, PgnError};
use super::game::Game;

/// The error of a text that is not one game, with the part of the game that could be read.
///
/// # Examples
/// ```
/// use chess_notation::pgn::{Game, PgnRule};
///
/// let error = "1. e4 e5 2. Ke3 *".parse::<Game>().unwrap_err();
/// assert_eq!(error.to_string(), "game 1, line 1, byte 12, `Ke3`: no such move is legal here");
/// assert_eq!(error.game().mainline().count(), 2);
///
/// let error = "1. e4 * 1. d4 *".parse::<Game>().unwrap_err();
/// assert_eq!(error.error().rule, PgnRule::SecondGame);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseGameError {
    error: GameError,
    // In a box, since results with large errors are slow to pass on.
    game: Box<Game>,
}

impl ParseGameError {
    pub(super) fn new(error: GameError, game: Game) -> Self {
        Self { error, game: Box::new(game) }
    }

    /// The rule that is broken, and its place.
    pub const fn error(&self) -> &GameError {
        &self.error
    }

    /// The tags and moves before the error. They are the first game if the text has more than one.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The tags and moves before the error.
    pub fn into_game(self) -> Game {
        *self.game
    }
}

impl fmt::Display for ParseGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for ParseGameError {}

impl From<ParseGameError> for GameError {
    fn from(error: ParseGameError) -> Self {
        error.error
    }
}

impl From<ParseGameError> for PgnError {
    fn from(error: ParseGameError) -> Self {
        error.error.into()
    }
}
