//! Legal moves, checks, FENs, notation and outcomes on random positions, compared with `shakmaty` and `cozy-chess`.
//!
//! The peers make the same moves, which tests making moves, and read our FEN from time to time, which tests writing FENs.

mod cozy;
mod notation;
mod shakmaty;
mod walk;

use chess_board::Position;
use chess_testkit::{POSITIONS, Random};
use cozy_chess::Board;

use self::walk::Walk;

/// Distinct positions that each kind of game must reach: 180,000 in all. A third of their moves are written and read.
const WANTED: usize = 60_000;

#[test]
fn standard_games() {
    play_until(WANTED, 1, |_| Position::START);
}

#[test]
fn chess960_games() {
    play_until(WANTED, 2, |random| chess960(random.below(960)));
}

#[test]
fn double_chess960_games() {
    play_until(WANTED, 3, |random| double_chess960(random.below(960), random.below(960)));
}

/// Of a position that no game can lead to, a peer may refuse the FEN.
#[test]
fn positions_of_all_kinds() {
    let mut walk = Walk::new(4);
    for start in POSITIONS.iter() {
        walk.play(start, 8);
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

/// The Chess960 start position of this number; both our numbering and the peer's are Scharnagl's.
fn chess960(number: usize) -> Position {
    double_chess960(number, number)
}

/// The start position in which White and Black have Chess960 arrangements of their own.
fn double_chess960(white: usize, black: usize) -> Position {
    let position = Position::double_chess960(white as u16, black as u16).expect("numbers below 960");
    let board = Board::double_chess960_startpos(white as u32, black as u32);
    assert_eq!(format!("{position:#}"), format!("{board:#}"));
    position
}
