//! Openings by chance and from files.

use std::collections::{HashMap, HashSet};

use chess_arena::chess_movegen::GameState;
use chess_arena::chess_notation::polyglot::BookBuilder;
use chess_arena::chess_notation::read_uci;
use chess_arena::matches::Openings;
use chess_search::engine::{Engine, Limits, Signals};

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

#[test]
fn openings_come_in_the_order_of_the_file_from_a_number_on() {
    let path = std::env::temp_dir().join(format!("openings-in-order-{}.epd", std::process::id()));
    let ranks = ["K7", "1K6", "2K5", "3K4", "4K3", "5K2", "6K1"];
    let fens = ranks.map(|rank| format!("k7/8/8/8/8/7P/8/{rank} w - - 0 1"));
    std::fs::write(&path, fens.join("\n")).unwrap();
    let openings = Openings::open(&path, None, 1, false).unwrap().ordered(true, 2);
    std::fs::remove_file(&path).unwrap();
    let found: Vec<String> =
        (0..7).map(|number| openings.opening(number).unwrap().start().to_string()).collect();
    assert!(found.iter().eq(fens[2..].iter().chain(&fens[..2])), "{found:?}");
}

/// A short search finds neither side more than 0.8 pawns ahead.
#[test]
fn random_openings_are_even() {
    let openings = Openings::random(None, 3, false);
    let mut judge = Engine::new(1 << 18).unwrap();
    for number in 0..40 {
        let game = openings.opening(number).unwrap();
        assert_eq!(game.moves().len(), 8);
        judge.new_game();
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let score = judge.search(&game, &limits, &Signals::new(), |_| ()).score;
        assert!(score.abs() <= 80, "{number}: {score}");
    }
}

/// The chance of a move of a Polyglot book is its weight, and the book may end before the opening.
#[test]
fn openings_from_a_book_follow_its_weights() {
    let mut book = BookBuilder::new();
    let start = GameState::default();
    let weights = [("e2e4", 6), ("d2d4", 3), ("c2c4", 1)];
    for (uci, weight) in weights {
        book.add(start.position(), read_uci(start.position(), uci).unwrap(), weight);
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    std::fs::write(&path, book.into_bytes()).unwrap();
    for plies in [0, 1, 2] {
        let openings = Openings::open(&path, Some(plies), 1, false).unwrap();
        let mut counts = HashMap::<Option<String>, u32>::new();
        for number in 0..1000 {
            let game = openings.opening(number).unwrap();
            assert_eq!(game.moves().len(), plies.min(1));
            *counts.entry(game.moves().first().map(ToString::to_string)).or_default() += 1;
        }
        for (uci, weight) in weights.into_iter().filter(|_| plies > 0) {
            let count = counts[&Some(uci.to_owned())];
            assert!(count.abs_diff(100 * weight) < 60, "{uci} {count}");
        }
    }
}

/// Adds two moves of the same weight for each of the first eight plies: each side's next pawn steps once or twice.
fn add_steps(book: &mut BookBuilder, game: &GameState) {
    let ply = game.moves().len();
    if ply == 8 {
        return;
    }
    let file = char::from(b'a' + ply as u8 / 2);
    for (from, to) in if ply % 2 == 0 { [(2, 3), (2, 4)] } else { [(7, 6), (7, 5)] } {
        let mv = read_uci(game.position(), format!("{file}{from}{file}{to}")).unwrap();
        book.add(game.position(), mv, 1);
        let mut next = game.clone();
        next.play_unchecked(mv);
        add_steps(book, &next);
    }
}

/// The moves of an opening follow from no other opening: those of the next number, a ply later or earlier, are equal in half of the cases.
#[test]
fn openings_from_a_book_are_independent() {
    let mut book = BookBuilder::new();
    add_steps(&mut book, &GameState::default());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.bin");
    std::fs::write(&path, book.into_bytes()).unwrap();
    for seed in 0..3 {
        let openings = Openings::open(&path, Some(8), seed, false).unwrap();
        let steps = |number| {
            let game = openings.opening(number).unwrap();
            game.moves()
                .iter()
                .map(|mv| mv.from().rank() as i8 - mv.to().rank() as i8)
                .map(i8::abs)
                .collect::<Vec<_>>()
        };
        let all: Vec<_> = (0..200).map(steps).collect();
        for (distance, shift) in [(1, 0), (1, 1), (2, 1), (2, 2)] {
            for (later, earlier) in [(shift, 0), (0, shift)] {
                let pairs = all.iter().zip(&all[distance..]);
                let equal: usize = pairs
                    .map(|(a, b)| a[later..].iter().zip(&b[earlier..]).filter(|(a, b)| a == b).count())
                    .sum();
                let count = (200 - distance) * (8 - shift);
                assert!(
                    (2 * count / 5..3 * count / 5).contains(&equal),
                    "{seed} {distance} {shift}: {equal} of {count}"
                );
            }
        }
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
