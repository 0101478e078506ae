//! `chess book`.

use std::fs;
use std::path::Path;

use chess_board::Position;
use chess_notation::polyglot::{BookBuilder, Entry, key};
use chess_notation::read_san;
use chess_testkit::Random;
use chess_testkit::known::START;

use crate::run::{Run, chess, chess_without_reader, file, folder};

/// Two games of 1. e4, one won and one drawn, one of 1. d4 that was lost, and one without a result.
const GAMES: &str = "\
[Result \"1-0\"]

1. e4 e5 2. Nf3 1-0

1. e4 c5 1/2-1/2

1. d4 d5 0-1

1. a3 *
";

const AFTER_E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

const AFTER_D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";

/// The path of a file that need not be there.
fn path(name: &str) -> String {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name).to_str().unwrap().to_owned()
}

/// A book of these moves of the start position; `name` is that of the test, so that tests share no file.
fn start_book(name: &str, moves: &[(&str, u32)]) -> String {
    let mut builder = BookBuilder::new();
    for &(san, weight) in moves {
        builder.add(&Position::START, read_san(&Position::START, san).unwrap(), weight);
    }
    file(&format!("{name}.bin"), builder.into_bytes())
}

fn book(args: &[&str]) -> Run {
    chess(&[&["book", "show"], args].concat())
}

#[test]
fn moves_and_their_weights() {
    let path = start_book("moves", &[("e4", 60), ("d4", 30), ("Nf3", 10)]);
    let run = book(&[&path]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "\
e4      e2e4     60  60.0 %
d4      d2d4     30  30.0 %
Nf3     g1f3     10  10.0 %
"
    );
    let position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 9";
    assert_eq!(book(&[&path, position]).stdout, run.stdout);
}

#[test]
fn moves_as_json() {
    let path = start_book("json", &[("e4", 3), ("d4", 1)]);
    assert_eq!(
        book(&[&path, "--json"]).stdout,
        "{\"uci\":\"e2e4\",\"uci960\":\"e2e4\",\"san\":\"e4\",\"weight\":3,\"share\":0.75,\"learn\":0}\n\
         {\"uci\":\"d2d4\",\"uci960\":\"d2d4\",\"san\":\"d4\",\"weight\":1,\"share\":0.25,\"learn\":0}\n"
    );
}

#[test]
fn moves_without_weight_have_no_share() {
    let run = book(&[&start_book("weightless", &[("e4", 0)])]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "e4      e2e4      0   0.0 %\n"));
}

#[test]
fn castling_in_either_of_the_books_spellings() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let record = |word| Entry { key: key(&fen.parse().unwrap()), word, weight: 1, learn: 5 }.to_bytes();
    let path = file("castling.bin", [record(0o000407), record(0o000406)].concat());
    let run = book(&[&path, fen, "--json"]);
    assert_eq!((run.json()["uci"].as_str(), run.json()["uci960"].as_str()), (Some("e1g1"), Some("e1h1")));
    assert_eq!((run.json()["weight"].as_u64(), run.json()["learn"].as_u64()), (Some(2), Some(5)));
}

#[test]
fn no_move_is_no_error() {
    let path = start_book("no_move", &[("e4", 1)]);
    let run = book(&[&path, "4k3/8/8/8/8/8/8/4K3", "w", "-", "-"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert_eq!(run.stderr, format!("{path}: no move for this position\n"));
}

#[test]
fn what_is_no_book_is_named() {
    let cut = file("cut_off.bin", [0; 40]);
    for (file, words) in [(cut.as_str(), "at byte 32 is cut off"), ("no/such/book.bin", "")] {
        let run = book(&[file]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{file}");
        assert!(run.stderr.starts_with(&format!("error: {file}: ")), "{}", run.stderr);
        assert!(run.stderr.contains(words) && run.stderr.lines().count() == 1, "{}", run.stderr);
    }
}

#[test]
fn a_directory_is_no_book() {
    let run = book(&[env!("CARGO_TARGET_TMPDIR")]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains(env!("CARGO_TARGET_TMPDIR")), "{}", run.stderr);
}

#[test]
fn wrong_command_line() {
    for args in [&[][..], &["book.bin", "--san"]] {
        let run = book(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let run = chess_without_reader(&["book", "show", &start_book("no_reader", &[("e4", 1)])]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// A book of these games, and what is said of it; `name` is that of the test, so that tests share no file.
fn build(name: &str, games: &str, args: &[&str]) -> (String, String) {
    let (games, book) = (file(&format!("{name}.pgn"), games), path(&format!("{name}.bin")));
    let run = chess(&[&["book", "build", &games, "--out", &book], args].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    (book, run.stdout)
}

/// The moves of a book as SAN, with their weights.
fn moves(book: &str, fen: &str) -> Vec<(String, u64)> {
    let run = chess(&["book", "show", book, fen, "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let records = run.json_lines();
    records
        .iter()
        .map(|it| (it["san"].as_str().unwrap().to_owned(), it["weight"].as_u64().unwrap()))
        .collect()
}

fn weights(moves: &[(&str, u64)]) -> Vec<(String, u64)> {
    moves.iter().map(|&(san, weight)| (san.to_owned(), weight)).collect()
}

#[test]
fn a_move_weighs_two_for_a_win_and_one_for_a_draw() {
    let (book, stdout) = build("weights", GAMES, &[]);
    assert_eq!(stdout, "games 4, broken 0, moves 4\n");
    assert_eq!(moves(&book, START), weights(&[("e4", 3)]));
    assert_eq!(moves(&book, AFTER_E4), weights(&[("c5", 1)]));
    assert_eq!(moves(&book, AFTER_D4), weights(&[("d5", 2)]));
}

#[test]
fn games_are_cut_and_rare_moves_left_out() {
    let (book, stdout) = build("cut", GAMES, &["--max-ply", "1"]);
    assert_eq!(stdout, "games 4, broken 0, moves 1\n");
    assert_eq!(moves(&book, AFTER_D4), []);
    let (book, _) = build("rare", GAMES, &["--min-weight", "2"]);
    assert_eq!(moves(&book, START), weights(&[("e4", 3)]));
    assert_eq!(moves(&book, AFTER_E4), []);
    assert_eq!(moves(&book, AFTER_D4), weights(&[("d5", 2)]));
}

#[test]
fn any_number_of_threads_and_any_memory() {
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
    let (expected, _) = build("memory_all", &games, &["--threads", "1", "--memory", "4096"]);
    for (threads, memory) in [("1", "1"), ("2", "1"), ("0", "128")] {
        let (book, _) = build("memory_some", &games, &["--threads", threads, "--memory", memory]);
        assert!(fs::read(book).unwrap() == fs::read(&expected).unwrap(), "{threads} {memory}");
        assert!(fs::metadata(&expected).unwrap().len() > 16 * 30_000);
    }
}

#[test]
fn broken_games_are_told_and_left_out() {
    let games = file("broken_book.pgn", "1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n");
    let book = path("broken_book.bin");
    let run = chess(&["book", "build", &games, "no/such.pgn", "--out", &book]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), "games 2, broken 1, moves 1\n"));
    assert!(run.stderr.contains("`Ke3`") && run.stderr.contains("no/such.pgn"), "{}", run.stderr);
    assert_eq!(moves(&book, START), weights(&[("d4", 2)]));
}

/// The result of a broken game is known by its tag.
#[test]
fn a_broken_game_counts_as_far_as_it_goes_if_that_is_wanted() {
    let games = file("lenient_book.pgn", "[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 1-0\n\n1. d4 1-0\n");
    let book = path("lenient_book.bin");
    for (args, moves_of_start, count) in
        [(&[][..], &[("d4", 2)][..], 1), (&["--lenient"], &[("e4", 2), ("d4", 2)], 2)]
    {
        let run = chess(&[&["book", "build", &games, "--out", &book], args].concat());
        assert_eq!((run.code, run.stdout), (Some(1), format!("games 2, broken 1, moves {count}\n")));
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        let mut found = moves(&book, START);
        found.sort_by_key(|(san, _)| san != "e4");
        assert_eq!(found, weights(moves_of_start), "{args:?}");
    }
}

#[test]
fn games_begin_where_their_tags_say() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let (book, stdout) = build("tags", &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 1-0\n"), &[]);
    assert_eq!(stdout, "games 1, broken 0, moves 1\n");
    assert_eq!(moves(&book, fen), weights(&[("e4", 2)]));
    assert_eq!(moves(&book, START), []);
}

#[test]
fn the_moves_of_the_loser_are_in_no_book() {
    let (book, stdout) = build("loser", GAMES, &["--min-weight", "0"]);
    assert_eq!(stdout, "games 4, broken 0, moves 4\n");
    assert_eq!(moves(&book, START), weights(&[("e4", 3)]));
}

#[test]
#[cfg(target_os = "linux")]
fn an_interrupted_run_leaves_the_book_that_was_there() {
    use std::io::Write;

    let book = file("interrupted.bin", "old");
    let mut child = crate::run::chess_in_pipes(&["book", "build", "-", "--out", &book]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1. e4 1-0\n\n1. d4").unwrap();
    crate::run::interrupt(&child);
    let run = crate::run::run(child.wait_with_output().unwrap());
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(130), "", ""));
    assert_eq!(fs::read(&book).unwrap(), b"old");
    drop(stdin);
}

#[test]
fn a_null_move_ends_a_game() {
    let (book, _) = build("null_move", "1. e4 -- 2. d4 1-0\n", &[]);
    assert_eq!(fs::metadata(book).unwrap().len(), 16);
}

#[test]
fn books_are_merged_also_into_one_of_them() {
    let (first, _) = build("merge_1", GAMES, &[]);
    let (second, _) = build("merge_2", "1. d4 1-0\n\n1. e4 e5 0-1\n", &[]);
    let merged = path("merged.bin");
    let run = chess(&["book", "merge", &first, &second, "--out", &merged]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (Some(0), "moves 6\n", ""));
    assert_eq!(moves(&merged, START), weights(&[("e4", 3), ("d4", 2)]));
    assert_eq!(moves(&merged, AFTER_E4), weights(&[("e5", 2), ("c5", 1)]));

    let run = chess(&["book", "merge", &first, &second, "--out", &first]);
    assert_eq!(run.code, Some(0));
    assert_eq!(fs::read(&first).unwrap(), fs::read(&merged).unwrap());
}

#[test]
fn what_cannot_be_merged_is_named_and_leaves_no_file() {
    let (book, _) = build("unmerged", GAMES, &[]);
    let unsorted = file("unsorted.bin", [[0xff; 16], [1; 16]].concat());
    let merged = path("never.bin");
    for (bad, words) in [(unsorted.as_str(), "at byte 16"), ("no/such.bin", "")] {
        let run = chess(&["book", "merge", &book, bad, "--out", &merged]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
        assert!(run.stderr.starts_with(&format!("error: {bad}: ")), "{}", run.stderr);
        assert!(run.stderr.contains(words), "{}", run.stderr);
        assert!(!Path::new(&merged).exists() && !Path::new(&format!("{merged}.part")).exists());
    }
}

#[test]
fn a_book_that_cannot_be_written() {
    let games = file("unwritable.pgn", GAMES);
    let run = chess(&["book", "build", &games, "--out", "no/such/book.bin"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.starts_with("error: no/such/book.bin: "), "{}", run.stderr);
}

#[test]
fn wrong_command_line_of_build_and_merge() {
    for args in [
        &["book"][..],
        &["book", "build", "-"],
        &["book", "build", "--out", "a"],
        &["book", "merge", "--out", "a"],
    ] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

/// A wrong path does not cost the book that was there before.
#[test]
fn a_book_of_no_games() {
    let folder = folder("book/none");
    let (book, none) = (folder.join("book.bin"), folder.join("none.pgn"));
    fs::write(&book, "old").unwrap();
    let run = chess(&["book", "build", none.to_str().unwrap(), "--out", book.to_str().unwrap()]);
    assert_eq!((run.code, &*run.stdout), (Some(1), ""));
    assert!(run.stderr.ends_with("nothing could be read, and no book is written\n"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&book).unwrap(), "old");
    // A file without games can be read.
    fs::write(&none, "").unwrap();
    let run = chess(&["book", "build", none.to_str().unwrap(), "--out", book.to_str().unwrap()]);
    assert_eq!((run.code, &*run.stdout), (Some(0), "games 0, broken 0, moves 0\n"));
    assert_eq!(fs::read(&book).unwrap(), b"");
}
