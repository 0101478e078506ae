//! The kit sees each rule that a program breaks.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{self, Command};
use std::sync::LazyLock;
use std::time::Duration;
use std::{env, fs, thread};

use chess_faults::fault::Fault;
use chess_faults::report::{Sum, write_table};
use chess_faults::{Cell, Choice, Inputs, Kit, Outcome, Row, uncovered};

const PROGRAM: &str = env!("CARGO_BIN_EXE_chess-faults-faulty");

/// A mode that reads a file and prints it.
const fn prints(mode: &'static str) -> Row {
    Row::new(mode, mode, &["@rows.txt"])
}

/// A mode that reads a file and writes another one.
const fn writes(name: &'static str, mode: &'static str) -> Row {
    Row::new(name, mode, &["@rows.txt", "%out.txt"])
}

const ROWS: &[Row] = &[
    prints("good"),
    writes("copies", "copies"),
    prints("panics"),
    prints("ignores"),
    writes("ignores files", "ignores"),
    prints("echoes"),
    prints("silent"),
    prints("vague"),
    prints("twice"),
    prints("leaves"),
    prints("strict"),
    prints("grabs"),
    prints("spawns"),
    prints("opens"),
    prints("large"),
    prints("waits"),
    prints("tells"),
    prints("differs"),
    prints("doubles"),
    writes("tears", "tears"),
    Row::new("appends", "appends", &["@rows.txt", "%rows/"]).can_resume(),
];

/// A mode, a fault, and words of the law that the mode breaks under it.
const BROKEN: [(&str, &str, &str); 25] = [
    ("panics", "full-stdout", "a panic on stderr"),
    ("panics", "reader-gone-0", "exit code 101"),
    ("ignores", "full-stdout", "exit code 0 where [1] is expected"),
    ("ignores files", "full-disk-0k", "is not the new file, and the exit code is 0"),
    ("ignores files", "file-size-1k", "is torn: 1024 bytes"),
    ("ignores files", "output-fifo", "no end within"),
    ("ignores files", "output-nofolder", "exit code 0 where [1] is expected"),
    ("echoes", "reader-gone-0", "an error is told where the reader has gone"),
    ("silent", "input-missing", "0 lines of errors on stderr"),
    ("vague", "input-missing", "the error does not name rows.txt"),
    ("twice", "input-missing", "2 lines of errors on stderr"),
    ("leaves", "input-missing", "left.part is left behind"),
    ("strict", "names", "a panic on stderr"),
    ("grabs", "sparse-4g", "ended by signal 6"),
    ("spawns", "threads-1", "a panic on stderr"),
    ("opens", "open-files-4", "a panic on stderr"),
    ("large", "memory-16m", "ended by signal 6"),
    ("waits", "clock-still", "no end within"),
    ("tells", "full-stderr", "exit code 101"),
    ("differs", "none", "two runs differ"),
    ("doubles", "environment", "stdout is not that of the usual run"),
    ("tears", "sigkill-1", "is torn"),
    ("tears", "sigterm-1", "is torn"),
    ("tears", "sigint-1", "is torn"),
    ("appends", "resume-1", "rows/rows is not the whole new file"),
];

static KIT: LazyLock<Kit> = LazyLock::new(|| {
    let mut inputs = Inputs::default();
    inputs.add("rows.txt", (0..1000).fold(String::new(), |rows, row| rows + &format!("row {row}\n")));
    let kit = Kit::new(Path::new(PROGRAM), ROWS, inputs, 1, 1).unwrap();
    kit.limit(Duration::from_secs(3))
});

fn cells(row: &str, fault: &str) -> Vec<Cell> {
    let choice =
        Choice { row: Some(row.to_owned()), fault: Some(fault.to_owned()), jobs: 1, ..Choice::default() };
    KIT.run(&choice).unwrap().into_iter().filter(|cell| cell.row == row).collect()
}

#[test]
fn each_broken_law_is_seen() {
    for (row, fault, words) in BROKEN {
        let cells = cells(row, fault);
        let cell = cells.iter().find(|cell| cell.fault == fault).unwrap();
        match &cell.outcome {
            Outcome::Failed(reasons) => {
                assert!(
                    reasons.iter().any(|reason| reason.contains(words)),
                    "{row} under {fault}: {reasons:?}"
                );
            }
            Outcome::Ok => panic!("{row} passes under {fault}"),
            // The reason is one of the machine.
            Outcome::Skipped(reason) => {
                assert!(reason.starts_with("there is no ") || reason.starts_with("no file system"));
            }
        }
        if fault != "none" {
            assert_eq!(cells[0].outcome, Outcome::Ok, "{row} without a fault");
        }
    }
}

#[test]
fn a_program_that_breaks_no_law_passes() {
    let cells = cells("good", "");
    for cell in &cells {
        assert!(!matches!(cell.outcome, Outcome::Failed(_)), "{}: {:?}", cell.fault, cell.outcome);
    }
    assert!(Sum::of(&cells).passed > 40);
    for beginning in
        ["full", "reader", "closed", "threads", "memory", "open", "names", "word", "input", "output"]
    {
        for cell in self::cells("copies", beginning) {
            assert!(!matches!(cell.outcome, Outcome::Failed(_)), "{}: {:?}", cell.fault, cell.outcome);
        }
    }
}

#[test]
fn commands_without_a_row_are_found() {
    const MORE: &[Row] = &[prints("good"), prints("forgotten"), Row::new("inner", "group inner", &[])];

    let all = uncovered(Path::new(PROGRAM), ROWS).unwrap();
    assert_eq!(all, [" --log", "forgotten", "group inner"]);
    assert_eq!(uncovered(Path::new(PROGRAM), MORE).unwrap(), [" --log"]);
    assert_eq!(uncovered(Path::new(PROGRAM), &[]).unwrap().len(), 4);
}

#[test]
fn names_of_faults_are_different() {
    let mut names: Vec<String> = Fault::all(2).iter().map(ToString::to_string).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(ROWS.len() == chess_faults::chess::ROWS.len() || count > 60);
}

#[test]
fn a_quick_run_follows_from_the_seed() {
    let quick = Choice { row: Some("good".to_owned()), is_quick: true, jobs: 2, ..Choice::default() };
    let names = |cells: Vec<Cell>| cells.into_iter().map(|cell| cell.fault).collect::<Vec<_>>();
    let first = names(KIT.run(&quick).unwrap());
    assert_eq!(first, names(KIT.run(&quick).unwrap()));
    assert!(first.len() < 40 && !first.iter().any(|name| name.starts_with("sparse")), "{first:?}");
    // Cells for which there is no time are skipped, and each of them is named.
    let late = Choice { budget: Some(Duration::ZERO), is_quick: false, ..quick };
    let cells = KIT.run(&late).unwrap();
    let sum = Sum::of(&cells);
    assert_eq!((sum.passed, sum.failed, sum.skipped), (1, 0, cells.len() - 1));
    let mut table = Vec::new();
    write_table(&cells, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    let last = table.lines().last().unwrap();
    assert!(
        last.starts_with(&format!("1 passed, 0 failed, {} skipped: no time was left (", sum.skipped)),
        "{last}"
    );
    assert!(cells[1..].iter().all(|cell| last.contains(&format!("good under {}", cell.fault))));
}

/// Of the test below, which starts itself again, where hang-ups are ignored, as `nohup` does.
const MARK: &str = "CHESS_FAULTS_MARK";

#[test]
fn a_program_ends_with_its_terminal() {
    if env::var_os(MARK).is_some() {
        cells("waits", "clock-still");
        return;
    }
    let mark = format!("{MARK}={}", process::id());
    let name = "a_program_ends_with_its_terminal";
    let again = Command::new("env")
        .args(["--ignore-signal=HUP", &mark])
        .arg(env::current_exe().unwrap())
        .args(["--exact", name])
        .status();
    assert!(again.unwrap().success());
    // It may be ending.
    let is_alone = (0..200).any(|_| {
        thread::sleep(Duration::from_millis(10));
        !marked(&mark)
    });
    assert!(is_alone, "a program goes on");
}

/// True if a process runs in whose environment `mark` stands. What has ended and is not waited for has none.
fn marked(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    processes
        .filter_map(|it| fs::read(it.path().join("environ")).ok())
        .any(|environment| environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes()))
}
