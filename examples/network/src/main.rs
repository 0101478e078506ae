//! A search that evaluates a small neural network, as one task that is compiled for every machine.
//!
//! `example-network [DEPTH] [run | run_scalar | portable] [WEIGHTS]` searches some positions by `Backend::run`, by
//! `Backend::run_scalar`, and on the portable backend, which is compiled like plain functions, or in one of these ways. It prints
//! the nodes, a signature of the trees, and the nodes a second. WEIGHTS is a file of 16-bit integers (see `Network::read`).
//! Without it the weights are random numbers of a fixed seed, with the same cost as trained ones.
//!
//! There is no intrinsic, no `unsafe` and no compiler flag in it. Nodes a second at depth 6, by user CPU time (medians of seven runs in
//! turn, equal trees, AMD EPYC Zen 5 with AVX-512, rustc 1.95), and the ratio to the plain build on the portable backend:
//!
//! | build | backend | million nodes a second | ratio |
//! |---|---|---:|---:|
//! | plain | `portable` | 5.9 | 1.00 |
//! | plain | `run_scalar` | 5.9 | 1.00 |
//! | plain | `run` | 9.8 | 1.67 |
//! | `target-cpu=x86-64-v3` | `portable` | | 1.52 |
//! | `target-cpu=native` | `portable` | 10.5 | 1.79 |
//! | `target-cpu=native` | `run` | 10.7 | 1.81 |
//!
//! Without `Machine::run_wide`, `run` has 0.89 times the speed.

mod network;
mod search;

use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use chess_movegen::machine::Backend;
use chess_movegen::{Move, Position};

use network::Network;
use search::Iterate;

/// The start position, Kiwipete and others of the Chess Programming Wiki, and one of Chess960.
const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

/// A way to run a search.
type Run = fn(Iterate<'_>) -> (u64, i32, Move);

/// Returns the number of nodes and a signature of the trees, of their sizes, scores and best moves.
fn search_all(network: &Network, depth: i32, run: impl Fn(Iterate<'_>) -> (u64, i32, Move)) -> (u64, u64) {
    FENS.iter().filter_map(|fen| Position::from_fen(fen).ok()).fold((0, 0), |(total, signature), position| {
        let (nodes, score, mv) = run(Iterate { network, position: &position, depth });
        let tree = nodes ^ (score as u64) << 48 ^ u64::from(mv.raw()) << 32;
        (total + nodes, signature.rotate_left(7) ^ tree)
    })
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a program whose output is for people")]
fn main() -> ExitCode {
    let mut runs: Vec<(&str, Run)> = vec![
        ("run", |search| Backend::best().run(search)),
        ("run_scalar", |search| Backend::best().run_scalar(search)),
        ("portable", |search| Backend::Portable.run(search)),
    ];
    let (mut depth, mut network) = (6, Network::random(1));
    for argument in std::env::args().skip(1) {
        if let Ok(plies) = argument.parse() {
            depth = plies;
        } else if runs.iter().any(|(name, _)| *name == argument) {
            runs.retain(|(name, _)| *name == argument);
        } else if let Some(read) = fs::read(&argument).ok().and_then(|bytes| Network::read(&bytes)) {
            network = read;
        } else {
            eprintln!("{argument}: neither a depth, nor run, run_scalar or portable, nor a file of weights");
            return ExitCode::FAILURE;
        }
    }
    for (name, run) in runs {
        let start = Instant::now();
        let (nodes, signature) = search_all(&network, depth, run);
        let speed = nodes * 1000 / start.elapsed().as_millis().max(1) as u64;
        println!("{name:10} {nodes} nodes, signature {signature:016x}, {speed} nodes a second");
    }
    println!(
        "compiled for this processor alone: RUSTFLAGS=\"-C target-cpu=native\" cargo run --release -p example-network"
    );
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests {
    use chess_movegen::machine::{Machine, Task};
    use chess_movegen::{Changes, PositionExt};
    use chess_types::SplitMix64;

    use super::*;
    use crate::network::{Accumulator, Follow};

    #[test]
    fn every_backend_searches_the_same_tree() {
        let network = Network::random(1);
        let portable = search_all(&network, 2, |search| Backend::Portable.run(search));
        for backend in Backend::ALL {
            assert_eq!(search_all(&network, 2, |search| backend.run(search)), portable, "{backend}");
            assert_eq!(search_all(&network, 2, |search| backend.run_scalar(search)), portable, "{backend}");
        }
    }

    struct After<'a>(&'a Network, &'a Accumulator, &'a Changes);

    impl Task for After<'_> {
        type Output = Accumulator;

        fn run(self, machine: impl Machine) -> Accumulator {
            let Self(network, before, changes) = self;
            let mut after = before.clone();
            machine.run_wide(Follow { network, before, after: &mut after, changes });
            after
        }
    }

    /// The moves of random games: all kinds of them, those of Chess960 and the null move included.
    #[test]
    fn an_accumulator_that_follows_is_one_made_anew() {
        let (network, mut random) = (Network::random(1), SplitMix64::new(2));
        let (mut castlings, mut en_passants, mut promotions) = ([0; 2], 0, 0);
        for (index, fen) in FENS.iter().enumerate().cycle().take(60) {
            let mut position = Position::from_fen(fen).unwrap();
            for _ in 0..100 {
                let accumulator = Accumulator::new(&network, &position);
                let moves = position.legal_moves();
                for &mv in moves.iter().chain([&Move::NULL]) {
                    let changes = position.changes(mv);
                    let after = Backend::best().run(After(&network, &accumulator, &changes));
                    if mv.is_null() {
                        assert_eq!(after, accumulator, "{position}");
                    } else {
                        assert_eq!(after, Accumulator::new(&network, &position.after(mv)), "{position} {mv}");
                    }
                    castlings[usize::from(index == 5)] += usize::from(mv.is_castle());
                    en_passants += usize::from(mv.is_en_passant());
                    promotions += usize::from(mv.is_promotion());
                }
                if moves.is_empty() {
                    break;
                }
                position.play(moves[random.next_u64() as usize % moves.len()]);
            }
        }
        assert!(castlings[0] > 0 && castlings[1] > 0 && en_passants > 0 && promotions > 0);
    }

    #[test]
    fn weights_are_read_from_the_low_byte_on_and_must_not_be_too_few_or_too_great() {
        let mut bytes = [1, 0].repeat(771 * 256 + 1);
        let position = Position::from_fen(FENS[0]).unwrap();
        let network = Network::read(&bytes).unwrap();
        let sums = Accumulator::new(&network, &position);
        // Both sums have 32 pieces and the bias.
        assert_eq!(format!("{sums:?}").matches("33").count(), 512);
        assert!(Network::read(&bytes[1..]).is_none());
        *bytes.iter_mut().rev().nth(2).unwrap() = 1;
        assert!(Network::read(&bytes).is_none());
    }
}
