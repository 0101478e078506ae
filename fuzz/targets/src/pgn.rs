use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io::{self, Read};

use arbitrary::Unstructured;
use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::{
    Command, Event, Game, PartialGame, PgnError, Reader, Replay, Slice, commands, without_commands,
};
use chess_types::Move;

use crate::pgn_tree::check_edits;

/// PGN: lenient reading ends every game; bytes in portions give the same events as in memory, moves are legal, a skipped game
/// ends where it does when it is read, and games, unchanged and edited, and the commands of comments are written and read as the
/// same.
pub(crate) fn pgn(data: &[u8]) {
    check_events(data);
    check_moves(data, false);
    assert_eq!(beginnings(data, true), beginnings(data, false));
    for is_lenient in [false, true] {
        check_games(Replay::new(data).lenient(is_lenient), data);
    }
    check_lenient(data);
    check_commands(data);
}

/// The answer of two readers, which must be the same: an event, none at the end, or an error.
fn same<'a, M: PartialEq + Debug>(
    ours: Result<Option<Event<'a, M>>, PgnError>,
    theirs: &Result<Option<Event<'_, M>>, PgnError>,
) -> Result<Option<Event<'a, M>>, ()> {
    assert_eq!(ours.as_ref().map_err(ToString::to_string), theirs.as_ref().map_err(ToString::to_string));
    ours.map_err(|_| ())
}

fn check_events(data: &[u8]) {
    let (mut whole, mut portions) = (Reader::new(data), Reader::from_read(Portions(data)));
    loop {
        let is_over = same(whole.next_event(), &portions.next_event()) == Ok(None);
        assert_eq!((whole.game(), whole.depth()), (portions.game(), portions.depth()));
        if is_over {
            return;
        }
    }
}

/// Plays all games. Returns the number of those that have ended.
fn check_moves(data: &[u8], is_lenient: bool) -> u64 {
    let mut whole = Replay::new(data).lenient(is_lenient);
    let mut portions = Replay::from_read(Portions(data)).lenient(is_lenient);
    let mut ends = 0;
    loop {
        let before = *whole.position();
        let mut played = None;
        match same(whole.next_event(), &portions.next_event()) {
            Ok(None) => return ends,
            Ok(Some(Event::Move(mv))) => played = Some(mv),
            Ok(Some(Event::End(_))) => ends += 1,
            _ => {}
        }
        assert_eq!((whole.position(), whole.game()), (portions.position(), portions.game()));
        if let Some(mv) = played {
            assert_eq!(after(before, mv), *whole.position(), "{before} {mv:?}");
        }
    }
}

/// The position after a move that has to be legal.
fn after(mut position: Position, mv: Move) -> Position {
    assert!(if mv.is_null() { !position.is_in_check() } else { position.is_legal(mv) }, "{position} {mv:?}");
    position.play(mv);
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
            // Skipping a movetext gives neither its errors nor its events.
            Ok(Some(_)) | Err(PgnError::Game(_)) => assert!(reader.game() >= game),
            Err(error) => panic!("{error}"),
        }
    }
}

fn check_games(mut replay: Replay<Slice<'_>>, data: &[u8]) {
    while let Some(PartialGame { game, error, .. }) = replay.next_partial_game().expect("in memory") {
        let written = game.to_string();
        let read: Game = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
        assert_eq!(read, game, "{written}");
        assert_eq!(read.to_string(), written);
        if let Some(error) = error {
            assert!(error.offset <= data.len() as u64, "{error}");
        }
        check_edits(game, &mut Unstructured::new(data), 16);
    }
}

/// Lenient reading ends every game, and the ends do not depend on skipping or on portions. A game that begins in strict reading
/// with a tag `Event` at the start of a line also begins in lenient reading.
fn check_lenient(data: &[u8]) {
    let mut skipping = Reader::new(data).lenient(true);
    while !matches!(skipping.next_event(), Ok(None)) {
        skipping.skip_game().expect("in memory");
    }
    assert_eq!(skipping.game(), check_moves(data, true));
    let lenient = event_games(Reader::new(data).lenient(true), data);
    for start in event_games(Reader::new(data), data) {
        assert!(lenient.contains(&start), "{start} {}", data.escape_ascii());
    }
}

/// The places of games that begin with `[Event ` at the beginning of a line.
fn event_games(mut reader: Reader<Slice<'_>>, data: &[u8]) -> BTreeSet<usize> {
    let mut games = BTreeSet::new();
    let mut game = 0;
    while !matches!(reader.next_event(), Ok(None)) {
        if reader.game() != game {
            game = reader.game();
            let start = reader.place().offset as usize;
            let begins_line = start == 0 || matches!(data[start - 1], b'\n' | b'\r');
            if begins_line && data[start..].starts_with(b"[Event ") {
                games.insert(start);
            }
        }
    }
    games
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

/// Gives bytes in small portions of lengths that the bytes themselves choose.
struct Portions<'a>(&'a [u8]);

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.0.first().map_or(0, |&byte| 1 + usize::from(byte % 32));
        let (portion, rest) = self.0.split_at(wanted.min(buffer.len()).min(self.0.len()));
        buffer[..portion.len()].copy_from_slice(portion);
        self.0 = rest;
        Ok(portion.len())
    }
}
