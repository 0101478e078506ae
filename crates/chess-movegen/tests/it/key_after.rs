//! The predicted key after a move, compared with the key of the position after it.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::{POSITIONS, Random, double_chess960, game};

/// The numbers of plain moves, castlings, captures en passant, double pushes that can be captured so, and promotions.
#[derive(Default, Debug)]
struct Seen([usize; 5]);

fn check(position: &Position, seen: &mut Seen) {
    for mv in position.legal_moves() {
        let after = position.after(mv);
        assert_eq!(position.key_after(mv), after.key(), "{position} {mv}");
        let sorts = [
            mv.is_plain(),
            mv.is_castle(),
            mv.is_en_passant(),
            after.ep_square().is_some(),
            mv.is_promotion(),
        ];
        for (count, is_of_sort) in seen.0.iter_mut().zip(sorts) {
            *count += usize::from(is_of_sort);
        }
    }
}

#[test]
fn the_key_after_a_move_is_that_of_the_position_after_it() {
    let (mut random, mut seen) = (Random::new(13), Seen::default());
    for _ in 0..300 {
        let start = double_chess960(&mut random);
        for start in [Position::START, start] {
            for position in game(start, 160, 1, &mut random) {
                check(&position, &mut seen);
            }
        }
    }
    for position in POSITIONS.iter() {
        check(position, &mut seen);
    }
    assert!(seen.0.iter().all(|&count| count > 100), "{seen:?}");
}
