//! Books in bounded memory, with the builder that has all moves in memory as the oracle.

use std::collections::BTreeMap;
use std::io::{self, Write};

use chess_board::Position;
use chess_data::book::{BookMaker, BookMoves};
use chess_data::main_line::MainLine;
use chess_movegen::PositionExt;
use chess_notation::pgn::Replay;
use chess_notation::polyglot::{BookBuilder, key};
use chess_notation::{San, read_uci};
use chess_testkit::Random;
use chess_types::Move;

/// An output that counts how often it is flushed.
#[derive(Default)]
struct Flushed {
    bytes: Vec<u8>,
    flushes: usize,
}

impl Write for Flushed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushes += 1;
        Ok(())
    }
}

#[test]
fn a_book_is_independent_of_memory_and_parts() {
    let mut random = Random::new(31);
    let (mut weights, mut parts) = (BTreeMap::<_, u64>::new(), vec![BookMoves::default()]);
    for _ in 0..60 {
        let mut position = Position::START;
        for ply in 0..60 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // The first moves are few, and so occur often.
            let mv = if ply < 6 { moves[random.below(2.min(moves.len()))] } else { random.pick(&moves) };
            let weight = if ply == 0 { 1_000_000 } else { random.below(5) as u32 };
            *weights.entry((key(&position), mv.to_polyglot())).or_default() += u64::from(weight);
            let last = parts.last_mut().unwrap();
            last.add(&position, mv, weight);
            position.play_unchecked(mv);
        }
        if random.below(3) == 0 {
            if random.below(2) == 0 {
                parts.last_mut().unwrap().merge();
            }
            parts.push(BookMoves::default());
        }
    }
    for (memory, min_weight) in [(0, 0), (0, 1), (0, 3), (1 << 20, 0), (1 << 20, 4)] {
        let mut maker = BookMaker::new(memory);
        for part in &parts {
            maker.add(part.clone()).unwrap();
        }
        let mut out = Flushed::default();
        let written = maker.write(min_weight, &mut out).unwrap();
        let mut expected = BookBuilder::new();
        for (&(key, word), &weight) in weights.iter().filter(|&(_, &weight)| weight >= min_weight) {
            expected.add_weight(key, word, weight);
        }
        assert!(out.bytes == expected.into_bytes(), "{memory} {min_weight}");
        assert_eq!((written, out.flushes > 0), (out.bytes.len() as u64 / 16, true));
    }
}

/// The first game of a text.
fn game(text: &str) -> MainLine {
    let mut game = MainLine::default();
    assert!(game.read(&mut Replay::new(text)));
    game
}

#[test]
fn a_game_adds_its_winner_s_moves_to_a_book() {
    let none = [None; 3];
    for (text, max_ply, weightless, weights) in [
        ("1. e4 e5 2. Nf3 1-0", 9, false, [Some(2), None, Some(2)]),
        ("1. e4 e5 2. Nf3 1-0", 2, false, [Some(2), None, None]),
        ("1. e4 e5 2. Nf3 1-0", 2, true, [Some(2), Some(0), None]),
        ("1. e4 e5 2. Nf3 0-1", 9, false, [None, Some(2), None]),
        ("1. e4 e5 2. Nf3 1/2-1/2", 9, false, [Some(1); 3]),
        ("1. e4 -- 2. Nf3 1/2-1/2", 9, true, [Some(1), None, None]),
        ("1. e4 e5 2. Nf3 *", 9, false, none),
        ("1. e4 e5 2. Nf3 *", 9, true, [Some(0); 3]),
        ("[FEN \"none\"]\n\n1. e4 e5 2. Nf3 1-0", 9, true, none),
    ] {
        let mut moves = BookMoves::default();
        moves.add_game(&game(text), max_ply, weightless);
        let mut maker = BookMaker::new(0);
        maker.add(moves).unwrap();
        let (mut builder, mut position, mut book) = (BookBuilder::new(), Position::START, Vec::new());
        for (uci, weight) in ["e2e4", "e7e5", "g1f3"].into_iter().zip(weights) {
            let mv = read_uci(&position, uci).unwrap();
            if let Some(weight) = weight {
                builder.add(&position, mv, weight);
            }
            position.play_unchecked(mv);
        }
        maker.write(0, &mut book).unwrap();
        assert!(book == builder.into_bytes(), "{text} {max_ply} {weightless}");
    }
}

#[test]
fn games_are_the_same_by_players_start_and_moves_alone() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *";
    let identity = game(text).identity();
    for same in
        [text.replace('*', "1-0"), format!("[Event \"x\"]\n{text}"), text.replace("e5 ", "e5 {best} ")]
    {
        assert_eq!(game(&same).identity(), identity, "{same}");
    }
    for broken in [
        format!("[FEN \"none\"]\n{text}"),
        format!("[Variant \"Atomic\"]\n{text}"),
        text.replace(" *", " Qxa8 *"),
    ] {
        assert_eq!(game(&broken).identity(), None, "{broken}");
    }
    let start = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\"]\n";
    // After null moves of both sides the same move words lead on from the same position.
    let passed = "1. -- -- 2. e4 e5 *";
    assert_ne!(game(passed).identity(), game("1. e4 e5 *").identity());
    for other in [
        text.replace("\"A\"", "\"B\""),
        text.replace("[Black \"B\"]\n", ""),
        text.replace("e4", "e3"),
        text.replace("Nc6", "Nf6"),
        text.replace("Bb5", "Bc4"),
        text.replace(" 3. Bb5", ""),
        text.replace("3. Bb5", "3. --"),
        text.replace("Nf3 Nc6 3. Bb5 ", ""),
        format!("{start}{text}"),
    ] {
        assert_ne!(game(&other).identity(), identity, "{other}");
    }
}

/// A game cut short after so many moves is found among the beginnings of the whole one.
#[test]
fn beginnings_are_the_identities_of_shorter_games() {
    let mut random = Random::new(5);
    for _ in 0..50 {
        let (mut position, mut moves) = (Position::START, Vec::new());
        for _ in 0..random.below(30) {
            let legal = position.legal_moves();
            let mv = if random.below(9) == 0 && !position.is_in_check() {
                Move::NULL
            } else {
                random.pick(&legal)
            };
            moves.push(San::new(&position, mv).to_string());
            position.play_unchecked(mv);
            if !position.has_legal_move() {
                break;
            }
        }
        let cut = |length: usize| {
            let text = format!("[White \"A\"]\n\n{} *", moves[..length].join(" "));
            game(&text).identity().unwrap()
        };
        let whole = game(&format!("[White \"A\"]\n[Event \"e\"]\n\n{} 1-0", moves.join(" ")));
        assert!(whole.beginnings().eq((0..moves.len()).map(cut)), "{moves:?}");
        assert_eq!(whole.identity(), Some(cut(moves.len())));
    }
    assert_eq!(game("1. e4 e5 2. Ke3 *").beginnings().count(), 0);
}

#[test]
fn games_end_alike_by_players_final_position_and_number_of_moves() {
    let text = "[White \"A\"]\n\n1. e3 e5 2. Nf3 Nc6 3. Ng1 d5 *";
    let identity = game(text).final_identity();
    assert!(identity.is_some());
    for same in ["1. Nf3 d5 2. Ng1 Nc6 3. e3 e5", "1. Nh3 e5 2. e3 d5 3. Ng1 Nc6 1-0"] {
        assert_eq!(game(&format!("[White \"A\"]\n\n{same}")).final_identity(), identity, "{same}");
    }
    for other in [
        text.replace('A', "B"),
        text.replace("d5", "d6"),
        text.replace(" 3. Ng1 d5", ""),
        // The final position is the same, and the game is longer.
        text.replace("d5", "Nb8 Nf3 Nc6 Ng1 d5"),
        text.replace("Nf3 Nc6 3. Ng1", "Ke2 Nc6 3. Ke1"),
    ] {
        assert_ne!(game(&other).final_identity(), identity, "{other}");
    }
    assert_eq!(game("1. e4 e5 2. Ke3 *").final_identity(), None);
}
