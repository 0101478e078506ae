//! The command lines, and the files that they read.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::run::{chess, chess_with_input, folder, text};
use crate::tables::write_tables;

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

    /// The folder of input files.
    pub(super) fn folder(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('='))
    }

    /// The first file that the program writes, not one in a folder.
    pub(super) fn output(&self) -> Option<&'static str> {
        self.words().find_map(|word| word.strip_prefix('%').filter(|name| !name.ends_with('/')))
    }

    /// True if the input is searched for places, so that a FIFO cannot be read.
    pub(super) fn seeks(&self) -> bool {
        self.line.starts_with("book show") || self.line.starts_with("book merge")
    }

    /// True if the output has names of inputs, so that it differs if they do.
    pub(super) fn keeps_names(&self) -> bool {
        self.words().any(|word| matches!(word, "--parquet" | "--arrow"))
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
    row("pgn - --json <games.pgn"),
    Row::new("pgn @games.gz --threads 2", "", SEARCHED),
    Row::new("pgn @games.pgn --out %out.pgn --dedup", "", SEARCHED),
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
    row("dump puzzles @puzzles.csv --threads 2"),
    row("dump evals - <evals.jsonl"),
    row("dump evals @evals.jsonl --parquet %out.parquet"),
    row("dump puzzles @puzzles.csv --arrow %out.arrow"),
    row("book show @one.bin"),
    Row::new("book build @games.pgn --out %out.bin", "", SEARCHED),
    row("book merge @one.bin @two.bin --out %out.bin"),
    Row::new("tables --path =tables/ <endings.fen", "", MAPPED),
    Row::new("tables --path =tables/ --fen 4k3/8/8/8/8/8/8/R3K3~w~-~-~0~1", "", MAPPED),
    row("show --attacks Q@d4"),
    row("show --svg %out.svg"),
    Row::new("play --random --ascii <play.txt", "Goodbye", &[]),
    Row::new(
        "play --level 1 --ascii --book @one.bin --path =tables/ --save /dev/null <quit.txt",
        "Goodbye",
        MAPPED,
    ),
    Row::new("uci <depth.uci", "bestmove", &[]),
    Row::new("uci <time.uci", "readyok", TIMED),
    Row::new(
        "match random random --games 2 --max-moves 2 --openings @last.pgn --path =tables/ --pgn /dev/null",
        "",
        MAPPED,
    ),
    row("match random random --games 2 --max-moves 2 --plies 0 --resume /dev/null"),
    Row::new(
        "analyse @game.pgn --depth 1 --book @one.bin --path =tables/ --out %out.pgn --svg %out.svg",
        "",
        MAPPED,
    ),
    Row::new("bench --depth 1 --hash 1 --threads 2", "(none", &[]),
    row("completions bash"),
    row("man"),
    row("man --out %pages/"),
];

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
