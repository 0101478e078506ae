use core::fmt;

use chess_board::Position;
use chess_movegen::IllegalMove;
use chess_types::{Color, Move};

use crate::san::San;

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
    /// The moves of a line that begins in `start`. The line ends before the first move that is not legal, so that moves of a
    /// hash table may be given. The null move, legal except in check, is written `--`.
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
            if IllegalMove::find_or_pass(&position, mv).is_some() {
                break;
            }
            f.write_str(if i == 0 { "" } else { " " })?;
            match position.side_to_move() {
                Color::White => write!(f, "{}. ", position.fullmove_number())?,
                Color::Black if i == 0 => write!(f, "{}... ", position.fullmove_number())?,
                Color::Black => {}
            }
            f.write_str(San::new(&position, mv).as_str())?;
            position.play_or_pass(mv);
        }
        Ok(())
    }
}
