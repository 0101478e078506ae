//! Checks that the move picker yields every legal move once, each in its stage, for any table move, killers and counter-move.
//!
//! `chess-picker PLIES FILE...` takes the positions of perft suites, lines `FEN ;D1 20 ...`, and those up to so many plies below
//! them. It prints a line for each position of a suite with a fault and a summary, and exits with 1 if there was a fault. Lines that
//! are no position are counted.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]

use std::process::ExitCode;
use std::{env, fs};

use chess_board::Position;
use chess_tests::picker::{check, histories};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let plies = arguments.next().and_then(|plies| plies.parse().ok());
    let files: Vec<String> = arguments.collect();
    let (Some(plies), false) = (plies, files.is_empty()) else {
        eprintln!("usage: chess-picker PLIES FILE...");
        return ExitCode::from(2);
    };
    let histories = histories();
    let (mut positions, mut refused, mut runs, mut failed) = (0, 0, 0, 0);
    for file in files {
        let text = fs::read_to_string(&file).expect(&file);
        for (line, number) in text.lines().zip(1..) {
            let fen = line.split(';').next().unwrap_or_default().trim();
            if fen.is_empty() || fen.starts_with('#') {
                continue;
            }
            let Ok(position) = Position::from_fen(fen) else {
                refused += 1;
                continue;
            };
            positions += 1;
            match check(&position, plies, &histories) {
                Ok(run) => runs += run,
                Err(fault) => {
                    println!("{file}:{number}: {fault}");
                    failed += 1;
                }
            }
        }
    }
    println!("{positions} positions, {runs} runs of pickers, {failed} failed; {refused} positions refused");
    if failed == 0 && positions > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
