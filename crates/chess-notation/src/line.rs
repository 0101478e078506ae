use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use chess_board::{ParsePositionError, Position};
use chess_movegen::IllegalMove;
use chess_types::Move;

use crate::san::{NumberedMoves, San, SanError, read_san};
use crate::uci::read_uci;

/// A position and legal moves from it.
///
/// The text is that of UCI's command `position`: `startpos moves e4 e5`, or `fen FEN moves e4 e5`. `Display` writes the
/// moves in SAN, and with `{:#}` in UCI with castling by the rook's square. `FromStr` reads both. For people, see
/// [`numbered`](Self::numbered).
///
/// # Examples
/// ```
/// use chess_notation::Line;
///
/// let line: Line = "startpos moves e2e4 e7e5 g1f3".parse()?;
/// assert_eq!(line.to_string(), "startpos moves e4 e5 Nf3");
/// assert_eq!(line.numbered().to_string(), "1. e4 e5 2. Nf3");
/// assert_eq!(line.end().to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
///
/// let error = "startpos moves e4 e4".parse::<Line>().unwrap_err();
/// assert_eq!(error.to_string(), "byte 18: no such move is legal here");
/// # Ok::<(), chess_notation::ParseLineError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    start: Position,
    moves: Vec<Move>,
    end: Position,
}

impl Line {
    /// A line without moves.
    pub const fn new(start: Position) -> Self {
        Self { start, moves: Vec::new(), end: start }
    }

    /// The position before the first move.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub const fn end(&self) -> &Position {
        &self.end
    }

    /// The moves from the first to the last.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Adds a move at the end. The null move, which passes the turn, is legal except in check.
    ///
    /// # Errors
    /// The move is not legal. The line is then unchanged.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if let Some(error) = IllegalMove::find_or_null(&self.end, mv) {
            return Err(error);
        }
        self.end.play(mv);
        self.moves.push(mv);
        Ok(())
    }

    /// Removes the last move and returns it; `None` if there are no moves. It takes time in proportion to the number of moves,
    /// since the others are played again.
    pub fn pop(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.end = self.start;
        for &mv in &self.moves {
            self.end.play(mv);
        }
        Some(mv)
    }

    /// The moves in SAN with move numbers: `1. e4 e5 2. Nf3`.
    pub fn numbered(&self) -> NumberedMoves<'_> {
        NumberedMoves::new(&self.start, &self.moves)
    }
}

impl IntoIterator for Line {
    type Item = Move;
    type IntoIter = alloc::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

/// An error of a text that is not a [`Line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ParseLineError {
    /// The text begins neither with `startpos` nor with `fen`.
    Start,
    /// The FEN is wrong. Its offset counts from the beginning of the FEN.
    Position(ParsePositionError),
    /// The word after the position is not `moves`.
    Moves,
    /// A move cannot be read, or is not legal.
    Move {
        /// Number of bytes before the move.
        offset: usize,
        /// The error of reading it as SAN.
        error: SanError,
    },
}

impl FromStr for Line {
    type Err = ParseLineError;

    fn from_str(text: &str) -> Result<Self, ParseLineError> {
        let trimmed = text.trim_start();
        let (start, moves) = if let Some(rest) = trimmed.strip_prefix("startpos") {
            let moves = rest.trim_start();
            match moves.strip_prefix("moves") {
                Some(moves) => (Position::START, moves),
                None if moves.is_empty() => (Position::START, moves),
                None => return Err(ParseLineError::Moves),
            }
        } else {
            let rest = trimmed.strip_prefix("fen ").ok_or(ParseLineError::Start)?;
            let (fen, moves) = rest.split_once(" moves").unwrap_or((rest, ""));
            (Position::from_fen(fen)?, moves)
        };
        let mut line = Self::new(start);
        let mut offset = text.len() - moves.len();
        for word in moves.split_inclusive(char::is_whitespace) {
            let name = word.trim_end();
            if !name.is_empty() {
                let mv = read_uci(&line.end, name).or_else(|_| read_san(&line.end, name));
                let mv = mv.map_err(|error| ParseLineError::Move { offset, error })?;
                line.push(mv).map_err(|_| ParseLineError::Move { offset, error: SanError::Illegal })?;
            }
            offset += word.len();
        }
        Ok(line)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.start == Position::START {
            f.write_str("startpos")?;
        } else {
            write!(f, "fen {}", self.start.fen().en_passant(chess_board::EnPassantStyle::Always))?;
        }
        if self.moves.is_empty() {
            return Ok(());
        }
        f.write_str(" moves")?;
        let mut position = self.start;
        for &mv in &self.moves {
            if f.alternate() {
                write!(f, " {}", mv.uci960())?;
            } else {
                write!(f, " {}", San::new(&position, mv))?;
            }
            position.play(mv);
        }
        Ok(())
    }
}

impl fmt::Display for ParseLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("expected startpos or fen at the beginning"),
            Self::Position(error) => error.fmt(f),
            Self::Moves => f.write_str("expected the word moves after startpos"),
            Self::Move { offset, error } => write!(f, "byte {offset}: {error}"),
        }
    }
}

impl Error for ParseLineError {}

impl From<ParsePositionError> for ParseLineError {
    fn from(error: ParsePositionError) -> Self {
        Self::Position(error)
    }
}
