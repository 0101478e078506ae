use std::collections::BTreeSet;

use chess_board::Position;
use chess_movegen::is_legal;
use chess_notation::pgn::{
    Command, Event, Game, PartialGame, PgnError, Reader, Replay, Slice, commands, without_commands,
};
use chess_types::Move;

use crate::edited_game::check_editing;
use crate::portions::Portions;

/// PGN: lenient reading ends every game; bytes in portions say what they say in memory, moves are legal, a game that is skipped ends where it does when it is
/// read, games are written and read again, as they are and edited, and so are the commands of comments.
pub fn pgn(data: &[u8]) {
    check_events(data);
    check_moves(data);
    assert_eq!(beginnings(data, true), beginnings(data, false));
    check_games(data);
    check_lenient(data);
    check_commands(data);
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
    check_games_of(Replay::new(data), data);
    check_games_of(Replay::new(data).lenient(true), data);
}

fn check_games_of(mut replay: Replay<Slice<'_>>, data: &[u8]) {
    while let Some(PartialGame { game, error, .. }) = replay.next_partial_game().expect("in memory") {
        let written = game.to_string();
        let read: Game = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read, game, "{written}");
        assert_eq!(read.to_string(), written);
        if let Some(error) = error {
            assert!(error.offset <= data.len() as u64, "{error}");
        }
        check_editing(game, data);
    }
}

/// Lenient reading ends every game, and where it ends does not depend on what is read or in which portions; every game that
/// strict reading begins at a tag `Event` begins a line, begins in lenient reading, too.
fn check_lenient(data: &[u8]) {
    let mut skipping = Reader::new(data).lenient(true);
    let (mut whole, mut portions) =
        (Replay::new(data).lenient(true), Replay::from_read(Portions(data)).lenient(true));
    let mut ends = 0;
    loop {
        let is_over = match (whole.next_event(), portions.next_event()) {
            (Ok(ours), Ok(theirs)) => {
                assert_eq!(ours, theirs);
                ends += u64::from(matches!(ours, Some(Event::End(_))));
                ours.is_none()
            }
            (Err(ours), Err(theirs)) => {
                assert_eq!(ours.to_string(), theirs.to_string());
                false
            }
            (ours, theirs) => panic!("{ours:?} {theirs:?}"),
        };
        if is_over {
            break;
        }
    }
    assert_eq!(whole.game(), ends);
    while !matches!(skipping.next_event(), Ok(None)) {
        skipping.skip_game().expect("in memory");
    }
    assert_eq!(skipping.game(), ends);
    let lenient = event_games(Reader::new(data).lenient(true), data);
    for start in event_games(Reader::new(data), data) {
        assert!(lenient.contains(&start), "{start} {}", data.escape_ascii());
    }
}

/// The places of games that begin with `[Event ` at the beginning of a line.
fn event_games(mut reader: Reader<Slice<'_>>, data: &[u8]) -> BTreeSet<usize> {
    let mut games = BTreeSet::new();
    let mut game = 0;
    loop {
        let is_over = matches!(reader.next_event(), Ok(None));
        if is_over {
            return games;
        }
        if reader.game() != game {
            game = reader.game();
            let start = reader.place().offset as usize;
            let begins_line = start == 0 || matches!(data[start - 1], b'\n' | b'\r');
            if begins_line && data[start..].starts_with(b"[Event ") {
                games.insert(start);
            }
        }
    }
}

/// Commands are in the canonical form once they have been written, and are then read as the same.
fn check_commands(data: &[u8]) {
    for command in commands(data) {
        match command {
            Ok(command) => {
                let written = command.to_string();
                let mut again = commands(&written);
                let read = again.next().expect("a command").expect("known");
                assert_eq!(again.next(), None, "{written}");
                assert_eq!(read.to_string(), written);
                if !matches!(command, Command::Other { .. }) {
                    assert_eq!(read, command, "{written}");
                }
            }
            Err(error) => assert!(data[error.offset..].starts_with(b"[%"), "{error}"),
        }
    }
    let text = without_commands(data).to_string();
    let rest: Vec<_> = commands(&text).collect();
    let is_left = |command: &Result<Command<'_>, _>| matches!(command, Ok(Command::Other { .. }) | Err(_));
    let left = commands(data).filter(is_left).count();
    assert!(rest.len() >= left, "{text}");
}
