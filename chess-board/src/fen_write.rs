use core::fmt;

use arrayvec::ArrayString;
use chess_types::{CastlingSide, Color, File, PieceType, Rank, Square};

use crate::validate::beside_king;
use crate::{Position, Setup};

/// How a FEN spells castling rights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CastlingStyle {
    /// `KQkq`, and the rook's file where `KQkq` would mean another rook (X-FEN).
    #[default]
    XFen,
    /// Always the rooks' files, `HAha` (Shredder-FEN).
    Shredder,
}

/// When a FEN names the en passant square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum EnPassantStyle {
    /// If a capture en passant is legal.
    #[default]
    Legal,
    /// If a pawn stands beside the one that has gone two squares.
    PseudoLegal,
    /// After every double push.
    Always,
}

/// A position as FEN text, made by [`Position::fen`].
#[derive(Clone, Copy, Debug)]
pub struct Fen<'a> {
    position: &'a Position,
    castling: CastlingStyle,
    en_passant: EnPassantStyle,
}

impl Fen<'_> {
    /// The same with castling rights spelled in this style.
    #[inline]
    #[must_use]
    pub const fn castling(self, castling: CastlingStyle) -> Self {
        Self { castling, ..self }
    }

    /// The same with the en passant square named in this style.
    #[inline]
    #[must_use]
    pub const fn en_passant(self, en_passant: EnPassantStyle) -> Self {
        Self { en_passant, ..self }
    }
}

impl Position {
    /// The position as FEN, to be displayed: X-FEN castling, en passant only if legal.
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
    /// Writes FEN, or with `{:#}` Shredder-FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let castling = if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen };
        self.fen().castling(castling).fmt(f)
    }
}

impl fmt::Display for Fen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position;
        let en_passant = match self.en_passant {
            EnPassantStyle::Legal => position.ep_square(),
            EnPassantStyle::PseudoLegal if position.ep_capturers().is_empty() => None,
            EnPassantStyle::PseudoLegal | EnPassantStyle::Always => position.passed_square(),
        };
        Setup { en_passant, ..position.to_setup() }.write_fen(f, self.castling)
    }
}

impl fmt::Display for Setup {
    /// Writes FEN, or with `{:#}` Shredder-FEN; the en passant square is written as it stands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_fen(f, if f.alternate() { CastlingStyle::Shredder } else { CastlingStyle::XFen })
    }
}

impl Setup {
    fn write_fen(&self, f: &mut fmt::Formatter<'_>, style: CastlingStyle) -> fmt::Result {
        // 71 characters of board, and up to 16 castling letters of a setup that is no position.
        let mut text = ArrayString::<120>::new();
        self.push_board(&mut text);
        text.push(' ');
        text.push(match self.side_to_move {
            Color::White => 'w',
            Color::Black => 'b',
        });
        text.push(' ');
        self.push_castling(&mut text, style);
        text.push(' ');
        match self.en_passant {
            Some(square) => {
                text.push(char::from(b'a' + square.file() as u8));
                text.push(char::from(b'1' + square.rank() as u8));
            }
            None => text.push('-'),
        }
        text.push(' ');
        push_number(&mut text, self.halfmove_clock);
        text.push(' ');
        push_number(&mut text, self.fullmove_number);
        f.pad(&text)
    }

    fn push_board(&self, text: &mut ArrayString<120>) {
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                match self.board.piece_at(Square::new(file, rank)) {
                    Some(piece) => {
                        push_empty(text, empty);
                        empty = 0;
                        text.push(piece.letter());
                    }
                    None => empty += 1,
                }
            }
            push_empty(text, empty);
            if rank != Rank::First {
                text.push('/');
            }
        }
    }

    fn push_castling(&self, text: &mut ArrayString<120>, style: CastlingStyle) {
        let start = text.len();
        for color in Color::ALL {
            let back_rank = color.back_rank().bitboard();
            let king = (self.board.pieces(color, PieceType::King) & back_rank).first();
            // From the h-file down, since FEN has the king side first.
            for rook in (self.castling_rooks & back_rank).into_iter().rev() {
                let letter = match (style, king) {
                    (CastlingStyle::XFen, Some(king)) => self.x_fen_letter(color, king, rook),
                    _ => b'a' + rook.file() as u8,
                };
                text.push(char::from(match color {
                    Color::White => letter.to_ascii_uppercase(),
                    Color::Black => letter,
                }));
            }
        }
        if text.len() == start {
            text.push('-');
        }
    }

    /// `k` or `q` if `rook` is the outermost on its side of the king, its file otherwise.
    fn x_fen_letter(&self, color: Color, king: Square, rook: Square) -> u8 {
        let side = if rook > king { CastlingSide::King } else { CastlingSide::Queen };
        let rooks = self.board.pieces(color, PieceType::Rook)
            & color.back_rank().bitboard()
            & beside_king(king, side);
        match side {
            CastlingSide::King if rooks.last() == Some(rook) => b'k',
            CastlingSide::Queen if rooks.first() == Some(rook) => b'q',
            _ => b'a' + rook.file() as u8,
        }
    }
}

fn push_empty(text: &mut ArrayString<120>, count: u8) {
    if count > 0 {
        text.push(char::from(b'0' + count));
    }
}

fn push_number(text: &mut ArrayString<120>, number: u16) {
    let mut divisor = 1;
    while number / divisor >= 10 {
        divisor *= 10;
    }
    while divisor > 0 {
        text.push(char::from(b'0' + (number / divisor % 10) as u8));
        divisor /= 10;
    }
}
