use chess_board::Position;
use chess_notation::{read_san, read_uci};
use chess_types::{Move, Square};

use super::typo::explain;

/// The words that are commands, for the suggestion after a typo.
pub(super) const COMMANDS: [&str; 10] =
    ["moves", "board", "undo", "hint", "fen", "pgn", "resign", "quit", "exit", "help"];

pub(super) const HELP: &str = "\
MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q or e7e8q promotes
moves       list the legal moves; moves e2 lists those of the piece on e2
board       draw the board
undo        take back your last move and the answer to it
hint        show the move that the engine would play
fen         print the position as FEN
pgn         print the game so far
resign      resign, and print the game
quit        leave without printing the game
help        show this list";

/// A line that a person has typed, understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Move(Move),
    /// List the legal moves, of one square only if there is one.
    Moves(Option<Square>),
    Board,
    Undo,
    Hint,
    Fen,
    Pgn,
    Resign,
    Quit,
    Help,
}

impl Wish {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// The line is neither a command nor a legal move. The error is a sentence for the person who typed it.
    pub(super) fn read(position: &Position, line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let mut words = line.split_whitespace();
        let (Some(word), argument, None) = (words.next(), words.next(), words.next()) else {
            return if line.is_empty() { Ok(None) } else { Err(explain(position, line)) };
        };
        match (word.to_ascii_lowercase().as_str(), argument) {
            ("moves", None) => Ok(Some(Self::Moves(None))),
            ("moves", Some(square)) => match square.parse() {
                Ok(square) => Ok(Some(Self::Moves(Some(square)))),
                Err(_) => Err("moves takes a square, such as moves e2".to_owned()),
            },
            ("board", None) => Ok(Some(Self::Board)),
            ("undo", None) => Ok(Some(Self::Undo)),
            ("hint", None) => Ok(Some(Self::Hint)),
            ("fen", None) => Ok(Some(Self::Fen)),
            ("pgn", None) => Ok(Some(Self::Pgn)),
            ("resign", None) => Ok(Some(Self::Resign)),
            ("quit" | "exit", None) => Ok(Some(Self::Quit)),
            ("help" | "?", None) => Ok(Some(Self::Help)),
            _ => match read_uci(position, line).ok().or_else(|| read_san(position, line).ok()) {
                Some(mv) if !mv.is_null() => Ok(Some(Self::Move(mv))),
                _ => Err(explain(position, line)),
            },
        }
    }
}
