use core::error::Error;
use core::fmt::{self, Write};

use chess_board::ParsePositionError;

use super::event::{GameResult, Text};
use crate::san::{San, SanError};

/// An error of reading PGN.
#[derive(Debug)]
#[non_exhaustive]
pub enum PgnError {
    /// A game breaks a rule. Reading continues with the next game.
    Game(GameError),
    /// The source failed. There are no more events.
    #[cfg(feature = "std")]
    Io(std::io::Error),
}

impl PgnError {
    /// Returns the error of a game, or else that of the source as an error.
    #[cfg_attr(
        not(feature = "std"),
        expect(clippy::unnecessary_wraps, reason = "with `std` there are others")
    )]
    pub(crate) fn into_game(self) -> Result<GameError, Self> {
        match self {
            Self::Game(error) => Ok(error),
            #[cfg(feature = "std")]
            error @ Self::Io(_) => Err(error),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => error.fmt(f),
            #[cfg(feature = "std")]
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl Error for PgnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Game(_) => None,
            #[cfg(feature = "std")]
            Self::Io(error) => error.source(),
        }
    }
}

impl From<GameError> for PgnError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for PgnError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// An error of a game: its number, the place, the token, and the rule that is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameError {
    /// The number of the game, counted from 1.
    pub game: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// Number of bytes before the token.
    pub offset: u64,
    /// The token, or its beginning.
    pub token: Excerpt,
    /// The rule that is broken.
    pub rule: PgnRule,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, line, offset, token, rule } = self;
        write!(f, "game {game}, line {line}, byte {offset}, {token}: {rule}")
    }
}

impl Error for GameError {}

/// A rule of PGN that a game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PgnRule {
    /// A tag is not a name and a value in quotation marks, between brackets.
    Tag,
    /// A backslash escapes the quotation mark at the end of a tag's value.
    TagEscape,
    /// A tag has more than [`MAX_TOKEN`](crate::pgn::MAX_TOKEN) bytes, or another token more than 255.
    TooLong,
    /// A comment has no end.
    UnclosedComment,
    /// A character with which no token begins.
    Stray,
    /// An annotation is not a number from 0 to 255.
    Nag,
    /// A closing parenthesis has no open variation.
    NoVariation,
    /// A game ends within a variation.
    UnclosedVariation,
    /// A variation begins before any move of its line.
    NothingToVary,
    /// Variations are nested deeper than [`MAX_DEPTH`](crate::pgn::MAX_DEPTH).
    TooDeep,
    /// A game takes more memory than [`MAX_GAME`](crate::pgn::MAX_GAME).
    TooLarge,
    /// A tag has a usual name with letters of the wrong case.
    TagName {
        /// The name in the file.
        found: Excerpt,
        /// The name that is meant.
        expected: &'static str,
    },
    /// The text, among tags or after a result, is neither a tag nor the beginning of movetext.
    NoPart,
    /// The movetext ends with another result than this one of the tag `Result`, and both are decided.
    OtherResult(GameResult),
    /// A comment has a line that is a tag: its closing brace may be missing. Only lenient reading returns this error, and reads the
    /// comment.
    TagInComment,
    /// A move was read although its text is not in any notation. Only lenient reading returns this error.
    ReadAs(San),
    /// Moves have the letters of this language. Only lenient reading returns this error, once for each game.
    Language(&'static str),
    /// The letters of moves may be those of two languages, which read this one differently. Only lenient reading returns this error.
    Languages(&'static str, &'static str),
    /// A word was left out, or no move precedes a variation, and then the move number is one of the other side. Only lenient reading returns
    /// this error.
    MoveNumber,
    /// The file is in UTF-16.
    Utf16,
    /// The tag `Variant` names other rules than those of chess and Chess960.
    Variant,
    /// The tag `SetUp` requires a tag `FEN`, which is missing.
    NoFen,
    /// The tag `FEN` is not a position.
    Fen(ParsePositionError),
    /// A move cannot be read, or is not legal.
    San(SanError),
    /// The text has no game.
    NoGame,
    /// The text has more than one game where one is expected.
    SecondGame,
}

impl fmt::Display for PgnRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TagName { found, expected } => {
                return write!(f, "the tag {} is spelled {expected}", Text(found.as_bytes()));
            }
            Self::ReadAs(san) => return write!(f, "read as {san}"),
            Self::Language(language) => return write!(f, "read with the letters of {language}"),
            Self::Languages(one, other) => {
                return write!(
                    f,
                    "the letters of pieces are ambiguous: this is another move in {one} than in {other}"
                );
            }
            Self::MoveNumber => {
                "the move number is for the other side: a move may be missing, or the skipped word was a move"
            }
            Self::OtherResult(result) => return write!(f, "the tag Result is {result}"),
            Self::NoPart => "expected a tag or a move",
            Self::TagInComment => "the comment has tags of another game: its closing brace may be missing",
            Self::Utf16 => "the file is in UTF-16: convert it to UTF-8",
            Self::Tag => "a tag is written [Name \"value\"] on one line",
            Self::TagEscape => {
                "the backslash escapes the quotation mark: write \\\\ for a backslash at the end of a value"
            }
            Self::TooLong => "the token is too long",
            Self::UnclosedComment => "the comment is not closed by a brace",
            Self::Stray => "unexpected character",
            Self::Nag => "an annotation is $ and a number up to 255",
            Self::NoVariation => "unmatched closing parenthesis",
            Self::UnclosedVariation => "the game ends within a variation",
            Self::NothingToVary => "a variation follows the move that it replaces",
            Self::TooDeep => "variations are nested too deeply",
            Self::TooLarge => "the game is too long to be kept in memory",
            Self::Variant => "neither chess nor Chess960",
            Self::NoFen => "the tag SetUp requires a tag FEN",
            Self::Fen(error) => return error.fmt(f),
            Self::San(error) => return error.fmt(f),
            Self::NoGame => "no game found",
            Self::SecondGame => "a second game begins here",
        })
    }
}

impl Error for PgnRule {}

/// The beginning of a token: at most 14 bytes, to be shown in an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Excerpt {
    bytes: [u8; Self::MAX],
    length: u8,
    is_cut: bool,
}

impl Excerpt {
    /// The most bytes.
    const MAX: usize = 14;

    pub(crate) fn new(token: &[u8]) -> Self {
        let mut bytes = [0; Self::MAX];
        let is_cut = token.len() > bytes.len();
        let mut length = token.len().min(bytes.len());
        // Not within a character of UTF-8.
        while is_cut && length > 11 && token[length] & 0xc0 == 0x80 {
            length -= 1;
        }
        bytes[..length].copy_from_slice(&token[..length]);
        Self { bytes, length: length as u8, is_cut }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length.into()).unwrap_or_default()
    }
}

impl fmt::Display for Excerpt {
    /// Writes the text in quotes, with dots if the token is longer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.length == 0 {
            return f.write_str("at the end");
        }
        f.write_char('`')?;
        write!(Visible(f), "{}", Text(self.as_bytes()))?;
        f.write_str(if self.is_cut { "…`" } else { "`" })
    }
}

/// Writes control characters escaped.
struct Visible<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Visible<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|c| {
            if c.is_control() { write!(self.0, "{}", c.escape_default()) } else { self.0.write_char(c) }
        })
    }
}

impl fmt::Debug for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
