use std::path::PathBuf;

use chess_board::Position;
use chess_notation::{read_san, read_uci};
use chess_types::{Move, Square};

use super::typo::{COMMANDS, explain, spellings};

/// A line that a person has typed, understood; or what has happened instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Move(Move),
    /// List the legal moves, of one square only if there is one.
    Moves(Option<Square>),
    Board,
    /// Take back so many moves of the person, with their answers.
    Undo(usize),
    Hint,
    Eval,
    Fen,
    Pgn,
    /// Offer a draw.
    Draw,
    Resign,
    Flip,
    /// Change sides.
    Switch,
    New,
    Save(PathBuf),
    /// Go on from a game of a file, counted from 1, after so many plies, or after all.
    Load {
        path: PathBuf,
        game: usize,
        ply: Option<usize>,
    },
    Quit,
    Help,
    /// The time of the person is over.
    Flag,
    /// Ctrl-C.
    Interrupt,
}

impl Wish {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// The line is neither a command nor a legal move. The error is a sentence for the person who typed it.
    pub(super) fn read(position: &Position, line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((word, arguments)) = words.split_first() else { return Ok(None) };
        let is_move = || read_uci(position, line).ok().or_else(|| read_san(position, line).ok());
        match (word.to_ascii_lowercase().as_str(), arguments) {
            ("moves", []) => Ok(Some(Self::Moves(None))),
            ("moves", [square]) => match square.parse() {
                Ok(square) => Ok(Some(Self::Moves(Some(square)))),
                Err(_) => Err("moves takes a square, such as moves e2".to_owned()),
            },
            ("board", []) => Ok(Some(Self::Board)),
            ("undo", []) => Ok(Some(Self::Undo(1))),
            ("undo", [number]) => match number.parse() {
                Ok(number) if number > 0 => Ok(Some(Self::Undo(number))),
                _ => Err("undo takes a number of moves, such as undo 2".to_owned()),
            },
            ("hint", []) => Ok(Some(Self::Hint)),
            ("eval", []) => Ok(Some(Self::Eval)),
            ("fen", []) => Ok(Some(Self::Fen)),
            ("pgn", []) => Ok(Some(Self::Pgn)),
            ("draw", []) => Ok(Some(Self::Draw)),
            ("resign", []) => Ok(Some(Self::Resign)),
            ("flip", []) => Ok(Some(Self::Flip)),
            ("switch", []) => Ok(Some(Self::Switch)),
            ("new", []) => Ok(Some(Self::New)),
            ("quit" | "exit", []) => Ok(Some(Self::Quit)),
            ("help" | "?", []) => Ok(Some(Self::Help)),
            (word @ ("save" | "load"), []) => Err(format!("{word} takes a file, such as {word} game.pgn")),
            ("save", [..]) => Ok(Some(Self::Save(line[word.len()..].trim().into()))),
            ("load", [..]) => Ok(Some(Self::load(line[word.len()..].trim()))),
            _ => match is_move() {
                Some(mv) if !mv.is_null() => Ok(Some(Self::Move(mv))),
                _ => Err(explain(position, line)),
            },
        }
    }

    /// Reads what follows `load`: a file, whose name may have blanks, and up to two numbers.
    fn load(text: &str) -> Self {
        let cut = |text: &'_ str| {
            let (rest, number) = text.rsplit_once(char::is_whitespace)?;
            Some((rest.trim_end().to_owned(), number.parse::<usize>().ok()?))
        };
        let (path, game, ply) = match cut(text) {
            None => (text.to_owned(), 1, None),
            Some((rest, last)) => match cut(&rest) {
                None => (rest, last, None),
                Some((path, game)) => (path, game, Some(last)),
            },
        };
        Self::Load { path: path.into(), game, ply }
    }
}

/// The words that a line may begin with: the commands, and the legal moves in SAN and UCI.
pub(super) fn words(position: &Position) -> Vec<String> {
    spellings(position).chain(COMMANDS.map(str::to_owned)).collect()
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q or e7e8q promotes
moves       list the legal moves; moves e2 lists and marks those of the piece on e2
board       draw the board
flip        draw the board from the other side from now on
undo        take back your last move and the answer to it; undo 3 takes back three of your moves
hint        show the move that the engine would play
eval        show the score of the position and the best line
draw        offer a draw; a draw that can be claimed is claimed without a word
resign      resign, and print the game
switch      change sides: the engine moves for you, and you for it
new         begin another game
save FILE   add the game to a file; a file that is there keeps its games
load FILE   go on from the end of a game of a PGN file; load FILE 3 from its third game, load FILE 3 20 from there
            after 20 plies. You play the side to move
fen         print the position as FEN
pgn         print the game so far
quit        leave without printing the game
help        show this list";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_words_and_all_else_is_a_move() {
        let read = |line: &str| Wish::read(&Position::START, line);
        let load = |path: &str, game, ply| Wish::Load { path: path.into(), game, ply };
        for (line, wish) in [
            ("moves", Wish::Moves(None)),
            (" MOVES\te2 ", Wish::Moves(Some(Square::E2))),
            ("board", Wish::Board),
            ("Undo", Wish::Undo(1)),
            ("undo 12", Wish::Undo(12)),
            ("hint", Wish::Hint),
            ("eval", Wish::Eval),
            ("draw", Wish::Draw),
            ("flip", Wish::Flip),
            ("switch", Wish::Switch),
            ("new", Wish::New),
            ("Save My Game.pgn", Wish::Save("My Game.pgn".into())),
            ("load a.pgn", load("a.pgn", 1, None)),
            ("load a b.pgn 12", load("a b.pgn", 12, None)),
            ("load a.pgn 3 40", load("a.pgn", 3, Some(40))),
            ("load 7", load("7", 1, None)),
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
        for line in ["0000", "--", "Nf4", "fen fen fen", "moves e2 e4"] {
            assert_eq!(read(line), Err(explain(&Position::START, line)));
        }
        for line in ["undo it", "undo 0"] {
            assert_eq!(read(line), Err("undo takes a number of moves, such as undo 2".to_owned()));
        }
        for (line, word) in [("save", "save"), ("load", "load"), ("load  ", "load")] {
            assert_eq!(read(line), Err(format!("{word} takes a file, such as {word} game.pgn")));
        }
        assert_eq!(read("moves all"), Err("moves takes a square, such as moves e2".to_owned()));
    }
}
