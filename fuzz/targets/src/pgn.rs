use std::io::{self, Read};

use arbitrary::Unstructured;
use chess_movegen::PositionExt;
use chess_notation::pgn::{Command, Event, PartialGame, Reader, Replay, Slice, commands};

use crate::pgn_tree::{check_edits, check_written};

/// PGN: lenient reading ends every game; bytes in portions give the same events as in memory, moves are legal, a skipped game
/// ends where it does when it is read, and games, unchanged and edited, and the commands of comments are written and read as the
/// same.
pub(crate) fn pgn(data: &[u8]) {
    check_moves(data, false);
    for is_lenient in [false, true] {
        check_games(Replay::new(data).lenient(is_lenient), data);
    }
    // Lenient reading ends every game, and the ends do not depend on skipping or on portions.
    let mut skipping = Reader::new(data).lenient(true);
    while !matches!(skipping.next_event(), Ok(None)) {
        skipping.skip_game().expect("in memory");
    }
    assert_eq!(skipping.game(), check_moves(data, true));
    check_commands(data);
}

/// Plays all games. Returns the number of those that have ended.
fn check_moves(data: &[u8], is_lenient: bool) -> u64 {
    let mut whole = Replay::new(data).lenient(is_lenient);
    let mut portions = Replay::from_read(Portions(data)).lenient(is_lenient);
    let mut ends = 0;
    loop {
        let mut before = *whole.position();
        let mut played = None;
        // An event, none at the end, or an error.
        let [ours, theirs] = [
            whole.next_event().map_err(|it| it.to_string()),
            portions.next_event().map_err(|it| it.to_string()),
        ];
        assert_eq!(ours, theirs);
        match ours {
            Ok(None) => return ends,
            Ok(Some(Event::Move(mv))) => played = Some(mv),
            Ok(Some(Event::End(_))) => ends += 1,
            _ => {}
        }
        assert_eq!((whole.position(), whole.game()), (portions.position(), portions.game()));
        if let Some(mv) = played {
            let is_legal = if mv.is_null() { !before.is_in_check() } else { before.is_legal(mv) };
            before.play(mv);
            assert!(is_legal && before == *whole.position(), "{before} {mv:?}");
        }
    }
}

fn check_games(mut replay: Replay<Slice<'_>>, data: &[u8]) {
    while let Some(PartialGame { game, error, .. }) = replay.next_partial_game().expect("in memory") {
        assert!(error.is_none_or(|error| error.offset <= data.len() as u64));
        check_written(&game);
        check_edits(game, &mut Unstructured::new(data), 16);
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
