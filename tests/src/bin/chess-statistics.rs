//! Checks perft by kind against published tables.
//!
//! `chess-statistics MAX_NODES FILE...` reads tables of tab-separated lines: a FEN, a depth and the counts that [`COLUMNS`]
//! names, as does one of the comments at the head, which begin with `#`. It counts the lines of up to so many nodes, prints each
//! wrong line and a summary, and exits with 1 if a line is wrong, or if there is nothing to count.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]

use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs};

use chess_board::Position;
use chess_movegen_perft::{Statistics, statistics};

/// The columns of a table after the FEN and the depth. Checks do not include mates.
const COLUMNS: [&str; 15] = [
    "nodes",
    "captures",
    "enpassants",
    "castles",
    "promotions",
    "direct_checks",
    "single_discovered_checks",
    "direct_discovered_checks",
    "double_discovered_checks",
    "total_checks",
    "direct_mates",
    "single_discovered_mates",
    "direct_discovered_mates",
    "double_discovered_mates",
    "total_mates",
];

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let max_nodes = arguments.next().and_then(|nodes| nodes.parse().ok());
    let files: Vec<String> = arguments.collect();
    let (Some(max_nodes), false) = (max_nodes, files.is_empty()) else {
        eprintln!("usage: chess-statistics MAX_NODES FILE...");
        return ExitCode::from(2);
    };
    let start = Instant::now();
    let mut tally = Tally::default();
    for file in files {
        match fs::read_to_string(&file) {
            Ok(text) => tally.check_table(&file, &text, max_nodes),
            Err(error) => tally.fault(&format!("{file}: {error}")),
        }
    }
    let Tally { checked, skipped, failed, nodes } = tally;
    let rate = nodes / start.elapsed().as_micros().max(1) as u64;
    println!("{checked} lines, {nodes} nodes, {rate} million a second, {failed} failed; {skipped} skipped");
    if failed == 0 && checked > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[derive(Default)]
struct Tally {
    checked: u32,
    skipped: u32,
    failed: u32,
    nodes: u64,
}

impl Tally {
    fn check_table(&mut self, file: &str, text: &str, max_nodes: u64) {
        let names_columns = |line: &str| line.split('\t').skip(2).eq(COLUMNS);
        if !text.lines().take_while(|line| line.starts_with('#')).any(names_columns) {
            return self.fault(&format!("{file}: no comment at its head that names the columns {COLUMNS:?}"));
        }
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            if let Err(fault) = self.check_line(line, max_nodes) {
                self.fault(&format!("{file}:{number}: {fault}"));
            }
        }
    }

    fn check_line(&mut self, line: &str, max_nodes: u64) -> Result<(), String> {
        let mut fields = line.split('\t');
        let position =
            Position::from_fen(fields.next().unwrap_or_default()).map_err(|error| error.to_string())?;
        let depth = fields.next().unwrap_or_default().parse().map_err(|_| "no depth")?;
        let counts: Vec<u64> = fields.map(str::parse).collect::<Result<_, _>>().map_err(|_| "not a count")?;
        let counts: [u64; 15] = counts.try_into().map_err(|_| "not fifteen counts")?;
        if counts[0] > max_nodes {
            self.skipped += 1;
            return Ok(());
        }
        self.checked += 1;
        self.nodes += counts[0];
        let counted = columns(&statistics(&position, depth));
        match (0..15).find(|&column| counted[column] != counts[column]) {
            None => Ok(()),
            Some(column) => {
                Err(format!("{}: {}, and not {}", COLUMNS[column], counted[column], counts[column]))
            }
        }
    }

    fn fault(&mut self, fault: &str) {
        println!("{fault}");
        self.failed += 1;
    }
}

fn columns(counted: &Statistics) -> [u64; 15] {
    let Statistics { nodes, captures, en_passant, castles, promotions, checks, mates } = *counted;
    [
        nodes,
        captures,
        en_passant,
        castles,
        promotions,
        checks.direct,
        checks.single_discovered,
        checks.direct_discovered,
        checks.double_discovered,
        checks.total(),
        mates.direct,
        mates.single_discovered,
        mates.direct_discovered,
        mates.double_discovered,
        mates.total(),
    ]
}
