use core::fmt;

use crate::fen::text::{CastlingStyle, FenText};
use crate::position::Position;
use crate::setup::Setup;

/// The condition under which a FEN names the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantStyle {
    /// A capture en passant is legal.
    #[default]
    Legal,
    /// A pawn stands beside the pawn that has made a double push, so that the capture is pseudo-legal.
    PseudoLegal,
    /// The last move was a double push.
    Always,
}

/// A position as FEN text, with a style of castling rights and one of the en passant square. [`Position::fen`]
/// creates it; write it with `Display`, or take [`to_text`](Self::to_text).
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    position: &'a Position,
    castling: CastlingStyle,
    en_passant: EnPassantStyle,
}

impl Fen<'_> {
    /// Sets the spelling of castling rights.
    #[inline]
    #[must_use]
    pub const fn castling(self, castling: CastlingStyle) -> Self {
        Self { castling, ..self }
    }

    /// Sets the condition under which the en passant square is named.
    #[inline]
    #[must_use]
    pub const fn en_passant(self, en_passant: EnPassantStyle) -> Self {
        Self { en_passant, ..self }
    }

    /// Returns the text by value, for callers that need neither an allocation nor a formatter.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Position;
    ///
    /// let mut line = String::from("bestmove e2e4 in ");
    /// line.push_str(&Position::START.fen().to_text());
    /// assert!(line.ends_with("PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    /// ```
    pub fn to_text(&self) -> FenText {
        let position = self.position;
        let en_passant = match self.en_passant {
            EnPassantStyle::Legal => position.ep_square(),
            EnPassantStyle::PseudoLegal if position.ep_capturers().is_empty() => None,
            EnPassantStyle::PseudoLegal | EnPassantStyle::Always => position.passed_square(),
        };
        Setup { en_passant, ..position.to_setup() }.fen_text(self.castling)
    }
}

impl Position {
    /// Returns the position as FEN, ready to be displayed: castling rights as in X-FEN, the en passant square only if
    /// a capture is legal.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingStyle, EnPassantStyle, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1").unwrap();
    /// assert_eq!(position.fen().to_string(), "4k3/8/8/8/4P3/8/8/R3K2R b KQ - 0 1");
    /// assert_eq!(
    ///     position.fen().castling(CastlingStyle::Shredder).en_passant(EnPassantStyle::Always).to_string(),
    ///     "4k3/8/8/8/4P3/8/8/R3K2R b HA e3 0 1",
    /// );
    /// ```
    #[inline]
    pub const fn fen(&self) -> Fen<'_> {
        Fen { position: self, castling: CastlingStyle::XFen, en_passant: EnPassantStyle::Legal }
    }
}

impl fmt::Display for Position {
    /// Writes FEN, or Shredder-FEN with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castling = if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        self.fen().castling(castling).fmt(f)
    }
}

impl fmt::Debug for Position {
    /// Writes the board as a picture and the FEN below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n{self}", self.board())
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_text())
    }
}

impl fmt::Display for Setup {
    /// Writes FEN, or Shredder-FEN with `{:#}`. The en passant square is written as it is set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        f.pad(&self.fen_text(style))
    }
}
