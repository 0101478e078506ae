use core::fmt::{self, Write};

use chess_board::ParsePositionError;
use thiserror::Error;

use super::Text;
use crate::SanError;

/// Why reading stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PgnError {
    /// A game is broken. Reading goes on with the next one.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The bytes cannot be read. There will be no more.
    #[cfg(feature = "std")]
    #[error(transparent)]
    Io(#[from] std::io::Error),
}

/// Why a game cannot be read: which game, where, at which token, and which rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("game {game}, line {line}, byte {offset}, {token}: {rule}")]
pub struct GameError {
    /// The game, counted from 1.
    pub game: u64,
    /// The line, counted from 1.
    pub line: u64,
    /// Bytes before the token.
    pub offset: u64,
    /// The token, or its beginning.
    pub token: Excerpt,
    /// The rule that is broken.
    pub rule: PgnRule,
}

/// A rule of PGN that a game breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PgnRule {
    /// A tag is a name and a value in quotation marks, between brackets.
    #[error("a tag is written [Name \"value\"] on one line")]
    Tag,
    /// A tag or a comment has more than [`MAX_TOKEN`](super::MAX_TOKEN) bytes, or another token more than 255.
    #[error("the token is too long")]
    TooLong,
    /// A comment has no end.
    #[error("the comment is not closed by a brace")]
    UnclosedComment,
    /// A character that begins nothing.
    #[error("nothing begins with this character here")]
    Stray,
    /// An annotation is not a number from 0 to 255.
    #[error("an annotation is $ and a number up to 255")]
    Nag,
    /// A variation ends that has not begun.
    #[error("no variation is open that could end here")]
    NoVariation,
    /// A game ends within a variation.
    #[error("the game ends, and a variation has not")]
    UnclosedVariation,
    /// A variation begins before any move of its line.
    #[error("a variation stands behind the move that it replaces")]
    NothingToVary,
    /// Variations are nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    #[error("variations are nested too deeply")]
    TooDeep,
    /// A game has more text than [`MAX_GAME`](super::MAX_GAME).
    #[error("the game is too long to be kept in memory")]
    TooLarge,
    /// The tag `Variant` names other rules than those of chess and Chess960.
    #[error("neither chess nor Chess960")]
    Variant,
    /// The tag `SetUp` promises a tag `FEN`, which is missing.
    #[error("the tag SetUp asks for a tag FEN")]
    NoFen,
    /// The tag `FEN` does not give a position.
    #[error(transparent)]
    Fen(ParsePositionError),
    /// A move is not a legal one.
    #[error(transparent)]
    San(SanError),
    /// The text has no game.
    #[error("there is no game")]
    NoGame,
}

/// The first bytes of a token, at most 14.
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
    /// The text in quotes, with dots in place of what is left out.
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
