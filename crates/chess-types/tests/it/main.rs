//! Tests of chess-types, against naive oracles where there is one.

mod bitboard;
mod encodings;
mod lists;
mod moves;
mod names;
#[cfg(feature = "serde")]
mod serde;
mod square;

use std::collections::HashSet;

use chess_types::{Move, SplitMix64};

/// Every move that can exist.
fn all_moves() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).flat_map(Move::from_raw)
}

/// The first numbers of Sebastiano Vigna's implementation in C for the seed 1234567.
#[test]
fn numbers_are_those_of_the_reference_implementation() {
    let mut random = SplitMix64::new(1_234_567);
    let numbers = [(); 5].map(|()| random.next_u64());
    assert_eq!(
        numbers,
        [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ]
    );
}

#[test]
fn skipping_passes_over_numbers() {
    for skipped in [0, 1, 2, 1000] {
        let (mut one_by_one, mut at_once) = (SplitMix64::new(7), SplitMix64::new(7));
        for _ in 0..skipped {
            one_by_one.next_u64();
        }
        at_once.skip(skipped);
        assert_eq!(one_by_one, at_once);
        assert_eq!(one_by_one.next_u64(), at_once.next_u64());
    }
    let mut around = SplitMix64::new(7);
    around.skip(u64::MAX);
    around.skip(1);
    assert_eq!(around, SplitMix64::new(7));
}

/// 32 numbers of each of 1,000 streams of 11 seeds, and of streams of streams.
#[test]
fn streams_share_no_number() {
    let seeds = (0..=10).map(SplitMix64::new);
    let parents = seeds.chain((0..=10).map(|number| SplitMix64::new(1).stream(number)));
    let streams = parents.flat_map(|parent| (0..1000).map(move |number| parent.clone().stream(number)));
    let numbers: HashSet<u64> = streams.flat_map(|mut stream| [(); 32].map(|()| stream.next_u64())).collect();
    assert_eq!(numbers.len(), 22 * 1000 * 32);
}
