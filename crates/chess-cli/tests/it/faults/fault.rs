//! The table of faults, the rows to which each applies, and the expected results; the command lines, and the files that they read.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::{fmt, fs};

use rustix::process::Signal;

use crate::run::{chess, chess_with_input, folder, text};
use crate::tables::write_tables;

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
    (FULL, "full-stdout", &[], "", r#"exec "$@" >/dev/full"#),
    (FULL, "full-stderr", &[], "", r#"exec "$@" 2>/dev/full"#),
    (FULL, "full-both", &[], "", r#"exec "$@" >/dev/full 2>/dev/full"#),
    (FULL, "full-disk", &[0, 4], "mkdir ../disk ../back", ON_A_SMALL_DISK),
    ("streams", "reader-gone", &[0, 1, 4096], "", ""),
    ("streams", "closed-stdout", &[], "", r#"exec "$@" >&-"#),
    ("streams", "closed-stderr", &[], "", r#"exec "$@" 2>&-"#),
    ("streams", "closed-stdin", &[], "", r#"exec "$@" <&-"#),
    ("streams", "stdin-folder", &[], "", r#"exec "$@" </"#),
    ("streams", "stdin-empty", &[], "", r#"exec "$@" </dev/null"#),
    ("limits", "open-files", &[4, 5, 6, 7, 8, 9, 10, 12], "", r#"ulimit -n $n && exec "$@""#),
    ("limits", "file-size", &[0, 1], "", r#"trap '' XFSZ; ulimit -c 0 && ulimit -f $n && exec "$@""#),
    ("limits", "file-size-signal", &[0, 1], "", r#"ulimit -c 0 && ulimit -f $n && exec "$@""#),
    // The first line, and then no reader.
    ("streams", "reader-of-a-line", &[], "", r#""$@" > >(head -n 1 >/dev/null)"#),
    ("signals", "sigkill sigterm sigint sigpipe resume", TRIALS, "", ""),
    // So many hundredths of an input come, then nothing, and then the signal.
    ("signals", "silent-sigint silent-sigterm", &[0, 1, 50, 100], "", ""),
    ("engines", "engine-crashes", &[], "", r#"export GO='exit 3'; exec "$@""#),
    ("engines", "engine-moves-illegally", &[], "", r#"export GO='echo bestmove e2e5'; exec "$@""#),
    (
        "engines",
        "engine-moves-twice",
        &[],
        "",
        r#"export GO='echo info depth 1 score cp 20 pv $m; echo bestmove $m; echo bestmove $m'; exec "$@""#,
    ),
    // It answers isready, nothing at all, and sends lines of a search or others without end.
    ("engines", "engine-stalls-and-answers", &[], "", r#"export GO=:; exec "$@""#),
    ("engines", "engine-stalls", &[], "", r#"export GO='sleep 60'; exec "$@""#),
    ("engines", "engine-stalls-and-reports", &[], "", r#"export GO='yes info depth 1'; exec "$@""#),
    ("engines", "engine-stalls-and-writes", &[], "", r#"export GO='yes noise'; exec "$@""#),
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

pub(super) const FULL: &str = "full disk";
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
            "text" | "sparse" | "silent-sigint" | "silent-sigterm" => has_stdin || has_file,
            "full-disk" | "file-size" | "file-size-signal" => row.has(&['%']),
            _ if self.group == INPUTS => has_file || has_stdin && self.changes_bytes(),
            _ if self.group == OUTPUTS => row.output().is_some(),
            _ if self.group == "engines" => row.has_engine(),
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
            "reader-of-a-line" => Self::ReaderGone,
            // In a match it loses.
            "engine-moves-twice" => Self::Usual,
            _ if fault.group == "engines" && row.line.starts_with("match ") => Self::Told,
            "engine-crashes" => names(Some("crash: ")),
            "engine-moves-illegally" => names(Some("illegal move: ")),
            _ if fault.group == "engines" => names(Some("stalled connection: ")),
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
            "input-fifo" if row.input().is_some() => Self::Usual,
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
        "sigterm" | "silent-sigterm" => Some(Signal::TERM),
        "sigint" | "silent-sigint" => Some(Signal::INT),
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

/// A command line of the program, which is run under every fault.
///
/// A word `@name` is an input file, `=name` a folder of input files, `%name` a file that the program writes, `%name/` a folder that
/// it writes to, and a last word `<name` the file that is stdin. Other words are literal, with a space for each `~`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) line: &'static str,
    /// The beginning of the lines of stdout to compare.
    only: &'static str,
    /// Beginnings of names of faults that do not apply.
    pub(super) exempt: &'static [&'static str],
}

impl Row {
    pub(super) const fn new(line: &'static str, only: &'static str, exempt: &'static [&'static str]) -> Self {
        Self { line, only, exempt }
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.line.split(' ').filter(|word| !word.starts_with('<'))
    }

    pub(super) fn has(&self, signs: &[char]) -> bool {
        self.words().any(|word| word.starts_with(signs))
    }

    pub(super) fn stdin(&self) -> Option<&'static str> {
        self.line.split_once(" <").map(|(_, name)| name)
    }

    /// The input file that faults of inputs change: the first one of the arguments, or stdin. `None` if that is one in a folder.
    pub(super) fn input(&self) -> Option<&'static str> {
        let named = self.words().find_map(|word| word.strip_prefix('@')).or(self.stdin());
        named.filter(|_| self.folder().is_none())
    }

    /// The last input file, whose writer falls silent.
    pub(super) fn last_input(&self) -> Option<&'static str> {
        self.words().filter_map(|word| word.strip_prefix('@')).last().or(self.stdin())
    }

    /// True if the program starts the engine [`ENGINE`].
    pub(super) fn has_engine(&self) -> bool {
        self.line.contains(ENGINE)
    }

    /// The folder of input files.
    pub(super) fn folder(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('='))
    }

    /// The first file that the program writes, not one in a folder.
    pub(super) fn output(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('%').filter(|name| !name.ends_with('/')))
    }

    /// True if the output has names of inputs, so that it differs if they do.
    pub(super) fn keeps_names(&self) -> bool {
        self.words().any(|word| matches!(word, "--parquet" | "--arrow" | "find"))
    }

    /// Removes from stdout the lines that may differ from run to run, and the end of a line that was cut off.
    pub(super) fn comparable(&self, stdout: &[u8]) -> Vec<u8> {
        let lines = stdout.split_inclusive(|&byte| byte == b'\n').filter(|line| {
            let is_volatile =
                ["seconds ", "mnps ", "threads "].iter().any(|word| line.starts_with(word.as_bytes()));
            line.ends_with(b"\n") && !is_volatile && line.starts_with(self.only.as_bytes())
        });
        lines.flatten().copied().collect()
    }
}

/// Tables are mapped into memory, and must not be cut off while they are: the system ends the program.
const MAPPED: &[&str] = &["input-shrinks"];
/// Folders are searched for games.
const SEARCHED: &[&str] = &["input-folder"];
/// What is read twice is no pipe.
const READ_TWICE: &[&str] = &["input-folder", "input-fifo", "silent"];
/// Forty searches with a time take too long.
const TIMED: &[&str] = &["input-shrinks", "input-grows"];

const fn row(line: &'static str) -> Row {
    Row::new(line, "", &[])
}

/// Every command line that is run. Games are added to the files of `play --save`, `match --pgn` and `--resume`, which are then
/// neither the old nor the new ones.
pub(super) const ROWS: &[Row] = &[
    row("--help"),
    row("--version"),
    row("perft 3 --divide"),
    row("perft 4 --hash 1 --threads 3"),
    row("perft 3 --stats"),
    row("perft 4 --distinct --memory 1 --threads 2 --spill tmp"),
    row("units emit 3 --plies 2"),
    row("units run --threads 2 <units.jsonl"),
    row("units merge <done.jsonl"),
    row("suite @suite.epd --threads 2"),
    row("inspect <positions.fen"),
    row("resolve <moves.tsv"),
    row("moves"),
    Row::new("pgn @games.pgn --threads 2", "", SEARCHED),
    Row::new("pgn @games.pgn --json", "", SEARCHED),
    Row::new("pgn @games.pgn @more.pgn", "", SEARCHED),
    row("pgn - --json <games.pgn"),
    Row::new("pgn @games.gz --threads 2 --opening-names @names.tsv", "", SEARCHED),
    Row::new("pgn @games.pgn --out %out.pgn --dedup", "", SEARCHED),
    Row::new("pgn @games.pgn --out %out.pgn --dedup=prefix --rewrite --no-nags --threads 2", "", READ_TWICE),
    Row::new("pgn @games.pgn --training binpack %out.binpack", "", SEARCHED),
    Row::new("pgn @games.pgn --parquet %tables/", "", SEARCHED),
    Row::new("pgn @games.pgn @more.pgn @last.pgn --parquet %tables/", "", SEARCHED),
    Row::new("pgn @games.pgn --arrow %out.arrow", "", SEARCHED),
    row("convert @games.pgn %out.binpack --threads 2"),
    row("convert @data.binpack %out.vf"),
    row("convert @data.vf %out.txt"),
    row("convert @data.marlin %out.bf"),
    row("convert @data.bf - --to plain"),
    row("convert - - --from plain --to plain <data.txt"),
    Row::new("find @games.parquet --filter plies>0 --threads 2", "", &["input-fifo"]),
    Row::new("find @games.parquet --filter some(check) --json", "", &["input-fifo"]),
    row("dump puzzles @puzzles.csv --threads 2"),
    row("dump evals - <evals.jsonl"),
    row("dump evals @evals.jsonl --parquet %out.parquet"),
    row("dump puzzles @puzzles.csv --arrow %out.arrow"),
    row("book show @one.bin"),
    Row::new("book build @games.pgn --out %out.bin", "", SEARCHED),
    row("book merge @one.bin @two.bin --out %out.bin"),
    Row::new("tree @games.pgn --depth 8 --threads 2", "", SEARCHED),
    row("tree - --json <games.pgn"),
    Row::new("tree @games.pgn --arrow %out.arrow", "", SEARCHED),
    Row::new("tree @games.pgn --add fen,polyglot --parquet %out.parquet", "", SEARCHED),
    Row::new("tables --syzygy =tables/ <endings.fen", "", MAPPED),
    Row::new("tables --syzygy =tables/ --fen 4k3/8/8/8/8/8/8/R3K3~w~-~-~0~1", "", MAPPED),
    row("show --attacks Q@d4"),
    row("show --svg %out.svg"),
    Row::new("play --random --ascii <play.txt", "Goodbye", &[]),
    Row::new(
        "play --level 1 --ascii --opening-names @names.tsv --book @one.bin --syzygy =tables/ --save /dev/null --log /dev/null \
         <quit.txt",
        "Goodbye",
        MAPPED,
    ),
    Row::new("uci <depth.uci", "bestmove", &[]),
    Row::new("uci <time.uci", "readyok", TIMED),
    Row::new(
        "match random random --games 2 --max-moves 2 --openings @last.pgn --syzygy =tables/ --pgn /dev/null \
         --log /dev/null",
        "",
        MAPPED,
    ),
    row("match random random --games 2 --max-moves 2 --plies 0 --pgn /dev/null --resume"),
    Row::new(
        "analyse @game.pgn --depth 1 --book @one.bin --syzygy =tables/ --opening-names @names.tsv \
         --log /dev/null --out /dev/null --svg %out.svg",
        "",
        MAPPED,
    ),
    row(
        "match sh~engine.sh;~movetime=60 sh~engine.sh;~name=b;~movetime=60 --games 2 --plies 0 --max-moves 1 --timeout 1",
    ),
    row("analyse --engine sh~engine.sh --movetime 60 --timeout 1"),
    row("analyse @short.pgn --engine sh~engine.sh --movetime 60 --timeout 1"),
    // The program is beside the folders of cells.
    Row::new("check ../../program~uci --margin 5000 --log /dev/null", "passed 23", &[]),
    Row::new("play --engine sh~engine.sh --seconds 0.06 --timeout 1 <e4.txt", "1. e4 e5", &[]),
    Row::new("bench --depth 1 --hash 1 --threads 2", "(none", &[]),
    row("completions bash"),
    row("man"),
    row("man --out %pages/"),
];

/// A script of a shell that plays the first moves as an engine, or does what the variable `GO` says.
pub(super) const ENGINE: &str = "engine.sh";
pub(super) const ENGINE_SCRIPT: &str = r#"while read -r word rest; do case "$word $rest" in
uci*) echo id name Script; echo uciok;;
isready*) echo readyok;;
position*e2e4*e7e5*) m=g1f3;;
position*e2e4*) m=e7e5;;
position*) m=e2e4;;
go*) eval "${GO:-echo info depth 1 score cp 20 pv \$m; echo bestmove \$m}";;
quit*) exit;;
esac; done
"#;

/// Input files by their names, with slashes for those in folders.
pub(super) type Inputs = BTreeMap<String, Vec<u8>>;

/// A game with a score after each move.
const GAME: &str = "1. e4 { [%eval 0.31] } e5 { [%eval 0.25] } 2. Nf3 { [%eval 0.28] } Nc6 { [%eval 0.22] } \
                    3. Bb5 { [%eval 0.3] } a6 { [%eval 0.35] } 4. Ba4 { [%eval 0.2] } Nf6 { [%eval 0.24] }";

fn pgn(games: usize) -> String {
    let game = |number| {
        let result = ["1-0", "0-1", "1/2-1/2"][number % 3];
        format!("[White \"Player {number}\"]\n[Result \"{result}\"]\n\n{GAME} {result}\n\n")
    };
    (0..games).map(game).collect()
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
const ENDINGS: &str = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n4k3/8/8/8/8/8/8/R3K3 b - - 0 1\n";
const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,,\n\
    00002,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,a1a8 e8e7,1600,80,90,40,check,,\n";
const EVALS: &str = "{\"fen\":\"k7/8/8/8/8/8/8/K7 w - -\",\"evals\":[{\"pvs\":[{\"cp\":0,\"line\":\"a1b2\"}],\"knodes\":52,\"depth\":31}]}\n\
    {\"fen\":\"k7/8/8/8/8/8/8/K7 b - -\",\"evals\":[{\"pvs\":[{\"cp\":1,\"line\":\"a8b7\"}],\"knodes\":9,\"depth\":3}]}\n";
const DEPTH: &str = "uci\nisready\nsetoption name UCI_Elo value 2000\nsetoption name SyzygyPath value tmp\ndebug off\n\
    position startpos moves e2e4\nposition fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1\ngo searchmoves e1e2 depth 3\n";
const TIME: &str = "uci\nposition startpos\ngo movetime 30\nisready\ngo wtime 300 btime 300\nisready\n";

/// The files that the rows read. Some are written by the program itself.
pub(super) fn inputs() -> Inputs {
    let folder = folder("faults");
    let written = |name: &str, text: String| fs::write(folder.join(name), text).unwrap();
    for (name, games) in [("games.pgn", 24), ("more.pgn", 12), ("last.pgn", 4), ("game.pgn", 1)] {
        written(name, pgn(games));
    }
    written("positions.fen", format!("startpos\n{KIWIPETE}\n{KINGS}\n"));
    written("moves.tsv", format!("startpos\te4\n{KIWIPETE}\tO-O-O\n{KINGS}\te1e2\n"));
    written(
        "suite.epd",
        format!("# Counts.\nstartpos ;D1 20 ;D2 400\n{KIWIPETE} ;D1 48 ;D2 2039\n{KINGS} ;D1 5 ;D2 25\n"),
    );
    for (name, text) in [
        ("endings.fen", ENDINGS),
        ("puzzles.csv", PUZZLES),
        ("evals.jsonl", EVALS),
        ("play.txt", "e2e4\nd2d4\nundo\npgn\nfen\nquit\n"),
        ("quit.txt", "quit\n"),
        ("e4.txt", "e4\npgn\n"),
        ("short.pgn", "1. e4 e5 *\n"),
        ("names.tsv", "C20\tKing's Pawn Game\t1. e4 e5\n"),
        ("depth.uci", DEPTH),
        ("time.uci", TIME),
    ] {
        written(name, text.to_owned());
    }
    let path = |name: &str| text(&folder.join(name)).to_owned();
    let games = path("games.pgn");
    for name in ["data.binpack", "data.vf", "data.marlin", "data.bf", "data.txt"] {
        assert_eq!(chess(&["convert", &games, &path(name)]).code, Some(0));
    }
    for name in ["one.bin", "two.bin"] {
        assert_eq!(chess(&["book", "build", &games, "--out", &path(name)]).code, Some(0));
    }
    if cfg!(feature = "parquet") {
        assert_eq!(chess(&["pgn", &games, "--parquet", text(&folder)]).code, Some(0));
    }
    let units = chess(&["units", "emit", "3", "--plies", "1"]).stdout;
    written("done.jsonl", chess_with_input(&["units", "run"], &units).stdout);
    written("units.jsonl", units);
    let gzip = Command::new("gzip").args(["-c", &games]).output().unwrap();
    fs::write(folder.join("games.gz"), gzip.stdout).unwrap();
    fs::create_dir(folder.join("tables")).unwrap();
    write_tables(&folder.join("tables"), "KRvK");
    let names = |below: &str| {
        let files = fs::read_dir(folder.join(below)).unwrap().map(|entry| entry.unwrap().file_name());
        files.map(|name| format!("{below}{}", name.into_string().unwrap())).collect::<Vec<_>>()
    };
    let files = names("").into_iter().filter(|name| name != "tables").chain(names("tables/"));
    files.map(|name| (name.clone(), fs::read(folder.join(&name)).unwrap())).collect()
}
