//! Moves as text.

use chess_board::Position;
use chess_movegen::GameState;
use chess_notation::San;
use chess_types::{Color, MoveList};

/// The columns of a list of moves.
const WIDTH: usize = 78;

/// The last moves in SAN, with numbers, as many as have room in a line.
pub(super) fn score_sheet(game: &GameState) -> String {
    let (moves, positions) = (game.moves(), game.positions());
    let mut words: Vec<String> = Vec::new();
    for (index, (&mv, position)) in moves.iter().zip(positions).enumerate() {
        let dots = match position.side_to_move() {
            Color::White => ". ",
            Color::Black if index == 0 => "... ",
            Color::Black => "",
        };
        let number = Some(position.fullmove_number()).filter(|_| !dots.is_empty());
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        words.push(format!("{number}{dots}{} ", San::new(position, mv)));
    }
    let mut width = WIDTH;
    let fit = words.iter().rev().take_while(|word| {
        width = width.saturating_sub(word.len());
        width > 0
    });
    let fit = fit.count();
    words.split_off(words.len() - fit).concat()
}

/// The moves in SAN, sorted, in lines of at most [`WIDTH`] columns.
pub(super) fn lines(position: &Position, moves: &MoveList) -> Vec<String> {
    let mut sans: Vec<_> = moves.iter().map(|&mv| San::new(position, mv).to_string()).collect();
    sans.sort_unstable();
    let mut lines: Vec<String> = Vec::new();
    for san in sans {
        match lines.last_mut().filter(|line| line.len() + 1 + san.len() <= WIDTH) {
            Some(line) => {
                line.push(' ');
                line.push_str(&san);
            }
            None => lines.push(san),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use chess_movegen::PositionExt;

    use super::*;

    #[test]
    fn a_score_sheet_has_the_last_moves_that_fit() {
        let mut game = GameState::new("4k3/8/8/8/8/8/8/4K2R b - - 0 9".parse().unwrap());
        assert_eq!(score_sheet(&game), "");
        for number in 0..40 {
            let mv = game.position().legal_moves()[number % 2];
            game.play(mv);
            let sheet = score_sheet(&game);
            assert!(sheet.len() <= WIDTH && sheet.contains(' '), "{sheet}");
            assert_eq!(sheet.starts_with("9... K"), number < 12, "{number}: {sheet}");
        }
    }
}
