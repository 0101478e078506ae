//! Tables of `chess pgn` and `chess dump`, and filters.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::folder::folder;
use crate::run::{chess, chess_with_input};

const GAMES: &str = r#"[White "Zoe"]
[WhiteElo "2400"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Ada"]

1. d4 d5 2. d5 c5 1/2-1/2

1. c4 *
"#;

fn write(path: impl AsRef<Path>, text: impl AsRef<[u8]>) -> String {
    fs::write(&path, text).unwrap();
    path.as_ref().to_str().unwrap().to_owned()
}

#[test]
fn a_filter_keeps_games() {
    let file = write(folder("table/filter").join("games.pgn"), GAMES);
    let white = |filter: &str| -> Vec<Value> {
        let run = chess(&["pgn", &file, "--json", "--filter", filter]);
        run.json_lines().iter().map(|game| game["headers"]["White"].clone()).collect()
    };
    assert_eq!(white("white_elo > 2000"), ["Zoe"]);
    assert_eq!(white("not White == Zoe"), [Value::from("Ada"), Value::Null]);
    assert_eq!(white("plies == 1 or not sound"), [Value::from("Ada"), Value::Null]);
    let run = chess(&["pgn", &file, "--filter", "sound and plies > 1"]);
    assert_eq!((run.code, &*run.stdout), (Some(0), "games 1, plies 7, broken 0\n"));
    let run = chess(&["pgn", &file, "--filter", "colour == white"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("byte 0: there is no name `colour`"), "{}", run.stderr);
}

#[test]
fn dumps_are_summed_up() {
    let folder = folder("table/dumps");
    let puzzles = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
        00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,https://lichess.org/a,\n";
    let file = write(folder.join("puzzles.csv"), puzzles);
    let run = chess(&["dump", "puzzles", &file]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.starts_with("rows 1, broken 0, check sum "), "{}", run.stdout);
    let piped = chess_with_input(&["dump", "puzzles", "-"], puzzles);
    assert_eq!((piped.code, piped.stdout), (Some(0), run.stdout));
    let file = write(folder.join("evals.jsonl"), "{}\n");
    let run = chess(&["dump", "evals", &file, "--json"]);
    assert_eq!((run.code, &run.json()["rows"], &run.json()["broken"]), (Some(1), &1.into(), &1.into()));
    let run = chess(&["dump", "evals", "/nowhere"]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature_the_program_tells_how_to_get_it() {
    let folder = folder("table/feature");
    let file = write(folder.join("games.pgn"), GAMES);
    for args in [["--parquet", folder.to_str().unwrap()], ["--arrow", "-"]] {
        let run = chess(&["pgn", &file, args[0], args[1]]);
        assert_eq!((run.code, &*run.stdout), (Some(2), ""));
        assert!(run.stderr.contains("cargo install chess-cli --features "), "{}", run.stderr);
        let run = chess(&["dump", "puzzles", &file, args[0], args[1]]);
        assert_eq!(run.code, Some(2));
    }
}

#[cfg(feature = "parquet")]
mod with_parquet {
    use std::collections::BTreeMap;
    use std::fmt::Write;
    use std::process::Child;
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::run::chess_in_pipes;

    fn path(path: &Path) -> &str {
        path.to_str().unwrap()
    }

    /// The files of a folder, without those that are being written.
    fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let tables = entries.filter(|path| path.extension().is_some_and(|extension| extension == "parquet"));
        tables
            .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(path).unwrap()))
            .collect()
    }

    #[test]
    fn all_kinds_of_tables_have_the_same_check_sum() {
        let folder = folder("table/kinds");
        let file = write(folder.join("games.pgn"), GAMES);
        let other = write(folder.join("more.PGN.txt"), GAMES.repeat(3));
        let columns = "file,game,line,white,plies,moves,clocks,error,error_line";
        let run = |args: &[&str]| {
            let run = chess(&[&["pgn", &file, &other, "--json", "--columns", columns], args].concat());
            assert_eq!(run.code, Some(1), "{}", run.stderr);
            run
        };
        let parquet = run(&["--parquet", path(&folder), "--threads", "1"]).json();
        assert_eq!((&parquet["rows"], &parquet["broken"]), (&12.into(), &4.into()));
        assert_eq!(tables(&folder).keys().collect::<Vec<_>>(), ["games.parquet", "more.PGN.txt.parquet"]);
        let first = tables(&folder);
        assert_eq!(run(&["--parquet", path(&folder), "--threads", "3"]).json(), parquet);
        assert_eq!(tables(&folder), first);
        assert_eq!(run(&["--parquet", path(&folder), "--resume"]).json(), parquet);
        assert_eq!(run(&["--arrow", path(&folder.join("games.arrow"))]).json(), parquet);
        let stream = chess_bytes(&["pgn", &file, &other, "--columns", columns, "--arrow", "-"]);
        assert!(stream.1.contains(parquet["checksum"].as_str().unwrap()), "{}", stream.1);
        assert!(stream.0.starts_with(&[0xff, 0xff, 0xff, 0xff]));

        let filtered = run(&["--parquet", path(&folder), "--filter", "not sound"]).json();
        assert_eq!((&filtered["rows"], &filtered["broken"]), (&4.into(), &4.into()));
        let refused = chess(&["pgn", &file, "--parquet", path(&folder), "--resume"]);
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains("has other columns, another filter"), "{}", refused.stderr);
    }

    fn chess_bytes(args: &[&str]) -> (Vec<u8>, String) {
        let output = chess_in_pipes(args).wait_with_output().unwrap();
        (output.stdout, String::from_utf8(output.stderr).unwrap())
    }

    #[test]
    fn two_files_of_one_name_are_refused() {
        let folder = folder("table/names");
        fs::create_dir(folder.join("a")).unwrap();
        let first = write(folder.join("games.pgn"), GAMES);
        let second = write(folder.join("a/games.pgn"), GAMES);
        let run = chess(&["pgn", &first, &second, "--parquet", path(&folder)]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("would both become"), "{}", run.stderr);
        assert!(tables(&folder).is_empty());
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_table() {
        let folder = folder("table/unreadable");
        let file = write(folder.join("games.pgn"), GAMES);
        let empty = write(folder.join("empty.pgn"), "");
        let run = chess(&["pgn", "/nowhere/x.pgn", &empty, &file, "--parquet", path(&folder)]);
        assert_eq!(run.code, Some(1));
        assert!(run.stderr.contains("/nowhere/x.pgn"), "{}", run.stderr);
        assert_eq!(tables(&folder).keys().collect::<Vec<_>>(), ["empty.parquet", "games.parquet"]);
    }

    #[test]
    fn a_killed_run_leaves_no_half_table_and_is_resumed() {
        let (folder, whole) = (folder("table/killed"), folder("table/killed_whole"));
        let mut large = String::new();
        for i in 0..40_000 {
            write!(
                large,
                "[White \"{i}\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 *\n\n"
            )
            .unwrap();
        }
        let small = write(folder.join("a.pgn"), GAMES);
        let large = write(folder.join("b.pgn"), large);
        let args = |folder| ["pgn", &small, &large, "--parquet", folder, "--columns", "game,white,moves,san"];
        chess(&args(path(&whole)));
        let expected = tables(&whole);
        assert_eq!(expected.len(), 2);

        let mut child = chess_in_pipes(&args(path(&folder)));
        wait_for_first(&folder, &mut child);
        child.kill().unwrap();
        child.wait().unwrap();
        // What is there is complete.
        let left = tables(&folder);
        assert!(!left.is_empty() && left.iter().all(|(name, bytes)| expected[name] == *bytes));

        let run = chess(&[&args(path(&folder))[..], &["--resume"]].concat());
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert_eq!(tables(&folder), expected);
        assert_eq!(run.stdout, chess(&args(path(&whole))).stdout);
    }

    fn wait_for_first(folder: &Path, child: &mut Child) {
        let start = Instant::now();
        while tables(folder).is_empty() && child.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_mins(1));
            sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn dumps_become_tables() {
        let folder = folder("table/dump_tables");
        let evals = "{\"fen\":\"k7/8/8/8/8/8/8/K7 w - -\",\"evals\":[{\"pvs\":[{\"cp\":1,\"line\":\"a1a2\"}],\"depth\":1}]}\n";
        let file = write(folder.join("evals.jsonl"), evals.repeat(1000));
        let (parquet, arrow) = (folder.join("evals.parquet"), folder.join("evals.arrow"));
        let plain = chess(&["dump", "evals", &file]).stdout;
        assert_eq!(chess(&["dump", "evals", &file, "--parquet", path(&parquet)]).stdout, plain);
        assert_eq!(chess(&["dump", "evals", &file, "--arrow", path(&arrow)]).stdout, plain);
        assert!(
            fs::read(parquet).unwrap().ends_with(b"PAR1") && fs::read(arrow).unwrap().ends_with(b"ARROW1")
        );
        let run = chess(&["dump", "evals", "/nowhere", "--parquet", path(&folder.join("x.parquet"))]);
        assert_eq!(run.code, Some(1));
        assert!(!folder.join("x.parquet").exists());
    }
}
