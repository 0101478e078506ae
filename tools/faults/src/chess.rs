//! The command lines of `chess`, and the files that they read.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;

use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use tempfile::TempDir;

use crate::row::{Inputs, Row};

const MAPPED: (&str, &str) = (
    "input-shrinks",
    "tables are mapped into memory, and must not be cut off while they are: the system ends the program",
);
const STILL: (&str, &str) =
    ("clock-still", "a search that has a time does not end while the clock is stopped");
const BACK: (&str, &str) = ("clock-back", "a search that has a time does not end while the clock goes back");
const HASH: (&str, &str) = ("memory-16", "the hash table of 16 MiB leaves less than the engine needs");
const SHRINKS: (&str, &str) = ("input-shrinks", "forty searches with a time take too long");
const GROWS: (&str, &str) = ("input-grows", SHRINKS.1);

/// Every command line that is run.
pub const ROWS: &[Row] = &[
    Row::new("--help"),
    Row::new("--version"),
    timed("perft 3 --divide"),
    timed("perft 4 --hash 1 --threads 3"),
    timed("perft 3 --stats"),
    timed("perft 4 --distinct --memory 1 --threads 2 --spill tmp"),
    Row::new("units emit 3 --plies 2"),
    Row { reader_gone: 1, ..reads("units run --threads 2", "units.jsonl") },
    reads("units merge", "done.jsonl"),
    Row::new("suite @suite.epd --threads 2"),
    reads("inspect", "positions.fen"),
    reads("resolve", "moves.tsv"),
    Row::new("moves"),
    searches("pgn @games.pgn --threads 2"),
    searches("pgn @games.pgn --json"),
    reads("pgn - --json", "games.pgn"),
    searches("pgn @games.pgn.zst --threads 2"),
    searches("pgn @games.pgn --out %out.pgn --dedup"),
    searches("pgn @games.pgn --training binpack %out.binpack"),
    searches("pgn @games.pgn --parquet %tables/"),
    Row { can_resume: true, ..searches("pgn @games.pgn @more.pgn @last.pgn --parquet %tables/") },
    searches("pgn @games.pgn --arrow %out.arrow"),
    Row::new("convert @games.pgn %out.binpack --threads 2"),
    Row::new("convert @data.binpack %out.vf"),
    Row::new("convert @data.vf %out.txt"),
    Row::new("convert @data.marlin %out.bf"),
    Row::new("convert @data.bf - --to plain"),
    reads("convert - - --from plain --to plain", "data.txt"),
    Row::new("dump puzzles @puzzles.csv --threads 2"),
    reads("dump evals -", "evals.jsonl"),
    Row::new("dump evals @evals.jsonl --parquet %out.parquet"),
    Row::new("dump puzzles @puzzles.csv --arrow %out.arrow"),
    Row { seeks: true, ..Row::new("book show @one.bin") },
    searches("book build @games.pgn --out %out.bin"),
    Row { seeks: true, ..Row::new("book merge @one.bin @two.bin --out %out.bin") },
    Row { exempt: &[MAPPED], ..reads("tables --path =tables/", "endings.fen") },
    Row { exempt: &[MAPPED], ..Row::new("tables --path =tables/ --fen 4k3/8/8/8/8/8/8/R3K3~w~-~-~0~1") },
    Row::new("show --attacks Q@d4"),
    Row::new("show --svg %out.svg"),
    Row { only: "Goodbye", exempt: &[HASH], ..reads("play --random --ascii", "play.txt") },
    // Games are added to the files of --save, --pgn and --resume, which are then neither the old nor the new ones.
    Row {
        only: "Goodbye",
        exempt: &[MAPPED, HASH],
        ..reads("play --level 1 --ascii --book @one.bin --path =tables/ --save /dev/null", "quit.txt")
    },
    Row { only: "bestmove", exempt: &[HASH], ..reads("uci", "depth.uci") },
    Row { only: "readyok", exempt: &[HASH, STILL, BACK, SHRINKS, GROWS], ..reads("uci", "time.uci") },
    Row {
        exempt: &[MAPPED],
        ..Row::new(
            "match random random --games 2 --max-moves 2 --openings @last.pgn --path =tables/ --pgn /dev/null",
        )
    },
    Row::new("match random random --games 2 --max-moves 2 --plies 0 --resume /dev/null"),
    Row {
        exempt: &[MAPPED, HASH],
        ..Row::new(
            "analyse @game.pgn --depth 1 --book @one.bin --path =tables/ --out %out.pgn --svg %out.svg",
        )
    },
    Row { only: "(none", ..Row::new("bench --depth 1 --hash 1 --threads 2") },
    Row::new("completions bash"),
    Row::new("man"),
    Row::new("man --out %pages/"),
];

/// A row that prints times and the number of threads, which may be less than requested.
const fn timed(line: &'static str) -> Row {
    Row { volatile: &["seconds ", "mnps ", "threads "], ..Row::new(line) }
}

/// A row that reads this file as stdin.
const fn reads(line: &'static str, stdin: &'static str) -> Row {
    Row { stdin: Some(stdin), ..Row::new(line) }
}

/// A row whose inputs may be folders.
const fn searches(line: &'static str) -> Row {
    Row { exempt: &[("input-folder", "folders are searched for games")], ..Row::new(line) }
}

/// A game with a score after each move.
const GAME: &str = "1. e4 { [%eval 0.31] } e5 { [%eval 0.25] } 2. Nf3 { [%eval 0.28] } Nc6 { [%eval 0.22] } \
                    3. Bb5 { [%eval 0.3] } a6 { [%eval 0.35] } 4. Ba4 { [%eval 0.2] } Nf6 { [%eval 0.24] }";

/// The files that the rows read. Some are written by the program itself.
///
/// # Errors
/// The program cannot write its files.
pub fn inputs(program: &Path) -> io::Result<Inputs> {
    let mut inputs = Inputs::new();
    for (name, text) in [
        ("games.pgn", pgn(24)),
        ("more.pgn", pgn(12)),
        ("last.pgn", pgn(4)),
        ("game.pgn", pgn(1)),
        ("positions.fen", include_str!("inputs/positions.fen").into()),
        ("moves.tsv", include_str!("inputs/moves.tsv").into()),
        ("suite.epd", include_str!("inputs/suite.epd").into()),
        ("puzzles.csv", include_str!("inputs/puzzles.csv").into()),
        ("evals.jsonl", include_str!("inputs/evals.jsonl").into()),
        ("endings.fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n4k3/8/8/8/8/8/8/R3K3 b - - 0 1\n".into()),
        ("play.txt", "e2e4\nd2d4\nundo\nquit\n".into()),
        ("quit.txt", "quit\n".into()),
        ("depth.uci", include_str!("inputs/depth.uci").into()),
        ("time.uci", include_str!("inputs/time.uci").into()),
    ] {
        inputs.insert(name.into(), text.into_bytes());
    }
    let compressed = compress_to_vec(pgn(24).as_bytes(), CompressionLevel::Fastest);
    inputs.insert("games.pgn.zst".into(), compressed);
    inputs.extend(rook_tables());
    let folder = TempDir::new()?;
    fs::write(folder.path().join("games.pgn"), pgn(24))?;
    let (convert, build) = ("convert games.pgn", "book build games.pgn --out");
    let data = ["data.binpack", "data.vf", "data.marlin", "data.bf", "data.txt"].map(|name| (convert, name));
    for (command, name) in data.into_iter().chain([(build, "one.bin"), (build, "two.bin")]) {
        run(program, folder.path(), &format!("{command} {name}"), "/dev/null")?;
        inputs.insert(name.into(), fs::read(folder.path().join(name))?);
    }
    let units = run(program, folder.path(), "units emit 3 --plies 1", "/dev/null")?;
    fs::write(folder.path().join("units.jsonl"), &units)?;
    inputs.insert("done.jsonl".into(), run(program, folder.path(), "units run", "units.jsonl")?);
    inputs.insert("units.jsonl".into(), units);
    Ok(inputs)
}

fn pgn(games: u32) -> String {
    let game = |number| {
        let result = ["1-0", "0-1", "1/2-1/2"][number as usize % 3];
        format!("[White \"Player {number}\"]\n[Result \"{result}\"]\n\n{GAME} {result}\n\n")
    };
    (0..games).map(game).collect()
}

/// Tables of king and rook against king in which the side with the rook wins in one ply.
fn rook_tables() -> [(String, Vec<u8>); 2] {
    let ending = Ending::new("KRvK");
    let mut random = Random::new(5);
    // White wins, and then Black loses.
    let mut values = [4, 0].into_iter().cycle();
    let wdl = Table::new(&ending, Kind::Wdl, &mut random, |layout, _| {
        Sub::single(layout, values.next().unwrap_or_default())
    });
    let dtz = Table::new(&ending, Kind::Dtz, &mut random, |layout, _| {
        let mut sub = Sub::single(layout, 0);
        sub.form.win_plies = true;
        sub
    });
    [("tables/KRvK.rtbw".to_owned(), wdl.bytes()), ("tables/KRvK.rtbz".to_owned(), dtz.bytes())]
}

/// Runs a command line in a folder, and returns its stdout.
fn run(program: &Path, folder: &Path, line: &str, stdin: &str) -> io::Result<Vec<u8>> {
    let mut command = Command::new(program);
    let output =
        command.args(line.split(' ')).current_dir(folder).stdin(File::open(folder.join(stdin))?).output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(io::Error::other(format!("{line}: {}", String::from_utf8_lossy(&output.stderr))))
}
