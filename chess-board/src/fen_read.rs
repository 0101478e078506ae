//! Reading FEN (Edwards, "Portable Game Notation Specification", 16.1), with the castling fields of X-FEN and
//! Shredder-FEN.

use core::str::FromStr;

use chess_types::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use crate::validate::beside_king;
use crate::{Board, FenError, FenField, FenRule, ParsePositionError, Position, Setup};

impl Position {
    /// Reads a position from FEN.
    ///
    /// Fields are set apart by white space, which may also lead and trail. Four to six fields are read: board, side
    /// to move, castling, en passant; then the halfmove clock (0 if missing) and the move number (1 if missing or 0).
    /// The castling field is that of FEN, of X-FEN (`KQkq` mean the outermost rooks) or of Shredder-FEN (letters of
    /// files), in any order. An en passant square that nothing can legally capture on is read and not counted.
    ///
    /// # Errors
    /// Where and why the text is not FEN; or every reason why what it describes is not a position.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{ParsePositionError, Position, Reason};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    /// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
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
        Ok(Self::from_setup(&Setup::from_fen(fen)?)?)
    }
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(fen: &str) -> Result<Self, ParsePositionError> {
        Self::from_fen(fen)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

impl Setup {
    /// Reads a setup from FEN, as [`Position::from_fen`] does, but validates nothing beyond the text itself.
    ///
    /// A castling right `KQkq` without a rook on that side of the king stands for the rook's square in the corner.
    ///
    /// # Errors
    /// Where and why the text is not FEN.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = Fields { text: fen.as_bytes(), offset: 0 };
        let board = fields.required(FenField::Board)?.board()?;
        let side_to_move = fields.required(FenField::SideToMove)?.side_to_move()?;
        let castling_rooks = fields.required(FenField::Castling)?.castling_rooks(&board)?;
        let en_passant = fields.required(FenField::EnPassant)?.en_passant(side_to_move)?;
        let halfmove_clock = fields.next(FenField::HalfmoveClock).map_or(Ok(0), Field::number)?;
        let fullmove_number = fields.next(FenField::FullmoveNumber).map_or(Ok(1), Field::number)?;
        if let Some(field) = fields.next(FenField::End) {
            return Err(field.error(0, FenRule::Trailing));
        }
        Ok(Self {
            board,
            side_to_move,
            castling_rooks,
            en_passant,
            halfmove_clock,
            fullmove_number: fullmove_number.max(1),
        })
    }
}

/// The fields of a text that have not been read yet.
struct Fields<'a> {
    text: &'a [u8],
    offset: usize,
}

impl<'a> Fields<'a> {
    fn next(&mut self, kind: FenField) -> Option<Field<'a>> {
        let rest = &self.text[self.offset..];
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace())?;
        let rest = &rest[start..];
        let len = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let field = Field { kind, bytes: &rest[..len], offset: self.offset + start };
        self.offset += start + len;
        Some(field)
    }

    fn required(&mut self, kind: FenField) -> Result<Field<'a>, FenError> {
        self.next(kind).ok_or(FenError { field: kind, offset: self.text.len(), rule: FenRule::Missing })
    }
}

/// One field, its bytes, and the offset of the first of them in the text.
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

    fn board(self) -> Result<Board, FenError> {
        let mut board = Board::EMPTY;
        let (mut rank, mut file) = (7, 0);
        let mut after_digit = false;
        for (i, &byte) in self.bytes.iter().enumerate() {
            let is_digit = matches!(byte, b'1'..=b'8');
            if is_digit {
                if after_digit {
                    return Err(self.error(i, FenRule::AdjacentDigits));
                }
                file += byte - b'0';
            } else if byte == b'/' {
                if file < 8 {
                    return Err(self.error(i, FenRule::RankTooShort));
                }
                if rank == 0 {
                    return Err(self.error(i, FenRule::TooManyRanks));
                }
                (rank, file) = (rank - 1, 0);
            } else {
                let piece = Piece::from_letter(byte).ok_or(self.error(i, FenRule::BoardCharacter))?;
                if file < 8 {
                    let square = Square::from_low_bits(8 * rank + file);
                    board.toggle(piece.color(), piece.piece_type(), square.bitboard());
                }
                file += 1;
            }
            if file > 8 {
                return Err(self.error(i, FenRule::RankTooLong));
            }
            after_digit = is_digit;
        }
        let end = self.bytes.len();
        if rank > 0 && file == 8 {
            return Err(self.error(end, FenRule::TooFewRanks));
        }
        if file < 8 {
            return Err(self.error(end, FenRule::RankTooShort));
        }
        Ok(board)
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
        let square = core::str::from_utf8(self.bytes).ok().and_then(|text| text.parse::<Square>().ok());
        let square = square.ok_or(self.error(0, FenRule::EnPassantSquare))?;
        match square.relative_to(side_to_move).rank() {
            Rank::Sixth => Ok(Some(square)),
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

/// The rook that `K` or `Q` means in X-FEN; if there is none, the square of the corner, for validation to refuse.
fn outermost_rook(board: &Board, color: Color, side: CastlingSide) -> Square {
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
