//! Replaying beside a slow twin: the events of `Reader`, each word of which the general reader of SAN finds in its position.

use chess_board::Position;
use chess_movegen::legal_moves;
use chess_notation::pgn::{Event, PgnError, Reader, Replay, Source};
use chess_notation::{San, read_san};
use chess_testkit::Random;

use super::{Portions, shown};

/// The events of a text without variations and tags that change the start. Of an error, only the rule.
fn twin(text: &[u8]) -> Vec<String> {
    let mut reader = Reader::new(text);
    let mut position = Position::START;
    let mut all = Vec::new();
    loop {
        let refused = match reader.next_event() {
            Ok(None) => return all,
            Ok(Some(Event::Move(word))) => {
                // The mark of comment turns the fast path off.
                match read_san(&position, [word, b"!"].concat()) {
                    Ok(mv) => {
                        position.play_or_pass(mv);
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

fn replayed<S: Source>(mut replay: Replay<S>) -> Vec<String> {
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
            let moves = legal_moves(&position);
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
            position.play(mv);
        }
        text += random.pick(&["*\n\n", "1-0\n\n", "\n\n", "1/2-1/2 {end}\r\n\r\n"]);
    }
    text.into_bytes()
}

#[test]
fn games_with_and_without_damage_are_replayed_as_by_the_twin() {
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
            assert_eq!(replayed(Replay::new(&text)), expected, "{}", text.escape_ascii());
            let portions = Portions::new(&text, 1 + random.below(600));
            assert_eq!(replayed(Replay::from_read(portions)), expected, "{}", text.escape_ascii());
            moves += expected.iter().filter(|event| event.len() == 4).count();
            errors += expected.iter().filter(|event| event.contains("legal")).count();
        }
    }
    assert!(moves > 100_000 && errors > 200, "{moves} {errors}");
}
