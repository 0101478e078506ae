//! Games as bytes, which JavaScript keeps of those that have no slot.
//!
//! | bytes | |
//! |---|---|
//! | 1 | the result that was read or set: 0 for none, 1 to 4 |
//! | 1, and so many | the FEN of the place |
//! | 1, and so many | the FEN of the start; none for that of chess |
//! | 4 | the number of moves from the start to the place |
//! | 2 each | their words |
//! | the rest | the PGN of the tree; none if these moves are all |
//!
//! Numbers have their low byte first. What a game answers at its place is read without the other positions and without the tree.

use chess_board::Position;
#[cfg(feature = "pgn")]
use chess_notation::pgn::GameResult;
use chess_types::Move;
use chess_wasm_notes::Fault;
#[cfg(feature = "pgn")]
use chess_wasm_notes::{Kept, Notes};

use crate::game::Game;
use crate::line::Line;

impl Game {
    /// The bytes of the game.
    pub fn save(&mut self) -> Result<Vec<u8>, Fault> {
        let mut bytes = vec![0];
        #[cfg(feature = "pgn")]
        {
            let known =
                self.notes.result.and_then(|result| GameResult::ALL.iter().position(|&one| one == result));
            bytes[0] = known.map_or(0, |place| place as u8 + 1);
        }
        put_position(&mut bytes, self.line.position());
        put_position(&mut bytes, self.line.start());
        let moves = self.line.moves();
        bytes.extend_from_slice(&(moves.len() as u32).to_le_bytes());
        for mv in moves {
            bytes.extend_from_slice(&mv.raw().to_le_bytes());
        }
        #[cfg(feature = "pgn")]
        match &self.notes.kept {
            Kept::Line => {}
            Kept::Text(text) => bytes.extend_from_slice(text.as_bytes()),
            Kept::Tree(_) => bytes.extend_from_slice(self.tree_mut()?.game.to_string().as_bytes()),
        }
        Ok(bytes)
    }

    /// The game of bytes that [`save`](Self::save) made.
    pub fn restore(bytes: &[u8]) -> Result<Self, Fault> {
        restore(bytes).ok_or_else(|| Fault::argument("bytes: they are no game"))
    }

    /// Another game that is the same.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            line: self.line.short(),
            #[cfg(feature = "pgn")]
            notes: self.notes.clone(),
        }
    }
}

fn put_position(bytes: &mut Vec<u8>, position: &Position) {
    let text = if *position == Position::START { String::new() } else { format!("{position:#}") };
    bytes.push(text.len() as u8);
    bytes.extend_from_slice(text.as_bytes());
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

fn take_position(bytes: &mut &[u8]) -> Option<Position> {
    let length = take(bytes, 1)?[0];
    let text = take(bytes, length.into())?;
    if text.is_empty() { Some(Position::START) } else { Position::restore_fen(text).ok() }
}

fn restore(mut bytes: &[u8]) -> Option<Game> {
    let rest = &mut bytes;
    #[cfg_attr(not(feature = "pgn"), allow(unused_variables, reason = "only games of PGN have a result"))]
    let result = take(rest, 1)?[0];
    let position = take_position(rest)?;
    let start = take_position(rest)?;
    let count = u32::from_le_bytes(take(rest, 4)?.try_into().ok()?);
    let words = take(rest, 2 * count as usize)?.chunks_exact(2);
    let moves = words.map(|word| Move::from_raw(u16::from_le_bytes([word[0], word[1]])).ok());
    let line = Line::Last { start, moves: moves.collect::<Option<_>>()?, position };
    Some(Game {
        line,
        #[cfg(feature = "pgn")]
        notes: Notes {
            kept: if rest.is_empty() {
                Kept::Line
            } else {
                Kept::Text(String::from_utf8(rest.to_vec()).ok()?)
            },
            result: usize::from(result).checked_sub(1).and_then(|place| GameResult::ALL.get(place)).copied(),
        },
    })
}
