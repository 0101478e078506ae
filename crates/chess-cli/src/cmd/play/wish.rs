use chess_board::Position;
use chess_notation::{read_san, read_uci};
use chess_types::{Move, Square};

use super::typo::explain;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_and_all_else_is_a_move() {
        let read = |line: &str| Wish::read(&Position::START, line);
        for (line, wish) in [
            ("moves", Wish::Moves(None)),
            (" MOVES\te2 ", Wish::Moves(Some(Square::E2))),
            ("board", Wish::Board),
            ("Undo", Wish::Undo),
            ("hint", Wish::Hint),
            ("fen", Wish::Fen),
            ("pgn", Wish::Pgn),
            ("resign", Wish::Resign),
            ("quit", Wish::Quit),
            ("exit", Wish::Quit),
            ("help", Wish::Help),
            ("?", Wish::Help),
        ] {
            assert_eq!(read(line), Ok(Some(wish)), "{line}");
        }
        for line in ["", "  \t "] {
            assert_eq!(read(line), Ok(None));
        }
        let mv = read_uci(&Position::START, "g1f3").unwrap();
        for line in ["g1f3", "Nf3", " Nf3 "] {
            assert_eq!(read(line), Ok(Some(Wish::Move(mv))), "{line}");
        }
        for line in ["0000", "--", "Nf4", "undo it", "fen fen fen", "moves e2 e4"] {
            assert_eq!(read(line), Err(explain(&Position::START, line)));
        }
        assert_eq!(read("moves all"), Err("moves takes a square, such as moves e2".to_owned()));
    }
}
