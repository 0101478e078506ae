//! Bytes in portions give the same events as bytes in memory. The oracle of `Replay` is the events of `Reader`, with each word
//! found in its position by the general reader of SAN.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{Event, PgnError, Place, Reader, Replay, Source};
use chess_notation::{San, read_san};
use chess_testkit::Random;

use super::{Portions, events, events_of, replay_of, replayed, shown, stream};

const SIZES: [usize; 6] = [1, 2, 3, 7, 513, 4096];

const GAMES: &str = "\u{feff}[Event \"F/S Return Match\"]\n[Site \"Belgrade, Serbia \\\"JUG\\\"\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6\n4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 \
    (6... d6 $2 7. c3 (7. d4)) 7. Bb3 d6!? 8. c3\n; to be continued\n8... O-O 1/2-1/2\n\n%escaped\n\n\
    [Variant \"Chess960\"]\r\n[FEN \"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1\"]\r\n\r\n1. 0-0 Ke7 2. -- Kd8 *\r\n\
    1. e4 e5 2.\n[Event broken]\n1. e4 e4 0-1 1. d4 d5 1-0";

fn check(text: &[u8]) {
    let (expected, moves) = (events(text), replayed(text));
    for size in SIZES {
        let shown = events_of(&mut Reader::from_read(stream(Portions::new(text, size))));
        assert_eq!(shown, expected, "portions of {size}: {}", text.escape_ascii());
        assert_eq!(
            replay_of(&mut Replay::from_read(stream(Portions::new(text, size)))),
            moves,
            "portions of {size}"
        );
    }
}

#[test]
fn games_in_portions() {
    assert!(replayed(GAMES).contains("e1g1 e8e7 0000"));
    check(GAMES.as_bytes());
}

#[test]
fn games_that_are_cut_off() {
    for length in 0..GAMES.len() {
        check(&GAMES.as_bytes()[..length]);
    }
}

#[test]
fn games_that_are_mutilated() {
    let mut random = Random::new(3);
    for _ in 0..1500 {
        let mut text = GAMES.as_bytes().to_vec();
        for _ in 0..=random.below(8) {
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] = random.word() as u8,
                1 => text[at] = random.pick(b"\n\r {}()[];%$!?*\"\\.0-1/2a"),
                2 => drop(text.drain(at..text.len().min(at + random.below(20)))),
                _ => text
                    .splice(at..at, text.clone().into_iter().skip(at / 2).take(random.below(20)))
                    .for_each(drop),
            }
            if text.is_empty() {
                break;
            }
        }
        check(&text);
    }
}

/// Long tokens between short moves fill the whole buffer, and cross its end.
#[test]
fn tokens_of_any_length_that_is_read_are_whole() {
    let mut text = Vec::new();
    let mut random = Random::new(71);
    while text.len() < 1_500_000 {
        text.extend(b" e4 e5 Nf3 Nc6".repeat(random.below(2500)));
        let (before, after) = random.pick(&[
            (" {", "}"),
            (" {", "\n}"),
            (" ;", "\n"),
            ("\n%", "\n"),
            (" *\n\n[A \"", "\"]\n\n"),
        ]);
        text.extend([before.as_bytes(), &vec![b'x'; random.below(65_500)], after.as_bytes()].concat());
    }
    let expected = events(&text);
    assert!(!expected.contains('<'));
    for size in [5, 4096, 30_000, usize::MAX] {
        let shown = events_of(&mut Reader::from_read(stream(Portions::new(&text, size))));
        assert!(shown == expected, "portions of {size}");
    }
}

/// The offset and the line of each event.
fn places<S: Source>(mut reader: Reader<S>) -> Vec<(u64, u64)> {
    let mut places = Vec::new();
    while reader.next_event().unwrap().is_some() {
        let Place { line, offset } = reader.place();
        places.push((offset, line));
    }
    places
}

#[test]
fn lines_are_counted_however_the_bytes_come() {
    let text = "\n[A \"a\"]\n[B \"b\"]\n\n\n1. e4\n\n{x\n\ny} ;z\n e5\n*\n\n\n1. d4 *\n\n".repeat(20);
    for end in ["\n", "\r\n", "\r", "\n\r"] {
        let text = text.replace('\n', end);
        let expected = places(Reader::new(&text));
        assert!(expected.len() >= 20 * 11);
        for &(offset, line) in &expected {
            let before = text[..offset as usize].replace("\r\n", "\n").replace('\r', "\n");
            assert_eq!(line, 1 + before.matches('\n').count() as u64, "{end:?} {offset}");
        }
        for size in SIZES {
            assert_eq!(
                places(Reader::from_read(stream(Portions::new(text.as_bytes(), size)))),
                expected,
                "{end:?} {size}"
            );
        }
        // A single call returns the same place.
        let mut reader = Reader::from_read(stream(Portions::new(text.as_bytes(), 5)));
        while reader.next_event().unwrap().is_some() {}
        let Place { line, offset } = reader.place();
        let line_ends = text.replace("\r\n", "\n").replace('\r', "\n").matches('\n').count();
        assert_eq!((offset, line), (text.len() as u64, 1 + line_ends as u64), "{end:?}");
    }
}

/// The events of a text without variations and tags that change the start. Of an error, only the rule.
fn twin(text: &[u8]) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut position = Position::START;
    let mut all = Vec::new();
    loop {
        let refused = match reader.next_event() {
            Ok(None) => return all,
            Ok(Some(Event::Move(word))) => {
                // The annotation mark turns the fast path off.
                match read_san(&position, [word, b"!"].concat()) {
                    Ok(mv) => {
                        position.play_unchecked(mv);
                        all.push(mv.to_string());
                        continue;
                    }
                    Err(error) => error.to_string(),
                }
            }
            Ok(Some(Event::VariationStart)) => "variation".to_string(),
            Ok(Some(event)) => {
                if event == Event::Movetext {
                    position = Position::START;
                }
                all.push(shown(event, |_| String::new()));
                continue;
            }
            Err(PgnError::Game(error)) => {
                all.push(error.rule.to_string());
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        all.push(refused);
        reader.skip_game().unwrap();
        reader.next_event().unwrap();
    }
}

fn replay_events<S: Source>(mut replay: Replay<S>) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        match replay.next_event() {
            Ok(None) => return all,
            Ok(Some(Event::VariationStart)) => {
                all.push("variation".to_string());
                replay.skip_game().unwrap();
                replay.next_event().unwrap();
            }
            Ok(Some(event)) => all.push(shown(event, |mv| mv.to_string())),
            Err(PgnError::Game(error)) => all.push(error.rule.to_string()),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Three random games, in one of several layouts.
fn games(random: &mut Random) -> Vec<u8> {
    let mut text = String::new();
    for _ in 0..3 {
        let mut position = Position::START;
        text += random.pick(&[
            "[White \"w\"]\n[Opening \"King's Pawn\"]\n\n",
            "[Result \"*\"]\r\n\r\n",
            "[A \"\"]\n\n",
        ]);
        let comments = random.pick(&[
            &[""][..],
            &["", "", " { [%clk 0:01:00] }", " {a comment of forty bytes, by and large}"],
        ]);
        let separators = random.pick(&[&[" "][..], &[" ", " ", "\n", "\r\n"]]);
        for ply in 0..random.below(80) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = random.pick(&moves);
            let comment = random.pick(comments);
            if ply % 2 == 0 {
                text += &(ply / 2 + 1).to_string();
                text += random.pick(&[".", ". ", ". ", ". "]);
            } else if !comment.is_empty() {
                text += &(ply / 2 + 1).to_string();
                text += "... ";
            }
            text += San::new(&position, mv).as_str();
            text += comment;
            text += random.pick(separators);
            position.play_unchecked(mv);
        }
        text += random.pick(&["*\n\n", "1-0\n\n", "\n\n", "1/2-1/2 {end}\r\n\r\n"]);
    }
    text.into_bytes()
}

#[test]
fn damaged_and_whole_games_replay_as_by_the_oracle() {
    const BYTES: &[u8] = b"abcdefgh12345678xNBRQK+#=-!?.0 \n\r\t{}$*%;[\"]\\O\x00\x0c\x7f\xe2\xff";
    let mut random = Random::new(5);
    let (mut moves, mut errors) = (0, 0);
    for _ in 0..300 {
        let whole = games(&mut random);
        for damages in [0, 1, 1, 3, 10] {
            let mut text = whole.clone();
            for _ in 0..damages {
                let (at, byte) = (random.below(text.len()), random.pick(BYTES));
                match random.below(3) {
                    0 => text.insert(at, byte),
                    1 => drop(text.remove(at)),
                    _ => text[at] = byte,
                }
            }
            let expected = twin(&text);
            assert_eq!(replay_events(Replay::new(&text)), expected, "{}", text.escape_ascii());
            let portions = stream(Portions::new(&text, 1 + random.below(600)));
            assert_eq!(replay_events(Replay::from_read(portions)), expected, "{}", text.escape_ascii());
            moves += expected.iter().filter(|event| event.len() == 4).count();
            errors += expected.iter().filter(|event| event.contains("legal")).count();
        }
    }
    assert!(moves > 100_000 && errors > 200, "{moves} {errors}");
}
