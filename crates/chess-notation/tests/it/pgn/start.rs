//! Where a game starts: the tags `FEN`, `SetUp` and `Variant`.

use chess_board::Position;
use chess_notation::pgn::{Event, Replay};

use super::{replayed, rules};

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

/// The position that the first game starts from.
fn start(text: &str) -> String {
    let mut replay = Replay::new(text);
    while replay.next_event().unwrap() != Some(Event::Movetext) {}
    replay.position().to_string()
}

#[test]
fn a_game_starts_from_its_fen() {
    assert_eq!(start("e4 *"), Position::START.to_string());
    assert_eq!(start(&format!("[SetUp \"1\"]\n[FEN \"{PAWN}\"]\n*")), PAWN);
    assert_eq!(start(&format!("[FEN \"{PAWN}\"]\n[SetUp \"1\"]\n*")), PAWN);
    assert_eq!(start(&format!("[FEN \"{PAWN}\"]\n*")), PAWN);
    assert_eq!(replayed(&format!("[FEN \"{PAWN}\"]\n1. e4 Ke7 *")), format!("[FEN {PAWN}] | e2e4 e8e7 *"));
}

#[test]
fn the_next_game_starts_anew() {
    assert_eq!(
        replayed(&format!("[FEN \"{PAWN}\"]\n1. e3 *\ne4 e5 *")),
        format!("[FEN {PAWN}] | e2e3 * | e2e4 e7e5 *")
    );
}

#[test]
fn a_fen_that_is_none_breaks_the_game_after_its_tags() {
    let text = "[Event \"x\"]\n[FEN \"4k3/8 w - - 0 1\"]\n[White \"y\"]\n\n1. e4 *\n\n1. e4 *";
    let shown = replayed(text);
    assert!(
        shown.starts_with("[Event x] [FEN 4k3/8 w - - 0 1] [White y] <1 2 12 `[FEN \"4k3/8 w …` Fen("),
        "{shown}"
    );
    assert!(shown.ends_with("> | e2e4 *"), "{shown}");
    assert_eq!(
        rules(text),
        [
            "game 1, line 2, byte 12, `[FEN \"4k3/8 w …`: board field, byte 5: the board has fewer than 8 ranks"
        ]
    );
}

#[test]
fn a_fen_of_no_position_tells_all_reasons() {
    let [error] = rules("[FEN \"4k3/8/8/8/8/8/8/4KP2 w K - 0 1\"]\n*").try_into().unwrap();
    assert!(error.contains("a pawn stands on the first or last rank: f1; a castling right lacks"), "{error}");
}

#[test]
fn a_fen_that_is_not_utf_8_breaks_the_game() {
    let [error] = rules(b"[FEN \"4k3/\xff\"]\n*").try_into().unwrap();
    assert!(error.contains("board field, byte 4"), "{error}");
}

#[test]
fn a_set_up_without_fen_is_not_the_start_position() {
    assert_eq!(replayed("[SetUp \"1\"]\n\n1. e4 *\n*"), "[SetUp 1] <1 3 13 at the end NoFen> | *");
    assert_eq!(replayed("[SetUp \"0\"]\n\n1. e4 *"), "[SetUp 0] | e2e4 *");
}

#[test]
fn chess960_has_many_names() {
    let fen = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    for name in [
        "Chess960",
        "chess 960",
        "Fischerandom",
        "fischerandom",
        "Fischer Random",
        "FRC",
        "Chess 960",
        "Freestyle",
    ] {
        let text = format!("[Variant \"{name}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. O-O-O Ke7 *");
        assert!(replayed(&text).ends_with("| e1c1 e8e7 *"), "{name}");
    }
    // And needs no mention.
    assert!(replayed(&format!("[FEN \"{fen}\"]\n1. O-O *")).ends_with("| e1g1 *"));
}

#[test]
fn chess_has_many_names() {
    for name in ["Standard", "standard", "chess", "Normal", "From Position", "", "?", "-"] {
        assert_eq!(
            replayed(&format!("[Variant \"{name}\"]\n\n1. e4 *")),
            format!("[Variant {name}] | e2e4 *")
        );
    }
}

#[test]
fn other_variants_are_not_misread() {
    for name in [
        "Crazyhouse",
        "Atomic",
        "Antichess",
        "Three-check",
        "Chess961",
        "King of the Hill",
        "チェス",
        &"x".repeat(100),
    ] {
        let text = format!(
            "[Event \"x\"]\n[FEN \"junk\"]\n[Variant \"{name}\"]\n[Site \"y\"]\n\n1. e4 *\n\n1. d4 *"
        );
        let shown = replayed(&text);
        assert!(shown.contains("[Site y] <1 3 25 `[Variant"), "{shown}");
        assert!(shown.ends_with("Variant> | d2d4 *"), "{shown}");
    }
}

/// Of two wrong tags the first is told, but that of other rules before a position, which may be one by those rules.
#[test]
fn the_first_fault_is_told_and_other_rules_before_all() {
    let told = |tags: &str| rules(&format!("{tags}\n\n1. e4 *")).join("; ");
    let variant = "[Variant \"Atomic\"]";
    for tags in [format!("{variant}\n[FEN \"junk\"]"), format!("[FEN \"junk\"]\n{variant}")] {
        assert!(
            told(&tags).contains("`[Variant") && told(&tags).ends_with("neither chess nor Chess960"),
            "{tags}"
        );
    }
    let two = told("[FEN \"first\"]\n[FEN \"second\"]");
    assert!(two.contains("byte 0, `[FEN \"first\"]`"), "{two}");
    let two = told(&format!("[FEN \"{PAWN}\"]\n[FEN \"second\"]"));
    assert!(two.contains("`[FEN \"second\"]`"), "{two}");
}
