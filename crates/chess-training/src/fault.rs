//! Faults of files that are read, and losses of records that are written.

use std::error::Error;
use std::ops::AddAssign;
use std::{fmt, io};

use chess_board::{InvalidSetup, ParsePositionError};
use chess_notation::pgn::GameError;

/// An error of reading a training file, with its place.
#[derive(Debug)]
pub struct ReadError {
    /// The number of bytes of the file before the record, line, game or chunk that is wrong. For PGN, before the wrong token.
    pub offset: u64,
    /// The number of the line, from 1; 0 in binary formats.
    pub line: u64,
    /// The fault.
    pub fault: Fault,
}

/// A fault of a training file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Fault {
    /// The source failed. Nothing can be read after this.
    Io(io::Error),
    /// The file ends within a record, a game or a chunk. Nothing can be read after this.
    Truncated {
        /// The number of bytes that are missing at least.
        missing: usize,
    },
    /// More than 32 pieces.
    Pieces,
    /// A code that is not one of a piece.
    PieceCode(u8),
    /// Codes of pieces after the last piece.
    PieceTail,
    /// The squares of the kings in bulletformat are not those of the board.
    KingSquares,
    /// A byte for the en passant square that is neither a square nor 64.
    EnPassantSquare(u8),
    /// The board and its state are not a position.
    Position(Box<InvalidSetup>),
    /// A number that is not one of a result.
    Result(u8),
    /// A move that is not legal, as it is in the file.
    Move(u16),
    /// A move in binpack's movetext that names no legal move.
    MoveIndex,
    /// A chunk of binpack that does not begin with `BINP`. Nothing can be read after this.
    ChunkName,
    /// A chunk of binpack that is larger than [`MAX_CHUNK`](super::binpack::MAX_CHUNK). Nothing can be read after this.
    ChunkSize(u32),
    /// A game of more than 65,535 moves.
    GameLength,
    /// A line that does not consist of a FEN, a score and a result.
    Fields,
    /// A line with a result and without a score.
    NoScore,
    /// A record of Stockfish's text that lacks a line, or has a wrong one.
    Lines,
    /// A line that is too long.
    LineLength,
    /// A wrong FEN.
    Fen(Box<ParsePositionError>),
    /// A score that is not a number from -32,768 to 32,767.
    ScoreText,
    /// A result that is none of `1.0`, `0.5` and `0.0`, in any of the spellings that are read.
    ResultText,
    /// A broken game of a PGN file.
    Game(Box<GameError>),
}

impl ReadError {
    pub(crate) const fn new(offset: u64, fault: Fault) -> Self {
        Self { offset, line: 0, fault }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.fault, self.line) {
            // These say where they are, or are nowhere.
            (fault @ (Fault::Game(_) | Fault::Io(_)), _) => fault.fmt(f),
            (fault, 0) => write!(f, "byte {}: {fault}", self.offset),
            (fault, line) => write!(f, "line {line}, byte {}: {fault}", self.offset),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Truncated { missing } => {
                write!(f, "the file ends too early: at least {missing} bytes are missing")
            }
            Self::Pieces => f.write_str("more than 32 pieces"),
            Self::PieceCode(code) => write!(f, "code {code} is not a piece"),
            Self::PieceTail => f.write_str("piece codes after the last piece"),
            Self::KingSquares => f.write_str("the king squares do not match the board"),
            Self::EnPassantSquare(byte) => write!(f, "{byte} is not an en passant square"),
            Self::Position(error) => error.fmt(f),
            Self::Result(number) => write!(f, "{number} is not a result"),
            Self::Move(word) => write!(f, "move {word:#06x} is not legal"),
            Self::MoveIndex => f.write_str("a move that is not legal"),
            Self::ChunkName => f.write_str("expected BINP at the beginning of a chunk"),
            Self::ChunkSize(size) => write!(f, "a chunk of {size} bytes is too large"),
            Self::GameLength => f.write_str("the game has more than 65,535 moves"),
            Self::Fields => f.write_str("expected FEN | score | result"),
            Self::NoScore => f.write_str("the score is missing: expected FEN | score | result"),
            Self::Lines => {
                f.write_str("expected the lines fen, move, score (a number), ply, result (1, 0 or -1) and e")
            }
            Self::LineLength => f.write_str("the line is too long"),
            Self::Fen(error) => error.fmt(f),
            Self::ScoreText => f.write_str("expected a score from -32768 to 32767"),
            Self::ResultText => f.write_str("expected a result of 1.0, 0.5 or 0.0"),
            Self::Game(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.fault)
    }
}

impl Error for Fault {}

/// Defines the losses by their docs, their names for machines and their texts in the plural.
macro_rules! losses {
    ($($(#[$docs:meta])* $loss:ident $name:literal $text:literal;)+) => {
        /// Information that a conversion drops or changes, because the written format cannot hold it.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Loss {
            $($(#[$docs])* $loss),+
        }

        impl Loss {
            /// All kinds.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$loss),+];

            /// A short name for machines: `no_score`, `move`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$loss => $name),+
                }
            }

            const fn text(self) -> &'static str {
                match self {
                    $(Self::$loss => $text),+
                }
            }
        }
    };
}

losses! {
    /// A position without a score was omitted.
    NoScore "no_score" "positions without a score left out";
    /// A position of a game without a result was omitted.
    NoResult "no_result" "positions without a result left out";
    /// The last position of a game, in which no move was played, was omitted.
    LastPosition "last_position" "last positions of games left out";
    /// A move was dropped.
    Move "move" "moves dropped";
    /// A position with Black to move was written as if White were to move, with colours changed.
    SideToMove "side_to_move" "positions with Black to move written with colours changed";
    /// A position lost its castling rights.
    Castling "castling" "positions without their castling rights";
    /// A position lost its en passant square.
    EnPassant "en_passant" "positions without their en passant square";
    /// A position lost its halfmove clock or its move number, or the number was too great and became the greatest.
    Counters "counters" "positions without their counters";
    /// A score of an engine was dropped, since its point of view does not follow from its game.
    ScoreView "score_view" "scores dropped, since it is unclear whether they are White's or the mover's";
    /// A score was out of range and became the nearest that is in range.
    ScoreRange "score_range" "scores out of range, written as the nearest in range";
    /// A position without a move was written with the null move.
    NullMove "null_move" "positions without a move written with the null move";
    /// A game was cut at a null move.
    CutAtNullMove "cut_at_null_move" "games cut at a null move";
    /// A mate was read as a number.
    MateAsNumber "mate_as_number" "mates read as numbers";
    /// A tag, a comment, a glyph or a variation of PGN was dropped.
    Annotation "annotation" "tags, comments, glyphs and variations dropped";
    /// A score or a byte in the head of a game or position, which no other format has, was dropped.
    Head "head" "fields in heads dropped";
    /// An extension record of viriformat was dropped.
    Extension "extension" "extension records dropped";
}

impl fmt::Display for Loss {
    /// Writes the loss in the plural: "moves dropped".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Counts of all kinds of [`Loss`].
///
/// `Display` writes those that have occurred: `3 moves dropped, 1 positions without their castling rights`; or `nothing`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Losses([u64; Loss::ALL.len()]);

impl Losses {
    /// No loss.
    pub const NONE: Self = Self([0; Loss::ALL.len()]);

    /// Counts one loss.
    #[inline]
    pub(crate) fn add(&mut self, loss: Loss) {
        self.0[loss as usize] += 1;
    }

    /// Counts a loss if `has_occurred`.
    #[inline]
    pub(crate) fn add_if(&mut self, has_occurred: bool, loss: Loss) {
        self.0[loss as usize] += u64::from(has_occurred);
    }

    /// The number of losses of one kind.
    pub const fn count(&self, loss: Loss) -> u64 {
        self.0[loss as usize]
    }

    /// True if nothing has been lost.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&count| count == 0)
    }

    /// The kinds that have occurred, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Loss, u64)> + '_ {
        Loss::ALL.into_iter().map(|loss| (loss, self.count(loss))).filter(|&(_, count)| count > 0)
    }
}

impl AddAssign for Losses {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl fmt::Display for Losses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (loss, count)) in self.iter().enumerate() {
            write!(f, "{}{count} {loss}", if i == 0 { "" } else { ", " })?;
        }
        if self.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}
