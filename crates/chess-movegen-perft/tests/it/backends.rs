//! Every backend, compared with counts of the public generator that make each move. The other tests compare those with known
//! counts and the slow mailbox.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, count_replies, perft_on};
use chess_testkit::{
    POSITIONS, Random, after_any, castling, chess960, double_chess960, game, sample, sample_under_miri, suite,
};
use chess_types::{Color, Move, MoveKind, MoveList, Square};

fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|backend| backend.is_available())
}

/// Returns the number of leaves, counted by making every move but those of the last ply.
fn leaves_of_each_move(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.legal_count() as u64,
        _ => position
            .legal_moves()
            .into_iter()
            .map(|mv| leaves_of_each_move(&position.after(mv), depth - 1))
            .sum(),
    }
}

fn assert_counts(position: &Position, depth: u32) {
    let expected = leaves_of_each_move(position, depth);
    for backend in backends() {
        let counted = perft_on(position, depth, PerftMode::Count, backend);
        assert_eq!(counted, expected, "{backend}, depth {depth}: {position}");
    }
}

#[test]
fn every_backend_counts_the_leaves_of_each_move() {
    for position in sample_under_miri(POSITIONS.iter(), 15) {
        for depth in 1..=2 {
            assert_counts(position, depth);
        }
    }
    for position in sample_under_miri(sample(POSITIONS.iter(), 10), 100) {
        assert_counts(position, 3);
    }
}

#[test]
fn every_backend_counts_the_suites_in_every_mode() {
    for line in suite::lines() {
        for (depth, leaves) in line.counts.into_iter().filter(|&(_, leaves)| leaves <= 100_000) {
            for backend in backends() {
                for mode in [PerftMode::Count, PerftMode::List, PerftMode::Make, PerftMode::Copy] {
                    let counted = perft_on(&line.position, depth, mode, backend);
                    assert_eq!(counted, leaves, "{backend}, {mode:?}, depth {depth}: {}", line.position);
                }
            }
        }
    }
}

#[test]
fn replies_are_the_moves_after_every_move() {
    for position in sample(POSITIONS.iter(), 3) {
        assert_eq!(count_replies(position), leaves_of_each_move(position, 2), "{position}");
    }
}

/// A double push may open a line to the king. Then a capture en passant is not a reply.
#[test]
fn a_double_push_that_checks_has_no_en_passant_reply() {
    for (fen, replies) in [
        ("8/8/8/8/3p4/8/R3P2k/K7 w - - 0 1", false),
        ("8/8/k7/8/3p4/8/4P3/K4B2 w - - 0 1", false),
        ("7k/8/8/8/3p4/8/R3P3/K7 w - - 0 1", true),
        ("k7/r3p2K/8/3P4/8/8/8/8 b - - 0 1", false),
    ] {
        let position: Position = fen.parse().unwrap();
        let push = position.legal_moves().into_iter().find(|mv| mv.is_double_push()).unwrap();
        let after = position.after(push);
        assert_eq!(after.ep_square().is_some(), replies, "{fen}");
        assert_counts(&position, 2);
    }
}

/// A piece that leaves the way of a castling may give check by it.
#[test]
fn the_way_of_castling_is_opened_by_a_check() {
    let position = "2Q2br1/1pr1pnpN/3k4/3P1p2/3PP2P/1P3b2/1B4P1/RK1n1qR1 b Q - 1 40".parse().unwrap();
    assert_counts(&position, 2);
}

/// Illegal moves can give a side more pieces than chess has. If the board is consistent, all backends count the same replies.
#[test]
fn replies_of_and_to_more_pieces_than_there_are() {
    let mut position: Position = "6rk/6pp/8/3q4/8/8/6PP/6RK w - - 0 1".parse().unwrap();
    let queens = "a2 a3 a4 a5 a6 b1 c1 c6 d1 d6 e1 e6 f1 f6 h3 h4 h5 g6";
    for to in queens.split(' ').map(|square| square.parse().unwrap()) {
        // The pawn of the promotion appears on its origin, and vanishes by the next one.
        position = after_any(&position, Move::new(Square::B3, to, MoveKind::QueenPromotion)).after_null();
    }
    assert_eq!(position.piece_at(Square::B3), None);
    assert_eq!(position.by_color(Color::White).count(), 22);
    for position in [position, position.after_null()] {
        assert_counts(&position, 2);
    }
}

/// Illegal moves and undos of other positions lead to broken positions. Their counts have no meaning, but counting them must
/// neither panic nor write beyond a list.
#[test]
fn positions_that_moves_and_undos_have_ruined_are_counted_somehow() {
    let mut random = Random::new(7);
    let mut undos = Vec::new();
    for _ in 0..400 {
        let mut position = castling(&mut random);
        for _ in 0..30 {
            // Builds with debug assertions refuse a move without an own piece on its origin, which ruined positions may list.
            let own = position.by_color(position.side_to_move());
            let legal: MoveList =
                position.legal_moves().into_iter().filter(|mv| own.contains(mv.from())).collect();
            match random.below(8) {
                0..=2 if !legal.is_empty() => undos.push(position.make(random.pick(&legal))),
                3 => {
                    let Ok(mv) = Move::from_raw(random.word() as u16) else { continue };
                    if !mv.is_null() && own.contains(mv.from()) {
                        undos.push(position.make(mv));
                    } else {
                        position = after_any(&position, mv);
                    }
                }
                4..=6 if !undos.is_empty() => position.unmake(undos.swap_remove(random.below(undos.len()))),
                _ if !position.is_in_check() => undos.push(position.make_null()),
                _ => {}
            }
            for backend in backends() {
                perft_on(&position, 2, PerftMode::Count, backend);
            }
        }
    }
}

/// Ten million positions of random games take a minute or two, optimised:
/// `cargo test --release -p chess-movegen-perft --test it -- --ignored ten_million`
#[test]
#[ignore = "takes minutes: ci/long/README.md"]
fn ten_million_random_positions() {
    let mut random = Random::new(10_000_000);
    let mut positions = 0;
    while positions < 10_000_000 {
        let start = match positions % 3 {
            0 => Position::START,
            1 => chess960(&mut random),
            _ => double_chess960(&mut random),
        };
        for position in game(start, 199, 1, &mut random) {
            assert_counts(&position, 2);
            positions += 1;
        }
    }
}
