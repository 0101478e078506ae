//! The reader of FEN (Edwards, "Portable Game Notation Specification", 16.1) with the castling fields of X-FEN and
//! Shredder-FEN.

use core::str::FromStr;

use chess_types::{Bitboard, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::board::Board;
use crate::fen::board;
use crate::fen::error::{FenError, FenField, FenRule, ParsePositionError};
use crate::move_squares::beside_king;
use crate::position::Position;
use crate::setup::Setup;
use crate::zobrist::PieceKeys;

impl Position {
    /// Reads a position from FEN.
    ///
    /// The fields are board, side to move, castling, en passant, halfmove clock and move number. Beyond the
    /// standard's six fields, these texts are accepted:
    ///
    /// - ASCII white space of any kind and length between fields, before the first and after the last;
    /// - two to five fields: those missing at the end are taken as `-`, `-`, `0` and `1`;
    /// - the castling field of FEN, of X-FEN (`KQkq` mean the outermost rooks) or of Shredder-FEN (letters of the
    ///   rooks' files), with letters mixed and in any order;
    /// - an en passant square on which no capture is legal: the position keeps it for writing
    ///   ([`skipped_square`](Self::skipped_square)) and does not count it in its key ([`ep_square`](Self::ep_square));
    /// - counters from 0 to 65,535, also with leading zeros; a move number of 0 is read as 1.
    ///
    /// All other deviations are refused: a slash after the last rank, two digits in a row, a castling right that is
    /// given twice, an en passant square on a rank where the side to move cannot capture, operations of EPD.
    ///
    /// # Errors
    /// The field, byte and rule where the text is not FEN; or every reason why the setup it describes is not a valid
    /// position.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{ParsePositionError, Position, Reason};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    /// assert_eq!(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w"), Ok(position));
    ///
    /// let error = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - e9").unwrap_err();
    /// assert_eq!(error.to_string(), "en passant field, byte 26: the en passant square is - or a square like e3");
    ///
    /// let Err(ParsePositionError::Invalid(invalid)) = Position::from_fen("4k3/8/8/8/8/8/8/4KP2 w K - 0 1") else {
    ///     panic!("accepted");
    /// };
    /// assert_eq!(invalid.reasons(), Reason::PAWN_ON_BACK_RANK | Reason::CASTLING);
    /// ```
    #[inline]
    pub fn from_fen(fen: &str) -> Result<Self, ParsePositionError> {
        Self::from_fen_bytes(fen.as_bytes())
    }

    /// Reads a position from bytes, as [`from_fen`](Self::from_fen) does. The bytes need not be UTF-8.
    ///
    /// # Errors
    /// The errors of [`from_fen`](Self::from_fen). A byte that is not ASCII is refused like any other character that
    /// FEN does not have.
    pub fn from_fen_bytes(fen: &[u8]) -> Result<Self, ParsePositionError> {
        let (setup, piece_keys) = read(fen)?;
        setup.validate()?;
        Ok(Self::of_valid(&setup, piece_keys, setup.legal_ep_square()))
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Self::from_fen(fen)
    }
}

impl Setup {
    /// Reads a setup from FEN, as [`Position::from_fen`] does, without validating it as a position.
    ///
    /// A castling right `KQkq` without a rook on that side of the king stands for the rook's square in the corner.
    ///
    /// # Errors
    /// The field, byte and rule where the text is not FEN.
    #[inline]
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        Self::from_fen_bytes(fen.as_bytes())
    }

    /// Reads a setup from bytes, as [`from_fen`](Self::from_fen) does. The bytes need not be UTF-8.
    ///
    /// # Errors
    /// The errors of [`from_fen`](Self::from_fen). A byte that is not ASCII is refused like any other character that
    /// FEN does not have.
    pub fn from_fen_bytes(fen: &[u8]) -> Result<Self, FenError> {
        read(fen).map(|(setup, _)| setup)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Reads a setup and its keys. The keys cost less while the pieces are read than afterwards.
fn read(text: &[u8]) -> Result<(Setup, PieceKeys), FenError> {
    let mut fields = Fields { rest: text, text_len: text.len() };
    let (board, piece_keys) = fields.board()?;
    let side_to_move = fields.required(FenField::SideToMove)?.side_to_move()?;
    let castling_rooks = match fields.next(FenField::Castling) {
        Some(field) => field.castling_rooks(&board)?,
        None => Bitboard::EMPTY,
    };
    let en_passant = match fields.next(FenField::EnPassant) {
        Some(field) => field.en_passant(side_to_move)?,
        None => None,
    };
    let halfmove_clock = fields.next(FenField::HalfmoveClock).map_or(Ok(0), Field::number)?;
    let fullmove_number = fields.next(FenField::FullmoveNumber).map_or(Ok(1), Field::number)?.max(1);
    if let Some(field) = fields.next(FenField::End) {
        return Err(field.error(0, FenRule::Trailing));
    }
    let setup = Setup { board, side_to_move, castling_rooks, en_passant, halfmove_clock, fullmove_number };
    Ok((setup, piece_keys))
}

/// The unread rest of a text.
struct Fields<'a> {
    rest: &'a [u8],
    text_len: usize,
}

impl<'a> Fields<'a> {
    #[inline(always)]
    fn board(&mut self) -> Result<(Board, PieceKeys), FenError> {
        if let Some((board, piece_keys, rest)) = board::read(self.rest.trim_ascii_start()) {
            if rest.first().is_none_or(u8::is_ascii_whitespace) {
                self.rest = rest;
                return Ok((board, piece_keys));
            }
        }
        let field = self.required(FenField::Board)?;
        let (index, rule) = board::first_error(field.bytes);
        Err(field.error(index, rule))
    }

    #[inline(always)]
    fn next(&mut self, kind: FenField) -> Option<Field<'a>> {
        let text = self.rest.trim_ascii_start();
        let len = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
        let (bytes, rest) = text.split_at(len);
        self.rest = rest;
        (len > 0).then(|| Field { kind, bytes, offset: self.text_len - text.len() })
    }

    #[inline(always)]
    fn required(&mut self, kind: FenField) -> Result<Field<'a>, FenError> {
        self.next(kind).ok_or(FenError { field: kind, offset: self.text_len, rule: FenRule::Missing })
    }
}

/// One field: its bytes, and the offset of the first byte in the text.
#[derive(Clone, Copy)]
struct Field<'a> {
    kind: FenField,
    bytes: &'a [u8],
    offset: usize,
}

impl Field<'_> {
    fn error(self, index: usize, rule: FenRule) -> FenError {
        FenError { field: self.kind, offset: self.offset + index, rule }
    }

    fn side_to_move(self) -> Result<Color, FenError> {
        match self.bytes {
            b"w" => Ok(Color::White),
            b"b" => Ok(Color::Black),
            _ => Err(self.error(0, FenRule::SideToMove)),
        }
    }

    fn castling_rooks(self, board: &Board) -> Result<Bitboard, FenError> {
        let mut rooks = Bitboard::EMPTY;
        if self.bytes == b"-" {
            return Ok(rooks);
        }
        for (i, &letter) in self.bytes.iter().enumerate() {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let rook = match letter.to_ascii_lowercase() {
                b'k' => outermost_rook(board, color, CastlingSide::King),
                b'q' => outermost_rook(board, color, CastlingSide::Queen),
                lower => {
                    let file = File::from_letter(lower).ok_or(self.error(i, FenRule::CastlingLetter))?;
                    Square::new(file, color.back_rank())
                }
            };
            if rooks.contains(rook) {
                return Err(self.error(i, FenRule::CastlingTwice));
            }
            rooks |= rook.bitboard();
        }
        Ok(rooks)
    }

    fn en_passant(self, side_to_move: Color) -> Result<Option<Square>, FenError> {
        if self.bytes == b"-" {
            return Ok(None);
        }
        let square = match *self.bytes {
            [file, rank] => File::from_letter(file).zip(Rank::from_digit(rank)),
            _ => None,
        };
        let (file, rank) = square.ok_or(self.error(0, FenRule::EnPassantSquare))?;
        match rank.relative_to(side_to_move) {
            Rank::Sixth => Ok(Some(Square::new(file, rank))),
            Rank::Fifth => Err(self.error(1, FenRule::EnPassantPawnSquare)),
            _ => Err(self.error(1, FenRule::EnPassantRank)),
        }
    }

    fn number(self) -> Result<u16, FenError> {
        let mut number: u16 = 0;
        for (i, &byte) in self.bytes.iter().enumerate() {
            number = byte
                .is_ascii_digit()
                .then(|| number.checked_mul(10)?.checked_add(u16::from(byte - b'0')))
                .flatten()
                .ok_or(self.error(i, FenRule::Number))?;
        }
        Ok(number)
    }
}

/// Returns the rook that `K` or `Q` means in X-FEN. If there is none, returns the square of the corner, which
/// validation then refuses.
pub(crate) fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Square {
    let back_rank = color.back_rank();
    let king = (board.pieces(color, PieceType::King) & back_rank.bitboard()).first();
    let rooks = king.map_or(Bitboard::EMPTY, |king| {
        board.pieces(color, PieceType::Rook) & back_rank.bitboard() & beside_king(king, side)
    });
    match side {
        CastlingSide::Queen => rooks.first().unwrap_or(Square::new(File::A, back_rank)),
        CastlingSide::King => rooks.last().unwrap_or(Square::new(File::H, back_rank)),
    }
}
