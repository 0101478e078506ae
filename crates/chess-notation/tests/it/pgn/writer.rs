//! The export format. Reading the written text gives an equal game.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{Game, GameResult, MoveNotation, NodeId, Replay, TagError, Writer};
use chess_notation::{GameState, NumberedMoves, read_san};
use chess_testkit::{Random, chess960, double_chess960};
use chess_types::Move;

use super::{events, replayed, text_of};

/// The text of a game without the tags of the roster.
fn movetext(text: &str) -> String {
    let game: Game = text.parse().unwrap();
    let written = game.to_string();
    written.split_once("\n\n").unwrap().1.to_string()
}

#[test]
fn the_seven_tag_roster_precedes_other_tags_in_ascii_order() {
    let game: Game =
        "[Whites \"w\"]\n[Zone \"z\"]\n[Result \"1-0\"]\n[Annotator \"a\"]\n[White \"W\"]\n[Event \"E\"]\n*"
            .parse()
            .unwrap();
    assert_eq!(
        game.to_string(),
        "[Event \"E\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"W\"]\n[Black \"?\"]\n[Result \"1-0\"]\n\
         [Annotator \"a\"]\n[Whites \"w\"]\n[Zone \"z\"]\n\n1-0\n\n"
    );
}

#[test]
fn values_are_escaped() {
    let mut writer = Writer::new(String::new());
    writer.tag("A b]", "a \"b\" \\ \n\u{7f}é").unwrap();
    let text = writer.into_inner();
    assert_eq!(text, "[A_b_ \"a \\\"b\\\" \\\\   é\"]\n");
    assert_eq!(events(&text), "[A_b_ a \"b\" \\   é] | end");
}

#[test]
fn moves_are_written_in_san_with_numbers_and_glyphs() {
    for (text, expected) in [
        ("e4 e5 Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        ("e4 {a} e5 {b} Nf3 *", "1. e4 {a} 1... e5 {b} 2. Nf3 *"),
        ("e4 (d4 d5) e5 (c5 Nf3) Nf3 *", "1. e4 (1. d4 d5) 1... e5 (1... c5 2. Nf3) 2. Nf3 *"),
        ("[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 9\"]\nKd8 Kd1 Ke8 *", "9... Kd8 10. Kd1 Ke8 *"),
        ("e4! e5? Nf3!! Nc6?? Bb5!? a6?! $14 *", "1. e4 $1 e5 $2 2. Nf3 $3 Nc6 $4 3. Bb5 $5 a6 $6 $14 *"),
        (
            "1. e2-e4 e7e5 2. Bf1c4 Nb8-c6 3. Qh5 Nf6?? 4. Qxf7 1-0",
            "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 $4 4. Qxf7# 1-0",
        ),
        ("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 Z0 *", "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O -- *"),
    ] {
        assert_eq!(movetext(text), format!("{expected}\n\n"));
    }
}

#[test]
fn a_closing_brace_does_not_end_a_comment() {
    assert_eq!(movetext("e4 ;a } b {\n e5 *"), "1. e4 {a ) b {} 1... e5 *\n\n");
    let mut writer = Writer::new(String::new());
    writer.comment("}}a}b}").unwrap();
    writer.comment(" \n\t").unwrap();
    writer.result(GameResult::Draw).unwrap();
    assert_eq!(writer.into_inner(), "{))a)b)} 1/2-1/2\n\n");
}

#[test]
fn lines_have_fewer_than_80_characters() {
    let mut text = String::new();
    for i in 0..200 {
        let comment = "word ".repeat(i % 40) + &"x".repeat(i % 77);
        text.extend(["Nf3 {", &comment, "} (Nc3 (a3 Nf6) Nc6 $13) Nf6 Ng1 $2 (Rg1) Ng8 "]);
    }
    let written = movetext(&(text + "*"));
    assert!(written.lines().all(|line| line.chars().count() < 80), "{written}");
    assert!(written.lines().filter(|line| line.chars().count() == 79).count() > 20);
    for line in written.lines() {
        assert_eq!(line.trim(), line);
        assert!(!line.starts_with([')', '}']), "{line}");
    }
}

#[test]
fn as_many_tokens_as_possible_stand_on_a_line() {
    let written = movetext(&("Nf3 Nf6 Ng1 Ng8 ".repeat(40) + "*"));
    let mut lines = written.trim_end().lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(next) = lines.peek() {
            let token = next.split(' ').next().unwrap();
            assert!(line.len() + 1 + token.len() > 79, "{line:?} {token:?}");
        }
    }
}

#[test]
fn only_a_word_longer_than_a_line_exceeds_it() {
    let word = "é".repeat(100);
    let written = movetext(&format!("e4 {{see {word} there}} e5 *"));
    assert_eq!(written, format!("1. e4 {{see\n{word}\nthere}} 1... e5 *\n\n"));
    // No line ends before the first one.
    assert_eq!(movetext(&format!("{{{word}}} e4 *")), format!("{{{word}}}\n1. e4 *\n\n"));
}

#[test]
fn no_line_ends_within_commands_and_several_spaces() {
    for before in 0..90 {
        let comment = format!("{}[%clk 0:03:00]  [%cal Gd2d4,Ge2e4]   end of  it", "w ".repeat(before));
        let mut game = Game::new(Position::START);
        game.add_comment(NodeId::ROOT, &comment);
        let text = game.to_string();
        assert!(text.contains("[%clk 0:03:00]  [%cal Gd2d4,Ge2e4]   end"), "{text}");
        assert_eq!(text.parse::<Game>().unwrap().node(NodeId::ROOT).comments(), [comment]);
    }
    // What is no command, or longer than a line of the standard, is broken at its spaces.
    for comment in [format!("[%{}]", " a".repeat(200)), format!("[%{}", " a".repeat(200)), "[ a".repeat(100)]
    {
        assert!(movetext(&format!("{{{comment}}} *")).lines().all(|line| line.chars().count() < 80));
    }
}

#[test]
fn empty_variations_are_not_written() {
    let mut writer = Writer::new(String::new());
    writer.start_variation().unwrap();
    writer.end_variation().unwrap();
    writer.result(GameResult::Unknown).unwrap();
    assert_eq!(writer.into_inner(), "*\n\n");
    // One that begins with another variation is not empty.
    let mut writer = Writer::new(String::new());
    let e4 = read_san(&Position::START, "e4").unwrap();
    writer.mv(&Position::START, e4).unwrap();
    for _ in 0..2 {
        writer.start_variation().unwrap();
    }
    writer.mv(&Position::START, e4).unwrap();
    for _ in 0..2 {
        writer.end_variation().unwrap();
    }
    writer.result(GameResult::Unknown).unwrap();
    assert_eq!(writer.into_inner(), "1. e4 ( (1. e4)) *\n\n");
}

#[test]
fn a_start_of_its_own_is_told_by_tags() {
    let tags = |fen: &str| {
        let mut writer = Writer::new(String::new());
        writer.start_tags(&fen.parse().unwrap()).unwrap();
        let written = writer.into_inner();
        let game = Game::new(fen.parse().unwrap());
        for tag in written.lines() {
            assert!(game.to_string().contains(tag), "{tag}");
        }
        assert_eq!(written.is_empty(), game.tags().get("FEN").is_none());
        written
    };
    assert_eq!(tags(&Position::START.to_string()), "");
    assert_eq!(
        tags("4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n"
    );
    for fen in [
        "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "rk6/8/8/8/8/8/8/4K2R w Kq - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
    ] {
        assert_eq!(tags(fen), format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n"));
    }
    // The square is part of the position though nothing can be taken there.
    let passed = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    assert_eq!(tags(passed), format!("[FEN \"{passed}\"]\n[SetUp \"1\"]\n"));
}

#[test]
fn games_are_written_one_behind_another() {
    let mut writer = Writer::new(String::new());
    for san in ["e4", "d4"] {
        writer.tag("White", san).unwrap();
        writer.mv(&Position::START, read_san(&Position::START, san).unwrap()).unwrap();
        writer.nag(1).unwrap();
        writer.result(GameResult::WhiteWins).unwrap();
    }
    let written = writer.into_inner();
    assert_eq!(written, "[White \"e4\"]\n\n1. e4 $1 1-0\n\n[White \"d4\"]\n\n1. d4 $1 1-0\n\n");
    assert_eq!(replayed(&written), "[White e4] | e2e4 $1 1-0 [White d4] | d2d4 $1 1-0");
}

#[test]
fn comments_stand_where_they_belong() {
    let mut game: Game = "e4 (d4) e5 *".parse().unwrap();
    let first = game.node(NodeId::ROOT).next().unwrap();
    let other = game.node(first).alternative().unwrap();
    game.add_comment(NodeId::ROOT, "before all");
    game.add_starting_comment(first, "this too");
    game.add_starting_comment(other, "before the variation");
    game.add_comment(other, "behind its move");
    game.add_comment(first, "[%clk 0:01:02]");
    game.add_comment(first, " ");
    assert_eq!(movetext(&game.to_string()), {
        "{before all} {this too} 1. e4 {[%clk 0:01:02]} ({before the variation} 1. d4\n{behind its move}) 1... e5 *\n\n"
    });
}

const WORDS: &str = "a·[%clk·0:01:02]·}·{·(1.·e4)·1-0·$5·%·[Event·é€😀·\u{bd}·\\\"quoted\\\"";

fn words(random: &mut Random) -> String {
    text_of(WORDS, &[" ", " ", "\n", "", "\u{a0}"], 30, random)
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
        let moves = position.legal_moves();
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
        // No line ends within a command.
        assert!(lines.into_iter().all(|line| line.chars().count() < 80 || line.contains("[%")), "{text}");
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
fn lines_are_as_long_as_asked_for() {
    let mut random = Random::new(12);
    for _ in 0..100 {
        let game = game(&mut random);
        for length in [0, 1, 20, 60, 79, 80, 200] {
            let mut writer = Writer::new(String::new()).line_length(length);
            game.write(&mut writer).unwrap();
            let text = writer.into_inner();
            assert_eq!(text.parse::<Game>().as_ref(), Ok(&game), "{length} {text}");
            let movetext = text.split_once("\n\n").unwrap().1.trim_end();
            let is_one_piece = |line: &str| line.contains("[%") || !line.contains(' ');
            assert!(length > 0 || !movetext.contains('\n'), "{text}");
            assert!(
                length < 60
                    || movetext.lines().all(|line| line.chars().count() <= length || is_one_piece(line)),
                "{length} {text}"
            );
            if length >= 60 {
                // Each line has the words that it has room for, but for the parentheses that may follow.
                let room = length - 20;
                let lines: Vec<_> = movetext.lines().collect();
                let has_room = |pair: &[&str]| {
                    let word = pair[1].split(' ').next().unwrap();
                    pair[0].chars().count() + 1 + word.chars().count() <= room
                };
                assert!(!lines.windows(2).any(has_room) || text.contains("[%"), "{length} {text}");
            }
        }
    }
}

/// Movetext without comments, in which each word of a move is that of the notation.
#[test]
fn moves_are_in_the_notation_that_is_asked_for() {
    let write = |game: &Game, notation| {
        let mut writer = Writer::new(String::new()).notation(notation);
        game.write(&mut writer).unwrap();
        writer.into_inner()
    };
    let mut random = Random::new(13);
    for _ in 0..200 {
        let mut game = game(&mut random);
        let long = write(&game, MoveNotation::LongAlgebraic);
        assert_eq!(long.parse::<Game>().as_ref(), Ok(&game), "{long}");
        assert_eq!(write(&game, MoveNotation::San), game.to_string());
        game.remove_all_comments();
        game.remove_all_nags();
        game.remove_variations();
        let moves: Vec<Move> = game.mainline().map(|played| played.mv).collect();
        for notation in [MoveNotation::Uci, MoveNotation::Uci960] {
            let is_960 = notation == MoveNotation::Uci960;
            let text = write(&game, notation);
            let words = text.split_once("\n\n").unwrap().1.split_whitespace();
            let words: Vec<_> = words.filter(|word| !word.ends_with('.')).collect();
            let expected = moves.iter().map(|mv| if is_960 { mv.uci960() } else { mv.uci() }.to_string());
            assert_eq!(words, expected.chain([game.result().to_string()]).collect::<Vec<_>>(), "{text}");
        }
    }
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
    let said = game.node(game.node(NodeId::ROOT).next().unwrap()).comments().collect::<String>();
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

#[test]
fn a_played_game_is_a_score_sheet_and_pgn() {
    let mut played = GameState::new(Position::START);
    let text = |game: &GameState| (NumberedMoves::from(game).to_string(), Game::from(game));
    let (numbered, game) = text(&played);
    assert_eq!((numbered.as_str(), game.last(), game.result()), ("", NodeId::ROOT, GameResult::Unknown));
    for san in ["f3", "e5", "g4", "Qh4"] {
        played.play_unchecked(read_san(played.position(), san).unwrap());
    }
    let (numbered, game) = text(&played);
    assert_eq!(numbered, "1. f3 e5 2. g4 Qh4#");
    assert!(game.mainline().map(|it| it.mv).eq(played.moves().iter().copied()));
    assert_eq!((game.start(), game.result()), (played.start(), GameResult::BlackWins));
    assert!(game.to_string().ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), "{game}");
}

/// Blanks within a comment stay, up to the 160 that fit in a line; more are one.
#[test]
fn a_run_of_up_to_160_blanks_is_kept() {
    for (count, kept) in [(1, 1), (2, 2), (159, 159), (160, 160), (161, 1), (400, 1)] {
        let mut game = Game::default();
        game.add_comment(NodeId::ROOT, &format!("a{}b", " ".repeat(count)));
        let read = Replay::new(game.to_string().as_bytes()).next_game().unwrap().unwrap();
        assert_eq!(read.node(NodeId::ROOT).comments(), [format!("a{}b", " ".repeat(kept))], "{count}");
    }
}
