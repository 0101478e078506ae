//! Checks this workspace's notation against files of FENs, moves, keys and games with the verdicts of other programs.
//!
//! `chess-corpus DIR` reads `DIR/notation` and `DIR/games`, prints a line for each wrong record and a summary, and exits with 1
//! if a record is wrong, or a file is missing or empty.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]

mod fen;
mod games;
mod report;
mod san;

use std::env;
use std::path::Path;
use std::process::ExitCode;

use report::Report;

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let (Some(directory), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: chess-corpus DIR");
        return ExitCode::from(2);
    };
    let mut report = Report::new(Path::new(&directory));
    report.check("notation/fen_illegal_sample.jsonl", fen::illegal);
    report.check("notation/fen_malformed_sample.jsonl", fen::malformed);
    report.check("notation/fen_odd_ok_sample.jsonl", fen::odd);
    report.check("notation/polyglot_keys_sample.tsv", san::polyglot_key);
    report.check("notation/polyglot_published9.tsv", san::polyglot_key);
    report.check("notation/san_invalid_sample.jsonl", san::invalid);
    report.check("notation/san_triples_sample.jsonl", san::triple);
    report.check("games/frc_engine_games.tsv", games::moves);
    games::pgn(&mut report, "games/lichess_100.pgn", "games/lichess_100.expected.tsv");
    games::reading(&mut report, "games");
    report.finish()
}
