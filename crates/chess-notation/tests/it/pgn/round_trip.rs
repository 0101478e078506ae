//! What is written is read as it was.

use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::pgn::{Game, GameResult, NodeId, Replay, TagError};
use chess_testkit::{Random, chess960, double_chess960};
use chess_types::Move;

use super::text_of;

const WORDS: [&str; 14] = [
    "a",
    "[%clk",
    "0:01:02]",
    "}",
    "{",
    "(1.",
    "e4)",
    "1-0",
    "$5",
    "%",
    "[Event",
    "é€😀",
    "\u{bd}",
    "\\\"quoted\\\"",
];

fn words(random: &mut Random) -> String {
    text_of(&WORDS, &[" ", " ", "\n", "", "\u{a0}"], 30, random)
}

fn start(random: &mut Random) -> Position {
    match random.below(4) {
        0 => chess960(random),
        1 => double_chess960(random),
        2 => {
            let plies = random.below(60);
            *chess_testkit::game(Position::START, plies, 1, random).last().unwrap()
        }
        _ => Position::START,
    }
}

/// A game of random moves, some of them added to others than the last.
pub(super) fn game(random: &mut Random) -> Game {
    let mut game = Game::new(start(random));
    for name in ["Event", "White", "Black", "Annotator", "zone", "_x+#=:-1"] {
        if random.below(2) == 0 {
            game.set_tag(name, &words(random)).unwrap();
        }
    }
    game.set_result(random.pick(&[
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::Unknown,
    ]));
    let mut ids = vec![NodeId::ROOT];
    for _ in 0..random.below(120) {
        let parent = if random.below(6) == 0 { random.pick(&ids) } else { ids[ids.len() - 1] };
        let position = game.position(parent);
        let moves = legal_moves(&position);
        let mv = match moves.len() {
            0 => continue,
            _ if random.below(40) == 0 && !position.is_in_check() => Move::NULL,
            _ => random.pick(&moves),
        };
        let id = game.add_move(parent, mv).unwrap();
        ids.push(id);
        if random.below(8) == 0 {
            game.add_nag(id, random.word() as u8);
        }
        if random.below(8) == 0 {
            game.add_comment(random.pick(&ids), &words(random));
        }
        if random.below(8) == 0 {
            game.add_starting_comment(id, &words(random));
        }
    }
    game
}

#[test]
fn random_games_with_variations_comments_and_glyphs() {
    let mut random = Random::new(11);
    let mut all = Vec::new();
    let mut file = String::new();
    for _ in 0..400 {
        let game = game(&mut random);
        let text = game.to_string();
        let read: Game = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(read, game, "{text}");
        assert_eq!(read.to_string(), text);
        let lines = text.lines().skip_while(|line| !line.is_empty());
        assert!(lines.into_iter().all(|line| line.chars().count() < 80), "{text}");
        file += &text;
        all.push(game);
    }
    let mut replay = Replay::new(&file);
    for game in all {
        assert_eq!(replay.next_game().unwrap(), Some(game));
    }
    assert_eq!(replay.next_game().unwrap(), None);
}

#[test]
fn what_is_read_from_anywhere_is_written_stably() {
    for text in [
        "",
        "*",
        "e4",
        "[A \"\\\"\\\\\"]\n[White \"John \"The Rock\" Doe\"]\n\n*",
        "e4 ({a} d4 {b} $1 (c4)) ({c}) $2 {d} e5!? ; } e\n ( c5 $5 ) *",
        "{ [%clk 0:01:00] } e4 { [%clk 0:00:59] } 1... e5 { a\nb } 1-0",
        "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 12 34\"]\n1. 0-0 (1. 0-0-0 Kf8) Ke7 ½-½",
    ] {
        let mut replay = Replay::new(text);
        while let Some(game) = replay.next_game().unwrap() {
            let written = game.to_string();
            let again: Game = written.parse().unwrap();
            assert_eq!(again, game, "{text}");
            assert_eq!(again.to_string(), written, "{text}");
        }
    }
}

#[test]
fn what_grows_in_writing_can_still_be_read() {
    let comment = [b"{".as_slice(), &b"\xe9".repeat(65_000), b"}"].concat();
    let words = [b"{".as_slice(), &b"\xe9\xe9 ".repeat(21_000), b"}"].concat();
    let text = [
        b"[White \"w\"]\n[Black \"".as_slice(),
        &b"\xe9".repeat(60_000),
        b"\"]\n\ne4 ",
        &comment,
        &words,
        b" *",
    ]
    .concat();
    let game = Replay::new(&text).next_game().unwrap().unwrap();
    assert_eq!(game.tags().black(), "?");
    assert_eq!(game, game.to_string().parse().unwrap());
    let said = game.node(game.node(NodeId::ROOT).next().unwrap()).comments().concat();
    assert_eq!(said.matches('é').count(), 65_000 + 42_000);

    let mut game = Game::default();
    assert_eq!(game.set_tag("White", &"\"".repeat(40_000)), Err(TagError::TooLong));
    game.set_tag("White", &"\"".repeat(32_000)).unwrap();
    game.add_comment(NodeId::ROOT, &"}".repeat(200_000));
    assert_eq!(game, game.to_string().parse().unwrap());
}

#[test]
fn latin_1_becomes_utf_8() {
    let mut replay = Replay::new(b"[White \"Gr\xfcnfeld\"]\n\ne4 {\xa3} *");
    let game = replay.next_game().unwrap().unwrap();
    assert_eq!(game.tags().white(), "Grünfeld");
    assert_eq!(game, game.to_string().parse().unwrap());
    assert!(game.to_string().contains("{£}"));
}
