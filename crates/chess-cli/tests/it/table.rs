//! Tables of `chess pgn` and `chess dump`, and filters.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::run::{chess, chess_with_input, folder};

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
    let run = chess(&["pgn", &file, "--filter", "WhiteELO > 2000"]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("did you mean `WhiteElo`?"), "{}", run.stderr);
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
    for (filter, rows) in [("rating >= 1500 and themes == short", 1), ("themes == long", 0)] {
        let run = chess(&["dump", "puzzles", &file, "--json", "--filter", filter]);
        assert_eq!((run.code, &run.json()["rows"]), (Some(0), &rows.into()), "{filter}");
    }
    let run = chess(&["dump", "puzzles", &file, "--filter", "ratng > 1"]);
    assert_eq!((run.code, &*run.stdout), (Some(2), ""));
    assert!(
        run.stderr
            .contains("--filter: byte 0: `ratng` is no column of numbers or texts; did you mean `rating`?")
    );
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
        assert!(run.stderr.contains("cargo build --release -p chess-cli --features "), "{}", run.stderr);
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

    #[test]
    fn lenient_tables_have_what_can_be_read() {
        let folder = folder("table/lenient");
        let games = "[White \"a\"]\n\n1. e4 ] e5 2. Ke9 Nf3 1 - 0\n\n1. d4 d5 *\n";
        let file = write(folder.join("games.pgn"), games);
        let columns = "game,result,plies,moves,error,errors";
        let run = |args: &[&str]| {
            let run = chess(&[&["pgn", &file, "--json", "--columns", columns], args].concat());
            assert_eq!(run.code, Some(1), "{}", run.stderr);
            run.json()
        };
        let strict = run(&["--parquet", path(&folder)]);
        let lenient = run(&["--arrow", path(&folder.join("games.arrow")), "--lenient"]);
        assert_eq!((&lenient["rows"], &lenient["broken"]), (&2.into(), &1.into()));
        assert_ne!(strict["checksum"], lenient["checksum"]);
        let refused =
            chess(&["pgn", &file, "--parquet", path(&folder), "--resume", "--lenient", "--columns", columns]);
        assert_eq!(refused.code, Some(1));
        assert!(refused.stderr.contains("or another --score-view or --lenient"), "{}", refused.stderr);
        assert_eq!(run(&["--parquet", path(&folder), "--lenient"]), lenient);
        assert_eq!(run(&["--parquet", path(&folder), "--lenient", "--resume"]), lenient);
        let kept =
            run(&["--arrow", path(&folder.join("games.arrow")), "--lenient", "--filter", "plies >= 3"]);
        assert_eq!(kept["rows"], 1);
        let games = chess(&["pgn", &file, "--lenient", "--filter", "plies >= 3"]);
        assert_eq!(games.stdout, "broken ".to_owned() + games.stdout.split_once("broken ").unwrap().1);
        assert!(games.stdout.ends_with("games 1, plies 3, broken 1\n"), "{}", games.stdout);
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

/// Tables as whole files, and their ends that come early.
#[cfg(all(target_os = "linux", feature = "parquet"))]
mod ends {
    use std::fs::File;
    use std::io::Write;
    use std::os::fd::AsRawFd;
    use std::os::unix::net::UnixListener;
    use std::process::{Command, Output};

    use super::*;
    use crate::run::{Run, chess_in_pipes, chess_without_reader, interrupt, run, text};

    const GAMES: &str = "[White \"Zoe\"]\n\n1. e4 e5 1-0\n\n[White \"Ada\"]\n\n1. e5 *\n";

    /// The beginning of a message in Arrow's format, and the end of a stream of them.
    const MESSAGE: [u8; 4] = [0xff; 4];
    const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    fn has(bytes: &[u8], word: &str) -> bool {
        bytes.windows(word.len()).any(|window| window == word.as_bytes())
    }

    #[test]
    fn a_whole_table_has_all_rows_and_an_end() {
        let folder = folder("table/whole");
        let (games, arrow, tables) =
            (folder.join("a.pgn"), folder.join("a.arrow"), folder.join("new/tables"));
        fs::write(&games, GAMES).unwrap();
        let summary = "rows 2, broken 1, check sum ";
        let run = chess(&["pgn", text(&games), "--arrow", text(&arrow)]);
        assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
        assert!(run.stdout.starts_with(summary), "{}", run.stdout);
        let file = fs::read(&arrow).unwrap();
        assert!(file.starts_with(b"ARROW1") && file.ends_with(b"ARROW1"));
        assert!(has(&file, "ZoeAda"));
        // The folder of Parquet files is made.
        let parquet = chess(&["pgn", text(&games), "--parquet", text(&tables)]);
        assert_eq!((parquet.code, &parquet.stdout, parquet.stderr.as_str()), (Some(1), &run.stdout, ""));
        let file = fs::read(tables.join("a.parquet")).unwrap();
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1") && has(&file, "Zoe"));

        let stream = chess_in_pipes(&["pgn", text(&games), "--arrow", "-"]).wait_with_output().unwrap();
        assert_eq!(
            (stream.status.code(), &stream.stderr),
            (Some(1), run.stdout.as_bytes().to_vec().as_ref())
        );
        assert!(stream.stdout.starts_with(&MESSAGE) && stream.stdout.ends_with(&END));
        assert!(has(&stream.stdout, "ZoeAda"));
    }

    /// Interrupts a run that has read one game and waits for more.
    fn interrupted(args: &[&str]) -> (Run, Vec<u8>) {
        let mut child = chess_in_pipes(&[&["pgn", "-"], args].concat());
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"[White \"Zoe\"]\n\n1. e4 *\n\n").unwrap();
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        let stdout = output.stdout.clone();
        (run(Output { stdout: Vec::new(), ..output }), stdout)
    }

    #[test]
    fn an_interrupted_run_leaves_no_table_and_is_told_to_be_incomplete() {
        let folder = folder("table/interrupted");
        let arrow = folder.join("a.arrow");
        for args in [["--parquet", text(&folder)], ["--arrow", text(&arrow)]] {
            let (run, stdout) = interrupted(&args);
            assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""), "{args:?}");
            let stdout = String::from_utf8(stdout).unwrap();
            assert!(stdout.starts_with("incomplete: rows "), "{args:?}: {stdout}");
            assert_eq!(names(&folder), [""; 0], "{args:?}");
        }
        let (run, stdout) = interrupted(&["--arrow", "-"]);
        assert_eq!(run.code, Some(130));
        assert!(run.stderr.starts_with("incomplete: rows "), "{}", run.stderr);
        assert!(!stdout.ends_with(&END), "{stdout:?}");
    }

    #[test]
    fn games_of_stdin_have_a_table_of_that_name() {
        let folder = folder("table/stdin");
        let run = chess_with_input(&["pgn", "-", "--parquet", text(&folder)], GAMES);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert_eq!(names(&folder), ["stdin.parquet"]);
    }

    /// A file that is there completes the table of the one before it, and loses none.
    #[test]
    fn the_table_before_that_of_an_unreadable_file_is_complete() {
        let folder = folder("table/before");
        let (games, more) = (folder.join("a.pgn"), folder.join("c.pgn"));
        fs::write(&games, GAMES).unwrap();
        fs::write(&more, GAMES).unwrap();
        let (none, tables) = (folder.join("b.pgn"), folder.join("tables"));
        let files = [text(&games), text(&none), text(&more)];
        let run = chess(&[&["pgn"], &files[..], &["--parquet", text(&tables)]].concat());
        assert_eq!(run.code, Some(1));
        assert!(run.stdout.starts_with("rows 4, broken 2, "), "{}", run.stdout);
        assert_eq!(names(&tables), ["a.parquet", "c.parquet"]);
    }

    /// A table with other columns, or with the columns of games under another filter, is not the one that is wanted.
    #[test]
    fn tables_of_another_question_are_not_resumed() {
        let folder = folder("table/other");
        let games = folder.join("a.pgn");
        fs::write(&games, GAMES).unwrap();
        let resume = |args: &[&str]| {
            let run = chess(&[&["pgn", text(&games), "--parquet", text(&folder)], args].concat());
            (run.code, run.stderr)
        };
        let first = ["--columns", "game,white", "--filter", "sound"];
        assert_eq!(resume(&first), (Some(0), String::new()));
        assert_eq!(resume(&[&first[..], &["--resume"]].concat()), (Some(0), String::new()));
        let refused = format!(
            "error: --resume: {}/a.parquet has other columns, another filter, or another --score-view or --lenient\n",
            text(&folder)
        );
        for other in [
            &["--columns", "game,black", "--filter", "sound"][..],
            &["--columns", "game,white", "--filter", "plies > 0"],
            &["--columns", "game,white", "--filter", "sound", "--score-view", "white"],
        ] {
            assert_eq!(resume(&[other, &["--resume"]].concat()), (Some(1), refused.clone()), "{other:?}");
        }
    }

    /// A socket is there, but cannot be opened.
    #[test]
    fn a_table_that_cannot_be_opened_is_not_written_again() {
        let folder = folder("table/socket");
        let games = folder.join("a.pgn");
        fs::write(&games, GAMES).unwrap();
        // The path of a socket is short; so is this one of the folder.
        let open = File::open(&folder).unwrap();
        let socket = UnixListener::bind(format!("/proc/self/fd/{}/a.parquet", open.as_raw_fd())).unwrap();
        let run = chess(&["pgn", text(&games), "--parquet", text(&folder), "--resume"]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        let table = folder.join("a.parquet");
        assert_eq!(run.stderr, format!("error: {}: No such device or address (os error 6)\n", text(&table)));
        drop(socket);
    }

    /// The stream is longer than what is kept back, so that writing it fails while games are read.
    #[test]
    fn a_reader_that_has_gone_is_no_error_and_a_full_disk_is_one() {
        let games = folder("table/gone").join("a.pgn");
        fs::write(&games, "[White \"Zoe\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n".repeat(20_000)).unwrap();
        let args = ["pgn", text(&games), "--arrow", "-"];
        let gone = chess_without_reader(&args);
        assert_eq!(gone.code, Some(0), "{}", gone.stderr);
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_chess"));
        let full = run(command.args(args).stdout(full).output().unwrap());
        assert_eq!(full.code, Some(1));
        assert_eq!(full.stderr, "error: standard output: No space left on device (os error 28)\n");
    }

    #[test]
    fn a_dump_that_cannot_be_read_to_its_end_has_no_table() {
        let folder = folder("table/dump");
        for option in ["--parquet", "--arrow"] {
            let table = folder.join("table");
            let run = chess(&["dump", "evals", "/nowhere", option, text(&table)]);
            assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
            assert_eq!(run.stderr, "error: /nowhere: No such file or directory (os error 2)\n");
            assert_eq!(names(&folder), [""; 0], "{option}");
        }
    }
}
