//! `chess pgn`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::run::{self, Run, chess, chess_in_pipes, chess_with_input, chess_without_reader, run};

const GAMES: &str = r#"[Event "First"]
[White "Zoe"]
[Black "Ada"]
[Result "1-0"]

1. e4 {best by test} e5 2. Qh5 $6 (2. Nf3 Nc6 (2... Qh9) 3. O-O-O) 2... Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0

[Event "Second"]

1. d4 d5 2. d5 c5 1/2-1/2

1. c4 *
"#;

/// A file of this text; `name` is that of the test, so that tests share none.
fn file(name: &str, text: impl AsRef<[u8]>) -> String {
    run::file(&format!("{name}.pgn"), text)
}

/// An empty folder; `name` is that of the test.
fn folder(name: &str) -> String {
    run::text(&run::folder(&format!("pgn_{name}"))).to_owned()
}

/// The objects of the games of a text, and the exit code.
fn games(text: impl AsRef<[u8]>) -> (Option<i32>, Vec<Value>) {
    let run = chess_with_input(&["pgn", "--json", "-"], text);
    assert_eq!(run.stderr, "");
    (run.code, run.json_lines())
}

/// The object of the only game of a text, which is not broken.
fn game(text: impl AsRef<[u8]>) -> Value {
    let (code, games) = games(text);
    let [game] = &games[..] else { panic!("{games:?}") };
    assert_eq!((code, &game["error"]), (Some(0), &Value::Null));
    game.clone()
}

#[test]
fn broken_games_and_totals() {
    let path = file("broken_games", GAMES);
    let run = chess(&["pgn", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert_eq!(
        run.stdout,
        format!(
            "broken {path}: game 2, line 10, byte 193, `d5`: no such move is legal here\n\
             games 3, plies 10, broken 1\n"
        )
    );
}

#[test]
fn a_game_word_for_word() {
    let run = chess_with_input(&["pgn", "--json", "-"], GAMES);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.stdout,
        concat!(
            r#"{"game":1,"headers":{"Event":"First","White":"Zoe","Black":"Ada","Result":"1-0"},"result":"1-0","#,
            r#""plies":7,"final_fen":"r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4","#,
            r#""uci":["e2e4","e7e5","d1h5","b8c6","f1c4","g8f6","h5f7"],"error":null}"#,
            "\n",
            r#"{"game":2,"headers":{"Event":"Second"},"result":"*","plies":2,"#,
            r#""final_fen":"rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2","uci":["d2d4","d7d5"],"#,
            r#""error":{"line":10,"offset":193,"token":"d5","message":"no such move is legal here","kind":"illegal"}}"#,
            "\n",
            r#"{"game":3,"headers":{},"result":"*","plies":1,"#,
            r#""final_fen":"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1","uci":["c2c4"],"#,
            r#""error":null}"#,
            "\n",
        )
    );
}

#[test]
fn no_games() {
    for text in ["", "\n\n"] {
        let run = chess_with_input(&["pgn", "-"], text);
        assert_eq!((run.code, run.stdout.as_str()), (Some(0), "games 0, plies 0, broken 0\n"));
        assert_eq!(games(text), (Some(0), Vec::new()));
    }
}

#[test]
fn several_files_are_named() {
    let (first, second) = (file("several_1", GAMES), file("several_2", "1. e4 *\n"));
    let run = chess(&["pgn", "--json", &first, &second]);
    let games: Vec<_> =
        run.json_lines().iter().map(|game| (game["file"].clone(), game["game"].clone())).collect();
    let expected = [(&first, 1), (&first, 2), (&first, 3), (&second, 1)];
    assert_eq!(games, expected.map(|(file, number)| (json!(file), json!(number))));
    assert!(run.stdout.starts_with("{\"file\":"), "{}", run.stdout);
    let run = chess(&["pgn", &first, &second]);
    assert!(run.stdout.ends_with("\ngames 4, plies 11, broken 1\n"), "{}", run.stdout);
}

#[test]
fn a_file_that_cannot_be_read() {
    let path = file("unreadable", "1. e4 *\n");
    let run = chess(&["pgn", "no/such/games.pgn", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "games 1, plies 1, broken 0\n"));
    assert!(run.stderr.starts_with("error: no/such/games.pgn: "), "{}", run.stderr);
    let empty = folder("empty");
    let run = chess(&["pgn", &empty]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "games 0, plies 0, broken 0\n"));
    assert_eq!(run.stderr, format!("error: {empty}: no file in this folder has the right ending\n"));
}

#[test]
fn the_start_of_a_game() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 7";
    let only = game(format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n"));
    assert_eq!((&only["final_fen"], &only["plies"]), (&json!(fen), &json!(0)));

    let (code, games) = games("[FEN \"4k3/8\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n1. e4 *\n");
    assert_eq!((code, games.len()), (Some(1), 3));
    for game in &games[..2] {
        assert_eq!((&game["final_fen"], &game["plies"], &game["uci"]), (&Value::Null, &json!(0), &json!([])));
    }
    assert_eq!((&games[0]["error"]["line"], &games[1]["error"]["line"]), (&json!(1), &json!(5)));
    assert_eq!(games[2]["error"], Value::Null);
}

#[test]
fn castling_takes_the_rook_where_chess960_needs_it() {
    let castle = |fen: &str| game(format!("[FEN \"{fen}\"]\n\n1. O-O O-O *\n"))["uci"].clone();
    assert_eq!(castle("r3k2r/5p2/8/8/8/8/5P2/R3K2R w KQkq - 0 1"), json!(["e1g1", "e8g8"]));
    assert_eq!(castle("1r2k1r1/5pp1/8/8/8/8/5PP1/1R2K1R1 w GBgb - 0 1"), json!(["e1g1", "e8g8"]));
    assert_eq!(castle("r4k1r/5p2/8/8/8/8/5P2/R4K1R w KQkq - 0 1"), json!(["f1h1", "f8h8"]));
}

#[test]
fn the_result_is_that_of_the_tag_or_of_the_movetext() {
    let result = |text: &str| game(text)["result"].clone();
    assert_eq!(result("1. e4 0-1"), "0-1");
    assert_eq!(result("1. e4"), "*");
    assert_eq!(result("[Result \"1/2-1/2\"]\n\n1. e4"), "1/2-1/2");
    assert_eq!(result("[Result \"1-0\"]\n\n1. e4 *"), "1-0");
    assert_eq!(result("[Result \"*\"]\n\n1. e4 1-0"), "1-0");
    assert_eq!(result("[Result \"?\"]\n\n1. e4 1-0"), "1-0");
}

#[test]
fn headers_keep_their_order_and_their_last_value() {
    let text = r#"[B "1"] [A "2"] [B "\"3\\"] 1. e4 *"#;
    let run = chess_with_input(&["pgn", "--json", "-"], text);
    assert!(run.stdout.contains(r#""headers":{"B":"\"3\\","A":"2"}"#), "{}", run.stdout);
    // Latin-1, as the standard has it, and UTF-8.
    assert_eq!(
        game(b"[A \"M\xfcller\"]\n[B \"M\xc3\xbcller\"]\n\n*\n")["headers"],
        json!({"A": "Müller", "B": "Müller"})
    );
}

#[test]
fn a_fault_in_a_variation_is_passed_over_but_not_its_end() {
    assert_eq!(game("1. e4 (1. e5 (1. Qxh9)) 1... e5 *")["plies"], 2);
    let (code, games) = games("1. e4 e5 (1... c5 2. Nf3\n");
    assert_eq!((code, &games[0]["uci"]), (Some(1), &json!(["e2e4", "e7e5"])));
    assert_eq!(games[0]["final_fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

#[test]
fn a_game_may_have_a_million_moves_or_tags() {
    let endless = "Nf3 Nf6 Ng1 Ng8 ".repeat(200_000);
    let (code, games) = games(format!("{endless} 1-0\n\n[Event \"next\"]\n\n1. e4 *\n"));
    let found: Vec<_> = games.iter().map(|game| (&game["game"], &game["plies"], &game["error"])).collect();
    assert_eq!(
        (code, found),
        (Some(0), vec![(&json!(1), &json!(800_000), &Value::Null), (&json!(2), &json!(1), &Value::Null)])
    );

    let tags: Vec<String> = (0..100_000).map(|number| format!("[N{number} \"\"]")).collect();
    let (code, games) = self::games(tags.join("\n") + "\n\n1. e4 *\n\n1. d4 *\n");
    assert_eq!((code, games.len()), (Some(0), 2));
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
    let path = file("threads", GAMES.repeat(20_000));
    let expected = chess(&["pgn", "--json", "--threads", "1", &path]);
    assert_eq!(expected.code, Some(1));
    let lines = expected.json_lines();
    assert_eq!(
        (lines.len(), &lines[59_998]["game"], &lines[59_998]["error"]["line"]),
        (60_000, &json!(59_999), &json!(239_998))
    );
    for threads in ["0", "2", "3", "8"] {
        let run = chess(&["pgn", "--json", "--threads", threads, &path]);
        assert!(run.stdout == expected.stdout, "{threads}");
        let run = chess(&["pgn", "--threads", threads, &path]);
        assert!(run.stdout.ends_with("\ngames 60000, plies 200000, broken 20000\n"));
    }
}

#[test]
fn folders_are_searched() {
    let folder = folder("searched");
    fs::create_dir_all(format!("{folder}/b")).unwrap();
    for (name, text) in
        [("c.pgn", "1. e4 *\n"), ("b/x.PGN", "1. d4 d5 *\n"), ("a.txt", "1. c4"), ("a.pgn", "1. f4 *\n")]
    {
        fs::write(format!("{folder}/{name}"), text).unwrap();
    }
    let run = chess(&["pgn", "--json", &folder]);
    let files: Vec<_> = run.json_lines().iter().map(|game| game["file"].clone()).collect();
    assert_eq!(files, ["a.pgn", "b/x.PGN", "c.pgn"].map(|name| json!(format!("{folder}/{name}"))));
}

/// The file of GAMES, compressed by gzip.
const GZIP: &[u8] = include_bytes!("../data/games.pgn.gz");

#[test]
fn compressed_files_of_any_name() {
    let path = file("gzip", GZIP);
    let run = chess(&["pgn", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(1), ""));
    assert!(run.stdout.ends_with("\ngames 3, plies 10, broken 1\n"), "{}", run.stdout);
    let run = chess_with_input(&["pgn", "-"], GZIP);
    assert!(run.stdout.ends_with("\ngames 3, plies 10, broken 1\n"), "{}", run.stdout);

    let path = file("gzip_cut", &GZIP[..GZIP.len() - 60]);
    let run = chess(&["pgn", &path]);
    assert_eq!(run.code, Some(1));
    let expected = format!("error: {path}: byte {}: the compressed data is cut off\n", GZIP.len() - 60);
    assert_eq!(run.stderr, expected);
}

#[test]
fn lenient_reading_goes_on() {
    let text = "[White \"Krush, I]\n[Black \"b\"]\n\n1. e2e4 e7-e5 2. Nf3 $256 Nc6 1 - 0\n\n1. d4 *\n";
    let run = chess_with_input(&["pgn", "--lenient", "-"], text);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.starts_with("broken -: game 1, line 1, byte 0, "), "{}", run.stdout);
    assert!(run.stdout.ends_with("\ngames 2, plies 5, broken 1\n"), "{}", run.stdout);
    let run = chess_with_input(&["pgn", "--lenient", "--json", "-"], text);
    let games = run.json_lines();
    assert_eq!(
        (&games[0]["plies"], &games[0]["result"], &games[0]["headers"]),
        (&json!(4), &json!("1-0"), &json!({"Black": "b"}))
    );
    assert_eq!((&games[0]["error"]["line"], &games[1]["error"]), (&json!(1), &Value::Null));
    // Strict reading gives the first game up at its first fault, and finds no result in it.
    let run = chess_with_input(&["pgn", "-"], text);
    assert!(run.stdout.contains("games 1, plies 0, broken 1\n"), "{}", run.stdout);
}

#[test]
fn interrupted() {
    for (args, totals) in
        [(&["pgn", "-"][..], "incomplete: games 2, plies 2, broken 0\n"), (&["pgn", "--json", "-"], "")]
    {
        let mut child = chess_in_pipes(args);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"1. e4 *\n1. d4 *\n1. c4").unwrap();
        sleep(Duration::from_millis(500));
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let run = run(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.stderr.as_str()), (Some(130), ""));
        assert!(run.stdout.ends_with(totals), "{}", run.stdout);
        drop(stdin);
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let whole = file("no_reader", "1. e4 *\n".repeat(10_000));
    let broken = file("no_reader_broken", "1. e5 *\n".repeat(10_000));
    for (path, code) in [(whole, 0), (broken, 1)] {
        for args in [&["pgn", &path][..], &["pgn", "--json", &path]] {
            let Run { code: found, stderr, .. } = chess_without_reader(args);
            assert_eq!((found, stderr.as_str()), (Some(code), ""), "{args:?}");
        }
    }
}

#[test]
fn wrong_command_line() {
    for args in [&["pgn"][..], &["pgn", "-", "--san"]] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

const EXPORTED: &str = "\u{feff}[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 { kept  as it is } e5\n2. Nf3 1-0\n\n\n  [White \"B\"]\r\n\r\n1. d4 d5 *\r\n\r\n\
     [White \"B\"]\n[Black \"b\"]\n\n1. e4 e4 1/2-1/2\n[White \"A\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5) 2. Nf3 1-0\n\n1. c4 * 1. c4 c5 0-1";

#[test]
fn games_are_copied_byte_for_byte() {
    let games = run::file("export/games.pgn", EXPORTED);
    let folder = run::folder("export/out");
    let out = folder.join("all.pgn");
    let run = chess(&["pgn", &games, "--out", run::text(&out)]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "games 6, broken 1, duplicates 0\n"));
    assert_eq!(fs::read_to_string(&out).unwrap(), format!("{EXPORTED}\n\n"));
    let kept = chess(&["pgn", &games, "--filter", "White == \"B\"", "--out", "-"]);
    assert_eq!(
        kept.stdout,
        EXPORTED[EXPORTED.find("  [White \"B").unwrap()..EXPORTED.rfind("[White \"A").unwrap()]
    );
    let fewer = chess(&["pgn", &games, "--dedup", "--json", "--out", run::text(&out)]).json();
    assert_eq!(fewer, json!({"games": 5, "broken": 1, "duplicates": 1}));
    let run = chess(&["pgn", &games, "--split-by", "Result", "--out", run::text(&out)]);
    assert_eq!(run.code, Some(1));
    let won = fs::read_to_string(folder.join("all-1-0.pgn")).unwrap();
    assert_eq!(won.matches("[White \"A\"]").count(), 2);
    assert!(fs::read_to_string(folder.join("all-_.pgn")).unwrap().ends_with("1. c4 c5 0-1\n\n"));
    let refused = chess(&["pgn", &games, "--split-by", "Result", "--out", "-"]);
    assert_eq!(refused.code, Some(2));
}

#[test]
fn all_games_of_many_chunks_are_the_file() {
    let game = "[Event \"e\"]\n[White \"w\"]\n\n1. e4 {a comment of some length} e5 2. Nf3 Nc6 *\n\n";
    let content = game.repeat(60_000);
    let games = run::file("export/many.pgn", &content);
    let out = run::folder("export/many_out").join("out.pgn");
    assert_eq!(chess(&["pgn", &games, "--threads", "3", "--out", run::text(&out)]).code, Some(0));
    assert!(fs::read_to_string(&out).unwrap() == content);
}
