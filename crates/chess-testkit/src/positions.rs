use std::iter;
use std::sync::LazyLock;

use chess_board::Position;
use chess_movegen::legal_moves;

use crate::games::{chess960, double_chess960, game};
use crate::random::Random;
use crate::scattered::{castling, en_passant, scattered};
use crate::suite;

/// Thousands of positions of all kinds, the same in every run: those of the suites with some one ply below them,
/// games of all three kinds of chess, and randomly scattered pieces.
pub static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut random = Random::new(20_260_101);
    let mut positions = Vec::new();
    for line in suite::lines() {
        positions.push(line.position);
        positions.extend(legal_moves(&line.position).iter().step_by(9).map(|&mv| line.position.after(mv)));
    }
    let mut play = |games, start: fn(&mut Random) -> Position| {
        for _ in 0..games {
            let start = start(&mut random);
            positions.extend(game(start, 140, 7, &mut random));
        }
    };
    play(12, |_| Position::START);
    play(50, chess960);
    play(50, double_chess960);
    positions.extend(iter::repeat_with(|| scattered(&mut random)).take(1000));
    positions.extend(iter::repeat_with(|| en_passant(&mut random)).take(500));
    positions.extend(iter::repeat_with(|| castling(&mut random)).take(1200));
    positions
});
