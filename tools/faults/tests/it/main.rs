//! The kit detects each broken rule.

#![cfg(target_os = "linux")]

use std::env;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use chess_faults::{Cell, Choice, Inputs, Kit, Outcome, Row, sum, uncovered, write_table};

const PROGRAM: &str = env!("CARGO_BIN_EXE_chess-faults-faulty");

/// A mode that reads a file and prints it or writes another one, a fault, and words of the law that the mode breaks under it.
const BROKEN: [(&str, &str, &str); 25] = [
    ("panics @rows.txt", "full-stdout", "a panic on stderr"),
    ("panics @rows.txt", "reader-gone-0", "exit code 101"),
    ("ignores @rows.txt", "full-stdout", "exit code 0 where [1] is expected"),
    ("ignores @rows.txt %out.txt", "full-disk-0", "is not the new file, and the exit code is 0"),
    ("ignores @rows.txt %out.txt", "file-size-1", "is torn: 1024 bytes"),
    ("ignores @rows.txt %out.txt", "output-fifo", "no end within"),
    ("ignores @rows.txt %out.txt", "output-no-folder", "exit code 0 where [1] is expected"),
    ("echoes @rows.txt", "reader-gone-0", "an error is reported although the reader is gone"),
    ("silent @rows.txt", "input-missing", "0 lines of errors on stderr"),
    ("vague @rows.txt", "input-missing", "the error does not name rows.txt"),
    ("twice @rows.txt", "input-missing", "2 lines of errors on stderr"),
    ("leaves @rows.txt", "input-missing", "left.part is left behind"),
    ("strict @rows.txt", "names", "a panic on stderr"),
    ("grabs @rows.txt", "sparse", "ended by signal 6"),
    ("spawns @rows.txt", "threads-1", "a panic on stderr"),
    ("opens @rows.txt", "open-files-4", "a panic on stderr"),
    ("large @rows.txt", "memory-16", "ended by signal 6"),
    ("waits @rows.txt", "clock-still", "no end within"),
    ("tells @rows.txt", "full-stderr", "exit code 101"),
    ("differs @rows.txt", "none", "two runs differ"),
    ("doubles @rows.txt", "environment", "stdout is not that of the usual run"),
    ("tears @rows.txt %out.txt", "sigkill", "is torn"),
    ("tears @rows.txt %out.txt", "sigterm", "is torn"),
    ("tears @rows.txt %out.txt", "sigint", "is torn"),
    ("appends @rows.txt %rows/", "resume", "rows/rows is torn"),
];

const GOOD: [&str; 2] = ["good @rows.txt", "copies @rows.txt %out.txt"];

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let mut lines: Vec<_> = GOOD.into_iter().chain(BROKEN.map(|(line, ..)| line)).collect();
    lines.dedup();
    lines.into_iter().map(|line| Row { can_resume: line.starts_with("appends"), ..Row::new(line) }).collect()
});

static KIT: LazyLock<Kit> = LazyLock::new(|| {
    let text = (0..600).fold(String::new(), |rows, row| rows + &format!("row {row}\n"));
    let inputs = Inputs::from([("rows.txt".to_owned(), text.into_bytes())]);
    let kit = Kit::new(Path::new(PROGRAM), &ROWS, inputs, 1, 3).unwrap();
    kit.limit(Duration::from_secs(3))
});

fn cells(row: &str, fault: &str) -> Vec<Cell> {
    let choice = Choice { row: row.to_owned(), fault: fault.to_owned(), ..Choice::default() };
    KIT.run(&choice).unwrap().into_iter().filter(|cell| cell.row == row).collect()
}

/// A violation at random moments is seen at one of them.
#[test]
fn each_broken_law_is_seen() {
    for (row, fault, words) in BROKEN {
        let cells = cells(row, fault);
        let is_seen = |cell: &Cell| match &cell.outcome {
            Outcome::Failed(reasons) => reasons.iter().any(|reason| reason.contains(words)),
            Outcome::Ok => false,
            // The reason is one of the machine.
            Outcome::Skipped(reason) => {
                ["there is no ", "no file system"].iter().any(|it| reason.starts_with(it))
            }
        };
        let is_seen = cells.iter().filter(|cell| cell.fault.starts_with(fault)).any(is_seen);
        let outcomes: Vec<_> = cells.iter().map(|cell| (&cell.fault, &cell.outcome)).collect();
        assert!(is_seen, "{row} under {fault}: {outcomes:?}");
        assert!(fault == "none" || cells[0].outcome == Outcome::Ok, "{row} without a fault");
    }
}

/// A copy leaves a part of the file behind after a signal.
#[test]
fn a_program_that_breaks_no_law_passes() {
    for row in GOOD {
        let cells = cells(row, "");
        let is_left = |cell: &Cell| row.contains('%') && cell.fault.contains("sig");
        for cell in cells.iter().filter(|cell| !is_left(cell)) {
            assert!(!matches!(cell.outcome, Outcome::Failed(_)), "{}: {:?}", cell.fault, cell.outcome);
        }
        assert!(sum(&cells)[0] > 40);
    }
}

#[test]
fn commands_without_a_row_are_found() {
    const MORE: &[Row] = &[Row::new("good"), Row::new("forgotten"), Row::new("group inner")];

    let all = uncovered(Path::new(PROGRAM), &ROWS).unwrap();
    assert_eq!(all, [" --log", "forgotten", "group inner"]);
    assert_eq!(uncovered(Path::new(PROGRAM), MORE).unwrap(), [" --log"]);
    assert_eq!(uncovered(Path::new(PROGRAM), &[]).unwrap().len(), 4);
}

#[test]
fn a_quick_run_follows_from_the_seed() {
    let quick = Choice { row: "good".to_owned(), is_quick: true, ..Choice::default() };
    let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| cell.fault).collect::<Vec<_>>();
    let first = names(KIT.run(&quick).unwrap());
    assert_eq!(first, names(KIT.run(&quick).unwrap()));
    assert!(first.len() < 40 && !first.iter().any(|name| name.starts_with("sparse")), "{first:?}");
    // Cells beyond the time limit are skipped, and each of them is named.
    let late = Choice { budget: Some(Duration::ZERO), is_quick: false, ..quick };
    let cells = KIT.run(&late).unwrap();
    let skipped = cells.len() - 1;
    assert_eq!(sum(&cells), [1, 0, skipped]);
    let mut table = Vec::new();
    write_table(&cells, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let last = table.lines().last().unwrap();
    let numbers = format!("1 passed, 0 failed, {skipped} skipped: no time was left (");
    assert!(last.starts_with(&numbers), "{last}");
    assert!(cells[1..].iter().all(|cell| last.contains(&format!("good @rows.txt under {}", cell.fault))));
}

/// Of the test below, which starts itself again as shells do in the background and `nohup` does.
const MARK: &str = "CHESS_FAULTS_MARK";

#[test]
fn a_program_ends_with_its_terminal() {
    if env::var_os(MARK).is_none() {
        let mut again = Command::new("env");
        again.arg("--ignore-signal=INT,HUP").arg(env::current_exe().unwrap()).env(MARK, "");
        assert!(again.args(["--exact", "a_program_ends_with_its_terminal"]).status().unwrap().success());
        return;
    }
    // The bits of these two signals are the lowest ones of those that are ignored.
    let rows = [Row::new("SigIgn:.*[048c]$ /proc/self/status")];
    let kit = Kit::new(Path::new("/bin/grep"), &rows, Inputs::new(), 1, 1).unwrap();
    let cells = kit.run(&Choice { fault: "none".to_owned(), ..Choice::default() }).unwrap();
    assert_eq!(cells[0].outcome, Outcome::Ok);
}
