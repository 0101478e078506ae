use chess_board::Position;
use chess_movegen::legal_moves;

use crate::random::Random;

/// Plays a game of random moves of at most `plies` plies. Returns the start and every `stride`-th position after it.
pub fn game(start: Position, plies: usize, stride: usize, random: &mut Random) -> Vec<Position> {
    let mut position = start;
    let mut positions = vec![start];
    for ply in 1..=plies {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(random.pick(&moves));
        if ply % stride == 0 {
            positions.push(position);
        }
    }
    positions
}

/// Returns one of the 960 start positions of Chess960.
pub fn chess960(random: &mut Random) -> Position {
    Position::chess960(random.below(960) as u16).expect("a number below 960")
}

/// Returns a start position of double Chess960, in which each side has its own arrangement.
pub fn double_chess960(random: &mut Random) -> Position {
    let (white, black) = (random.below(960) as u16, random.below(960) as u16);
    Position::double_chess960(white, black).expect("numbers below 960")
}
