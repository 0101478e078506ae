//! Text among the tags of legal games: it never divides a game, nor gives one the start position in place of its FEN.

use chess_board::Position;
use chess_notation::pgn::{Event, GameError, PgnError, PgnRule, Reader, Replay, Source};
use chess_testkit::Random;

use super::{Portions, replay_of, stream};

/// The number of texts, each of four games: `CHESS_CASES`, or a tenth of what the longer check reads.
pub(crate) fn cases() -> usize {
    std::env::var("CHESS_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(250)
}

const TAGS: [&str; 12] = [
    "[Event \"a\"]",
    "[Site \"Berlin 1st\"]",
    "[Date \"2024.01.05\"]",
    "[Round \"1.2\"]",
    "[White \"b\"]",
    "[Black \"c\"]",
    "[Result \"1-0\"]",
    "[SetUp \"1\"]",
    "[WhiteElo \"2500\"]",
    "[Opening \"The \\\"Fried Liver\\\"\"]",
    "[A_name_of_more_than_sixteen_bytes \"1. e4 e5\"]",
    "[Annotator \"1/2-1/2\"]",
];

const FENS: [&str; 4] = [
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 40",
    "8/P6k/8/8/8/8/p7/4K3 w - - 0 1",
];

/// Texts between tags that are legal there.
const COMMENTS: [&str; 11] = [
    "{a comment}",
    " ; to the end {of the line\n",
    "\n; a line 1. e4 1-0\n",
    "\n\n{behind a blank line}\n",
    "\n\n; behind one\n\n",
    "{[Stage \"a\"] [Board \"1\"]}",
    "{\n[Stage \"a\"]\n\n[Event \"x\"]\n}",
    "{}{}\n{over\n\nlines 1-0\n\n}",
    "\n%[Event \"escaped\"]\n",
    "\n\n\n",
    "\u{a0}\n\u{feff}\u{3000}\n",
];

/// Texts between tags that are an error, but neither a move, number, glyph, parenthesis nor result.
const ERRORS: [&str; 14] = [
    "junk",
    " some words, 3 of them ",
    "\nWords on a line\n",
    "\n\nWords behind a blank line.\n\n",
    "<br>",
    "]",
    "\n]\n",
    "\"]",
    " = 5-0 2024 ",
    "{not closed",
    "\n{not closed\n\n",
    "\n\n} )\n",
    "\n[Broken x\n",
    "\n[\"no name\"]\n\n",
];

/// Text within values that breaks them.
const BREAKS: [&str; 5] = ["\n", "\r", "\r\n", "\n\n", "\n \n"];

/// A text of games, and of each the FEN, and whether it is broken.
struct Games {
    text: String,
    games: Vec<(Option<&'static str>, bool)>,
}

fn games(random: &mut Random) -> Games {
    let mut all = Games { text: String::new(), games: Vec::new() };
    for number in 0..4 {
        let fen = if random.below(4) > 0 { Some(random.pick(&FENS)) } else { None };
        let mut tags: Vec<String> =
            TAGS.iter().filter(|_| random.below(3) > 0).map(ToString::to_string).collect();
        tags.retain(|tag| fen.is_some() || !tag.starts_with("[SetUp"));
        tags.insert(0, format!("[GameId \"{number}\"]"));
        tags.extend(fen.map(|fen| format!("[FEN \"{fen}\"]")));
        for i in (1..tags.len()).rev() {
            tags.swap(i, random.below(i + 1));
        }
        let mut is_broken = false;
        // The places of insertions. One at most is an error: another could be part of a comment that it does not close.
        let places = [random.below(2 * tags.len()), random.below(tags.len()), random.below(2 * tags.len())];
        for (i, tag) in tags.iter().enumerate() {
            let mut tag = tag.clone();
            if places[0] == i {
                let error = random.pick(&ERRORS);
                let (open, close) = (tag.find('"').unwrap() + 1, tag.rfind('"').unwrap());
                match random.below(3) {
                    // Within its value or at the end.
                    0 => tag.insert_str(open + random.below(close + 2 - open), random.pick(&BREAKS)),
                    // The next comment would close a brace behind the last tag.
                    1 if i + 1 < tags.len() || !error.contains('{') => tag += error,
                    // Text before the first tag may be an error of the game before.
                    2 if i > 0 => tag = format!("{error}\n{tag}"),
                    _ => tag += "junk",
                }
                is_broken = true;
            }
            for _ in places[1..].iter().filter(|&&place| place == i && i != places[0]) {
                tag += random.pick(&COMMENTS);
            }
            all.text += &tag;
            // Without its end of line, a tag in the comment of another would not be one.
            all.text += random.pick(&["\n", "\n", "\r\n", "\n\n"]);
        }
        all.text += "\n{before} 1. -- {x} 1-0\n\n";
        all.games.push((fen, is_broken));
    }
    all
}

/// The start position of each game that has one, by its number, and the number of games.
fn starts<S: Source>(mut replay: Replay<S>) -> (Vec<(u64, Position)>, Vec<GameError>, u64) {
    let (mut starts, mut errors) = (Vec::new(), Vec::new());
    loop {
        match replay.next_event() {
            Ok(None) => return (starts, errors, replay.game()),
            Ok(Some(Event::Movetext)) => starts.push((replay.game(), *replay.position())),
            Ok(Some(_)) => {}
            // A warning: the comment is read.
            Err(PgnError::Game(error)) if error.rule == PgnRule::TagInComment => {}
            Err(PgnError::Game(error)) => errors.push(error),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn text_among_tags_divides_no_game_and_loses_no_fen() {
    let mut random = Random::new(67);
    let (mut broken, mut sound) = (0, 0);
    for _ in 0..cases() {
        let Games { text, games } = games(&mut random);
        let count = games.len() as u64;
        for is_lenient in [false, true] {
            let (starts, errors, found) = starts(Replay::new(&text).lenient(is_lenient));
            assert_eq!(found, count, "{is_lenient} {text:?}");
            for (number, (fen, is_broken)) in (1..).zip(&games) {
                let expected = fen.map_or(Position::START, |fen| Position::from_fen(fen).unwrap());
                let start = starts.iter().find(|start| start.0 == number).map(|start| start.1);
                let error = errors.iter().find(|error| error.game == number);
                assert!(start.is_none_or(|start| start == expected), "{number} {is_lenient} {text:?}");
                assert_eq!(error.is_some(), *is_broken, "{number} {is_lenient} {error:?} {text:?}");
                assert!(start.is_some() || error.is_some(), "{number} {text:?}");
                broken += u64::from(error.is_some());
                sound += u64::from(error.is_none());
            }
            // The same from a stream with small reads.
            let expected = replay_of(&mut Replay::new(&text).lenient(is_lenient));
            let portions = Portions::new(text.as_bytes(), 1 + random.below(300));
            assert_eq!(
                replay_of(&mut Replay::from_read(stream(portions)).lenient(is_lenient)),
                expected,
                "{text:?}"
            );
            // The same number if games are skipped after any event.
            for skips in [1, 2, 5] {
                let mut reader = Reader::new(&text).lenient(is_lenient);
                while reader.next_event().map_or(true, |event| event.is_some()) {
                    if random.below(skips) == 0 {
                        reader.skip_game().unwrap();
                    }
                }
                assert_eq!(reader.game(), count, "{skips} {is_lenient} {text:?}");
            }
        }
    }
    assert!(broken > cases() as u64 && sound > cases() as u64, "{broken} {sound}");
}
