//! The ray walk against coordinate arithmetic, and the tables against the ray walk.

mod tables;

use chess_slider::{Slider, ray_attacks};
use chess_testkit::{Random, sample_under_miri};
use chess_types::{Bitboard, Direction, Square, bitboard};

/// Sets of about 16 squares.
fn random_occupancies() -> impl Iterator<Item = Bitboard> {
    let mut random = Random::new(1);
    core::iter::repeat_with(move || Bitboard(random.word() & random.word()))
}

/// Files and ranks counted up and down as numbers, until one leaves the board.
fn walk(from: Square, (files, ranks): (i32, i32), occupancy: Bitboard) -> Bitboard {
    let (mut file, mut rank) = (from as i32 % 8, from as i32 / 8);
    let mut hit = 0;
    loop {
        (file, rank) = (file + files, rank + ranks);
        if !(0..8).contains(&file) || !(0..8).contains(&rank) {
            return Bitboard(hit);
        }
        let bit = 1 << (8 * rank + file);
        hit |= bit;
        if occupancy.0 & bit != 0 {
            return Bitboard(hit);
        }
    }
}

fn delta(direction: Direction) -> (i32, i32) {
    match direction {
        Direction::North => (0, 1),
        Direction::NorthEast => (1, 1),
        Direction::East => (1, 0),
        Direction::SouthEast => (1, -1),
        Direction::South => (0, -1),
        Direction::SouthWest => (-1, -1),
        Direction::West => (-1, 0),
        Direction::NorthWest => (-1, 1),
    }
}

#[test]
fn a_ray_stops_at_the_first_piece_and_hits_it() {
    for occupancy in random_occupancies().take(200).chain([Bitboard::EMPTY, Bitboard::FULL]) {
        for square in Square::ALL {
            for direction in Direction::ALL {
                assert_eq!(
                    ray_attacks(square, direction, occupancy),
                    walk(square, delta(direction), occupancy),
                    "{square} {direction:?}, occupied:\n{occupancy:?}"
                );
            }
        }
    }
}

#[test]
fn rook_and_bishop_hit_along_their_rays() {
    for occupancy in sample_under_miri(random_occupancies().take(100), 50) {
        for square in Square::ALL {
            let all = |ways: [(i32, i32); 4]| {
                ways.into_iter().fold(Bitboard::EMPTY, |hit, way| hit | walk(square, way, occupancy))
            };
            let rook = all([(0, 1), (1, 0), (0, -1), (-1, 0)]);
            let bishop = all([(1, 1), (1, -1), (-1, -1), (-1, 1)]);
            assert_eq!(Slider::Rook.attacks(square, occupancy), rook);
            assert_eq!(Slider::Bishop.attacks(square, occupancy), bishop);
        }
    }
}

#[test]
fn attacks_can_be_constants() {
    const OCCUPANCY: Bitboard = Square::G5.bitboard().with(Square::E4);
    const ROOK: Bitboard = Slider::Rook.attacks(Square::G2, OCCUPANCY);
    const HIT: Bitboard = Slider::Bishop.attacks(Square::G2, OCCUPANCY).union(ROOK);
    assert_eq!(
        HIT,
        bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . X .
            . . . . X . X .
            . . . . . X X X
            X X X X X X . X
            . . . . . X X X
        }
    );
}

#[test]
fn a_relevant_square_can_change_the_attacks() {
    for slider in Slider::ALL {
        for square in Square::ALL {
            let free = slider.attacks(square, Bitboard::EMPTY);
            let relevant: Bitboard = Square::ALL
                .into_iter()
                .filter(|one| slider.attacks(square, one.bitboard()) != free)
                .collect();
            assert_eq!(slider.mask(square), relevant, "{slider} {square}");
        }
    }
}
