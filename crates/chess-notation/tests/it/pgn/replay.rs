//! Games replayed: starts by the tags `FEN`, `SetUp` and `Variant`, moves played, and skipped games and variations.

use chess_notation::pgn::{Event, Reader, Replay};
use chess_testkit::Random;

use super::{events_of, replay_of, replayed, rules, text_of};

const PAWN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

#[test]
fn games_are_replayed_from_their_starts() {
    for (text, expected) in [
        ("[SetUp \"1\"]\n[FEN \"PAWN\"]\n1. e4 Ke7 *", "[SetUp 1] [FEN PAWN] | e2e4 e8e7 *"),
        ("[FEN \"PAWN\"]\n[SetUp \"1\"]\n1. e4 Ke7 *", "[FEN PAWN] [SetUp 1] | e2e4 e8e7 *"),
        ("[FEN \"PAWN\"]\n1. e3 *\ne4 e5 *", "[FEN PAWN] | e2e3 * | e2e4 e7e5 *"),
        ("[SetUp \"1\"]\n\n1. e4 *\n\n*", "[SetUp 1] <1 3 13 at the end NoFen> | *"),
        ("[SetUp \"0\"]\n\n1. e4 *", "[SetUp 0] | e2e4 *"),
        (
            "1. e4 a6 2. e5 d5 3. exd6 e.p. Nc6 4. Nf3 Bg4 5. Be2 Qxd6 6. 0-0 O-O-O 7. h3!? *",
            "| e2e4 a7a6 e4e5 d7d5 e5d6 b8c6 g1f3 c8g4 f1e2 d8d6 e1g1 e8c8 h2h3 $5 *",
        ),
        (
            "[FEN \"7k/P7/8/8/8/8/p7/7K w - - 0 1\"]\n1. a8(Q)+ Kg7 2. Qa7+ Kg6 3. Qb7 a1=N *",
            "[FEN 7k/P7/8/8/8/8/p7/7K w - - 0 1] | a7a8q h8g7 a8a7 g7g6 a7b7 a2a1n *",
        ),
        // A null move passes the turn.
        ("1. e4 -- 2. d4 Z0 3. Nf3 (3. --) (3. Nc3) *", "| e2e4 0000 d2d4 0000 g1f3 ( 0000 ) ( b1c3 ) *"),
        ("1. e4 f6 2. Qh5+ -- *", "| e2e4 f7f6 d1h5 <1 1 17 `--` San(Illegal)>"),
        // A variation replaces the move before it.
        (
            "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) (2. Nc3) 2... d6) (1... e6) 2. Nf3 (2. f4) *",
            "| e2e4 e7e5 ( c7c5 g1f3 ( c2c3 d7d5 ) ( b1c3 ) d7d6 ) ( e7e6 ) g1f3 ( f2f4 ) *",
        ),
    ] {
        let text = text.replace("PAWN", PAWN);
        assert_eq!(replayed(&text), expected.replace("PAWN", PAWN), "{text}");
    }
    for name in ["Standard", "standard", "chess", "Normal", "From Position", "", "?", "-"] {
        let read = replayed(&format!("[Variant \"{name}\"]\n\n1. e4 *"));
        assert_eq!(read, format!("[Variant {name}] | e2e4 *"));
    }
}

#[test]
fn an_invalid_fen_breaks_the_game_after_its_tags() {
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

/// Of two wrong tags the first is reported, but other rules before a position, which may be valid by those rules.
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

#[test]
fn the_position_is_current() {
    let mut replay = Replay::new("1. e4 e5 (1... c5) 2. Nf3 *");
    let mut positions = Vec::new();
    while let Some(event) = replay.next_event().unwrap() {
        if !matches!(event, Event::End(_)) {
            let fen = replay.position().to_string();
            positions.push(fen.split(' ').next().unwrap().to_string());
        }
    }
    assert_eq!(
        positions,
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
        ]
    );
}

#[test]
fn a_game_may_be_skipped_from_anywhere() {
    let text = "[A \"a\"]\n[B \"{\"]\n\n1. e4 (d4 (c4) d5 {x)}) e5 {]\n[} 1-0 [C \"c\"]\n\n*";
    for before in 1..15 {
        let mut reader = Reader::new(text);
        for _ in 0..before {
            assert!(!matches!(reader.next_event().unwrap(), Some(Event::End(_))));
        }
        reader.skip_game().unwrap();
        assert_eq!(events_of(&mut reader), "1-0 [C c] | *", "{before}");
    }
}

#[test]
fn between_games_nothing_is_skipped() {
    let mut reader = Reader::new("{x} *\n\n*");
    reader.skip_game().unwrap();
    assert!(matches!(reader.next_event().unwrap(), Some(Event::Comment(_))));
    reader.skip_game().unwrap();
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), "| * | *");
    reader.skip_game().unwrap();
    assert_eq!(events_of(&mut reader), "");
}

#[test]
fn a_skipped_variation_has_its_end() {
    let mut reader = Reader::new("e4 (d4 (c4) {)} (b4) d5) e5 *");
    while reader.depth() == 0 {
        reader.next_event().unwrap();
    }
    reader.next_event().unwrap();
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), ") e5 *");
}

#[test]
fn the_position_behind_a_skipped_variation_is_that_before_it() {
    let mut replay = Replay::new("e4 e5 (c5 Nf3 junk) Nf3 *");
    while replay.depth() == 0 {
        replay.next_event().unwrap();
    }
    replay.skip_variation().unwrap();
    assert_eq!(replay_of(&mut replay), ") g1f3 *");
}

#[test]
fn an_unclosed_variation_that_is_skipped_is_still_an_error() {
    let mut reader = Reader::new("e4 (d4 d5 1-0\n[A \"a\"]\n*");
    while reader.depth() == 0 {
        reader.next_event().unwrap();
    }
    reader.skip_variation().unwrap();
    assert_eq!(events_of(&mut reader), "<1 2 14 at the end UnclosedVariation> [A a] | *");
}

#[test]
fn tags_of_a_skipped_game_do_not_leak() {
    let mut replay = Replay::new("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n[X \"x\"]\n*\n1. e4 *");
    replay.next_event().unwrap();
    replay.skip_game().unwrap();
    assert_eq!(replay_of(&mut replay), "* | e2e4 *");
    let mut replay = Replay::new("[SetUp \"1\"]\n[\n*\n1. e4 *");
    replay.next_event().unwrap();
    assert!(replay.next_event().is_err());
    assert_eq!(replay_of(&mut replay), "| e2e4 *");
}

/// The ends of games, for a caller that skips the rest where `stops` returns true.
fn ends(text: &[u8], mut stops: impl FnMut() -> bool) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut ends = Vec::new();
    loop {
        match reader.next_event() {
            Ok(None) => return ends,
            Ok(Some(Event::End(result))) => ends.push(format!("{} {result:?}", reader.game())),
            Ok(Some(_)) if stops() => reader.skip_game().unwrap(),
            Ok(Some(_)) => {}
            Err(_) => ends.push(format!("{} broken", reader.game())),
        }
    }
}

#[test]
fn games_end_in_the_same_places_whether_read_or_skipped() {
    const PIECES: &str = "e4·Nf3·O-O·0-0·0-0-0·1-0·0-1·1/2-1/2·1/2·*·½-½·1.·12·(·)·{·}·{x}·;·;y·$1·!·?·[A \"a\"]·\
        \n[B \"b\"]·\n[·]·%·\n%·-·/·11-0·e.p.·\n\n";
    let mut random = Random::new(7);
    for _ in 0..20_000 {
        let text = text_of(PIECES, &["", " ", " ", "\n"], 30, &mut random);
        let read = ends(text.as_bytes(), || false);
        let skipped = ends(text.as_bytes(), || true);
        let sometimes = ends(text.as_bytes(), || random.below(4) == 0);
        let games = |ends: &[String]| {
            ends.iter().map(|end| end.split(' ').next().unwrap().to_string()).collect::<Vec<_>>()
        };
        // An unclosed comment between games is an error of a game that does not follow.
        let same = |other: &[String]| {
            games(&read).last() == games(other).last()
                && other.iter().all(|end| {
                    let game = end.split(' ').next().unwrap();
                    end.ends_with("broken") || read.contains(end) || read.contains(&format!("{game} broken"))
                })
        };
        assert!(same(&skipped), "{text:?}\n{read:?}\n{skipped:?}");
        assert!(same(&sometimes), "{text:?}\n{read:?}\n{sometimes:?}");
    }
}
