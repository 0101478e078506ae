//! The strict and the lenient reader of FEN (Edwards, "Portable Game Notation Specification", 16.1) with the castling fields of X-FEN and
//! Shredder-FEN.

use core::str::FromStr;

use chess_types::{Bitboard, CastlingSide, Color, File, Rank, Square};

use crate::board::Board;
use crate::fen::board;
use crate::fen::error::{FenError, FenField, FenRule, ParsePositionError};
use crate::position::Position;
use crate::setup::Setup;
use crate::setup::invalid::InvalidSetup;
use crate::setup::mend::{self, CastlingRules, Mend, Mended, Mends};
use crate::zobrist::PieceKeys;

impl Position {
    /// Reads a position from FEN, given as a string or as bytes.
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
    /// given twice, an en passant square on a rank where the side to move cannot capture, operations of EPD, and bytes
    /// that are not ASCII.
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
    /// assert_eq!(error.to_string(), "en passant field, byte 26: expected - or a square like e3");
    ///
    /// let Err(ParsePositionError::Invalid(invalid)) = Position::from_fen("4k3/8/8/8/8/8/8/4KP2 w K - 0 1") else {
    ///     panic!("accepted");
    /// };
    /// assert!(invalid.reasons().eq([Reason::PawnOnBackRank, Reason::Castling]));
    /// ```
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, ParsePositionError> {
        Self::of_fen(fen.as_ref(), Setup::validate_consistent)
    }

    /// Reads FEN as [`from_fen`](Self::from_fen) does, and accepts more material than a game can reach as [`restore`](Self::restore) does: for
    /// reading back what a program has written.
    ///
    /// # Errors
    /// Those of [`from_fen`](Self::from_fen), but for material that `restore` accepts.
    ///
    /// # Examples
    /// ```
    /// use chess_board::Position;
    ///
    /// let fen = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBRR w - - 0 1";
    /// assert!(Position::from_fen(fen).is_err());
    /// assert_eq!(Position::restore_fen(fen)?.to_string(), fen);
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    pub fn restore_fen(fen: impl AsRef<[u8]>) -> Result<Self, ParsePositionError> {
        Self::of_fen(fen.as_ref(), Setup::validate_restored)
    }

    fn of_fen(
        fen: &[u8],
        validate: fn(&Setup) -> Result<(), InvalidSetup>,
    ) -> Result<Self, ParsePositionError> {
        let (setup, piece_keys) = read(fen)?;
        validate(&setup)?;
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
    /// A castling right `KQkq` without a rook on that side of the king means the rook's square in the corner.
    ///
    /// # Errors
    /// The field, byte and rule where the text is not FEN.
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        read(fen.as_ref()).map(|(setup, _)| setup)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Reads a setup and its keys. Computing keys while the pieces are read takes less time than afterwards.
fn read(text: &[u8]) -> Result<(Setup, PieceKeys), FenError> {
    let mut fields = Fields { rest: text, text_len: text.len() };
    let (board, piece_keys) = fields.board()?;
    let side_to_move = fields.required(FenField::SideToMove)?.side_to_move()?;
    let castling = fields.next(FenField::Castling);
    let castling_rooks = castling.map_or(Ok(Bitboard::EMPTY), |field| field.castling_rooks(&board))?;
    let en_passant =
        fields.next(FenField::EnPassant).map_or(Ok(None), |field| field.en_passant(side_to_move))?;
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
        match board::read_slowly(field.bytes, false) {
            Ok(board) => Ok((board, PieceKeys::of_board(&board))),
            Err((index, rule)) => Err(field.error(index, rule)),
        }
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
        for (i, rook) in self.named_rooks(board).enumerate() {
            let rook = rook.ok_or(self.error(i, FenRule::CastlingLetter))?;
            if rooks.contains(rook) {
                return Err(self.error(i, FenRule::CastlingTwice));
            }
            rooks |= rook.bitboard();
        }
        Ok(rooks)
    }

    /// Returns the square of the rook that each letter of a castling field names, `None` for another letter.
    #[inline(always)]
    fn named_rooks(self, board: &Board) -> impl Iterator<Item = Option<Square>> {
        let letters = if self.bytes == b"-" { b"" } else { self.bytes };
        letters.iter().map(|letter| {
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            match letter.to_ascii_lowercase() {
                b'k' => Some(rook_of(board, color, CastlingSide::King)),
                b'q' => Some(rook_of(board, color, CastlingSide::Queen)),
                lower => File::from_letter(lower).map(|file| Square::new(file, color.back_rank())),
            }
        })
    }

    fn en_passant(self, side_to_move: Color) -> Result<Option<Square>, FenError> {
        if self.bytes == b"-" {
            return Ok(None);
        }
        let text = core::str::from_utf8(self.bytes).unwrap_or_default();
        let square: Square = text.parse().map_err(|_| self.error(0, FenRule::EnPassantSquare))?;
        match square.rank().relative_to(side_to_move) {
            Rank::Sixth => Ok(Some(square)),
            Rank::Fifth => Err(self.error(1, FenRule::EnPassantPawnSquare)),
            _ => Err(self.error(1, FenRule::EnPassantRank)),
        }
    }

    /// Tests whether a field is meant as a counter and not as the beginning of the text after the position.
    fn is_counter(self) -> bool {
        let digits = self.bytes.strip_prefix(b"-").or(self.bytes.strip_prefix(b"+")).unwrap_or(self.bytes);
        digits.iter().all(u8::is_ascii_digit)
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
fn rook_of(board: &Board, color: Color, side: CastlingSide) -> Square {
    board.outermost_rook(color, side).unwrap_or(Square::new(side.corner_file(), color.back_rank()))
}

impl Position {
    /// Reads a position from FEN, corrects faults that can be corrected, and returns the changes.
    ///
    /// Every text that [`from_fen`](Self::from_fen) accepts is read as there, except that castling rights beyond `rules` are
    /// dropped. Further texts are accepted if [`Mend`] names their fault, and the setup that they describe is a position after
    /// [`Setup::mend`]: see [`from_setup_lenient`](Self::from_setup_lenient).
    ///
    /// # Errors
    /// The error of [`from_fen`](Self::from_fen), if the board or the side to move cannot be read, or the setup is not a valid
    /// position after mending.
    ///
    /// # Examples
    /// ```
    /// use chess_board::{CastlingRules, Mend, Position};
    ///
    /// let stale = Position::from_fen_lenient("4k3/8/8/8/8/8/8/4K3 b KQkq", CastlingRules::Chess)?;
    /// assert_eq!(stale.position.to_string(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    /// assert_eq!(stale.changes[..], [Mend::Castling]);
    /// assert_eq!(stale.changes[0].to_string(), "castling rights were dropped");
    ///
    /// // In X-FEN, q is the right of the rook on c8. Orthodox chess has no such right.
    /// let fen = "2r1k2r/8/8/8/8/8/8/4K3 w q - 0 1";
    /// assert!(Position::from_fen(fen)?.needs_chess960());
    /// let orthodox = Position::from_fen_lenient(fen, CastlingRules::Chess)?;
    /// assert!(orthodox.position.castling_rooks().is_empty());
    /// # Ok::<(), chess_board::ParsePositionError>(())
    /// ```
    pub fn from_fen_lenient(
        fen: impl AsRef<[u8]>,
        rules: CastlingRules,
    ) -> Result<Mended, ParsePositionError> {
        let fen = fen.as_ref();
        let (setup, changes) = match read(fen) {
            Ok((setup, _)) => (setup, Mends::new()),
            Err(error) => read_leniently(fen, error)?,
        };
        Ok(Self::of_mended(setup, rules, changes)?)
    }
}

/// Reads a setup from a text that strict reading refuses with `error`.
fn read_leniently(text: &[u8], error: FenError) -> Result<(Setup, Mends), FenError> {
    let mut fields = Fields { rest: text, text_len: text.len() };
    let (mut setup, mut changes) = (Setup::EMPTY, Mends::new());
    let board = fields.next(FenField::Board).map(|field| board::read_slowly(field.bytes, true));
    setup.board = board.and_then(Result::ok).ok_or(error)?;
    mend::add(&mut changes, Mend::Board, error.field == FenField::Board);
    let side_to_move = fields.next(FenField::SideToMove).map_or(&b"-"[..], |field| field.bytes);
    mend::add(&mut changes, Mend::SideToMove, !matches!(side_to_move, b"w" | b"b"));
    setup.side_to_move = match side_to_move {
        b"w" | b"-" | b"W" | b"white" | b"White" => Color::White,
        b"b" | b"B" | b"black" | b"Black" => Color::Black,
        _ => return Err(FenError { field: FenField::SideToMove, rule: FenRule::SideToMove, ..error }),
    };
    if let Some(field) = fields.next(FenField::Castling) {
        for rook in field.named_rooks(&setup.board) {
            match rook.filter(|&rook| !setup.castling_rooks.contains(rook)) {
                Some(rook) => setup.castling_rooks |= rook.bitboard(),
                None => mend::add(&mut changes, Mend::Castling, true),
            }
        }
    }
    if let Some(field) = fields.next(FenField::EnPassant) {
        let en_passant = field.en_passant(setup.side_to_move);
        mend::add(&mut changes, Mend::EnPassant, en_passant.is_err());
        setup.en_passant = en_passant.unwrap_or_default();
    }
    for counter in [&mut setup.halfmove_clock, &mut setup.fullmove_number] {
        let before = fields.rest;
        match fields.next(FenField::HalfmoveClock) {
            Some(field) if field.is_counter() => match field.number() {
                Ok(number) => *counter = number,
                Err(_) => mend::add(&mut changes, Mend::Counters, true),
            },
            _ => {
                fields.rest = before;
                break;
            }
        }
    }
    setup.fullmove_number = setup.fullmove_number.max(1);
    mend::add(&mut changes, Mend::Trailing, fields.next(FenField::End).is_some());
    Ok((setup, changes))
}
