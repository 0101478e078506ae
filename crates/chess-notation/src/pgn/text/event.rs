//! Events of reading, with the texts and results that they hold.

use core::error::Error;
use core::fmt::{self, Write};
use core::str::FromStr;

use chess_movegen::Outcome;
use chess_types::Color;

/// An event of reading a PGN file. A move is text (`&[u8]`) from [`Reader`](crate::pgn::Reader), and a legal
/// [`Move`](chess_types::Move) from [`Replay`](crate::pgn::Replay).
///
/// A game gives its tags, then [`Movetext`](Self::Movetext), then its moves with comments, glyphs and variations, then
/// [`End`](Self::End). Comments may come before the first tag and among the tags, too; those before the first move are before
/// `Movetext`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a, M> {
    /// A tag: `[Event "F/S Return Match"]`.
    Tag {
        /// The name: letters, digits and `_+#=:-`.
        name: &'a str,
        /// The value.
        value: TagValue<'a>,
    },
    /// The end of the tags. A game without tags has this event, too.
    Movetext,
    /// A move.
    Move(M),
    /// A numeric annotation glyph, as `$1` to `$255`, or as one of `!`, `?`, `!!`, `??`, `!?`, `?!`, which are 1 to 6.
    Nag(u8),
    /// A comment, in braces or from `;` to the end of the line.
    Comment(Text<'a>),
    /// `(`: the beginning of a variation, which replaces the last move.
    VariationStart,
    /// `)`: the end of a variation.
    VariationEnd,
    /// The end of the game, with its result if the movetext has one.
    End(Option<GameResult>),
}

/// Text of a PGN file, byte for byte.
///
/// `Display` writes it as UTF-8 if it is valid UTF-8, and otherwise as Latin-1, the character set of the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Text<'a>(pub(crate) &'a [u8]);

impl<'a> Text<'a> {
    /// The bytes.
    #[inline]
    pub const fn as_bytes(self) -> &'a [u8] {
        self.0
    }

    /// The text, if it is valid UTF-8.
    #[inline]
    pub fn as_str(self) -> Option<&'a str> {
        core::str::from_utf8(self.0).ok()
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => f.pad(text),
            None => self.0.iter().try_for_each(|&byte| f.write_char(char::from(byte))),
        }
    }
}

/// The value of a tag, as written between its quotation marks.
///
/// `\"` and `\\` are escapes for their second character, and `Display` resolves them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TagValue<'a>(pub(crate) &'a [u8]);

impl<'a> TagValue<'a> {
    /// The text in the file, with its escapes.
    #[inline]
    pub const fn raw(self) -> Text<'a> {
        Text(self.0)
    }

    /// The bytes of the value, with escapes resolved.
    pub fn bytes(self) -> impl Iterator<Item = u8> + use<'a> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            if let [b'\\', b'"' | b'\\', ..] = rest {
                rest = &rest[1..];
            }
            let (&byte, behind) = rest.split_first()?;
            rest = behind;
            Some(byte)
        })
    }
}

impl fmt::Display for TagValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.contains(&b'\\') {
            return self.raw().fmt(f);
        }
        let Some(mut rest) = self.raw().as_str() else {
            return self.bytes().try_for_each(|byte| f.write_char(char::from(byte)));
        };
        while let Some((before, escape)) = rest.split_once('\\') {
            f.write_str(before)?;
            // A backslash escapes a quotation mark or a backslash, and is written as it is before any other character.
            let length = usize::from(escape.starts_with(['"', '\\']));
            f.write_str(if length == 0 { "\\" } else { &escape[..length] })?;
            rest = &escape[length..];
        }
        f.write_str(rest)
    }
}

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
/// # Ok::<(), chess_notation::pgn::ParseTextError>(())
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
    type Err = ParseTextError;

    /// Reads what [`from_bytes`](Self::from_bytes) reads.
    fn from_str(text: &str) -> Result<Self, ParseTextError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseTextError { expected: "1-0, 0-1, 1/2-1/2 or *" })
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

/// A text that is not an [`Arrow`](crate::pgn::Arrow), an [`Eval`](crate::pgn::Eval), a [`GameResult`] or a
/// [`TimeControl`](crate::pgn::TimeControl).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParseTextError {
    pub(in crate::pgn) expected: &'static str,
}

impl ParseTextError {
    /// What the text should have been.
    pub const fn expected(self) -> &'static str {
        self.expected
    }
}

impl fmt::Display for ParseTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.expected)
    }
}

impl Error for ParseTextError {}
