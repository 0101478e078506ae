//! A search that evaluates a small neural network, as one task that is compiled for every machine.
//!
//! - `example-network [DEPTH] [run | run_scalar | portable] [WEIGHTS]` searches some positions by `Backend::run`, by
//!   `Backend::run_scalar`, and on the portable backend, which is compiled like plain functions, or in one of these ways. It prints
//!   the nodes, a signature of the trees, and the nodes a second.
//! - `example-network uci [WEIGHTS | material]` is an engine. With `material` it is the same search, which counts material.
//! - `example-network check WEIGHTS` reads lines `FEN | value` and compares the values of the network with them.
//!
//! WEIGHTS is a file of 16-bit integers (see `Network::read`), as `examples/train.py` writes it. Without it the weights are random numbers of
//! a fixed seed, with the same cost as trained ones.
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
mod uci;

use std::fs;
use std::io::{self, BufRead};
use std::process::ExitCode;
use std::time::Instant;

use chess_movegen::machine::Backend;
use chess_movegen::{KeyHistory, Move, Position};

use network::Network;
use search::{Iterate, Limits};

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
        let (history, limits) = (KeyHistory::new(), Limits::depth(depth));
        let (nodes, score, mv) =
            run(Iterate { network: Some(network), position: &position, history, limits });
        let tree = nodes ^ (score as u64) << 48 ^ u64::from(mv.raw()) << 32;
        (total + nodes, signature.rotate_left(7) ^ tree)
    })
}

/// Compares the values of positions with those of lines `FEN | value`, and returns the number of lines, and the first that differs.
fn check(network: &Network, lines: impl Iterator<Item = String>) -> Result<u64, String> {
    let mut count = 0;
    for line in lines {
        let (fen, value) = line.split_once('|').ok_or_else(|| format!("{line}: expected FEN | value"))?;
        let position = Position::from_fen(fen.trim()).map_err(|error| format!("{line}: {error}"))?;
        let found = network.value(&position);
        if value.trim().parse() != Ok(found) {
            return Err(format!("{line}: the value is {found} here"));
        }
        count += 1;
    }
    Ok(count)
}

#[allow(clippy::print_stdout, clippy::print_stderr, reason = "a program whose output is for people")]
fn main() -> ExitCode {
    let mut runs: Vec<(&str, Run)> = vec![
        ("run", |search| Backend::best().run(search)),
        ("run_scalar", |search| Backend::best().run_scalar(search)),
        ("portable", |search| Backend::Portable.run(search)),
    ];
    let (mut depth, mut network) = (6, Some(Network::random(1)));
    let mut mode = None;
    for argument in std::env::args().skip(1) {
        if argument == "uci" || argument == "check" {
            mode = Some(argument);
        } else if argument == "material" {
            network = None;
        } else if let Ok(plies) = argument.parse() {
            depth = plies;
        } else if runs.iter().any(|(name, _)| *name == argument) {
            runs.retain(|(name, _)| *name == argument);
        } else if let Some(read) = fs::read(&argument).ok().and_then(|bytes| Network::read(&bytes)) {
            network = Some(read);
        } else {
            eprintln!(
                "{argument}: expected a depth, uci, check, material, run, run_scalar, portable or a file of weights"
            );
            return ExitCode::FAILURE;
        }
    }
    let lines = io::stdin().lock().lines().map_while(Result::ok);
    match (mode.as_deref(), &network) {
        (Some("uci"), network) => {
            uci::talk(network.as_ref(), lines, io::stdout().lock());
            return ExitCode::SUCCESS;
        }
        (Some(_), Some(network)) => match check(network, lines) {
            Ok(count) => {
                println!("{count} values are the same");
                return ExitCode::SUCCESS;
            }
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        },
        _ => {}
    }
    let Some(network) = network else {
        eprintln!("material is counted by the engine alone: example-network uci material");
        return ExitCode::FAILURE;
    };
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
                position.play_unchecked(moves[random.next_u64() as usize % moves.len()]);
            }
        }
        assert!(castlings[0] > 0 && castlings[1] > 0 && en_passants > 0 && promotions > 0);
    }

    #[test]
    fn an_engine_obeys_limits_and_values_match_their_lines() {
        let talk = |network, lines: &str| {
            let mut out = Vec::new();
            uci::talk(network, lines.lines().map(str::to_owned), &mut out);
            String::from_utf8(out).unwrap()
        };
        let network = Network::random(1);
        let found =
            talk(Some(&network), "uci\nisready\nposition startpos moves e2e4 e7e5\ngo nodes 3000\nquit");
        assert!(
            found.starts_with("id name ")
                && found.contains("\nuciok\nreadyok\ninfo ")
                && found.contains("\nbestmove ")
        );
        // The rook is taken, for the network alone does not see it; a mate is one move away; there is no move.
        let fens = [
            "4k3/8/8/8/8/8/3r4/4K3 w - - 0 1",
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ];
        for (fen, best) in fens.iter().zip(["e1d2", "f1f8", "0000"]) {
            let found = talk(None, &format!("position fen {fen}\ngo depth 3"));
            assert!(found.trim_end().ends_with(&format!("bestmove {best}")), "{found}");
        }
        assert!(talk(None, "position fen x\ngo movetime 1").starts_with("info string position"));

        let value = network.value(&Position::from_fen(FENS[0]).unwrap());
        assert_eq!(check(&network, [format!("{} | {value}", FENS[0])].into_iter()), Ok(1));
        assert!(check(&network, [format!("{} | {}", FENS[0], value + 1)].into_iter()).is_err());
    }

    #[test]
    fn weights_are_little_endian_and_of_the_right_number() {
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
