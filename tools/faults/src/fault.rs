//! The table of faults, the rows to which each applies, and the expected results.

use std::fmt;

use rustix::process::Signal;

use crate::row::Row;

/// A fault of the machine, of the caller or of the data. docs/checks.md describes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) group: &'static str,
    pub(crate) name: &'static str,
    /// The limit of the machine, or the number of the moment at which a signal comes.
    pub(crate) number: Option<u32>,
    /// A script of bash before the run: `in` and `out` are the places of the first input and output, `name` is the output's word.
    pub(crate) before: &'static str,
    /// A script of bash that runs the program, `"$@"`: `n` is the number, `least` the smallest address space in KiB, `mount` the
    /// words before a command that mounts, `clock` the library of clocks, `way` their behaviour, and `in` the input.
    pub(crate) around: &'static str,
}

/// Group, names, numbers, and the two scripts. `Run::make` makes the rest.
type Entry = (&'static str, &'static str, &'static [u32], &'static str, &'static str);

/// The faults by groups, each alone or with every number. Those of signals come at the requested number of moments.
const TABLE: [Entry; 37] = [
    ("full disk", "full-stdout", &[], "", r#"exec "$@" >/dev/full"#),
    ("full disk", "full-stderr", &[], "", r#"exec "$@" 2>/dev/full"#),
    ("full disk", "full-both", &[], "", r#"exec "$@" >/dev/full 2>/dev/full"#),
    ("full disk", "full-disk", &[0, 4], "mkdir ../disk ../back", ON_A_SMALL_DISK),
    ("streams", "reader-gone", &[0, 1, 4096], "", ""),
    ("streams", "closed-stdout", &[], "", r#"exec "$@" >&-"#),
    ("streams", "closed-stderr", &[], "", r#"exec "$@" 2>&-"#),
    ("streams", "closed-stdin", &[], "", r#"exec "$@" <&-"#),
    ("streams", "stdin-folder", &[], "", r#"exec "$@" </"#),
    ("streams", "stdin-empty", &[], "", r#"exec "$@" </dev/null"#),
    ("threads", "threads", &[1, 2, 3, 4], "", r#"ulimit -u $n && exec "$@""#),
    ("memory", "memory", &[0, 1, 2, 4, 8, 16, 64], "", r#"ulimit -v $((least + n * 1024)) && exec "$@""#),
    ("limits", "open-files", &[4, 5, 6, 7, 8, 9, 10, 12], "", r#"ulimit -n $n && exec "$@""#),
    ("limits", "file-size", &[0, 1], "", r#"trap '' XFSZ; ulimit -c 0 && ulimit -f $n && exec "$@""#),
    ("limits", "file-size-signal", &[0, 1], "", r#"ulimit -c 0 && ulimit -f $n && exec "$@""#),
    (SIGNALS, "sigkill sigterm sigint sigpipe resume", &[], "", ""),
    ("not UTF-8", "word", &[], "", r#"exec "$@" $'\xff\xfex'"#),
    ("not UTF-8", "names", &[], "", ""),
    ("not UTF-8", "environment", &[], r"mkdir tmp$'\xff'", STRANGE_ENVIRONMENT),
    ("not UTF-8", "bytes", &[], INSERTION, ""),
    // More than 4 GiB, for which a run has an address space of 1 GiB.
    (SPARSE, "sparse", &[], r#": >"$in"; truncate -s 4160M "$in""#, r#"ulimit -v 1048576 && exec "$@""#),
    ("clocks", "clock-back clock-still clock-leap", &[], "", WITH_A_CLOCK),
    ("clocks", "clock-back-at-terminal clock-still-at-terminal", &[], "", AT_A_TERMINAL),
    (INPUTS, "input-missing", &[], r#"rm "$in""#, ""),
    (INPUTS, "input-folder", &[], r#"rm "$in"; mkdir "$in""#, ""),
    (INPUTS, "input-link-loop", &[], r#"rm "$in"; ln -s "$(basename "$in")" "$in""#, ""),
    (INPUTS, "input-unreadable", &[], r#"chmod 000 "$in""#, ""),
    (INPUTS, "input-fifo", &[], r#"mv "$in" ../whole; mkfifo "$in""#, BESIDE_A_FEEDER),
    (INPUTS, "input-empty", &[], r#"truncate -s 0 "$in""#, ""),
    (INPUTS, "input-cut-off", &[], r#"truncate -s $(($(stat -c %s "$in") * 2 / 3)) "$in""#, ""),
    (INPUTS, "input-shrinks input-grows", &[], "", ""),
    (OUTPUTS, "output-fifo", &[], r#"rm "$out"; mkfifo "$out""#, ""),
    (OUTPUTS, "output-folder", &[], r#"rm "$out"; mkdir "$out""#, ""),
    (OUTPUTS, "output-link-loop", &[], r#"rm "$out"; ln -s "$name" "$out""#, ""),
    (OUTPUTS, "output-read-only-file", &[], r#"chmod 444 "$out""#, ""),
    (OUTPUTS, "output-read-only-folder", &[], READ_ONLY_FOLDER, ""),
    (OUTPUTS, "output-no-folder output-folder-name", &[], "", ""),
];

const SIGNALS: &str = "signals";
/// The group of the fault whose cells take seconds.
pub(crate) const SPARSE: &str = "sparse";
const INPUTS: &str = "inputs";
pub(crate) const OUTPUTS: &str = "outputs";

/// Puts bytes that are not UTF-8 into the middle of the input.
const INSERTION: &str = r#"
half=$(($(stat -c %s "$in") / 2))
whole=$(mktemp)
cp "$in" "$whole"
{ head -c $half "$whole"; printf '\xff\xfe\x80\n\0\0\xc3'; tail -c +$((half + 1)) "$whole"; } >"$in"
rm "$whole"
"#;

const READ_ONLY_FOLDER: &str = r#"
mkdir there
touch "there/$name"
chmod 666 "there/$name"
chown 65534:65534 there || true
chmod 555 there
"#;

/// Runs the program on a small file system, of which so many KiB are left, and copies the files back.
const ON_A_SMALL_DISK: &str = r#"export n; exec $mount bash -c '
base=$(cd .. && pwd)
mount -t tmpfs -o size=128k chess-faults "$base/disk" || exit 98
cp -R . "$base/disk" && cd "$base/disk" || exit 98
export TMPDIR="$PWD/tmp"
head -c 1000000 /dev/zero >.fill 2>/dev/null
truncate -s -"$n"K .fill || exit 98
"$@"
code=$?
rm -f .fill
cp -R . "$base/back" || exit 98
exit $code' bash "$@""#;

const STRANGE_ENVIRONMENT: &str = r#"x=$'\xff/\xfe'
exec env TMPDIR="$TMPDIR"$'\xff' TERM=dumb {HOME,LANG,LC_ALL,COLUMNS,LINES,NO_COLOR,CLICOLOR,RUST_LOG}="$x" "$@""#;

const WITH_A_CLOCK: &str = r#"exec env LD_PRELOAD="$clock" CHESS_FAULTS_CLOCK=$way "$@""#;

/// The terminal itself keeps the right time.
const AT_A_TERMINAL: &str =
    r#"exec script -qefc "exec env LD_PRELOAD=$clock CHESS_FAULTS_CLOCK=$way$(printf ' %q' "$@")" /dev/null"#;

/// A FIFO gets as much as it holds without a reader.
const BESIDE_A_FEEDER: &str = r#"head -c 65536 ../whole >"$in" &
"$@"
code=$?
kill $! 2>/dev/null
exit $code"#;

impl Fault {
    /// Returns all faults, with this many moments for each signal.
    pub(crate) fn all(trials: u32) -> Vec<Self> {
        let mut all = Vec::new();
        for (group, names, numbers, before, around) in TABLE {
            let moments = (1..=trials).filter(|_| group == SIGNALS).map(Some);
            let mut numbers: Vec<_> = numbers.iter().copied().map(Some).chain(moments).collect();
            numbers.resize(numbers.len().max(1), None);
            for name in names.split(' ') {
                all.extend(numbers.iter().map(|&number| Self { group, name, number, before, around }));
            }
        }
        all
    }

    /// True if the program runs as the user `nobody`.
    pub(crate) fn is_for_nobody(self) -> bool {
        self.name == "threads" || self.name == "input-unreadable" || self.name.starts_with("output-read-only")
    }

    /// True if the fault applies to the row.
    pub(crate) fn applies(self, row: &Row) -> bool {
        let has = |signs: &[char]| row.words().any(|word| word.starts_with(signs));
        match self.name {
            "resume" => row.can_resume,
            "names" => has(&['@', '%', '=']),
            "bytes" | "sparse" => row.stdin.is_some() || has(&['@', '=']),
            "full-disk" | "file-size" | "file-size-signal" => has(&['%']),
            "clock-back-at-terminal" | "clock-still-at-terminal" => row.stdin.is_none(),
            _ if self.group == INPUTS => has(&['@', '=']) || row.stdin.is_some() && self.changes_bytes(),
            _ if self.group == OUTPUTS => row.output().is_some(),
            _ => true,
        }
    }

    /// True if the input has other bytes.
    pub(crate) fn changes_bytes(self) -> bool {
        match self.name {
            "bytes" | "sparse" | "stdin-empty" | "closed-stdin" => true,
            name => ["input-empty", "input-cut-off", "input-shrinks", "input-grows"].contains(&name),
        }
    }
}

/// The name, which the options select.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.number.map_or(Ok(()), |number| write!(f, "-{number}"))
    }
}

/// The expected result of a cell besides the laws that always hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Expect {
    /// The exit code and the output are those of the usual run.
    Usual,
    /// The exit code is that of the usual run, and so are the files.
    UsualCode,
    /// The run is as usual, or the exit code is 1 and one error gives the reason.
    UsualOrError,
    /// The run is as usual, or one error gives the reason, or the standard library has ended the program and printed the reason.
    UsualOrAbort,
    /// The exit code is 1, and one error names this.
    Error(String),
    /// The exit code is 1 or 2, and an error gives the reason.
    Refused,
    /// The program ends as usual, or by this signal, or reports the interruption.
    Ends(i32),
    /// The reader is gone: no error is reported, and the exit code is usual, or that of the row for such an end.
    ReaderGone,
    /// The exit code is 0, or it is 1 with a message.
    Told,
}

/// With less MiB than this beyond the program's minimum, the standard library may find no memory for a string or for a thread. It
/// then ends the program by SIGABRT with one line, which no program in safe Rust can change.
const ABORTS_BELOW: u32 = 8;

impl Expect {
    /// `stdout` is that of the usual run.
    pub(crate) fn of(row: &Row, fault: Fault, stdout: &[u8]) -> Self {
        let number = fault.number.unwrap_or_default();
        let names = |name: Option<&str>| name.map_or(Self::Told, |name| Self::Error(name.to_owned()));
        match fault.name {
            "full-stdout" | "full-both" if !stdout.is_empty() => names(Some("standard output")),
            "reader-gone" if (number as usize) < stdout.len() => Self::ReaderGone,
            // If a word of the command line means stdin, the error names that.
            "stdin-folder" if row.stdin.is_some() => {
                names(Some(if row.words().any(|word| word == "-") { "-: " } else { "standard input" }))
            }
            "stdin-empty" | "closed-stdin" if row.stdin.is_some() => Self::Told,
            "clock-back-at-terminal" | "clock-still-at-terminal" | "names" => Self::UsualCode,
            "memory" if number < ABORTS_BELOW => Self::UsualOrAbort,
            "full-disk" | "threads" | "memory" | "open-files" | "file-size" => Self::UsualOrError,
            "file-size-signal" => Self::Ends(Signal::XFSZ.as_raw()),
            "word" => Self::Refused,
            "bytes" | "sparse" => Self::Told,
            "input-fifo" if !row.seeks && row.input().is_some() => Self::UsualCode,
            // Faults of a folder are reported where it is needed.
            _ if fault.group == INPUTS => names(row.input().filter(|_| !fault.changes_bytes())),
            _ if fault.group == OUTPUTS => names(row.output()),
            // SIGPIPE is ignored once the standard library has started the program.
            name => signal(name).map_or(Self::Usual, |signal| Self::Ends(signal.as_raw())),
        }
    }
}

/// The signal of a fault, if it is one.
pub(crate) fn signal(name: &str) -> Option<Signal> {
    match name {
        "sigkill" => Some(Signal::KILL),
        "sigterm" => Some(Signal::TERM),
        "sigint" => Some(Signal::INT),
        "sigpipe" => Some(Signal::PIPE),
        _ => None,
    }
}
