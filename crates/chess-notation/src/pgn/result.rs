use core::error::Error;
use core::fmt;
use core::str::FromStr;

use chess_movegen::Outcome;
use chess_types::Color;

/// The result of a game, as PGN writes it.
///
/// # Examples
/// ```
/// use chess_notation::Color;
/// use chess_notation::pgn::GameResult;
///
/// let result: GameResult = "0-1".parse()?;
/// assert_eq!(result.winner(), Some(Color::Black));
/// assert_eq!(GameResult::win(Color::White).to_string(), "1-0");
/// # Ok::<(), chess_notation::pgn::ParseGameResultError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is in progress, was abandoned, or its result is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// All four results.
    pub const ALL: [Self; 4] = [Self::WhiteWins, Self::BlackWins, Self::Draw, Self::Unknown];

    /// The result of a game that this side has won.
    #[inline]
    pub const fn win(winner: Color) -> Self {
        match winner {
            Color::White => Self::WhiteWins,
            Color::Black => Self::BlackWins,
        }
    }

    /// The side that has won; `None` for a draw or if there is no result.
    #[inline]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::WhiteWins => Some(Color::White),
            Self::BlackWins => Some(Color::Black),
            Self::Draw | Self::Unknown => None,
        }
    }

    /// Reads one of the four spellings of the standard, or of a draw also `1/2` and `½-½`, in UTF-8 or Latin-1.
    pub fn from_bytes(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" | b"1/2" | b"\xc2\xbd-\xc2\xbd" | b"\xbd-\xbd" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The spelling of the standard.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    /// Writes the spelling of the standard; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameResult {
    type Err = ParseGameResultError;

    /// Reads what [`from_bytes`](Self::from_bytes) reads.
    fn from_str(text: &str) -> Result<Self, ParseGameResultError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseGameResultError)
    }
}

impl From<Outcome> for GameResult {
    /// The result of a game that has ended so: every outcome but checkmate is a draw.
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { winner } => Self::win(winner),
            _ => Self::Draw,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    /// The result of a game with this outcome; [`Unknown`](Self::Unknown) if the game goes on.
    fn from(outcome: Option<Outcome>) -> Self {
        outcome.map_or(Self::Unknown, Self::from)
    }
}

/// A text that is not the result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct ParseGameResultError;

impl fmt::Display for ParseGameResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 0-1, 1/2-1/2 or *")
    }
}

impl Error for ParseGameResultError {}
