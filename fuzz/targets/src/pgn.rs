use chess_board::Position;
use chess_movegen::is_legal;
use chess_notation::pgn::{Event, Game, PgnError, Reader, Replay};
use chess_types::Move;

use crate::portions::Portions;

/// PGN: bytes in portions say what they say in memory, moves are legal, a game that is skipped ends where it does when it is
/// read, and games are written and read again.
pub fn pgn(data: &[u8]) {
    check_events(data);
    check_moves(data);
    assert_eq!(beginnings(data, true), beginnings(data, false));
    check_games(data);
}

fn check_events(data: &[u8]) {
    let (mut whole, mut portions) = (Reader::new(data), Reader::from_read(Portions(data)));
    loop {
        let is_over = match (whole.next_event(), portions.next_event()) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(ours, theirs);
                ours.is_none()
            }
            (Err(ours), Err(theirs)) => {
                assert_eq!(ours.to_string(), theirs.to_string());
                false
            }
            (ours, theirs) => panic!("{ours:?} {theirs:?}"),
        };
        assert_eq!((whole.game(), whole.depth()), (portions.game(), portions.depth()));
        if is_over {
            return;
        }
    }
}

fn check_moves(data: &[u8]) {
    let (mut whole, mut portions) = (Replay::new(data), Replay::from_read(Portions(data)));
    loop {
        let before = *whole.position();
        let mut played = None;
        match (whole.next_event(), portions.next_event()) {
            (Ok(None), Ok(None)) => return,
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(ours, theirs);
                if let Some(Event::Move(mv)) = ours {
                    played = Some(mv);
                }
            }
            (Err(ours), Err(theirs)) => assert_eq!(ours.to_string(), theirs.to_string()),
            (ours, theirs) => panic!("{ours:?} {theirs:?}"),
        }
        assert_eq!(whole.position(), portions.position());
        if let Some(mv) = played {
            assert_eq!(after(before, mv), *whole.position(), "{before} {mv:?}");
        }
    }
}

/// The position after a move that has to be legal.
fn after(mut position: Position, mv: Move) -> Position {
    assert!(
        if mv.is_null() { !position.is_in_check() } else { is_legal(&position, mv) },
        "{position} {mv:?}"
    );
    position.play_or_pass(mv);
    position
}

/// The tags of all games, which are the same whether movetexts are skipped or read.
fn beginnings(data: &[u8], skips: bool) -> Vec<String> {
    let mut reader = Reader::new(data);
    let mut beginnings = Vec::new();
    loop {
        let game = reader.game();
        match reader.next_event() {
            Ok(None) => return beginnings,
            Ok(Some(Event::Tag { name, value })) => {
                let tag = format!("{name} {value}");
                beginnings.push(format!("{} {tag}", reader.game()));
            }
            Ok(Some(Event::Movetext)) => {
                beginnings.push(format!("{} movetext", reader.game()));
                if skips {
                    reader.skip_game().expect("in memory");
                }
            }
            // What is wrong with a movetext is not seen if it is skipped, and the events of a movetext neither.
            Ok(Some(_)) | Err(PgnError::Game(_)) => assert!(reader.game() >= game),
            Err(error) => panic!("{error}"),
        }
    }
}

fn check_games(data: &[u8]) {
    let mut replay = Replay::new(data);
    loop {
        match replay.next_game() {
            Ok(None) => return,
            Ok(Some(game)) => {
                let written = game.to_string();
                let read: Game = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
                assert_eq!(read, game, "{written}");
                assert_eq!(read.to_string(), written);
            }
            Err(PgnError::Game(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}
