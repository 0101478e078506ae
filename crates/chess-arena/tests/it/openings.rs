//! Openings by chance and from files.

use std::collections::HashSet;

use chess_arena::chess_movegen::GameState;
use chess_arena::matches::Openings;

/// The start and the moves of the first openings.
fn first(openings: &Openings, count: u64) -> HashSet<String> {
    let words = |game: GameState| format!("{} {:?}", game.start(), game.moves());
    (0..count).map(|number| words(openings.opening(number).unwrap())).collect()
}

#[test]
fn random_openings_differ_as_sequences_of_moves() {
    for seed in 0..=10 {
        let openings = Openings::random(Some(6 + seed as usize % 7), seed, seed % 2 == 1);
        assert_eq!(first(&openings, 100).len(), 100, "{seed}");
    }
}

/// The same for all seeds, lengths and both kinds of chess.
#[test]
#[ignore = "takes minutes"]
fn a_thousand_random_openings_differ_as_sequences_of_moves() {
    for (seed, plies, is_chess960) in
        (0..=10).flat_map(|seed| (6..=12).flat_map(move |plies| [(seed, plies, false), (seed, plies, true)]))
    {
        let openings = Openings::random(Some(plies), seed, is_chess960);
        assert_eq!(first(&openings, 1000).len(), 1000, "{seed} {plies} {is_chess960}");
    }
}
