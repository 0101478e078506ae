//! `chess show` as text.

use crate::run::{Run, chess, chess_without_reader};

const ROOK: &str = "3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1";
/// Chess960: the queen on g3 has given check.
const CHECK: &str = "rkr1nnqb/pp2pppp/2p5/8/6P1/4P1Q1/PPPP1P1P/RKR1NN1B b KQkq - 1 3";

fn show(args: &[&str]) -> Run {
    chess(&[&["show"], args].concat())
}

/// The output of a run without errors.
fn text(args: &[&str]) -> String {
    let run = show(args);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args:?}");
    run.stdout
}

/// The cells of a rank, or the row of a fact or mark below the board.
fn row<'a>(text: &'a str, name: &str) -> &'a str {
    text.lines().find_map(|line| line.trim_start().strip_prefix(name)).unwrap().trim_start()
}

#[test]
fn start_position() {
    let expected = "
    ┌───┬───┬───┬───┬───┬───┬───┬───┐
  8 │ ♜ │ ♞ │ ♝ │ ♛ │ ♚ │ ♝ │ ♞ │ ♜ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  7 │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │ ♟ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  6 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  5 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  4 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  3 │   │   │   │   │   │   │   │   │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  2 │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │ ♙ │
    ├───┼───┼───┼───┼───┼───┼───┼───┤
  1 │ ♖ │ ♘ │ ♗ │ ♕ │ ♔ │ ♗ │ ♘ │ ♖ │
    └───┴───┴───┴───┴───┴───┴───┴───┘
      a   b   c   d   e   f   g   h

    to move       White
    castling      KQkq
    en passant    -
    FEN           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
    key           KEY
    checkers      -
";
    let key = format!("{:016x}", chess_board::Position::START.key());
    assert_eq!(format!("\n{}", text(&[])), expected.replace("KEY", &key));
}

#[test]
fn moveboard_of_a_rook_seen_by_black() {
    let expected = "
    +---+---+---+---+---+---+---+---+
  1 |   | K |   |   |[~]|   |   |   |
    +---+---+---+---+---+---+---+---+
  2 |   |   |   |   |oP |   | B |   |
    +---+---+---+---+---+---+---+---+
  3 |   |   |   |   | . | N |   |   |
    +---+---+---+---+---+---+---+---+
  4 | ~ |oP | . | . |(R)| . |xn | ~ |
    +---+---+---+---+---+---+---+---+
  5 |   |   |   |   | . |   |   | p |
    +---+---+---+---+---+---+---+---+
  6 |   |   |   |   |xp |   |   |   |
    +---+---+---+---+---+---+---+---+
  7 |   |   | p |   | ~ |   | p |   |
    +---+---+---+---+---+---+---+---+
  8 |   | k |   |   |~r |   |   |   |
    +---+---+---+---+---+---+---+---+
      h   g   f   e   d   c   b   a

[ ] last move     d1 d4
( ) rook          d4
 .  attacked      d3 c4 e4 f4 d5
 x  enemy blocker b4 d6
 o  own blocker   d2 g4
 ~  cut off       d1 a4 h4 d7 d8

    to move       White
    castling      -
    en passant    -
    FEN           3r2k1/1p3p2/3p4/p7/1n1R2P1/2N5/1B1P4/6K1 w - - 0 1
    key           KEY
    checkers      -
";
    let key = format!("{:016x}", chess_board::Position::from_fen(ROOK).unwrap().key());
    let shown = text(&[ROOK, "--attacks", "R@d4", "--last-move", "d1d4", "--flip", "--ascii"]);
    assert_eq!(format!("\n{shown}"), expected.replace("KEY", &key));
    assert!(shown.is_ascii());
}

#[test]
fn marks_beside_figures() {
    let shown = text(&[ROOK, "--attacks", "R@d4"]);
    assert_eq!(row(&shown, "8"), "│   │   │   │~♜ │   │   │ ♚ │   │");
    assert_eq!(row(&shown, "4"), "│ ~ │x♞ │ · │(♖)│ · │ · │o♙ │ ~ │");
    assert_eq!(row(&shown, "2"), "│   │ ♗ │   │o♙ │   │   │   │   │");
}

#[test]
fn check_and_last_move() {
    let shown = text(&[CHECK, "--last-move", "g1g3", "--ascii"]);
    assert_eq!(row(&shown, "8"), "| r | k+| r |   | n | n | q | b |");
    assert_eq!(row(&shown, "3"), "|   |   |   |   | P |   |[Q]|   |");
    assert_eq!(row(&shown, "1"), "| R | K | R |   | N | N |[ ]| B |");
    assert_eq!(row(&shown, "[ ] last move"), "g1 g3");
    assert_eq!(row(&shown, "+ in check"), "b8");
    assert_eq!(row(&shown, "checkers"), "g3");
    assert_eq!(row(&shown, "castling"), "KQkq");
    assert_eq!(row(&shown, "to move"), "Black");
}

#[test]
fn null_move_has_no_squares() {
    assert_eq!(text(&["--last-move", "0000"]), text(&[]));
}

#[test]
fn en_passant_is_named_if_it_is_legal() {
    let shown = text(&["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"]);
    assert_eq!(row(&shown, "en passant"), "e3");
    let shown = text(&["4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"]);
    assert_eq!(row(&shown, "en passant"), "-");
}

#[test]
fn fen_as_plain_words() {
    let words: Vec<&str> = CHECK.split(' ').collect();
    let shown = text(&[&words[..], &["--flip", "-l", "g1g3"]].concat());
    assert_eq!(shown, text(&["-f", "--last-move", "g1g3", CHECK]));
}

#[test]
fn moveboard_of_a_pawn_has_captures_only() {
    let shown = text(&["--attacks", "P@e6"]);
    assert!(shown.contains("\n( ) pawn          e6\n x  enemy piece   d7 f7\n\n"), "{shown}");
    let shown = text(&["--attacks", "p@a3"]);
    assert!(shown.contains("\n( ) pawn          a3\n x  enemy piece   b2\n\n"), "{shown}");
}

#[test]
fn moveboard_of_a_knight_has_no_blockers() {
    let shown = text(&["--attacks", "Knight@d5"]);
    let marks = "
( ) knight        d5
 ·  attacked      c3 e3 b4 f4 b6 f6
 x  enemy piece   c7 e7

";
    assert!(shown.contains(marks), "{shown}");
    let shown = text(&["--attacks", "n@b8"]);
    assert!(shown.contains(" o  own piece     d7\n"), "{shown}");
}

#[test]
fn the_piece_takes_the_place_of_another() {
    let shown = text(&["--attacks", "r@e2", "--ascii"]);
    assert_eq!(row(&shown, "2"), "|~P |~P |~P |xP |(r)|xP |~P |~P |");
    assert_eq!(row(&shown, "1"), "| R | N | B | Q |xK | B | N | R |");
    assert_eq!(row(&shown, "x  enemy blocker"), "e1 d2 f2");
    // What is below the board is of the position that was given.
    assert_eq!(row(&shown, "FEN"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(row(&shown, "checkers"), "-");
}

#[test]
fn a_moveboard_needs_no_kings() {
    let empty = "8/8/8/8/8/8/8/8 w - -";
    let shown = text(&[empty, "--attacks", "Bishop@a1"]);
    assert_eq!(row(&shown, "·  attacked"), "b2 c3 d4 e5 f6 g7 h8");
    assert_eq!(row(&shown, "no position"), "neither side has a king");
    assert!(!shown.contains("key") && !shown.contains("checkers"), "{shown}");
    let run = show(&[empty]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(run.stderr, "error: FEN: neither side has a king\n");
}

#[test]
fn wrong_input() {
    for (args, words) in [
        (&["4k3/8/8/8/8/8/8/4K3 x - - 0 1"][..], "FEN: side to move field, byte 20"),
        (&["4k3/8/8/8/8/8/8/4K3", "w", "-", "e4"], "FEN: en passant field, byte 25"),
        (&["nonsense", "--attacks", "R@d4"], "FEN: board field, byte 1"),
        (&[""], "FEN: board field"),
        (&["--fen", "nonsense"], "--fen: board field, byte 1"),
        (&["--fen", "8/8/8/8/8/8/8/8 w - -"], "--fen: neither side has a king"),
    ] {
        let run = show(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{args:?}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: {words}")), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn wrong_command_line() {
    for args in [&["--attacks"][..], &["--svg"], &["--ascii", "--svg", "-"], &["--nonsense"], &["--flip=2"]] {
        let run = show(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_ne!(run.stderr, "", "{args:?}");
    }
    for (args, words) in [
        (["--attacks", "R@d9"], "expected a square from a1 to h8"),
        (["--attacks", "R@"], "expected a square from a1 to h8"),
        (["--attacks", "Rd4"], "expected PIECE@SQUARE"),
        (["--attacks", "X@d4"], "the piece is a letter"),
        (["--last-move", "e2"], "a move has four characters"),
        (["--last-move", "e2e9"], "the fourth character of a move is a rank"),
    ] {
        let run = show(&args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        let [option, value] = args;
        assert!(
            run.stderr.starts_with(&format!("error: invalid value '{value}' for '{option} <")),
            "{}",
            run.stderr
        );
        assert!(run.stderr.contains(words), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let run = chess_without_reader(&["show"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// The bits of a value of JSON.
fn word(value: &serde_json::Value) -> u64 {
    let digits = value.as_str().unwrap();
    assert_eq!(digits.len(), 16);
    u64::from_str_radix(digits, 16).unwrap()
}

#[test]
fn the_steps_of_a_lookup_as_json() {
    let output = text(&["--attacks", "Q@d4", "--json", "--fen", ROOK]);
    let object: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!(output.lines().count(), 1);
    assert_eq!(object["fen"], ROOK);
    assert_eq!((&object["piece"], &object["square"]), (&"Q".into(), &"d4".into()));
    let occupancy = word(&object["occupancy"]);
    let sets = ["attacked", "enemy_pieces", "own_pieces"].map(|key| word(&object[key]));
    assert_eq!(sets.iter().fold(0, |all, set| all | set), word(&object["attacks"]));
    assert_eq!(sets.map(|set| set & occupancy), [0, sets[1], sets[2]]);
    let lookups = object["lookups"].as_array().unwrap();
    assert_eq!(lookups.iter().map(|lookup| &lookup["slider"]).collect::<Vec<_>>(), ["rook", "bishop"]);
    let mut attacks = 0;
    for lookup in lookups {
        attacks |= word(&lookup["attacks"]);
        let number = |form: &str, key: &str| lookup[form][key].as_i64().unwrap();
        assert_eq!(word(&lookup["blockers"]), occupancy & word(&lookup["mask"]));
        assert_eq!(word(&lookup["rays"]) & word(&lookup["mask"]), word(&lookup["mask"]));

        let (classic, magic) = (&lookup["classic"], &lookup["magic"]);
        let product = word(&lookup["blockers"]).wrapping_mul(word(&classic["factor"]));
        assert_eq!(word(&classic["product"]), product);
        assert_eq!(number("classic", "index"), (product >> number("classic", "shift")) as i64);
        assert!(number("classic", "index") < number("classic", "entries"));

        assert_eq!(word(&magic["irrelevant"]), !word(&lookup["mask"]));
        assert_eq!(word(&magic["filled"]), occupancy | word(&magic["irrelevant"]));
        let product = word(&magic["filled"]).wrapping_mul(word(&magic["factor"]));
        assert_eq!(word(&magic["product"]), product);
        let upper = (product >> number("magic", "shift")) as i64;
        assert_eq!(number("magic", "index"), upper + number("magic", "offset"));

        assert_eq!(number("pext", "index"), number("pext", "extracted") + number("pext", "offset"));
        let lines = lookup["hyperbola"].as_array().unwrap();
        let along = lines.iter().map(|line| (word(&line["up"]) ^ word(&line["down"])) & word(&line["line"]));
        assert_eq!(along.fold(0, |all, line| all | line), word(&lookup["attacks"]));
        assert_eq!(word(&lines[0]["attacks"]) | word(&lines[1]["attacks"]), word(&lookup["attacks"]));
        assert_eq!(word(&lines[0]["pieces"]), occupancy & word(&lines[0]["line"]));
    }
    assert_eq!(attacks, word(&object["attacks"]));
}

#[test]
fn json_of_a_piece_without_rays_and_of_no_piece() {
    let object: serde_json::Value = serde_json::from_str(&text(&["--attacks", "n@g8", "--json"])).unwrap();
    assert_eq!(word(&object["attacked"]), 1 << 45 | 1 << 47);
    assert_eq!(word(&object["own_pieces"]), 1 << 52);
    assert_eq!(object["lookups"], serde_json::json!([]));
    for args in [&["--json"][..], &["--json", "--attacks", "R@a1", "--svg", "-"]] {
        assert_eq!(show(args).code, Some(2), "{args:?}");
    }
}
