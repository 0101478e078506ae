//! Games and texts that JavaScript knows by numbers.

use chess_notation::pgn::{PgnError, Replay};

use crate::fault::Fault;
use crate::game::Game;

/// Values by their numbers, of which there is a fixed number.
pub(crate) struct Slots<T>(Vec<Option<T>>);

/// The number of slots, which the glue has as well.
const SLOTS: usize = 1024;

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Slots<T> {
    /// Puts a value into a slot. The one that was there is dropped.
    pub(crate) fn put(&mut self, slot: usize, value: T) -> Result<(), Fault> {
        if slot >= SLOTS {
            return Err(Fault::empty());
        }
        if slot >= self.0.len() {
            self.0.resize_with(slot + 1, || None);
        }
        self.0[slot] = Some(value);
        Ok(())
    }

    /// Returns the value of a slot, to be read or changed.
    pub(crate) fn get(&mut self, slot: usize) -> Result<&mut T, Fault> {
        self.0.get_mut(slot).and_then(Option::as_mut).ok_or_else(Fault::empty)
    }

    /// Drops the value of a slot, if there is one.
    pub(crate) fn free(&mut self, slot: usize) {
        if let Some(place) = self.0.get_mut(slot) {
            *place = None;
        }
    }
}

/// A text of PGN whose games are read one by one.
pub(crate) struct Text {
    bytes: Vec<u8>,
    /// The first byte that has not been read.
    at: usize,
    /// The games, lines and bytes before that one, in the file of which this is a part.
    read: [u64; 3],
}

impl Text {
    pub(crate) fn new(bytes: Vec<u8>, read: [u64; 3]) -> Self {
        Self { bytes, at: 0, read }
    }

    /// Reads the next game, with the text that it was read from; `None` after the last.
    pub(crate) fn next(&mut self) -> Result<Option<(Game, Vec<u8>)>, Fault> {
        let rest = &self.bytes[self.at..];
        let mut replay = Replay::new(rest);
        let [games, lines, offset] = self.read;
        let game = replay.next_partial_game();
        // A game ends where the next one begins.
        let end = match replay.next_event() {
            Ok(None) => rest.len(),
            _ => replay.place().offset as usize,
        };
        let line = replay.place().line - 1;
        let text = rest[..end].to_vec();
        self.at += end;
        self.read = [games + 1, lines + line, offset + end as u64];
        match game {
            Ok(None) => Ok(None),
            Ok(Some(partial)) => {
                let Some(mut error) = partial.error else {
                    return Ok(Some((Game::from_annotated(partial.game), text)));
                };
                error.game += games;
                error.line += lines;
                error.offset += offset;
                Err((&error).into())
            }
            #[allow(
                unreachable_patterns,
                reason = "a slice fails if the feature std of chess-notation is on"
            )]
            Err(PgnError::Game(error)) => Err((&error).into()),
            #[allow(unreachable_patterns, reason = "as above")]
            Err(error) => Err(Fault::of_kind("pgn", &error.to_string())),
        }
    }

    /// What has been read, as three decimal numbers.
    pub(crate) fn place(&self) -> String {
        let [games, lines, offset] = self.read;
        format!("{games} {lines} {offset}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_has_the_last_value() {
        let mut slots = Slots::default();
        assert!(slots.get(0).is_err());
        slots.put(SLOTS - 1, 1).unwrap();
        slots.put(SLOTS - 1, 2).unwrap();
        assert_eq!(slots.get(SLOTS - 1).unwrap(), &2);
        slots.free(SLOTS - 1);
        slots.free(SLOTS);
        assert!(slots.get(SLOTS - 1).is_err() && slots.put(SLOTS, 3).is_err());
    }

    #[test]
    fn games_are_read_one_by_one() {
        let pgn =
            "[White \"a\"]\n\n1. e4 (1. d4) e5 *\n\n[White \"b\"]\n\n1. e5 *\n\n{of c} 1. c4 1-0 1. f4 0-1\n";
        let mut text = Text::new(pgn.into(), [10, 100, 1000]);
        let (first, read) = text.next().unwrap().unwrap();
        assert!(first.pgn().ends_with("1. e4 (1. d4) 1... e5 *\n\n"), "{}", first.pgn());
        assert_eq!(read, pgn.as_bytes()[..pgn.find("[White \"b").unwrap()]);
        let fault = text.next().err().unwrap();
        assert!(
            fault.json().contains(r#""message":"game 12, line 107, byte 1049, `e5`"#),
            "{}",
            fault.json()
        );
        for (moves, place) in [("{of c} 1. c4 1-0", "13 "), ("1. f4 0-1", "14 ")] {
            let (game, _) = text.next().unwrap().unwrap();
            assert!(
                game.pgn().contains(moves) && text.place().starts_with(place),
                "{} {}",
                game.pgn(),
                text.place()
            );
        }
        assert!(text.next().unwrap().is_none() && text.next().unwrap().is_none());
    }
}
