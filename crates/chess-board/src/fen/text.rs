use core::borrow::Borrow;
use core::fmt;
use core::ops::Deref;

use arrayvec::ArrayString;
use chess_types::{CastlingSide, Color, PieceType, Rank, Square};

use crate::castling::beside_king;
use crate::fen::rank;
use crate::setup::Setup;

/// A FEN as text, held by value without an allocator. It dereferences to `str`.
///
/// The FEN of a position has at most 93 bytes, that of a setup at most 105.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FenText(ArrayString<CAPACITY>);

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

impl AsRef<str> for FenText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for FenText {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for FenText {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for FenText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

/// The spelling of castling rights in a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// The letters `KQkq`, or the rook's file where `KQkq` would mean another rook (X-FEN).
    #[default]
    XFen,
    /// The letters of the rooks' files, such as `HAha` (Shredder-FEN).
    Shredder,
}

/// A multiple of 16: the UTF-8 check works on sixteen bytes at a time and on the rest one by one (7 % slower with
/// 110).
const CAPACITY: usize = 112;

impl Setup {
    pub(crate) fn fen_text(&self, castling: CastlingStyle) -> FenText {
        let mut text = Text { bytes: [0; CAPACITY], len: 0 };
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

    /// Returns `k` or `q` if `rook` is the outermost one on its side of the king, and the letter of its file
    /// otherwise.
    fn x_fen_letter(&self, color: Color, king: Square, rook: Square) -> char {
        let side = CastlingSide::of_rook(king, rook);
        let rooks = self.board.pieces(color, PieceType::Rook)
            & color.back_rank().bitboard()
            & beside_king(king, side);
        match side {
            CastlingSide::King if rooks.last() == Some(rook) => 'k',
            CastlingSide::Queen if rooks.first() == Some(rook) => 'q',
            _ => rook.file().letter(),
        }
    }
}

/// A growing text, whose first `len` bytes are in use.
struct Text {
    bytes: [u8; CAPACITY],
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
            self.len += rank::write(&setup.board, rank, &mut self.bytes[self.len..]);
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
                let letter = match (style, king) {
                    (CastlingStyle::XFen, Some(king)) => setup.x_fen_letter(color, king, rook),
                    _ => rook.file().letter(),
                } as u8;
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
