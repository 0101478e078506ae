//! Games in memory, up to the limits of comments, commands and evaluations.

use core::time::Duration;

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{
    Arrow, Arrows, Eval, Game, GameResult, MAX_GAME, MAX_TOKEN, NodeId, Replay, Score, TagError,
    without_commands,
};
use chess_notation::{IllegalMove, IllegalReason, read_san};
use chess_types::Move;

/// The moves of a line from this one on, and of its variations.
fn tree(game: &Game, parent: NodeId) -> String {
    let mut text = Vec::new();
    let mut at = game.node(parent).next();
    while let Some(id) = at {
        text.push(game.node(id).mv().to_string());
        let mut alternative = game.node(id).alternative();
        while let Some(other) = alternative {
            let below = tree(game, other);
            let space = if below.is_empty() { "" } else { " " };
            text.push(format!("({}{space}{below})", game.node(other).mv()));
            alternative = game.node(other).alternative();
        }
        at = game.node(id).next();
    }
    text.join(" ")
}

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

#[test]
fn variations_become_branches() {
    let game = game("e4 (d4 d5 (Nf6 c4) c4) (c4) e5 (c5) (e6 d4 d5) Nf3 *");
    assert_eq!(tree(&game, NodeId::ROOT), {
        "e2e4 (d2d4 d7d5 (g8f6 c2c4) c2c4) (c2c4) e7e5 (c7c5) (e7e6 d2d4 d7d5) g1f3"
    });
}

#[test]
fn the_roster_is_always_there() {
    let game = game("[White \"w\"]\n[Date \"1992.11.04\"]\n*");
    let tags = game.tags();
    assert_eq!((tags.event(), tags.site(), tags.date(), tags.round()), ("?", "?", "1992.11.04", "?"));
    assert_eq!((tags.white(), tags.black(), tags.result()), ("w", "?", GameResult::Unknown));
    assert_eq!(tags.iter().map(|(name, _)| name).collect::<Vec<_>>(), {
        ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    });
    assert_eq!((tags.get("White"), tags.get("white")), (Some("w"), None));
}

#[test]
fn of_two_tags_of_a_name_the_second_counts() {
    assert_eq!(game("[A \"a\"]\n[A \"b\"]\n*").tags().get("A"), Some("b"));
}

#[test]
fn the_result_is_that_of_the_tag_or_else_of_the_movetext() {
    for (text, result) in [
        ("[Result \"1-0\"]\n1-0", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n*", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n", GameResult::WhiteWins),
        ("[Result \"1-0\"]\n0-1", GameResult::WhiteWins),
        ("[Result \"*\"]\n0-1", GameResult::BlackWins),
        ("[Result \"?\"]\n0-1", GameResult::BlackWins),
        ("[Result \"1/2\"]\n0-1", GameResult::Draw),
        ("1/2-1/2", GameResult::Draw),
        ("e4", GameResult::Unknown),
    ] {
        let game = game(text);
        assert_eq!(game.result(), result, "{text}");
        assert_eq!(game.tags().get("Result"), Some(result.as_str()), "{text}");
    }
}

#[test]
fn comments_stand_behind_moves_or_before_the_first_of_a_line() {
    let game = game("{a} {b} 1. {c} e4 {d}\n;e\n ({f} 1. d4 {g} {h}) {i} 1... e5 {j} {} { } *");
    let [root, first] = [NodeId::ROOT, game.node(NodeId::ROOT).next().unwrap()];
    let other = game.node(first).alternative().unwrap();
    let reply = game.node(first).next().unwrap();
    assert_eq!(game.node(root).comments(), ["a", "b", "c"]);
    assert_eq!(game.node(first).comments(), ["d", "e", "i"]);
    assert_eq!(game.node(other).starting_comments(), ["f"]);
    assert_eq!(game.node(other).comments(), ["g", "h"]);
    assert_eq!(game.node(reply).comments(), ["j"]);
}

#[test]
fn comments_before_the_tags_are_those_before_the_moves() {
    assert_eq!(game("{a}\n[A \"a\"]\n\n{b} e4 *").node(NodeId::ROOT).comments(), ["a", "b"]);
}

#[test]
fn white_space_of_comments_is_one_space() {
    assert_eq!(game("{ a\r\n\tb  c\u{0}d } *").node(NodeId::ROOT).comments(), ["a b c d"]);
}

#[test]
fn glyphs_belong_to_the_move_before_or_to_the_first_of_a_line() {
    let game = game("$1 e4 $2 $3 ($4 d4 $5) $6 e5 *");
    let first = game.node(NodeId::ROOT).next().unwrap();
    assert_eq!(game.node(first).nags(), [1, 2, 3, 6]);
    assert_eq!(game.node(game.node(first).alternative().unwrap()).nags(), [4, 5]);
    assert_eq!(game.node(NodeId::ROOT).nags(), [0; 0]);
}

#[test]
fn the_root_has_no_glyphs() {
    let mut game = game("1. e4 *");
    game.add_nag(NodeId::ROOT, 1);
    assert_eq!(game.node(NodeId::ROOT).nags(), [0; 0]);
    assert_eq!(game, self::game("1. e4 *"));
}

#[test]
fn what_an_empty_variation_says_is_said_of_the_move_before() {
    let game = game("e4 ({a} $1 {b}) e5 *");
    let first = game.node(NodeId::ROOT).next().unwrap();
    assert_eq!(tree(&game, NodeId::ROOT), "e2e4 e7e5");
    assert_eq!(
        (game.node(first).comments(), game.node(first).nags()),
        (&["a".into(), "b".into()][..], &[1][..])
    );
}

#[test]
fn the_mainline_has_positions() {
    let game = game("e4 (d4) e5 Nf3 *");
    let mut position = Position::START;
    for played in game.mainline() {
        assert_eq!(played.before, position);
        position.play(played.mv);
        assert_eq!(played.after, position);
        assert_eq!(game.position(played.id), position);
        assert_eq!(game.node(played.id).mv(), played.mv);
    }
    assert_eq!(position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    assert_eq!(game.position(NodeId::ROOT), Position::START);
}

#[test]
fn only_legal_moves_are_added() {
    let mut game = Game::default();
    let e4 = read_san(&Position::START, "e4").unwrap();
    let first = game.add_move(NodeId::ROOT, e4).unwrap();
    assert_eq!(game.add_move(first, e4), Err(IllegalMove::find(&game.position(first), e4).unwrap()));
    let f6 = game.add_move(first, read_san(&game.position(first), "f6").unwrap()).unwrap();
    let check = game.add_move(f6, read_san(&game.position(f6), "Qh5").unwrap()).unwrap();
    let refused = game.add_move(check, Move::NULL).unwrap_err();
    assert_eq!(refused.reason, IllegalReason::NullInCheck);
    game.add_move(f6, Move::NULL).unwrap();
    assert_eq!(tree(&game, NodeId::ROOT), "e2e4 f7f6 d1h5 (0000)");
}

#[test]
fn games_are_equal_in_whatever_order_they_are_put_together() {
    let moves = Position::START.legal_moves();
    let (mut a, mut b) = (Game::default(), Game::default());
    let main = [a.add_move(NodeId::ROOT, moves[0]).unwrap(), b.add_move(NodeId::ROOT, moves[0]).unwrap()];
    let reply = a.position(main[0]).legal_moves()[0];
    a.add_move(NodeId::ROOT, moves[1]).unwrap();
    a.add_move(main[0], reply).unwrap();
    b.add_move(main[1], reply).unwrap();
    assert_ne!(a, b);
    let other = b.add_move(NodeId::ROOT, moves[1]).unwrap();
    assert_eq!(a, b);
    let changes: [fn(&mut Game, NodeId); 6] = [
        |game, _| game.add_comment(NodeId::ROOT, "x"),
        |game, id| game.add_comment(id, "x"),
        |game, id| game.add_starting_comment(id, "x"),
        |game, id| game.add_nag(id, 1),
        |game, _| game.set_result(GameResult::Draw),
        |game, id| assert!(game.add_move(id, Move::NULL).is_ok()),
    ];
    for change in changes {
        let mut changed = b.clone();
        change(&mut changed, other);
        assert_ne!(changed, a);
        assert_ne!(a, changed);
    }
    assert_ne!(a, Game::new("4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()));
}

#[test]
fn tags_that_follow_from_the_start_cannot_be_set() {
    let mut game = Game::new("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1".parse().unwrap());
    for (name, value, error) in [
        ("FEN", "x", TagError::Start),
        ("SetUp", "0", TagError::Start),
        ("Variant", "Standard", TagError::Start),
        ("Variant", "Atomic", TagError::Start),
        ("Result", "won", TagError::Result),
        ("", "x", TagError::Name),
        ("a b", "x", TagError::Name),
        ("é", "x", TagError::Name),
        // Of two faults, the one of the form is reported.
        ("FEN", &"x".repeat(MAX_TOKEN), TagError::TooLong),
        ("Variant", &"x".repeat(MAX_TOKEN), TagError::TooLong),
        ("Result", &"x".repeat(MAX_TOKEN), TagError::TooLong),
    ] {
        assert_eq!(game.set_tag(name, value), Err(error), "{name}");
    }
    for name in ["FEN", "SetUp", "Variant"] {
        assert_eq!(game.remove_tag(name), Err(TagError::Start));
        assert!(game.tags().get(name).is_some());
    }
    game.set_tag("Variant", "Fischerandom").unwrap();
    game.set_tag("White", "a\nb").unwrap();
    game.set_tag("Result", "1/2").unwrap();
    assert_eq!(game.tags().white(), "a b");
    assert_eq!(game.result(), GameResult::Draw);
    game.remove_tag("White").unwrap();
    game.remove_tag("Result").unwrap();
    assert_eq!((game.tags().white(), game.result()), ("?", GameResult::Unknown));

    let mut game = Game::default();
    for name in ["FEN", "SetUp", "Variant"] {
        game.remove_tag(name).unwrap();
    }
    game.set_tag("Variant", "Chess960").unwrap();
    assert_eq!(game, game.to_string().parse().unwrap());
}

#[test]
fn a_start_that_contradicts_its_variant_is_right() {
    let game = game("[Variant \"Standard\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n1. O-O *");
    assert_eq!(game.tags().get("Variant"), Some("Chess960"));
    let game = Game::default();
    assert_eq!(game.tags().get("Variant"), None);
    // A name of Chess960 stays as it was written, wherever it is, also in a game that breaks off.
    for text in [
        "[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n1. O-O *",
        "[FEN \"4k3/8/8/8/8/8/8/4K1R1 w K - 0 1\"]\n[Variant \"Fischerandom\"]\n1. O-O *",
        "[Variant \"Fischerandom\"]\n1. e4 *",
    ] {
        assert_eq!(self::game(text).tags().get("Variant"), Some("Fischerandom"), "{text}");
        let broken = text.replace('*', "junk").parse::<Game>().unwrap_err().into_game();
        assert_eq!(broken.tags().get("Variant"), Some("Fischerandom"), "{text}");
    }
}

#[test]
fn games_are_read_one_behind_another() {
    let mut replay = Replay::new("1. e4 1-0\n1. e5 *\n[White \"w\"]\n\n1. d4 *");
    replay.next_event().unwrap();
    replay.next_event().unwrap();
    // The first game has been begun, and is skipped.
    assert!(replay.next_game().unwrap_err().to_string().starts_with("game 2, line 2, byte 13, `e5`:"));
    assert_eq!(replay.next_game().unwrap().unwrap().tags().white(), "w");
    assert_eq!(replay.next_game().unwrap(), None);
    // It is skipped from any place within it.
    let text = "[White \"w\"]\n[Black \"b\"]\n\n1. e4 (1. d4 d5 {x} (d6)) e5 $1 2. Nf3 1-0\n\n1. c4 *";
    for events in 1..14 {
        let mut replay = Replay::new(text);
        for _ in 0..events {
            replay.next_event().unwrap();
        }
        assert_eq!(replay.game(), 1);
        let next = replay.next_partial_game().unwrap().unwrap();
        assert_eq!((next.game.to_string(), next.error), (game("1. c4 *").to_string(), None), "{events}");
    }
}

#[test]
fn long_and_deep_games_need_no_stack() {
    // Each variation is nested in the one before.
    let on_a_small_stack = || {
        let mut game = Game::default();
        let mut at = NodeId::ROOT;
        for ply in 0..2000 {
            let mv = read_san(&game.position(at), ["Nf3", "Nf6", "Ng1", "Ng8"][ply % 4]).unwrap();
            game.add_move(at, mv).unwrap();
            at = game.add_move(at, mv).unwrap();
        }
        assert_eq!(game, game.clone());
        game.to_string()
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(on_a_small_stack).unwrap();
    assert_eq!(thread.join().unwrap().matches('(').count(), 2000);
}

#[test]
fn many_alternatives_are_read_in_linear_time() {
    let text = "e4 ".to_string() + &"(d4) ".repeat(100_000) + "*";
    let game = game(&text);
    assert_eq!(game, game.to_string().parse().unwrap());
}

#[test]
fn a_game_that_does_not_fit_into_memory_is_an_error() {
    let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_GAME / 100) + "*\n\ne4 *";
    let mut replay = Replay::new(&text);
    let error = replay.next_game().unwrap_err().to_string();
    assert!(error.ends_with("the game is too long to be kept in memory"), "{error}");
    assert_eq!(replay.next_game().unwrap().unwrap().mainline().count(), 1);
}

/// The most bytes of a comment in memory.
const MAX_COMMENT: usize = 65_000;

/// The lengths of the comments behind the only move, after this one has been added.
fn lengths(comment: &str) -> Vec<usize> {
    let mut game: Game = "1. e4 *".parse().unwrap();
    let id = game.last();
    game.add_comment(id, comment);
    assert_eq!(game, game.to_string().parse().unwrap());
    game.node(id).comments().iter().map(String::len).collect()
}

#[test]
fn a_comment_that_is_too_long_is_cut() {
    let word = |length: usize| "x".repeat(length);
    assert_eq!(lengths(&word(MAX_COMMENT)), [MAX_COMMENT]);
    assert_eq!(lengths(&word(MAX_COMMENT + 1)), [MAX_COMMENT, 1]);
    // Where it has words, between two of them.
    let half = MAX_COMMENT / 2;
    assert_eq!(lengths(&format!("{} {}", word(half), word(half - 1))), [MAX_COMMENT]);
    assert_eq!(lengths(&format!("{} {}", word(half), word(half))), [half, half]);
    // No character is cut.
    assert_eq!(lengths(&format!("x{}", "é".repeat(half))), [MAX_COMMENT - 1, 2]);
}

#[test]
fn a_blank_comment_is_not_added() {
    for text in ["", " ", "   ", "\n", "\n\n", " \t\r\n ", "\u{7f}\u{1b}"] {
        assert_eq!(lengths(text), [0; 0], "{text:?}");
    }
    assert_eq!(lengths("\n x \t y \n"), [3]);
}

#[test]
fn a_command_goes_to_a_comment_that_has_room_for_it() {
    let command = "[%clk 0:01:00]";
    let with_clock = |length: usize| {
        let mut game: Game = "1. e4 *".parse().unwrap();
        let id = game.last();
        game.add_comment(id, &"x".repeat(length));
        game.set_clock(id, Some(Duration::from_secs(60)));
        assert_eq!(game.node(id).clock(), Some(Duration::from_secs(60)));
        assert_eq!(game, game.to_string().parse().unwrap());
        game.node(id).comments().iter().map(String::len).collect::<Vec<_>>()
    };
    // With the command and a space on each side of it, a comment is shorter than the longest one.
    let room = MAX_COMMENT - command.len() - 3;
    assert_eq!(with_clock(room), [room + 1 + command.len()]);
    assert_eq!(with_clock(room + 1), [room + 1, command.len()]);
    assert_eq!(with_clock(MAX_COMMENT), [MAX_COMMENT, command.len()]);
}

#[test]
fn lists_of_arrows_are_equal_if_they_have_the_same_arrows_in_the_same_order() {
    let arrows: Vec<Arrow> = ["Ge2e4", "Rd5", "Ba1h8"].map(|text| text.parse().unwrap()).to_vec();
    let list = Arrows::from(&arrows[..]);
    assert_eq!(list, Arrows::from(&arrows.clone()[..]));
    let backwards: Vec<Arrow> = arrows.iter().rev().copied().collect();
    for other in [&arrows[..2], &arrows[1..], &[], &backwards] {
        assert_ne!(list, Arrows::from(other));
    }
    for text in ["Ge2e", "Xe2", "", "G", "Ge2e4e5"] {
        let error = text.parse::<Arrow>().unwrap_err().to_string();
        assert_eq!(error, "expected a colour (G, R, Y or B) and one or two squares, like Ge2e4", "{text}");
    }
}

#[test]
fn an_evaluation_is_in_centipawns_unless_it_is_a_mate() {
    for (text, centipawns) in
        [("0.17,20", Some(17)), ("-3", Some(-300)), ("0", Some(0)), ("#1", None), ("#0", None)]
    {
        assert_eq!(text.parse::<Eval>().unwrap().centipawns(), centipawns, "{text}");
    }
    // There is one zero.
    for text in ["0", "-0.00", "+.0", "-0.004"] {
        assert_eq!(text.parse::<Eval>().unwrap().to_string(), "0.00", "{text}");
    }
    assert_eq!(Score::Centipawns(-1).to_string(), "-0.01");
}

#[test]
fn a_comment_is_in_one_character_set() {
    // Both parts are UTF-8, or the whole is Latin-1, although one part alone is UTF-8.
    assert_eq!(without_commands("é [%clk 1] é").to_string(), "é é");
    assert_eq!(without_commands(b"\xc3\xa9 [%clk 1] \xe9").to_string(), "Ã© é");
}

#[test]
fn a_game_without_moves_has_comments_at_its_root() {
    let mut game = Game::default();
    game.set_clock(NodeId::ROOT, Some(Duration::from_secs(1)));
    assert_eq!(game.node(NodeId::ROOT).comments(), ["[%clk 0:00:01]"]);
    game.set_clock(NodeId::ROOT, None);
    assert!(game.node(NodeId::ROOT).comments().is_empty());
}
