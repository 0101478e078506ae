//! The core of a GUI. The window sends a line for each action of the user, and shows the line that it receives:
//!
//! `pick e2` answers with the squares to mark, `drop e2 e4` and `drop e7 e8 q` play a move, `undo` takes one back, `moves` is the
//! score sheet, `state` prints the side to move or the end of the game, `new [FEN]` begins anew, `save` is the game as PGN.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use chess_notation::pgn::Game;
use chess_notation::{GameState, NumberedMoves, PieceType, Position, PositionExt, Square};

#[derive(Default)]
struct Window {
    game: GameState,
}

type Answer = Result<String, Box<dyn std::error::Error>>;

impl Window {
    fn answer(&mut self, line: &str) -> Answer {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            ["pick", square] => Ok(self.pick(square.parse()?)),
            ["drop", from, to] => self.drop(from.parse()?, to.parse()?, None),
            ["drop", from, to, piece] => self.drop(from.parse()?, to.parse()?, Some(piece.parse()?)),
            ["undo"] => {
                Ok(self.game.undo().map_or("nothing to undo".to_owned(), |mv| format!("undone {mv}")))
            }
            ["moves"] => Ok(NumberedMoves::from(&self.game).to_string()),
            ["state"] => Ok(self.state()),
            ["new"] => Ok(self.begin(Position::START)),
            ["new", ..] => Ok(self.begin(Position::from_fen(words[1..].join(" "))?)),
            ["save"] => Ok(Game::from(&self.game).to_string()),
            _ => Err(format!("unknown command: {line:?}").into()),
        }
    }

    /// The squares that the piece on `square` can be dropped on. A king castles by its destination, and in Chess960 by the rook's square
    /// where it can also step to that destination.
    fn pick(&self, square: Square) -> String {
        let targets = self.game.position().legal_targets(square);
        targets.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn drop(&mut self, from: Square, to: Square, promotion: Option<PieceType>) -> Answer {
        let position = *self.game.position();
        if promotion.is_none() && position.find_moves(from, to).len() > 1 {
            return Ok("promote to q, r, b or n?".to_owned());
        }
        let mv = position.find_move(from, to, promotion)?;
        self.game.play_unchecked(mv);
        Ok(NumberedMoves::new(&position, &[mv]).to_string())
    }

    fn state(&self) -> String {
        let position = self.game.position();
        let side = position.side_to_move().name();
        match (self.game.outcome(), self.game.claim()) {
            (Some(outcome), _) => outcome.to_string(),
            (None, Some(claim)) => format!("{side} to move, who may claim a draw: {claim}"),
            (None, None) if position.is_in_check() => format!("{side} to move, in check"),
            (None, None) => format!("{side} to move"),
        }
    }

    fn begin(&mut self, position: Position) -> String {
        self.game = GameState::new(position);
        self.state()
    }
}

fn talk(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut window = Window::default();
    for line in input.lines() {
        match window.answer(&line?) {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(error) => writeln!(output, "error: {error}")?,
        }
    }
    output.flush()
}

fn main() -> ExitCode {
    match talk(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(lines: &str) -> Vec<String> {
        let mut output = Vec::new();
        talk(lines.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_game_to_mate_with_a_slip() {
        let answers = answers(
            "pick f2\ndrop f2 f5\ndrop f2 f3\ndrop e7 e5\ndrop g2 g4\nundo\ndrop g2 g4\ndrop d8 h4\nstate\nmoves\ndrop a2 a3\nhm\n",
        );
        assert_eq!(
            answers,
            [
                "f3 f4",
                "error: f2f5: the white pawn on f2 cannot move to f5",
                "1. f3",
                "1... e5",
                "2. g4",
                "undone g2g4",
                "2. g4",
                "2... Qh4#",
                "checkmate, Black wins",
                "1. f3 e5 2. g4 Qh4#",
                "error: a2a3: the king on e1 would be in check from h4",
                "error: unknown command: \"hm\"",
            ]
        );
    }

    #[test]
    fn castling_by_either_square_and_promotion_by_choice() {
        let answers = answers(
            "new 8/P5k1/8/8/8/8/8/4K2R w K - 0 1\npick e1\ndrop e1 g1\nundo\ndrop e1 h1\nundo\ndrop a7 a8\ndrop a7 a8 n\nstate\nmoves\n",
        );
        assert_eq!(answers[0], "White to move");
        assert_eq!(answers[1], "d1 f1 g1 d2 e2 f2");
        assert_eq!(
            answers[2..],
            [
                "1. O-O",
                "undone e1g1",
                "1. O-O",
                "undone e1g1",
                "promote to q, r, b or n?",
                "1. a8=N",
                "Black to move",
                "1. a8=N"
            ]
        );
    }

    #[test]
    fn castling_next_to_the_destination_is_a_drop_on_the_rook() {
        let answers = answers("new 4k3/8/8/8/8/8/8/RK6 w A - 0 1\npick b1\ndrop b1 c1\nundo\ndrop b1 a1\n");
        assert_eq!(answers[1..], ["a1 c1 a2 b2 c2", "1. Kc1", "undone b1c1", "1. O-O-O"]);
    }

    #[test]
    fn the_saved_game_is_pgn() {
        let saved = answers("drop e2 e4\nsave\n").join("\n");
        let game: Game = saved["1. e4\n".len()..].parse().unwrap();
        assert_eq!(game.mainline().count(), 1);
    }
}
