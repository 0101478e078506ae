//! The command lines of `chess`, and the files that they read.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use chess_testkit::Random;
use chess_testkit::tables::{Ending, Kind, Sub, Table};
use tempfile::TempDir;

use crate::inputs::Inputs;
use crate::row::Row;

/// Lines with times, and with the number of threads, which may be less than what was asked for.
const TIMES: &[&str] = &["seconds ", "mnps ", "threads "];

const FOLDERS: (&str, &str) = ("input-folder", "folders are searched for games");
const MAPPED: (&str, &str) = (
    "input-shrinks",
    "tables are mapped into memory, and must not be cut off while they are: the system ends the program",
);
const STILL: (&str, &str) =
    ("clock-still", "a search that has a time does not end while the clock stands still");
const BACKWARDS: (&str, &str) =
    ("clock-backwards", "a search that has a time does not end while the clock goes back");
const HASH: (&str, &str) = ("memory-16m", "the hash table of 16 MiB leaves less than the engine needs");
const FORTY: [(&str, &str); 2] = [
    ("input-shrinks", "forty searches with a time take too long"),
    ("input-grows", "forty searches with a time take too long"),
];

/// Every command line that is run.
pub const ROWS: &[Row] = &[
    Row::new("--help", "", &["--help"]),
    Row::new("--version", "", &["--version"]),
    Row::new("perft", "perft", &["3", "--divide"]).volatile(TIMES),
    Row::new("perft --hash --threads", "perft", &["4", "--hash", "1", "--threads", "3"]).volatile(TIMES),
    Row::new("perft --stats", "perft", &["3", "--stats"]).volatile(TIMES),
    Row::new(
        "perft --distinct --spill",
        "perft",
        &["4", "--distinct", "--memory", "1", "--threads", "2", "--spill", "tmp"],
    )
    .volatile(TIMES),
    Row::new("units emit", "units emit", &["3", "--plies", "2"]),
    Row::new("units run", "units run", &["--threads", "2"]).stdin("units.jsonl").reader_gone(1),
    Row::new("units merge", "units merge", &[]).stdin("done.jsonl"),
    Row::new("suite", "suite", &["@suite.epd", "--threads", "2"]),
    Row::new("inspect", "inspect", &[]).stdin("positions.fen"),
    Row::new("resolve", "resolve", &[]).stdin("moves.tsv"),
    Row::new("moves", "moves", &[]),
    Row::new("pgn", "pgn", &["@games.pgn", "--threads", "2"]).exempt(&[FOLDERS]),
    Row::new("pgn --json", "pgn", &["@games.pgn", "--json"]).exempt(&[FOLDERS]),
    Row::new("pgn -", "pgn", &["-", "--json"]).stdin("games.pgn"),
    Row::new("pgn *.zst", "pgn", &["@games.pgn.zst", "--threads", "2"]).exempt(&[FOLDERS]),
    Row::new("pgn --training", "pgn", &["@games.pgn", "--training", "binpack", "%out.binpack"])
        .exempt(&[FOLDERS]),
    Row::new("pgn --parquet", "pgn", &["@games.pgn", "--parquet", "%tables/"]).exempt(&[FOLDERS]),
    Row::new(
        "pgn --parquet --resume",
        "pgn",
        &["@games.pgn", "@more.pgn", "@last.pgn", "--parquet", "%tables/"],
    )
    .can_resume()
    .exempt(&[FOLDERS]),
    Row::new("pgn --arrow", "pgn", &["@games.pgn", "--arrow", "%out.arrow"]).exempt(&[FOLDERS]),
    Row::new("convert pgn", "convert", &["@games.pgn", "%out.binpack", "--threads", "2"]),
    Row::new("convert binpack", "convert", &["@data.binpack", "%out.vf"]),
    Row::new("convert viri", "convert", &["@data.vf", "%out.txt"]),
    Row::new("convert marlin", "convert", &["@data.marlin", "%out.bf"]),
    Row::new("convert bullet", "convert", &["@data.bf", "-", "--to", "plain"]),
    Row::new("convert - -", "convert", &["-", "-", "--from", "plain", "--to", "plain"]).stdin("data.txt"),
    Row::new("dump puzzles", "dump", &["puzzles", "@puzzles.csv", "--threads", "2"]),
    Row::new("dump evals", "dump", &["evals", "-"]).stdin("evals.jsonl"),
    Row::new("dump --parquet", "dump", &["evals", "@evals.jsonl", "--parquet", "%out.parquet"]),
    Row::new("dump --arrow", "dump", &["puzzles", "@puzzles.csv", "--arrow", "%out.arrow"]),
    Row::new("book show", "book show", &["@one.bin"]).seeks(),
    Row::new("book build", "book build", &["@games.pgn", "--out", "%out.bin"]).exempt(&[FOLDERS]),
    Row::new("book merge", "book merge", &["@one.bin", "@two.bin", "--out", "%out.bin"]).seeks(),
    Row::new("tables", "tables", &["--path", "=tables/"]).stdin("endings.fen").exempt(&[MAPPED]),
    Row::new("tables --fen", "tables", &["--path", "=tables/", "--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
        .exempt(&[MAPPED]),
    Row::new("show", "show", &["--attacks", "Q@d4"]),
    Row::new("show --svg", "show", &["--svg", "%out.svg"]),
    Row::new("play", "play", &["--random", "--ascii"]).stdin("play.txt").only("Goodbye").exempt(&[HASH]),
    Row::new("uci", "uci", &[]).stdin("depth.uci").only("bestmove").exempt(&[HASH]),
    Row::new("uci movetime", "uci", &[])
        .stdin("time.uci")
        .only("readyok")
        .exempt(&[HASH, STILL, BACKWARDS, FORTY[0], FORTY[1]]),
    Row::new("bench", "bench", &["--depth", "1", "--hash", "1", "--threads", "2"]).only("(none"),
    Row::new("completions", "completions", &["bash"]),
    Row::new("man", "man", &[]),
    Row::new("man --out", "man", &["--out", "%pages/"]),
];

const FENS: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1
8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1
4k3/8/8/8/8/8/8/4K3 w - - 0 1
";

const MOVES: &str = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\te4
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\tO-O-O
4k3/8/8/8/8/8/8/4K3 w - - 0 1\te1e2
";

const SUITE: &str = "\
# Counts of the chess programming wiki.
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25
";

const PUZZLES: &str = "\
PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,,
00002,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,a1a8 e8e7,1600,80,90,40,check,,
";

const EVALS: &str = r#"{"fen":"7r/1p3k2/p1bPR3/5p2/2B2P1p/8/PP4P1/3K4 b - -","evals":[{"pvs":[{"cp":69,"line":"f7g7 e6e2"}],"knodes":200973,"depth":39}]}
{"fen":"k7/8/8/8/8/8/8/K7 w - -","evals":[{"pvs":[{"cp":0,"line":"a1b2"}],"knodes":52,"depth":31}]}
"#;

/// A game with a score after each move.
const GAME: &str = "1. e4 { [%eval 0.31] } e5 { [%eval 0.25] } 2. Nf3 { [%eval 0.28] } Nc6 { [%eval 0.22] } \
                    3. Bb5 { [%eval 0.3] } a6 { [%eval 0.35] } 4. Ba4 { [%eval 0.2] } Nf6 { [%eval 0.24] }";

const DEPTH: &str = "uci\nisready\nposition startpos moves e2e4\ngo depth 3\n";
const TIME: &str = "uci\nposition startpos\ngo movetime 30\nisready\ngo wtime 300 btime 300\nisready\n";

/// The files that the rows read. Some are written by the program itself.
///
/// # Errors
/// The program cannot write its files.
pub fn inputs(program: &Path) -> io::Result<Inputs> {
    let mut inputs = Inputs::default();
    for (name, games) in [("games.pgn", 24), ("more.pgn", 12), ("last.pgn", 4)] {
        inputs.add(name, pgn(games));
    }
    inputs.add("games.pgn.zst", zstd(pgn(24).as_bytes()));
    for (name, text) in [
        ("positions.fen", FENS),
        ("moves.tsv", MOVES),
        ("suite.epd", SUITE),
        ("puzzles.csv", PUZZLES),
        ("evals.jsonl", EVALS),
        ("endings.fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1\n4k3/8/8/8/8/8/8/R3K3 b - - 0 1\n"),
        ("play.txt", "e2e4\nd2d4\nundo\nquit\n"),
        ("depth.uci", DEPTH),
        ("time.uci", TIME),
    ] {
        inputs.add(name, text);
    }
    for (name, bytes) in rook_tables() {
        inputs.add(&name, bytes);
    }
    let folder = TempDir::new()?;
    let file = |name: &str| folder.path().join(name);
    fs::write(file("games.pgn"), pgn(24))?;
    for name in ["data.binpack", "data.vf", "data.marlin", "data.bf", "data.txt"] {
        run(program, &["convert".as_ref(), file("games.pgn").as_ref(), file(name).as_ref()], b"")?;
        inputs.add(name, fs::read(file(name))?);
    }
    for name in ["one.bin", "two.bin"] {
        run(
            program,
            &[
                "book".as_ref(),
                "build".as_ref(),
                file("games.pgn").as_ref(),
                "--out".as_ref(),
                file(name).as_ref(),
            ],
            b"",
        )?;
        inputs.add(name, fs::read(file(name))?);
    }
    let units = run(program, &["units", "emit", "3", "--plies", "1"].map(Path::new), b"")?;
    let done = run(program, &["units", "run"].map(Path::new), &units)?;
    inputs.add("units.jsonl", units);
    inputs.add("done.jsonl", done);
    Ok(inputs)
}

fn pgn(games: u32) -> String {
    let game = |number| {
        let result = ["1-0", "0-1", "1/2-1/2"][number as usize % 3];
        format!("[White \"Player {number}\"]\n[Result \"{result}\"]\n\n{GAME} {result}\n\n")
    };
    (0..games).map(game).collect()
}

/// A frame of Zstandard whose blocks are the bytes as they are (RFC 8878).
fn zstd(bytes: &[u8]) -> Vec<u8> {
    // The magic number, no check sum, a single segment, and its length in four bytes.
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0xa0];
    frame.extend((bytes.len() as u32).to_le_bytes());
    let header = (bytes.len() as u32) << 3 | 1;
    frame.extend(&header.to_le_bytes()[..3]);
    frame.extend(bytes);
    frame
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

/// Runs the program, and returns its stdout.
fn run(program: &Path, args: &[&Path], stdin: &[u8]) -> io::Result<Vec<u8>> {
    let mut command = Command::new(program);
    let mut child =
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    // The text is shorter than a pipe holds.
    child.stdin.take().map_or(Ok(()), |mut pipe| pipe.write_all(stdin))?;
    let output = child.wait_with_output()?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(io::Error::other(format!("{args:?}: {}", String::from_utf8_lossy(&output.stderr))))
}
