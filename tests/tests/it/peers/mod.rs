//! Legal moves, checks, FENs, notation and outcomes on random positions, compared with `shakmaty` and `cozy-chess`.
//!
//! The peers make the same moves, which tests making moves, and read our FEN from time to time, which tests writing FENs.

mod cozy;
mod notation;
mod shakmaty;
mod starts;
mod walk;

use chess_board::Position;
use chess_testkit::{Random, known};

use self::walk::Walk;

/// Distinct positions that each kind of game must reach: 180,000 in all. A third of their moves are written and read.
const POSITIONS: usize = 60_000;

#[test]
fn standard_games() {
    play_until(POSITIONS, 1, |_| Position::START);
}

#[test]
fn chess960_games() {
    play_until(POSITIONS, 2, |random| starts::chess960(random.below(960)));
}

#[test]
fn double_chess960_games() {
    play_until(POSITIONS, 3, |random| starts::double_chess960(random.below(960), random.below(960)));
}

#[test]
fn tricky_positions() {
    let mut walk = Walk::new(4);
    for fen in known::CPW.iter().chain(starts::TRICKY) {
        let start = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for _ in 0..40 {
            walk.play(&start, 8);
        }
    }
    assert!(walk.compared_with_shakmaty() > 15_000, "{}", walk.compared_with_shakmaty());
    assert!(walk.compared_with_cozy() > 15_000, "{}", walk.compared_with_cozy());
    walk.notation().assert_at_least(100_000, 150);
}

/// Plays random games from `start` until both peers have seen this many distinct positions.
fn play_until(positions: usize, seed: u64, start: impl Fn(&mut Random) -> Position) {
    let mut starts = Random::new(seed);
    let mut walk = Walk::new(seed);
    while walk.compared_with_both() < positions {
        walk.play(&start(&mut starts), 160);
    }
    assert_eq!(walk.compared_with_shakmaty(), walk.compared_with_both());
    assert_eq!(walk.compared_with_cozy(), walk.compared_with_both());
    walk.notation().assert_at_least(500_000, 400);
}
