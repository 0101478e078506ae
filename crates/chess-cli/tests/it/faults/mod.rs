//! Every command under every fault: full disks, closed pipes, limits, signals, hostile text, strange files.
//!
//! A [`Row`] is a command line, and a cell is one run of a row under a [`Fault`] in a folder of its own. The same laws apply to each
//! cell: the exit code, one clear error, no text that steers a terminal, and no data lost, repeated or torn. `cargo test` runs a
//! cell in [`SHARE`]; the ignored test runs all of them, or those whose names have the text of the variable `FAULTS`.
//! Another test runs a script that breaks one law in each of its modes.

mod fault;
mod run;

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use rayon::prelude::*;

use self::fault::{Fault, Inputs, ROWS, Row, SPARSE, inputs, number};
use self::run::{Means, Outcome, Usual};
use crate::commands::all_commands;
use crate::run::folder;

/// The usual test runs one cell in so many.
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
        (cfg!(feature = "arrow") || !needs("--arrow")) && (cfg!(feature = "parquet") || !needs("--parquet"))
    };
    ROWS.iter().copied().filter(is_there).collect()
}

#[test]
fn a_portion_of_all_faults() {
    check(|name, fault| fault.group != SPARSE && number(name).is_multiple_of(SHARE));
}

#[test]
#[ignore = "takes minutes"]
fn every_command_under_every_fault() {
    let wanted = env::var("FAULTS").unwrap_or_default();
    check(|name, _| name.contains(&wanted));
}

/// Values of options that are files.
const FILES: [&str; 6] = ["FILE", "FILE.bin", "DIR", "IN", "OUT", "BOOK"];

#[test]
fn every_command_and_every_option_for_a_file_has_a_row() {
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

/// The first word is the mode, the second the input, the third the output.
const SCRIPT: &str = r#"#!/bin/bash
mode=$1 in=$2 out=$3
fail() { printf 'error: %s: %s\n' "$1" "$2" >&2; exit 1; }
case $mode in
    leaves) echo >left.part ;;
    strict) [[ $in != *$'\xff'* ]] || fail 'panicked at' 'a name' ;;
    echoes) [[ $in != *$'\xff'* ]] || fail "$in" 'no such name' ;;
esac
if ! { exec 3<"$in"; } 2>/dev/null; then
    case $mode in
        silent) exit 1 ;;
        vague) echo 'error: no such file here' >&2; exit 1 ;;
        twice) echo "error: $in: one" >&2 ;;
    esac
    fail "$in" 'cannot be read'
fi
case $mode in
    leaves) rm left.part ;;
    grabs) (($(stat -c %s "$in") < 1000000)) || kill -ABRT $$ ;;
    opens) { exec 4<"$in" 5<"$in" 6<"$in"; } 2>/dev/null || fail 'panicked at' 'a file' ;;
    differs) echo $$ ;;
    tells) echo note >&2 || exit 101 ;;
    doubles) [[ -z $COLUMNS ]] || cat "$in" ;;
esac
text=$(cat <&3)
case $mode in
    ignores) if [[ -z $out ]]; then echo "$text"; else echo "$text" >"$out"; fi 2>/dev/null; exit 0 ;;
    panics) trap '' PIPE; echo "$text" 2>/dev/null || fail 'panicked at' x ;;
    tears) echo "${text:0:99}" >"$out"; sleep 0.3; echo "${text:99}" >>"$out" ;;
    appends) mkdir -p "$4"; while read -r line; do echo "$line" >>"$4/rows"; sleep 0.001; done <<<"$text" ;;
    *) echo "$text" ;;
esac
exit 0
"#;

/// A mode that reads a file and prints it or writes another one, a fault, and words of the law that the mode breaks under it.
const BROKEN: [(&str, &str, &str); 21] = [
    ("panics @rows.txt", "full-stdout", "a panic on stderr"),
    ("ignores @rows.txt", "full-stdout", "exit code 0 where [1] is expected"),
    ("ignores @rows.txt %out.txt", "full-disk-0", "is not the new file, and the exit code is 0"),
    ("ignores @rows.txt %out.txt", "file-size-1", "is torn: 1024 bytes"),
    ("ignores @rows.txt %out.txt", "output-fifo", "no end within"),
    ("ignores @rows.txt %out.txt", "output-no-folder", "exit code 0 where [1] is expected"),
    ("panics @rows.txt", "reader-gone-0", "an error is reported although the reader is gone"),
    ("silent @rows.txt", "input-missing", "0 lines of errors on stderr"),
    ("vague @rows.txt", "input-missing", "the error does not name rows.txt"),
    ("twice @rows.txt", "input-missing", "2 lines of errors on stderr"),
    ("leaves @rows.txt", "input-missing", "left.part is left behind"),
    ("strict @rows.txt", "names", "a panic on stderr"),
    ("echoes @rows.txt", "names", "stderr steers a terminal"),
    ("grabs @rows.txt", "sparse", "ended by signal 6"),
    ("opens @rows.txt", "open-files-5", "a panic on stderr"),
    ("tells @rows.txt", "full-stderr", "exit code 101"),
    ("differs @rows.txt", "", "two runs differ"),
    ("doubles @rows.txt", "environment", "stdout is not that of the usual run"),
    ("tears @rows.txt %out.txt", "sigkill", "is torn"),
    ("tears @rows.txt %out.txt", "sigterm", "is torn"),
    ("appends @rows.txt --parquet %tables/", "resume", "rows is torn"),
];

/// A violation at random moments is seen at one of them.
#[test]
fn each_broken_law_is_seen() {
    let script = folder("faults_self_test").join("script");
    fs::write(&script, SCRIPT).unwrap();
    let text = (0..300).fold(String::new(), |rows, row| rows + &format!("row {row}\n"));
    let mut means = Means::new(&script, Inputs::from([("rows.txt".to_owned(), text.into_bytes())]));
    means.limit = Duration::from_secs(5);
    for (line, fault, words) in BROKEN {
        let under = format!("{line} under {fault}");
        let outcomes = outcomes(&means, &[Row::new(line, "", &[])], |name, _| {
            !fault.is_empty() && name.starts_with(&under)
        });
        let is_seen = outcomes.iter().any(|(_, outcome)| match outcome {
            Outcome::Failed(reasons) => reasons.iter().any(|reason| reason.contains(words)),
            Outcome::Skipped(_) => true,
            Outcome::Ok => false,
        });
        assert!(is_seen, "{words}: {outcomes:?}");
        assert!(fault.is_empty() || outcomes[0].1 == Outcome::Ok, "{outcomes:?}");
    }
}
