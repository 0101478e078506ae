//! Many games: any number of threads, any memory, games without end, and readers and interrupts before their end.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use chess_testkit::Random;
use serde_json::{Value, json};

use crate::run::{Run, chess, chess_in_pipes, chess_with_input, file, folder, text};

/// Three games, the second of which is broken.
const GAMES: &str = "1. e4 {best by test} e5 2. Qh5 $6 (2. Nf3 Nc6) 2... Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n\n\
    [Event \"Second\"]\n\n1. d4 d5 2. d5 c5 1/2-1/2\n\n1. c4 *\n";

const FORMATS: [&str; 6] = ["viri", "marlin", "bullet", "binpack", "plain", "pgn"];
const GAME: &str = "[WhiteElo \"2500\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%eval 0.25]} d5 {[%eval 0.3]} 2. exd5 {[%eval 0.2]} Qxd5 {[%eval 0.4]} 3. Nc3 1-0\n\n";
const WEAK: &str =
    "[WhiteElo \"1500\"]\n[Result \"0-1\"]\n\n1. d4 {[%eval -0.25]} Nf6 {[%eval 0.3]} 2. c4 0-1\n\n";

#[test]
fn a_game_may_have_a_million_moves_or_tags() {
    let endless = "Nf3 Nf6 Ng1 Ng8 ".repeat(200_000);
    let run = chess_with_input(&["pgn", "-"], format!("{endless} 1-0\n\n[Event \"next\"]\n\n1. e4 *\n"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "games 2, plies 800001, broken 0\n"));

    let tags: Vec<String> = (0..100_000).map(|number| format!("[N{number} \"\"]")).collect();
    let games =
        chess_with_input(&["pgn", "--json", "-"], tags.join("\n") + "\n\n1. e4 *\n\n1. d4 *\n").json_lines();
    assert_eq!((games.len(), &games[1]["error"]), (2, &Value::Null));
    assert_eq!(games[0]["headers"].as_object().unwrap().len(), 100_000);
}

#[test]
fn games_on_stdin_are_told_before_it_ends() {
    let mut child = chess_in_pipes(&["pgn", "--json", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for number in 1..=20 {
        writeln!(stdin, "1. e4 e5 1-0").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap()["game"], number);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn any_number_of_threads() {
    let path = file("bulk/threads.pgn", GAMES.repeat(10_000));
    let expected = chess(&["pgn", "--json", "--threads", "1", &path]);
    assert_eq!(expected.code, Some(1));
    let lines = expected.json_lines();
    assert_eq!(
        (lines.len(), &lines[29_998]["game"], &lines[29_998]["error"]["line"]),
        (30_000, &json!(29_999), &json!(69_998))
    );
    for threads in ["0", "3"] {
        let run = chess(&["pgn", "--json", "--threads", threads, &path]);
        assert!(run.stdout == expected.stdout, "{threads}");
        let run = chess(&["pgn", "--threads", threads, &path]);
        assert!(run.stdout.ends_with("\ngames 30000, plies 100000, broken 10000\n"));
    }
}

#[test]
fn all_games_of_many_chunks_are_the_file() {
    let game = "[Event \"e\"]\n[White \"w\"]\n\n1. e4 {a comment of some length} e5 2. Nf3 Nc6 *\n\n";
    let content = game.repeat(60_000);
    let games = file("bulk/many.pgn", &content);
    let out = folder("bulk/many").join("out.pgn");
    assert_eq!(chess(&["pgn", &games, "--threads", "3", "--out", text(&out)]).code, Some(0));
    assert!(fs::read_to_string(&out).unwrap() == content);
}

/// Blank lines before the first game are copied with it, and without any game where all games would be.
#[test]
fn a_blank_file_is_copied_unless_a_filter_chooses_games() {
    let out = folder("bulk/none").join("out.pgn");
    for content in ["\n", "\n\n \n"] {
        let games = file("bulk/none.pgn", content);
        for (more, code, expected) in [(&[][..], 0, content), (&["--filter", "white_elo > 0"], 1, "")] {
            let _ = fs::remove_file(&out);
            assert_eq!(chess(&[&["pgn", &games, "--out", text(&out)], more].concat()).code, Some(code));
            assert_eq!(fs::read_to_string(&out).unwrap_or_default(), expected, "{content:?} {more:?}");
        }
    }
}

#[test]
fn a_book_and_a_tree_with_any_number_of_threads_and_any_memory() {
    // Pawns that advance one step or two in any order, so that more moves occur than fit in a mebibyte.
    let mut random = Random::new(15);
    let mut game = || {
        let mut files = *b"abcdefgh";
        let mut moves = String::new();
        for (at, answer) in ('a'..='h').enumerate() {
            files.swap(at, at + random.below(8 - at));
            moves.extend([char::from(files[at]), random.pick(&['3', '4']), ' ', answer, '6', ' ']);
        }
        moves + "1/2-1/2\n"
    };
    let games: String = (0..20_000).map(|_| game()).collect();
    let (games, book) = (file("bulk/book.pgn", games), folder("bulk/book").join("book.bin"));
    let build = |threads: &str, memory: &str| {
        let run =
            chess(&["book", "build", &games, "--out", text(&book), "--threads", threads, "--memory", memory]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        fs::read(&book).unwrap()
    };
    let expected = build("1", "4096");
    assert!(expected.len() > 16 * 30_000);
    assert!(
        [("1", "1"), ("2", "1"), ("0", "128")]
            .iter()
            .all(|(threads, memory)| build(threads, memory) == expected)
    );
    let tree = |threads: &str, memory: &str| {
        let words = ["tree", &games, "--json", "--depth", "16", "--min-games", "2"];
        let run = chess(&[&words[..], &["--threads", threads, "--memory", memory]].concat());
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        run.stdout
    };
    let expected = tree("1", "4096");
    assert!(expected.lines().count() > 10_000, "{}", expected.lines().count());
    assert!(tree("1", "1") == expected && tree("2", "1") == expected && tree("0", "128") == expected);
}

/// Writes a training file of games and returns its bytes.
fn training(games: &Path, format: &str, more: &[&str]) -> (Run, Vec<u8>) {
    let out = games.with_extension("out");
    let run = chess(&[&["pgn", text(games), "--training", format, text(&out)], more].concat());
    let bytes = fs::read(&out).unwrap_or_default();
    drop(fs::remove_file(out));
    (run, bytes)
}

#[test]
fn all_formats_are_those_of_convert() {
    let folder = folder("training/formats");
    let (games, converted) = (folder.join("a.pgn"), folder.join("b"));
    // Several chunks.
    fs::write(&games, [GAME, WEAK].concat().repeat(4000)).unwrap();
    for format in FORMATS {
        let run = chess(&["convert", text(&games), text(&converted), "--to", format]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        for threads in ["1", "2"] {
            let (twin, bytes) = training(&games, format, &["--threads", threads]);
            assert_eq!((twin.code, &twin.stdout, &twin.stderr), (run.code, &run.stdout, &run.stderr));
            assert!(bytes == fs::read(&converted).unwrap(), "{format}, {threads} threads");
        }
    }
}

#[test]
fn a_filter_keeps_games_and_moves() {
    let folder = folder("training/filter");
    let (games, strong) = (folder.join("a.pgn"), folder.join("strong.pgn"));
    fs::write(&games, [GAME, WEAK, "[WhiteElo \"1400\"]\n\n1. e5 *\n\n"].concat().repeat(3000)).unwrap();
    fs::write(&strong, GAME.repeat(3000)).unwrap();
    let expected = training(&strong, "marlin", &[]);
    for threads in ["1", "2"] {
        let (run, bytes) =
            training(&games, "marlin", &["--filter", "white_elo >= 2000", "--threads", threads]);
        assert_eq!((run.code, &run.stdout), (Some(0), &expected.0.stdout));
        assert!(bytes == expected.1);
    }
    let filter = "white_elo > 2000 and not capture and ply >= 1";
    for format in FORMATS {
        let (run, bytes) = training(&games, format, &["--filter", filter, "--json"]);
        let summary: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((run.code, &summary["games"], &summary["faults"]), (Some(0), &json!(3000), &json!(0)));
        assert_eq!((&summary["records"], &summary["written"]), (&json!(6000), &json!(6000)), "{format}");
        // Without a filter on moves, each game has four records with a score.
        let (all, _) = training(&strong, format, &["--json"]);
        let all: Value = serde_json::from_str(&all.stdout).unwrap();
        assert_eq!(all["written"], if format == "pgn" { 15_000 } else { 12_000 });
        if ["marlin", "bullet"].contains(&format) {
            assert_eq!(bytes.len(), 6000 * 32);
        }
    }
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature_the_error_names_the_build_with_it() {
    for args in [
        &["pgn", "a.pgn", "--parquet", "."][..],
        &["dump", "evals", "--arrow", "-"],
        &["tree", "--arrow", "-"],
    ] {
        let run = chess(&[args, &["-"]].concat());
        assert_eq!((run.code, &*run.stdout), (Some(2), ""));
        assert!(run.stderr.contains("cargo build --release -p chess-cli --features "), "{}", run.stderr);
    }
}
