//! Zobrist keys of whole trees: different positions have different keys, and no part of the keys has more collisions than random
//! numbers have.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use chess_board::Position;
use chess_distinct::{DistinctLimits, distinct};
use chess_movegen::PositionExt;

/// The keys of the positions after exactly `plies` plies from the start, each once, in order. Positions with one key count as one.
fn keys(plies: u32) -> Vec<u64> {
    let mut positions = vec![Position::START];
    for _ in 1..plies {
        let mut seen = HashSet::new();
        let after = |position: &Position| {
            let moves = position.legal_moves();
            moves
                .into_iter()
                .map(|mv| position.after(mv))
                .filter(|child| seen.insert(child.key()))
                .collect::<Vec<_>>()
        };
        positions = positions.iter().flat_map(after).collect();
    }
    let last = |position: &Position| {
        position.legal_moves().into_iter().map(|mv| position.after(mv).key()).collect::<Vec<_>>()
    };
    let mut keys = positions.iter().flat_map(last).collect::<Vec<_>>();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// The number of keys whose bits under `mask`, after a rotation, equal those of an earlier key.
fn collisions(keys: &[u64], rotation: u32, mask: u64) -> usize {
    let mut parts: Vec<u64> = keys.iter().map(|key| key.rotate_left(rotation) & mask).collect();
    parts.sort_unstable();
    parts.dedup();
    keys.len() - parts.len()
}

/// Compares the number of keys with that of positions, counted without keys, and the collisions of `bits` bits of the keys, wherever
/// they begin, with those of random numbers.
///
/// A collision of two positions is one of every two that differ in the same way, so that collisions come in groups and scatter
/// more widely than those of random numbers: each count may be four times the mean, and all counts together twice.
#[allow(clippy::print_stdout, reason = "figures for whoever reads the run")]
fn check(plies: u32, bits: u32, mean: usize) {
    let keys = keys(plies);
    let limits = DistinctLimits {
        threads: NonZeroUsize::new(2).unwrap(),
        memory: usize::MAX / 2,
        ..DistinctLimits::default()
    };
    let positions = distinct(&Position::START, plies, &limits).unwrap();
    assert_eq!(keys.len() as u64, positions, "positions share a key");
    assert_eq!(((keys.len() as u128).pow(2) >> (bits + 1)) as usize, mean);
    let counts: Vec<_> =
        (0..64).step_by(8).map(|rotation| collisions(&keys, rotation, (1 << bits) - 1)).collect();
    println!("{positions} keys, collisions of {bits} bits by rotation: {counts:?}, of random numbers {mean}");
    assert!(counts.iter().all(|&count| count <= 4 * mean), "{counts:?}");
    let sum: usize = counts.iter().sum();
    assert!(sum <= 16 * mean, "{sum} for {}", 8 * mean);
}

#[test]
fn keys_of_five_plies_collide_as_random_numbers_do() {
    check(5, 32, 78);
    assert_eq!(collisions(&[1, 2, 1 << 40, (1 << 40) + 1], 0, (1 << 32) - 1), 1);
    assert_eq!(collisions(&[1, 2, 1 << 40, (1 << 40) + 1], 32, (1 << 32) - 1), 2);
}

/// 96 million keys.
#[test]
#[ignore = "takes minutes: ci/long/README.md"]
fn keys_of_seven_plies_collide_as_random_numbers_do() {
    check(7, 48, 16);
}
