use std::error::Error;
use std::fmt;
use std::io;

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
    /// A code that stands for no piece.
    PieceCode(u8),
    /// Codes of pieces behind the last piece.
    PieceTail,
    /// The squares of the kings in bulletformat are not those of the board.
    KingSquares,
    /// A byte for the en passant square that names none.
    EnPassantSquare(u8),
    /// The board and its state are no position.
    Position(Box<InvalidSetup>),
    /// A number that stands for no result.
    Result(u8),
    /// A move that is not legal, as it stands in the file.
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
    pub(super) const fn new(offset: u64, fault: Fault) -> Self {
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
            Self::PieceCode(code) => write!(f, "code {code} stands for no piece"),
            Self::PieceTail => f.write_str("codes of pieces behind the last piece"),
            Self::KingSquares => f.write_str("the squares of the kings are not those of the board"),
            Self::EnPassantSquare(byte) => write!(f, "{byte} is no en passant square"),
            Self::Position(error) => error.fmt(f),
            Self::Result(number) => write!(f, "{number} stands for no result"),
            Self::Move(word) => write!(f, "move {word:#06x} is not legal"),
            Self::MoveIndex => f.write_str("a move that is not legal"),
            Self::ChunkName => f.write_str("a chunk begins with BINP"),
            Self::ChunkSize(size) => write!(f, "a chunk of {size} bytes is too large"),
            Self::GameLength => f.write_str("the game has more than 65,535 moves"),
            Self::Fields => f.write_str("a line is FEN | score | result"),
            Self::LineLength => f.write_str("the line is too long"),
            Self::Fen(error) => error.fmt(f),
            Self::ScoreText => f.write_str("a score is a number from -32768 to 32767"),
            Self::ResultText => f.write_str("a result is 1.0, 0.5 or 0.0"),
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
