//! Moves written in standard algebraic notation and its relatives.

use core::fmt::{self, Write};

use arrayvec::ArrayString;
use chess_board::Position;
use chess_magic::attacks;
use chess_movegen::internals::leaves_king_safe;
use chess_movegen::{IllegalMove, PositionExt};
use chess_types::{Bitboard, CastlingSide, Color, Move, Piece, PieceType, Square};
use static_assertions::assert_eq_size;

/// A move in standard algebraic notation: a text of at most seven bytes, stored in the value itself.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{San, read_uci};
///
/// let position: Position = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4".parse()?;
/// let mate = read_uci(&position, "h5f7")?;
/// let san = San::new(&position, mate);
/// assert_eq!(san.as_str(), "Qxf7#");
/// assert_eq!(san.figurine(position.side_to_move()).to_string(), "♕xf7#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San {
    bytes: [u8; 7],
    length: u8,
}

impl San {
    /// The text of `mv` in the standard's form, with the mark of check or mate. The move must be legal in `position`; the null
    /// move is written `--`.
    ///
    /// If other pieces of the type can legally move to the same square, the origin is given by its file if that is enough, else
    /// by its rank if that is enough, else by both.
    pub fn new(position: &Position, mv: Move) -> Self {
        let mut text = Text::default();
        match (mv.castling(), position.piece_type_at(mv.from())) {
            _ if mv.is_null() => text.push_all(b"--"),
            (Some(castling), _) => text.castling(castling.side()),
            (None, Some(PieceType::Pawn) | None) => text.pawn_move(mv),
            (None, Some(piece_type)) => text.piece_move(position, piece_type, mv),
        }
        if !mv.is_null() && position.gives_check(mv) {
            text.push(if position.after(mv).has_legal_move() { b'+' } else { b'#' });
        }
        text.finish()
    }

    /// The text of a move of a piece of this type, or of a pawn, without a mark of check. `rivals` are as in [`rivals`].
    pub(super) fn among(piece_type: PieceType, mv: Move, rivals: Bitboard) -> Self {
        let mut text = Text::default();
        if piece_type == PieceType::Pawn {
            text.pawn_move(mv);
        } else {
            text.piece_move_among(piece_type, mv, rivals);
        }
        text.finish()
    }

    /// The text.
    #[inline]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text, which is ASCII.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length.into()).unwrap_or_default()
    }
}

impl fmt::Display for San {
    /// Writes the text; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "San({self})")
    }
}

impl AsRef<str> for San {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<[u8]> for San {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// A move in SAN with chess figures of Unicode in place of letters, made by [`San::figurine`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figurine {
    san: San,
    us: Color,
}

impl San {
    /// The same move with chess figures of Unicode for its pieces. `us` is the side that moves.
    #[inline]
    pub const fn figurine(self, us: Color) -> Figurine {
        Figurine { san: self, us }
    }
}

impl fmt::Display for Figurine {
    /// Writes the text; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Seven characters, of which two are figures of three bytes.
        let mut text = ArrayString::<11>::new();
        for letter in self.san.as_str().chars() {
            let piece_type =
                letter.is_ascii_uppercase().then(|| PieceType::from_letter(letter as u8)).flatten();
            text.write_char(
                piece_type.map_or(letter, |piece_type| Piece::new(self.us, piece_type).figure()),
            )?;
        }
        f.pad(&text)
    }
}

/// A move in long algebraic notation: both squares, with `-` or `x` between them.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{LongAlgebraic, read_san};
///
/// let position = Position::START;
/// assert_eq!(LongAlgebraic::new(&position, read_san(&position, "Nf3")?).as_str(), "Ng1-f3");
/// assert_eq!(LongAlgebraic::new(&position, read_san(&position, "e4")?).as_str(), "e2-e4");
/// # Ok::<(), chess_notation::SanError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LongAlgebraic(ArrayString<8>);

impl LongAlgebraic {
    /// The text of `mv`, which must be legal in `position`, with marks of check and mate; the null move is `--`.
    pub fn new(position: &Position, mv: Move) -> Self {
        let san = San::new(position, mv);
        let mut text = ArrayString::new();
        // Eight characters are enough for every word, so that writing cannot fail.
        let _ = if mv.is_castle() || mv.is_null() {
            text.write_str(san.as_str())
        } else {
            write_long(&mut text, position, mv, san)
        };
        Self(text)
    }

    /// The text, at most eight bytes of ASCII.
    #[inline]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for LongAlgebraic {
    /// Writes the text; width and alignment of the format are respected.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Moves as text with move numbers, as books and engines print a line: `1. e4 e5 2. Nf3`, or `12... Nf6 13. e5` if Black
/// begins. `Display` writes it without allocating.
///
/// # Examples
/// ```
/// use chess_notation::{NumberedMoves, Position, read_san};
///
/// let position: Position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2".parse()?;
/// let moves = [read_san(&position, "Nf6")?];
/// assert_eq!(NumberedMoves::new(&position, &moves).to_string(), "2... Nf6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NumberedMoves<'a> {
    start: &'a Position,
    moves: &'a [Move],
}

impl<'a> NumberedMoves<'a> {
    /// The moves of a line that begins in `start`. The line ends before the first move that is not legal, so that moves of a hash
    /// table may be passed. The null move, legal except in check, is written `--`.
    pub const fn new(start: &'a Position, moves: &'a [Move]) -> Self {
        Self { start, moves }
    }
}

#[cfg(feature = "alloc")]
impl<'a> From<&'a chess_movegen::GameState> for NumberedMoves<'a> {
    /// The moves of the game from its start: its score sheet.
    fn from(game: &'a chess_movegen::GameState) -> Self {
        Self::new(game.start(), game.moves())
    }
}

impl fmt::Display for NumberedMoves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = *self.start;
        for (i, &mv) in self.moves.iter().enumerate() {
            if IllegalMove::find_or_null(&position, mv).is_some() {
                break;
            }
            f.write_str(if i == 0 { "" } else { " " })?;
            match position.side_to_move() {
                Color::White => write!(f, "{}. ", position.fullmove_number())?,
                Color::Black if i == 0 => write!(f, "{}... ", position.fullmove_number())?,
                Color::Black => {}
            }
            f.write_str(San::new(&position, mv).as_str())?;
            position.play_unchecked(mv);
        }
        Ok(())
    }
}

assert_eq_size!(San, u64);

/// A text in a word, the first byte lowest, so that it is built in a register.
#[derive(Clone, Copy, Default)]
struct Text {
    word: u64,
    bits: u32,
}

impl Text {
    #[inline]
    fn push(&mut self, byte: u8) {
        self.word |= u64::from(byte) << self.bits;
        self.bits += 8;
    }

    fn push_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }

    #[inline]
    fn push_square(&mut self, square: Square) {
        self.push(square.file().letter() as u8);
        self.push(square.rank().digit() as u8);
    }

    fn castling(&mut self, side: CastlingSide) {
        self.push_all(match side {
            CastlingSide::Queen => b"O-O-O",
            CastlingSide::King => b"O-O",
        });
    }

    #[inline]
    fn pawn_move(&mut self, mv: Move) {
        if mv.is_capture() {
            self.push(mv.from().file().letter() as u8);
            self.push(b'x');
        }
        self.push_square(mv.to());
        if let Some(promoted) = mv.promotion() {
            self.push(b'=');
            self.push(promoted.letter().to_ascii_uppercase() as u8);
        }
    }

    #[inline]
    fn piece_move(&mut self, position: &Position, piece_type: PieceType, mv: Move) {
        self.piece_move_among(piece_type, mv, rivals(position, piece_type, mv));
    }

    /// A move of a piece. Other pieces of its type on the squares `rivals` can move to the same square.
    #[inline]
    fn piece_move_among(&mut self, piece_type: PieceType, mv: Move, rivals: Bitboard) {
        let from = mv.from();
        self.push(piece_type.letter().to_ascii_uppercase() as u8);
        if !rivals.is_empty() {
            let on_file = rivals.intersects(from.file().bitboard());
            let on_rank = rivals.intersects(from.rank().bitboard());
            if !on_file || on_rank {
                self.push(from.file().letter() as u8);
            }
            if on_file {
                self.push(from.rank().digit() as u8);
            }
        }
        if mv.is_capture() {
            self.push(b'x');
        }
        self.push_square(mv.to());
    }

    #[inline]
    fn finish(self) -> San {
        let [bytes @ .., _] = self.word.to_le_bytes();
        San { bytes, length: (self.bits / 8) as u8 }
    }
}

/// The squares of other pieces of the same type that can legally move to the same square.
#[inline]
pub(super) fn rivals(position: &Position, piece_type: PieceType, mv: Move) -> Bitboard {
    let us = position.side_to_move();
    let (from, to) = (mv.from(), mv.to());
    let others = position.pieces(us, piece_type) - from.bitboard();
    if others.is_empty() {
        return others;
    }
    let reaching = others & attacks(piece_type, us, to, position.occupied());
    reaching.into_iter().filter(|&rival| leaves_king_safe(position, rival, to)).collect()
}

fn write_long(text: &mut ArrayString<8>, position: &Position, mv: Move, san: San) -> fmt::Result {
    if let Some(piece_type) = position.piece_type_at(mv.from()).filter(|&it| it != PieceType::Pawn) {
        text.write_char(piece_type.letter().to_ascii_uppercase())?;
    }
    let sign = if mv.is_capture() { 'x' } else { '-' };
    write!(text, "{}{sign}{}", mv.from(), mv.to())?;
    if let Some(promoted) = mv.promotion() {
        write!(text, "={}", promoted.letter().to_ascii_uppercase())?;
    }
    match san.as_str().chars().next_back() {
        Some(mark @ ('+' | '#')) => text.write_char(mark),
        _ => Ok(()),
    }
}
