use chess_board::{KeyHistory, Position, Setup};
use chess_testkit::Random;
use chess_types::{Move, MoveKind, Piece, Square, UciMove};

/// Returns a position with the knight on the square of this index, and a halfmove clock. The 62 positions have
/// different keys.
fn position(index: usize, halfmove_clock: u16) -> Position {
    let mut setup: Setup = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    setup.board.put(Piece::BlackKnight, Square::ALL[index]);
    setup.halfmove_clock = halfmove_clock;
    Position::from_setup(&setup).unwrap()
}

fn pushed<const N: usize>(indices: &[usize]) -> KeyHistory<N> {
    let mut history = KeyHistory::<N>::EMPTY;
    for &index in indices {
        history.push(&position(index, 100));
    }
    history
}

/// The oracle: keys in a list, with `None` for an overwritten one.
#[derive(Default)]
struct Twin(Vec<Option<u64>>);

impl Twin {
    fn push(&mut self, size: usize, key: u64) {
        if let Some(overwritten) = self.0.len().checked_sub(size) {
            self.0[overwritten] = None;
        }
        self.0.push(Some(key));
    }

    fn repetitions(&self, key: u64, reach: usize) -> usize {
        self.0.iter().rev().take(reach).filter(|&&other| other == Some(key)).count()
    }
}

#[test]
fn pushing_and_popping_at_random_agrees_with_a_list() {
    fn check<const N: usize>() {
        let mut random = Random::new(N as u64);
        let mut history = KeyHistory::<N>::default();
        let mut twin = Twin::default();
        let mut tendency = 3;
        for step in 0..20_000 {
            if step % 50 == 0 {
                tendency = 1 + random.below(5);
            }
            if random.below(500) == 0 {
                (history, twin) = (KeyHistory::default(), Twin::default());
            } else if random.below(6) < tendency {
                let position = position(1 + random.below(3), 100);
                history.push(&position);
                twin.push(N, position.key());
            } else {
                history.pop();
                twin.0.pop();
            }
            assert_eq!(history.len(), twin.0.len());
            assert_eq!(history.is_empty(), twin.0.is_empty());
            let back = random.below(2 * N + 2);
            let expected =
                if back == 0 { None } else { twin.0.iter().rev().nth(back - 1).copied().flatten() };
            assert_eq!(history.key_before(back), expected, "{N} {step}");
            let clock = random.below(40);
            let position = position(1 + random.below(3), clock as u16);
            assert_eq!(history.repetitions(&position), twin.repetitions(position.key(), clock), "{N} {step}");
        }
    }
    check::<1>();
    check::<2>();
    check::<7>();
    check::<8>();
    check::<256>();
}

#[test]
fn the_last_repetition_of_any_earlier_position_is_found() {
    let history = pushed::<8>(&[20, 21, 22, 23, 24, 5, 6, 7, 8, 9]);
    // The positions pushed three plies ago or later, or an odd number of plies ago, cannot be repeated in a game.
    let found = [22, 24, 6, 5, 8, 20].map(|index| history.last_repetition(&position(index, 100)));
    assert_eq!(found, [Some(8), Some(6), Some(4), None, None, None]);
    assert_eq!(history.last_repetition(&position(6, 3)), None, "the clock reaches back three plies");
}

#[test]
fn the_last_repetition_is_so_many_plies_ago() {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].map(|mv| mv.parse::<UciMove>().unwrap());
    let mut history = KeyHistory::new();
    let mut position = Position::START;
    for round in 0..3 {
        assert_eq!(history.last_repetition(&position), (round > 0).then_some(4));
        assert_eq!(history.repetitions(&position), round);
        for UciMove { from, to, .. } in knights {
            history.push(&position);
            position.play_unchecked(Move::new(from, to, MoveKind::Quiet));
        }
    }
    position.play_unchecked(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
    history.push(&position);
    assert_eq!(history.last_repetition(&position), None);
}
