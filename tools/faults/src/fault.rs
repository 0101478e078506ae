//! The faults in one table, where each can come upon a row, and what must come of it.

use std::fmt;

use crate::row::Row;

/// A fault of the machine, of the caller or of the data. docs/faults.md says what each of them is.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The column of the table of results.
    pub group: &'static str,
    pub(crate) name: &'static str,
    /// The limit of the machine, or the number of the moment at which a signal comes.
    pub(crate) number: Option<u32>,
}

/// The faults by groups, each alone or with every number. Those of signals come at as many moments as are asked for.
const TABLE: [(&str, &[&str], &[u32]); 14] = [
    ("full disk", &["full-stdout", "full-stderr", "full-both"], &[]),
    ("full disk", &["full-disk"], &[0, 4]),
    ("streams", &["reader-gone"], &[0, 1, 4096]),
    ("streams", &["closed-stdout", "closed-stderr", "closed-stdin", "stdin-folder", "stdin-empty"], &[]),
    ("threads", &["threads"], &[1, 2, 3, 4]),
    ("memory", &["memory"], &[0, 1, 2, 4, 8, 16, 64]),
    ("limits", &["open-files"], &[4, 5, 6, 7, 8, 9, 10, 12]),
    ("limits", &["file-size", "file-size-signal"], &[0, 1]),
    (SIGNALS, &["sigkill", "sigterm", "sigint", "sigpipe", "resume"], &[]),
    ("not UTF-8", &["names", "word", "environment", "bytes"], &[]),
    (SPARSE, &["sparse"], &[]),
    (
        "clocks",
        &["clock-back", "clock-still", "clock-leap", "clock-back-at-terminal", "clock-still-at-terminal"],
        &[],
    ),
    (
        "inputs",
        &[
            "input-missing",
            "input-folder",
            "input-link-loop",
            "input-unreadable",
            "input-fifo",
            "input-empty",
            "input-cut-off",
            "input-shrinks",
            "input-grows",
        ],
        &[],
    ),
    (
        "outputs",
        &[
            "output-fifo",
            "output-folder",
            "output-link-loop",
            "output-read-only-file",
            "output-read-only-folder",
            "output-no-folder",
            "output-folder-name",
        ],
        &[],
    ),
];

const SIGNALS: &str = "signals";
/// The group of the fault whose cells take seconds.
pub(crate) const SPARSE: &str = "sparse";

impl Fault {
    /// Returns all faults, with this many moments for each signal.
    pub fn all(trials: u32) -> Vec<Self> {
        let of = |(group, names, numbers): (_, &[&'static str], &[u32])| {
            let numbers: Vec<_> = match numbers {
                [] if group == SIGNALS => (1..=trials).map(Some).collect(),
                [] => vec![None],
                numbers => numbers.iter().copied().map(Some).collect(),
            };
            let named = |&name| numbers.iter().map(move |&number| Self { group, name, number }).collect();
            names.iter().map(named).collect::<Vec<Vec<_>>>()
        };
        TABLE.into_iter().flat_map(of).flatten().collect()
    }

    /// True if the fault can come upon the row at all.
    pub(crate) fn applies(self, row: &Row) -> bool {
        let has = |signs: &[char]| row.words().any(|word| word.starts_with(signs));
        match self.name {
            "resume" => row.can_resume,
            "names" => has(&['@', '%', '=']),
            "bytes" | "sparse" => row.stdin.is_some() || has(&['@', '=']),
            "full-disk" | "file-size" | "file-size-signal" => has(&['%']),
            "clock-back-at-terminal" | "clock-still-at-terminal" => row.stdin.is_none(),
            _ if self.group == "inputs" => has(&['@', '=']) || row.stdin.is_some() && self.changes_bytes(),
            _ if self.group == "outputs" => row.output().is_some(),
            _ => true,
        }
    }

    /// True if what is read has other bytes.
    pub(crate) fn changes_bytes(self) -> bool {
        match self.name {
            "bytes" | "sparse" | "stdin-empty" | "closed-stdin" => true,
            name => ["input-empty", "input-cut-off", "input-shrinks", "input-grows"].contains(&name),
        }
    }
}

/// The name, by which the fault can be asked for.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.number.map_or(Ok(()), |number| write!(f, "-{number}"))
    }
}

/// What must come of a cell besides the laws that always hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// The exit code and what is written are those of the usual run.
    Usual,
    /// The exit code is that of the usual run, and so are the files.
    UsualCode,
    /// All is as usual, or the exit code is 1 and one error says why.
    UsualOrError,
    /// All is as usual, or one error says why, or the standard library has ended the program and says why.
    UsualOrAbort,
    /// The exit code is 1, and one error names this.
    Error(String),
    /// The exit code is 1 or 2, and an error says why.
    Refused,
    /// The program ends as usual, or by this signal, or it tells that it was interrupted.
    Ends(i32),
    /// The reader has gone: no error is told, and the exit code is usual, or that of the row for such an end.
    ReaderGone,
    /// The exit code is 0, or it is 1 and something says why.
    Told,
}

/// With less MiB than this besides what the program needs to start, the standard library may find no memory for a string or
/// for a thread. It then ends the program by SIGABRT and says so in one line, which no program in safe Rust can change.
const ABORTS_BELOW: u32 = 8;

impl Expect {
    /// `stdout` is that of the usual run.
    pub(crate) fn of(row: &Row, fault: Fault, stdout: &[u8]) -> Self {
        let number = fault.number.unwrap_or_default();
        let names = |name: Option<&str>| name.map_or(Self::Told, |name| Self::Error(name.to_owned()));
        match fault.name {
            "full-stdout" | "full-both" if !stdout.is_empty() => names(Some("standard output")),
            "reader-gone" if (number as usize) < stdout.len() => Self::ReaderGone,
            // Where a word of the command line stands for stdin, the error names that.
            "stdin-folder" if row.stdin.is_some() => {
                names(Some(if row.words().any(|word| word == "-") { "-: " } else { "standard input" }))
            }
            "stdin-empty" | "closed-stdin" if row.stdin.is_some() => Self::Told,
            "clock-back-at-terminal" | "clock-still-at-terminal" | "names" => Self::UsualCode,
            "memory" if number < ABORTS_BELOW => Self::UsualOrAbort,
            "full-disk" | "threads" | "memory" | "open-files" | "file-size" => Self::UsualOrError,
            "file-size-signal" => Self::Ends(rustix::process::Signal::XFSZ.as_raw()),
            "word" => Self::Refused,
            "bytes" | "sparse" => Self::Told,
            "input-fifo" if !row.seeks && row.input().is_some() => Self::UsualCode,
            // What is wrong in a folder is told where it is needed.
            _ if fault.group == "inputs" => names(row.input().filter(|_| !fault.changes_bytes())),
            _ if fault.group == "outputs" => names(row.output()),
            // SIGPIPE is ignored once the standard library has started the program.
            name => signal(name).map_or(Self::Usual, |signal| Self::Ends(signal.as_raw())),
        }
    }
}

/// The signal of a fault, if it is one.
pub(crate) fn signal(name: &str) -> Option<rustix::process::Signal> {
    use rustix::process::Signal;

    match name {
        "sigkill" => Some(Signal::KILL),
        "sigterm" => Some(Signal::TERM),
        "sigint" => Some(Signal::INT),
        "sigpipe" => Some(Signal::PIPE),
        _ => None,
    }
}
