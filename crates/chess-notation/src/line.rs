use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

use chess_board::{ParsePositionError, Position};
use chess_movegen::is_legal;
use chess_types::Move;

use crate::san::{San, SanError, read_san};
use crate::uci::read_uci;

/// A position and moves that follow from it, each of them legal.
///
/// Its text is what UCI's command `position` has: `startpos moves e4 e5`, or `fen FEN moves e4 e5`. The moves are
/// written in SAN, or with `{:#}` in UCI (castling by the rook's square); reading takes both.
///
/// # Examples
/// ```
/// use chess_notation::Line;
///
/// let line: Line = "startpos moves e2e4 e7e5 g1f3".parse()?;
/// assert_eq!(line.to_string(), "startpos moves e4 e5 Nf3");
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
    /// The position, and no moves yet.
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

    /// Adds a move at the end. The null move passes the turn, where the side to move is not in check.
    ///
    /// # Errors
    /// The move is not legal; the line is as it was.
    pub fn push(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let may_be_played = if mv.is_null() { !self.end.is_in_check() } else { is_legal(&self.end, mv) };
        if !may_be_played {
            return Err(IllegalMove(mv));
        }
        self.end.play_or_pass(mv);
        self.moves.push(mv);
        Ok(())
    }
}

/// A move that is not legal where it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

/// Why a text is not a line of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParseLineError {
    /// The text begins neither with `startpos` nor with `fen`.
    Start,
    /// The FEN is not one. Bytes are counted from its beginning.
    Position(ParsePositionError),
    /// Between the position and the moves stands something else than `moves`.
    Moves,
    /// A move is not one, or not a legal one.
    Move {
        /// Bytes before the move.
        offset: usize,
        /// What is wrong with it, read as SAN.
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
            // No field of a FEN is that word.
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
        let mut line = Self::new(self.start);
        for &mv in &self.moves {
            if f.alternate() {
                write!(f, " {}", mv.uci960())?;
            } else {
                write!(f, " {}", San::new(&line.end, mv))?;
            }
            // All moves of a line are legal.
            let _ = line.push(mv);
        }
        Ok(())
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is not a legal move", self.0)
    }
}

impl Error for IllegalMove {}

impl fmt::Display for ParseLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("a line begins with startpos or fen"),
            Self::Position(error) => error.fmt(f),
            Self::Moves => f.write_str("after startpos comes the word moves"),
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
