//! The table of faults, the rows to which each applies, and the expected results.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustix::process::Signal;

use super::row::Row;

/// A fault of the machine, of the caller or of the data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) group: &'static str,
    pub(super) name: &'static str,
    /// The limit of the machine, or the number of the moment at which a signal comes.
    pub(super) number: Option<u32>,
    /// A script of bash before the run: `in` and `out` are the places of the first input and output, `name` is the output's word.
    pub(super) before: &'static str,
    /// A script of bash that runs the program, `"$@"`: `n` is the number, `mount` the words before a command that mounts, and `in`
    /// the input.
    pub(super) around: &'static str,
}

/// Group, names, numbers, and the two scripts. `Run::make` makes the rest.
type Entry = (&'static str, &'static str, &'static [u32], &'static str, &'static str);

/// The moments of each signal, and the places of hostile text in each line.
const TRIALS: &[u32] = &[1, 2, 3, 4, 5];

/// The faults by groups, each alone or with every number.
const TABLE: &[Entry] = &[
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
    ("limits", "open-files", &[4, 5, 6, 7, 8, 9, 10, 12], "", r#"ulimit -n $n && exec "$@""#),
    ("limits", "file-size", &[0, 1], "", r#"trap '' XFSZ; ulimit -c 0 && ulimit -f $n && exec "$@""#),
    ("limits", "file-size-signal", &[0, 1], "", r#"ulimit -c 0 && ulimit -f $n && exec "$@""#),
    ("signals", "sigkill sigterm sigint sigpipe resume", TRIALS, "", ""),
    ("hostile", "word names", &[], "", ""),
    ("hostile", "environment", &[], r"mkdir tmp$'\xff'", STRANGE_ENVIRONMENT),
    ("hostile", "text", TRIALS, "", ""),
    // More than 4 GiB, for which a run has an address space of 1 GiB.
    (SPARSE, "sparse", &[], r#": >"$in"; truncate -s 4160M "$in""#, r#"ulimit -v 1048576 && exec "$@""#),
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

/// The group of the fault whose cells take seconds.
pub(super) const SPARSE: &str = "sparse";
const INPUTS: &str = "inputs";
pub(super) const OUTPUTS: &str = "outputs";

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

/// A FIFO gets as much as it holds without a reader.
const BESIDE_A_FEEDER: &str = r#"head -c 65536 ../whole >"$in" &
"$@"
code=$?
kill $! 2>/dev/null
exit $code"#;

impl Fault {
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for &(group, names, numbers, before, around) in TABLE {
            let mut numbers: Vec<_> = numbers.iter().copied().map(Some).collect();
            numbers.resize(numbers.len().max(1), None);
            for name in names.split(' ') {
                all.extend(numbers.iter().map(|&number| Self { group, name, number, before, around }));
            }
        }
        all
    }

    /// True if the program runs as the user `nobody`.
    pub(super) fn is_for_nobody(self) -> bool {
        self.name == "input-unreadable" || self.name.starts_with("output-read-only")
    }

    /// True if the fault applies to the row.
    pub(super) fn applies(self, row: &Row) -> bool {
        if row.exempt.iter().any(|beginning| self.name.starts_with(beginning)) {
            return false;
        }
        let (has_file, has_stdin) = (row.has(&['@', '=']), row.stdin().is_some());
        match self.name {
            "resume" => row.line.ends_with("--parquet %tables/"),
            "names" => row.has(&['@', '%', '=']),
            "text" | "sparse" => has_stdin || has_file,
            "full-disk" | "file-size" | "file-size-signal" => row.has(&['%']),
            _ if self.group == INPUTS => has_file || has_stdin && self.changes_bytes(),
            _ if self.group == OUTPUTS => row.output().is_some(),
            _ => true,
        }
    }

    /// True if the input has other bytes.
    pub(super) fn changes_bytes(self) -> bool {
        match self.name {
            "text" | "sparse" | "stdin-empty" | "closed-stdin" => true,
            name => ["input-empty", "input-cut-off", "input-shrinks", "input-grows"].contains(&name),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        self.number.map_or(Ok(()), |number| write!(f, "-{number}"))
    }
}

/// The expected result of a cell besides the laws that always hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expect {
    /// The exit code and the output are those of the usual run.
    Usual,
    /// The exit code is that of the usual run, and so are the files.
    UsualCode,
    /// The run is as usual, or the exit code is 1 and one error gives the reason.
    UsualOrError,
    /// The exit code is 1, and one error names this.
    Error(String),
    /// The exit code is 1 or 2, and an error gives the reason.
    Refused,
    /// The program ends as usual, or by this signal, or reports the interruption.
    Ends(i32),
    /// The reader is gone: no error is reported, and the exit code is usual, or 1 for units that were not run.
    ReaderGone,
    /// The exit code is 0, or it is 1 with a message.
    Told,
}

impl Expect {
    /// `stdout` is that of the usual run.
    pub(super) fn of(row: &Row, fault: Fault, stdout: &[u8]) -> Self {
        let number = fault.number.unwrap_or_default();
        let names = |name: Option<&str>| name.map_or(Self::Told, |name| Self::Error(name.to_owned()));
        match fault.name {
            "full-stdout" | "full-both" if !stdout.is_empty() => names(Some("standard output")),
            "reader-gone" if (number as usize) < stdout.len() => Self::ReaderGone,
            // If a word of the command line means stdin, the error names that.
            "stdin-folder" if row.stdin().is_some() => {
                names(Some(if row.words().any(|word| word == "-") { "-: " } else { "standard input" }))
            }
            "stdin-empty" | "closed-stdin" if row.stdin().is_some() => Self::Told,
            "names" => Self::UsualCode,
            "full-disk" | "open-files" | "file-size" => Self::UsualOrError,
            "file-size-signal" => Self::Ends(Signal::XFSZ.as_raw()),
            "word" => Self::Refused,
            "text" | "sparse" => Self::Told,
            "input-fifo" if !row.seeks() && row.input().is_some() => Self::UsualCode,
            // Faults of a folder are reported where it is needed.
            _ if fault.group == INPUTS => names(row.input().filter(|_| !fault.changes_bytes())),
            _ if fault.group == OUTPUTS => names(row.output()),
            // SIGPIPE is ignored once the standard library has started the program.
            name => signal(name).map_or(Self::Usual, |signal| Self::Ends(signal.as_raw())),
        }
    }
}

/// The signal of a fault, if it is one.
pub(super) fn signal(name: &str) -> Option<Signal> {
    match name {
        "sigkill" => Some(Signal::KILL),
        "sigterm" => Some(Signal::TERM),
        "sigint" => Some(Signal::INT),
        "sigpipe" => Some(Signal::PIPE),
        _ => None,
    }
}

/// A number that follows from the name: the same in every run.
pub(super) fn number(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
