//! Answers to a line that is neither a command nor a legal move.

use std::path::PathBuf;

use chess_board::Position;
use chess_data::json::legal_moves_by_uci;
use chess_data::spelling::nearest;
use chess_movegen::PositionExt;
use chess_notation::{San, SanError, read_move, read_san};
use chess_types::{Move, PieceType, Square, UciMove};

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
    /// Play at another level, from 1 to 10.
    Level(u8),
    /// Start an engine again that has failed.
    Restart,
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
    /// Ctrl-C or SIGTERM.
    Interrupt,
}

impl Wish {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// The line is neither a command nor a legal move. The error is a sentence for the person who typed it.
    pub(super) fn read(position: &Position, line: &str) -> Result<Option<Self>, String> {
        let line = without_number(line.trim());
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((word, arguments)) = words.split_first() else { return Ok(None) };
        let is_move = || read_move(position, line).ok();
        match (word.to_ascii_lowercase().as_str(), arguments) {
            ("moves", []) => Ok(Some(Self::Moves(None))),
            ("moves", [square]) => match square.parse() {
                Ok(square) => Ok(Some(Self::Moves(Some(square)))),
                Err(_) => Err("moves: expected a square, such as moves e2".to_owned()),
            },
            ("board", []) => Ok(Some(Self::Board)),
            ("undo", []) => Ok(Some(Self::Undo(1))),
            ("undo", [number]) => match number.parse() {
                Ok(number) if number > 0 => Ok(Some(Self::Undo(number))),
                _ => Err("undo: expected a number of moves, such as undo 2".to_owned()),
            },
            ("hint", []) => Ok(Some(Self::Hint)),
            ("eval", []) => Ok(Some(Self::Eval)),
            ("fen", []) => Ok(Some(Self::Fen)),
            ("pgn", []) => Ok(Some(Self::Pgn)),
            ("draw", []) => Ok(Some(Self::Draw)),
            ("resign", []) => Ok(Some(Self::Resign)),
            ("flip", []) => Ok(Some(Self::Flip)),
            ("switch", []) => Ok(Some(Self::Switch)),
            ("level", _) => match line[word.len()..].trim().parse() {
                Ok(level @ 1..=10) => Ok(Some(Self::Level(level))),
                _ => Err("level: expected a number from 1 to 10, such as level 3".to_owned()),
            },
            ("restart", []) => Ok(Some(Self::Restart)),
            ("new", []) => Ok(Some(Self::New)),
            ("quit" | "exit", []) => Ok(Some(Self::Quit)),
            ("help" | "?", []) => Ok(Some(Self::Help)),
            (word @ ("save" | "load"), []) => {
                Err(format!("{word}: expected a file name, such as {word} game.pgn"))
            }
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

/// A move without the number before it: `1. e4`, `3...Nf6`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < line.len() && rest.starts_with('.') {
        rest.trim_start_matches('.').trim_start()
    } else {
        line
    }
}

/// The words that a line may begin with: the commands, and the legal moves in SAN and UCI.
pub(super) fn words(position: &Position) -> Vec<String> {
    spellings(position).chain(commands().map(str::to_owned)).collect()
}

/// The answer to `help`. Each line that begins with a word in lower case names a command.
pub(super) const HELP: &str = "\
MOVE        play a move in SAN or UCI: Nf3 or g1f3; O-O or e1g1 castles, e8=Q
            or e7e8q promotes
ENTER       while the engine thinks on a terminal: make it move now
moves       list the legal moves; moves e2: those of the piece on e2
board       draw the board
flip        flip the board
undo        take back your last move and the reply; undo 3 takes back three
hint        show the best move
eval        show the evaluation and the best line
draw        claim the fifty-move rule, or offer a draw; threefold repetition
            is a draw at once
resign      resign and print the game
switch      swap sides with the engine
level N     set the engine's level (1 to 10)
restart     restart an engine that has failed
new         start a new game
save FILE   append the game to a file
load FILE   continue the first game of a PGN file; load FILE 3: the third one,
            load FILE 3 20: after 20 plies. You play the side to move
fen         print the FEN
pgn         print the game so far
quit        quit without printing the game
help        show this help";

/// The longest text that is compared with commands and moves, and that is quoted whole, in characters.
const MAX_QUOTED: usize = 24;

/// The words that are commands.
fn commands() -> impl Iterator<Item = &'static str> {
    let words = HELP.lines().filter_map(|line| line.split(' ').next());
    words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
}

/// Explains in one line why `text` cannot be played, and suggests what can.
fn explain(position: &Position, text: &str) -> String {
    if let Ok(uci) = UciMove::from_bytes(text.as_bytes()) {
        return explain_uci(position, uci);
    }
    match read_san(position, text) {
        Ok(_) => PASS.to_owned(),
        Err(SanError::Ambiguous(ambiguous)) => {
            format!("{text} can be {}", list(position, ambiguous.candidates(), " or "))
        }
        Err(SanError::Illegal) => explain_san(position, text),
        Err(_) => explain_word(position, text),
    }
}

const PASS: &str = "passing is not allowed; type help for all commands";

fn explain_uci(position: &Position, uci: UciMove) -> String {
    let UciMove { from, to, promotion } = uci;
    if uci.is_null() {
        return PASS.to_owned();
    }
    let moves = position.legal_moves();
    let mut promotions =
        moves.iter().copied().filter(|mv| mv.is_promotion() && (mv.from(), mv.to()) == (from, to)).peekable();
    if promotion.is_none() && promotions.peek().is_some() {
        return format!("{uci}: choose the promotion piece: {}", list(position, promotions, " "));
    }
    let is_own = position.by_color(position.side_to_move()).contains(from);
    let refused = position.find_move(from, to, promotion);
    let reason = refused.map_or_else(|error| error.to_string(), |_| format!("{uci} is not a legal move"));
    let reason = reason.replacen(": ", &format!(": {}", in_check(position)), 1);
    match position.piece_type_at(from) {
        Some(piece_type) if is_own => {
            let (moves, of) = (moves.into_iter().filter(|mv| mv.from() == from), piece_type.name());
            format!("{reason}. {}", legal(position, moves, "", &format!(" of that {of}")))
        }
        _ => {
            let moves = moves.into_iter().filter(|mv| mv.destination() == to);
            format!("{reason}. {}", legal(position, moves, "", &format!(" to {to}")))
        }
    }
}

/// Explains SAN of a move that is not legal: names the moves of the pieces that can be meant.
fn explain_san(position: &Position, text: &str) -> String {
    let color = position.side_to_move().name();
    let letter = text.chars().next().unwrap_or_default();
    let moves = position.legal_moves().into_iter();
    if matches!(letter, 'O' | 'o' | '0') {
        let castling = list(position, moves.filter(|mv| mv.is_castle()), " ");
        let legal = if castling.is_empty() { "No castling move is legal." } else { "Legal castling moves: " };
        return format!(
            "{text}: {}{color} cannot castle that way now. {legal}{castling}",
            in_check(position)
        );
    }
    let piece_type = PieceType::ALL.into_iter().find(|it| letter == it.letter().to_ascii_uppercase());
    let piece_type = piece_type.unwrap_or(PieceType::Pawn);
    let moves = moves.filter(|mv| !mv.is_castle() && position.piece_type_at(mv.from()) == Some(piece_type));
    let piece = piece_type.name();
    let color = color.to_lowercase();
    let reason = match target(text) {
        Some(to) if piece_type == PieceType::King => format!("the {color} king cannot move to {to}"),
        Some(to) => format!("no {color} {piece} can move to {to}"),
        None => "no such move is legal".to_owned(),
    };
    let file = text.chars().find(|c| piece_type == PieceType::Pawn && ('a'..='h').contains(c));
    let moves = moves.filter(|mv| file.is_none_or(|file| mv.from().to_string().starts_with(file)));
    let of = file.map_or(String::new(), |file| format!(" on the {file}-file"));
    format!("{text}: {}{reason}. {}", in_check(position), legal(position, moves, &format!("{piece} "), &of))
}

/// The reason that comes before all others.
fn in_check(position: &Position) -> &'static str {
    if position.is_in_check() { "you are in check; " } else { "" }
}

/// The last square that the text names.
fn target(text: &str) -> Option<Square> {
    let bytes = text.as_bytes();
    bytes.windows(2).rev().find_map(|pair| str::from_utf8(pair).ok()?.parse().ok())
}

/// Explains a text that is not a move at all: suggests the commands and legal moves that are spelled nearly alike.
fn explain_word(position: &Position, text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or(text);
    if text.contains('/') || ["fen", "position", "setup"].iter().any(|name| word.eq_ignore_ascii_case(name)) {
        return "for a game from a position, quit and type chess play FEN".to_owned();
    }
    let length = text.chars().count();
    if length > MAX_QUOTED {
        let start: String = text.chars().take(MAX_QUOTED).collect();
        return format!("{start}... is neither a move nor a command; type help for all commands");
    }
    if text.eq_ignore_ascii_case("takeback") {
        return format!("{text} is neither a move nor a command. Did you mean undo?");
    }
    let words = commands().map(str::to_owned).chain(spellings(position));
    let mut nearest = nearest(text, words);
    nearest.truncate(3);
    match nearest.as_slice() {
        [] => format!("{text} is neither a move nor a command; type help for all commands"),
        words => format!("{text} is neither a move nor a command. Did you mean {}?", words.join(" or ")),
    }
}

/// Returns the legal moves in SAN and UCI.
fn spellings(position: &Position) -> impl Iterator<Item = String> {
    let both = |mv: Move| [San::new(position, mv).to_string(), mv.uci().to_string()];
    legal_moves_by_uci(position).into_iter().flat_map(both)
}

/// A sentence with these legal moves, for example those of a kind, `pawn `, or of a place, ` to e5`.
fn legal(position: &Position, moves: impl IntoIterator<Item = Move>, kind: &str, of: &str) -> String {
    let moves = list(position, moves, " ");
    if moves.is_empty() {
        format!("No legal {kind}move{of}.")
    } else {
        format!("Legal {kind}moves{of}: {moves}")
    }
}

/// The moves in SAN, sorted.
pub(super) fn list(position: &Position, moves: impl IntoIterator<Item = Move>, separator: &str) -> String {
    let mut moves: Vec<_> = moves.into_iter().map(|mv| San::new(position, mv).to_string()).collect();
    moves.sort_unstable();
    moves.join(separator)
}

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
            ("level 10", Wish::Level(10)),
            ("restart", Wish::Restart),
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
        let mv = read_move(&Position::START, "Nf3").unwrap();
        for line in ["g1f3", "Nf3", " Nf3 ", "g1-f3", "Ng1f3", "1. Nf3", "12.Nf3", "3... Nf3", "nf3", "ng1f3"]
        {
            assert_eq!(read(line), Ok(Some(Wish::Move(mv))), "{line}");
        }
        for line in ["0000", "--", "Nf4", "fen fen fen", "moves e2 e4"] {
            assert_eq!(read(line), Err(explain(&Position::START, line)));
        }
        for line in ["undo it", "undo 0"] {
            assert_eq!(read(line), Err("undo: expected a number of moves, such as undo 2".to_owned()));
        }
        for (line, word) in [("save", "save"), ("load", "load"), ("load  ", "load")] {
            assert_eq!(read(line), Err(format!("{word}: expected a file name, such as {word} game.pgn")));
        }
        assert_eq!(read("moves all"), Err("moves: expected a square, such as moves e2".to_owned()));
        for line in ["level", "level 11", "level easy", "level 1 2"] {
            assert_eq!(read(line), Err("level: expected a number from 1 to 10, such as level 3".to_owned()));
        }
    }

    #[test]
    fn answers_to_typos() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let pinned = "4k3/4r3/8/8/8/8/4R3/R3K3 w Q - 0 1";
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        let castle = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let beside = "4k3/8/8/8/8/8/8/5KNR w H - 0 1";
        let checked = "4k3/8/8/8/1b6/8/8/4K2R w K - 0 1";
        for (fen, text, answer) in [
            (start, "e4e5", "e4e5: there is no piece on e4. No legal move to e5."),
            (
                start,
                "e7e5",
                "e7e5: the black pawn on e7 does not belong to the side to move. No legal move to e5.",
            ),
            (start, "a1a3", "a1a3: the white rook on a1 cannot move to a3. No legal move of that rook."),
            (start, "e1g1", "e1g1: castling is blocked by f1 g1. No legal move of that king."),
            (start, "axb3", "axb3: no white pawn can move to b3. Legal pawn moves on the a-file: a3 a4"),
            (start, "O-O", "O-O: White cannot castle that way now. No castling move is legal."),
            (castle, "O-O-O", "O-O-O: White cannot castle that way now. Legal castling moves: O-O"),
            (castle, "Kc3", "Kc3: the white king cannot move to c3. Legal king moves: Kd1 Kd2 Ke2 Kf1 Kf2"),
            (start, "E2E4", "E2E4 is neither a move nor a command. Did you mean e2e4?"),
            (start, "takeback", "takeback is neither a move nor a command. Did you mean undo?"),
            (
                checked,
                "O-O",
                "O-O: you are in check; White cannot castle that way now. No castling move is legal.",
            ),
            (
                checked,
                "h1h2",
                "h1h2: you are in check; the king on e1 would be in check from b4. No legal move of that rook.",
            ),
            (
                pinned,
                "e2d2",
                "e2d2: the king on e1 would be in check from e7. Legal moves of that rook: Re3 Re4 Re5 Re6 Rxe7+",
            ),
            // A step of the king, and castling as it is spelt outside Chess960.
            (
                beside,
                "f1g1",
                "f1g1: the white king on f1 cannot move to g1. Legal moves of that king: Ke1 Ke2 Kf2 Kg2",
            ),
            (knights, "Nd2", "Nd2 can be Nbd2 or Nfd2"),
            (
                "8/1P4k1/8/8/8/8/8/K7 w - - 0 1",
                "b7b8",
                "b7b8: choose the promotion piece: b8=B b8=N b8=Q b8=R",
            ),
        ] {
            assert_eq!(explain(&fen.parse().unwrap(), text), answer);
        }
    }

    /// At most three words. A text of more than 24 characters is cut.
    #[test]
    fn near_words_are_suggested() {
        let help = "type help for all commands";
        let long = "é".repeat(60_000);
        for (text, suggestion) in [
            ("N33", Some("Na3 or Nc3 or Nf3")),
            ("e44", Some("e4")),
            ("resing", Some("resign")),
            ("Nx", None),
            ("hepl mi", None),
        ] {
            let answer = match suggestion {
                Some(words) => format!("{text} is neither a move nor a command. Did you mean {words}?"),
                None => format!("{text} is neither a move nor a command; {help}"),
            };
            assert_eq!(explain(&Position::START, text), answer);
        }
        let answer = format!("{}... is neither a move nor a command; {help}", "é".repeat(24));
        assert_eq!(explain(&Position::START, &long), answer);
        for text in ["setup", "fen 8/8/8/8/8/8/8/8 w - -"] {
            assert_eq!(
                explain(&Position::START, text),
                "for a game from a position, quit and type chess play FEN"
            );
        }
    }
}
