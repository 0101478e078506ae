//! Un-moves, compared with an oracle and with the moves of games.

mod long;
mod naive;
mod none;
mod options;
mod states;

use chess_board::{CastlingRules, Mend, Position, Setup};
use chess_movegen::PositionExt;
use chess_testkit::Random;
use chess_unmoves::{UnMoveOptions, unmoves};

#[test]
fn lenient_reading_accepts_every_unmove_with_one_shade_of_bishops() {
    let setup: Setup = "rkbqbnnr/pppppppp/8/8/8/8/PPPPPPPP/RKBQNBNR w KQkq - 0 1".parse().unwrap();
    let start = Position::from_setup_lenient(&setup, CastlingRules::Chess960).unwrap();
    assert_eq!(start.changes[..], [Mend::Material]);
    let mut random = Random::new(212);
    let mut trips = 0;
    for _ in 0..40 {
        let mut position = start.position;
        for _ in 0..120 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(random.pick(&moves));
            for unmove in unmoves(&position, UnMoveOptions::EXACT) {
                let before = unmove.before(&position);
                let read = Position::from_setup_lenient(&before.to_setup(), CastlingRules::Chess960).unwrap();
                assert_eq!(read.position, before, "{position} {unmove:?}");
                assert!(read.changes.iter().all(|&change| change == Mend::Material), "{position} {unmove:?}");
                assert!(before.is_legal(unmove.mv) && before.after(unmove.mv) == position);
                trips += 1;
            }
        }
    }
    assert!(trips > 20_000, "{trips}");
}
