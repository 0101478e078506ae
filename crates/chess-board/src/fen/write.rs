//! The writer of FEN: its styles, the text on the stack, and `Display` of positions and setups.

use core::borrow::Borrow;
use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use chess_types::{Castling, CastlingSide, Color, PieceType, Rank, Square};

use crate::fen::board;
use crate::position::Position;
use crate::setup::Setup;

/// The condition under which a FEN names the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum EnPassantStyle {
    /// A capture en passant is legal.
    #[default]
    Legal,
    /// A pawn is next to the pawn that has made a double push, so that the capture is pseudo-legal.
    PseudoLegal,
    /// The last move was a double push.
    Always,
}

impl Position {
    /// Returns the position as FEN in these styles, for callers that need neither an allocation nor a formatter. `Display` writes the
    /// default styles: castling rights as in X-FEN, the en passant square only if a capture is legal.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingStyle, EnPassantStyle, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/4P3/8/8/R3K2R b KQ e3 0 1")?;
    /// assert_eq!(position.to_string(), "4k3/8/8/8/4P3/8/8/R3K2R b KQ - 0 1");
    ///
    /// let mut line = String::from("position fen ");
    /// line.push_str(&position.fen(CastlingStyle::Shredder, EnPassantStyle::Always));
    /// assert_eq!(line, "position fen 4k3/8/8/8/4P3/8/8/R3K2R b HA e3 0 1");
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn fen(&self, castling: CastlingStyle, en_passant: EnPassantStyle) -> FenText {
        let en_passant = match en_passant {
            EnPassantStyle::Legal => self.ep_square(),
            EnPassantStyle::PseudoLegal if self.ep_capturers().is_empty() => None,
            EnPassantStyle::PseudoLegal | EnPassantStyle::Always => self.skipped_square(),
        };
        Setup { en_passant, ..self.to_setup() }.fen_text(castling)
    }
}

impl fmt::Display for Position {
    /// Writes FEN, or Shredder-FEN with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castling = if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        f.pad(&self.fen(castling, EnPassantStyle::Legal))
    }
}

impl fmt::Debug for Position {
    /// Writes the board as a picture and the FEN below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n{self}", self.board())
    }
}

impl fmt::Display for Setup {
    /// Writes FEN, or Shredder-FEN with `{:#}`. The en passant square is written as it is set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        f.pad(&self.fen_text(style))
    }
}

/// A FEN as text, held by value without an allocator. It dereferences to `str`, and readers take it as it is.
///
/// # Examples
/// ```
/// use chess_board::{CastlingStyle, EnPassantStyle, Position};
///
/// let fen = Position::START.fen(CastlingStyle::Shredder, EnPassantStyle::Always);
/// assert_eq!(fen.as_str(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
/// assert_eq!(Position::from_fen(fen)?, Position::START);
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FenText(ArrayString<TEXT_LEN>);

/// The FEN of a position has at most 93 bytes, that of a setup at most 105. The capacity is a multiple of 16: the
/// UTF-8 check works on sixteen bytes at a time and on the rest one by one (7 % slower with 110).
const TEXT_LEN: usize = 112;

impl FenText {
    /// Returns the text.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for FenText {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for FenText {
    #[inline]
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for FenText {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<&str> for FenText {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.0 == **other
    }
}

impl AsRef<str> for FenText {
    #[inline]
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl AsRef<[u8]> for FenText {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Display for FenText {
    /// Writes the text; width and alignment of the format are heeded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// The spelling of castling rights in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum CastlingStyle {
    /// The letters `KQkq`, or the rook's file where `KQkq` would mean another rook (X-FEN).
    #[default]
    XFen,
    /// The letters of the rooks' files, such as `HAha` (Shredder-FEN).
    Shredder,
}

impl Setup {
    pub(crate) fn fen_text(&self, castling: CastlingStyle) -> FenText {
        let mut text = Text { bytes: [0; TEXT_LEN], len: 0 };
        text.push_board(self);
        text.push(b' ');
        text.push(self.side_to_move.letter() as u8);
        text.push(b' ');
        text.push_castling(self, castling);
        text.push(b' ');
        text.push_en_passant(self.en_passant);
        text.push(b' ');
        text.push_number(self.halfmove_clock);
        text.push(b' ');
        text.push_number(self.fullmove_number);
        // All bytes are ASCII, those beyond the text included.
        let mut fen = ArrayString::from_byte_string(&text.bytes).unwrap_or_default();
        fen.truncate(text.len);
        FenText(fen)
    }
}

/// A growing text, whose first `len` bytes are in use.
struct Text {
    bytes: [u8; TEXT_LEN],
    len: usize,
}

impl Text {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    #[inline(always)]
    fn push_board(&mut self, setup: &Setup) {
        for rank in Rank::ALL.into_iter().rev() {
            self.len += board::write_rank(&setup.board, rank, &mut self.bytes[self.len..]);
            if rank != Rank::First {
                self.push(b'/');
            }
        }
    }

    #[inline(always)]
    fn push_castling(&mut self, setup: &Setup, style: CastlingStyle) {
        let start = self.len;
        for color in Color::ALL {
            let back_rank = color.back_rank().bitboard();
            let king = (setup.board.pieces(color, PieceType::King) & back_rank).first();
            // From the h-file down, since FEN names the king side first.
            for rook in (setup.castling_rooks & back_rank).into_iter().rev() {
                let side = king.map(|king| Castling { king, rook }.side());
                let is_outermost =
                    |&side: &CastlingSide| setup.board.outermost_rook(color, side) == Some(rook);
                let letter = match side.filter(|side| style == CastlingStyle::XFen && is_outermost(side)) {
                    Some(CastlingSide::King) => b'k',
                    Some(CastlingSide::Queen) => b'q',
                    None => rook.file().letter() as u8,
                };
                self.push(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                });
            }
        }
        if self.len == start {
            self.push(b'-');
        }
    }

    #[inline(always)]
    fn push_en_passant(&mut self, square: Option<Square>) {
        match square {
            Some(square) => {
                self.push(square.file().letter() as u8);
                self.push(square.rank().digit() as u8);
            }
            None => self.push(b'-'),
        }
    }

    #[inline(always)]
    fn push_number(&mut self, number: u16) {
        let (mut digits, mut len) = (0, 0);
        let mut rest = u64::from(number);
        loop {
            digits = digits << 8 | (u64::from(b'0') + rest % 10);
            len += 1;
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes[self.len..][..8].copy_from_slice(&digits.to_le_bytes());
        self.len += len;
    }
}
