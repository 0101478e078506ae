//! Comments, commands and evaluations at the limits of what they may be.

use core::time::Duration;

use chess_notation::pgn::{Arrow, Arrows, Eval, Game, NodeId, Score, without_commands};

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
