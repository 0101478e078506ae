//! Notation, read and written by each program on the same moves of the same games.

mod cases;
#[cfg(feature = "peers")]
mod cozy;
mod ours;
#[cfg(feature = "peers")]
mod shakmaty;

pub use self::cases::{CASES, Case, Texts, cases, pgn};

/// The notation that a program reads and writes. A refusal is a fault here, and panics.
pub trait Notation {
    /// A position.
    type Position;
    /// A legal move.
    type Move: Copy + PartialEq;

    /// Reads and validates a FEN.
    fn read_fen(fen: &str) -> Self::Position;

    /// Appends the FEN, with the en passant square only where a capture is legal.
    fn write_fen(position: &Self::Position, text: &mut String);

    /// Reads a legal move from SAN.
    fn read_san(position: &Self::Position, text: &str) -> Self::Move;

    /// Appends the SAN of a legal move, with its mark of check or mate.
    fn write_san(position: &Self::Position, mv: Self::Move, text: &mut String);

    /// Reads a legal move from UCI.
    fn read_uci(position: &Self::Position, text: &str) -> Self::Move;
}

/// A program that reads PGN and plays the moves.
pub trait Replay {
    /// Number of moves in the main lines of all games, each of which has been made on a position.
    fn replay(pgn: &[u8]) -> usize;
}
