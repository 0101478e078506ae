//! Every backend, compared with the portable one. The other tests compare the portable one with known counts and the
//! slow mailbox.

use chess_board::Position;
use chess_movegen::machine::Backend;
use chess_movegen::{legal_count, legal_moves};
use chess_movegen_perft::{PerftMode, count_replies, perft_on};
use chess_testkit::{POSITIONS, Random, chess960, double_chess960, game, suite};
use chess_types::Move;

fn others() -> impl Iterator<Item = Backend> {
    Backend::ALL.into_iter().filter(|&backend| backend != Backend::Portable && backend.is_available())
}

fn assert_same(position: &Position, depth: u32) {
    let expected = perft_on(position, depth, PerftMode::Count, Backend::Portable);
    for backend in others() {
        let counted = perft_on(position, depth, PerftMode::Count, backend);
        assert_eq!(counted, expected, "{backend}, depth {depth}: {position}");
    }
}

#[test]
fn every_backend_counts_what_the_portable_one_counts() {
    for position in POSITIONS.iter() {
        for depth in 1..=2 {
            assert_same(position, depth);
        }
    }
    for position in POSITIONS.iter().step_by(10) {
        assert_same(position, 3);
    }
}

#[test]
fn every_backend_counts_the_suites_in_every_mode() {
    for line in suite::lines() {
        for (depth, leaves) in line.counts.into_iter().filter(|&(_, leaves)| leaves <= 100_000) {
            for backend in others() {
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
    for position in POSITIONS.iter().step_by(3) {
        let replies: usize = legal_moves(position).iter().map(|&mv| legal_count(&position.after(mv))).sum();
        assert_eq!(count_replies(position), replies as u64, "{position}");
    }
}

/// Illegal moves lead to broken positions. Their counts have no meaning, but counting them must neither panic nor
/// write beyond a list.
#[test]
fn positions_that_illegal_moves_have_ruined_are_counted_somehow() {
    let mut random = Random::new(7);
    for _ in 0..200 {
        let mut position = Position::START;
        for _ in 0..60 {
            let Some(mv) = Move::from_raw(random.word() as u16) else { continue };
            position = position.after(mv);
            for backend in others().chain([Backend::Portable]) {
                perft_on(&position, 2, PerftMode::Count, backend);
            }
        }
    }
}

/// Ten million positions of random games take a minute or two, optimised:
/// `cargo test --release -p chess-movegen-perft --test it -- --ignored ten_million`
#[test]
#[ignore = "takes minutes: ci/long/tests.sh"]
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
            assert_same(&position, 2);
            positions += 1;
        }
    }
}
