//! Every command under every fault: full disks, closed pipes, limits, signals, hostile text, strange files.
//!
//! A [`Row`] is a command line, and a cell is one run of a row under a [`Fault`] in a folder of its own. The same laws apply to each
//! cell: the exit code, one clear error, no text that steers a terminal, and no data lost, repeated or torn. `cargo test` runs a
//! cell in [`SHARE`]; the ignored test runs all of them, or those whose names have the text of the variable `FAULTS`.

mod fault;
mod run;
mod writers;

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::{env, panic};

use rayon::prelude::*;

use self::fault::{FULL, Fault, ROWS, Row, SPARSE, inputs, number};
use self::run::{Means, Outcome, Usual};
use crate::commands::all_commands;
use chess_testkit::place;

/// The usual test runs one cell in so many, and each row without a disk to write to.
const SHARE: u64 = 40;

/// Runs the cells that are chosen, and each row without a fault. Cells are named by row and fault.
fn outcomes(
    means: &Means,
    rows: &[Row],
    is_chosen: impl Fn(&str, &Fault) -> bool + Sync,
) -> Vec<(String, Outcome)> {
    let faults = Fault::all();
    let cells = rows.par_iter().flat_map(|row| {
        let usual = Usual::of(means, row);
        let name = |fault: &Fault| format!("{} under {fault}", row.line);
        let chosen = faults.iter().filter(|fault| fault.applies(row) && is_chosen(&name(fault), fault));
        let chosen: Vec<_> = chosen.copied().collect();
        let cells = chosen.into_par_iter().with_max_len(1);
        let cells: Vec<_> = cells.map(|fault| (name(&fault), run::cell(means, row, &usual, fault))).collect();
        let broken = if usual.broken.is_empty() { Outcome::Ok } else { Outcome::Failed(usual.broken) };
        [(row.line.to_owned(), broken)].into_par_iter().chain(cells)
    });
    cells.collect()
}

#[allow(clippy::print_stdout, reason = "a test says what it has skipped")]
fn check(is_chosen: impl Fn(&str, &Fault) -> bool + Sync) {
    let program = Path::new(env!("CARGO_BIN_EXE_chess"));
    let means = Means::new(program, inputs());
    let outcomes = outcomes(&means, &rows(), is_chosen);
    let (mut failures, mut skips) = (String::new(), 0);
    for (name, outcome) in &outcomes {
        match outcome {
            Outcome::Ok => {}
            Outcome::Failed(reasons) => writeln!(failures, "{name}: {}", reasons.join("; ")).unwrap(),
            Outcome::Skipped(reason) => {
                println!("skipped: {name}: {reason}");
                skips += 1;
            }
        }
    }
    println!("{} cells, {skips} skipped", outcomes.len());
    assert!(failures.is_empty(), "{failures}");
}

/// The rows of what is compiled in.
fn rows() -> Vec<Row> {
    let is_there = |row: &Row| {
        let needs = |option: &str| row.line.contains(option);
        (cfg!(feature = "arrow") || !needs("--arrow"))
            && (cfg!(feature = "parquet") || !(needs("--parquet") || needs(".parquet")))
    };
    ROWS.iter().copied().filter(is_there).collect()
}

#[test]
fn a_portion_of_all_faults() {
    let is_chosen = |name: &str| number(name) % SHARE == place(SHARE as usize) as u64;
    check(|name, fault| match fault.group {
        SPARSE => false,
        FULL => fault.number.is_none() || is_chosen(name),
        _ => is_chosen(name),
    });
}

#[test]
#[ignore = "takes minutes"]
fn every_command_under_every_fault() {
    // The program has the profile of its tests.
    let sum = panic::catch_unwind(|| black_box(u8::MAX) + black_box(1));
    assert!(sum.is_err(), "set CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true");
    let wanted = env::var("FAULTS").unwrap_or_default();
    check(|name, _| name.contains(&wanted));
}

/// Values of options that are files.
const FILES: [&str; 6] = ["FILE", "FILE.bin", "DIR", "IN", "OUT", "BOOK"];

#[test]
fn every_command_and_file_option_has_a_row() {
    for (words, command) in all_commands() {
        let name = words.join(" ");
        let runs = |row: &&Row| row.line == name || row.line.starts_with(&format!("{name} "));
        assert!(command.has_subcommands() || ROWS.iter().any(|row| runs(&row)), "{name}");
        for option in command.get_opts().filter(|option| {
            option
                .get_value_names()
                .is_some_and(|names| names.iter().any(|name| FILES.contains(&name.as_str())))
        }) {
            let option = format!("--{}", option.get_long().unwrap());
            assert!(
                ROWS.iter().filter(runs).any(|row| row.words().any(|word| word == option)),
                "{name} {option}"
            );
        }
    }
}
