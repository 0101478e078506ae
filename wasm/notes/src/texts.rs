//! Texts of PGN whose games are read one by one.

use chess_notation::internals::{FirstGame, first_game};
use chess_notation::pgn::{self, GameError, PartialGame, PgnError};

use crate::fault::Fault;
use crate::json::list;

/// A text of PGN whose games are read one by one.
pub struct Text {
    bytes: Vec<u8>,
    /// The first byte that has not been read.
    at: usize,
    /// The games, lines and bytes before that one, in the file of which this is a part.
    read: [u64; 3],
}

/// A game, the text that it was read from, and the errors that lenient reading went on after, as a JSON list.
pub struct ReadGame {
    /// The game.
    pub game: pgn::Game,
    /// Its text.
    pub text: Vec<u8>,
    /// The errors.
    pub forgiven: String,
}

impl Text {
    /// A text, of a file of which so many games, lines and bytes have been read.
    pub fn new(bytes: Vec<u8>, read: [u64; 3]) -> Self {
        Self { bytes, at: 0, read }
    }

    /// Reads the next game; `None` after the last. Lenient reading goes on after errors.
    pub fn next(&mut self, is_lenient: bool) -> Result<Option<ReadGame>, Fault> {
        if is_lenient && cfg!(not(feature = "lenient")) {
            return Err(Fault::argument("lenient: only the module of chess-wasm/large reads so"));
        }
        let rest = &self.bytes[self.at..];
        let [games, lines, offset] = self.read;
        let FirstGame { game, end, lines: passed } = first_game(rest, is_lenient);
        let text = rest[..end].to_vec();
        self.at += end;
        self.read = [games + 1, lines + passed, offset + end as u64];
        let fault = |error: &GameError| {
            let (game, line, offset) = (error.game + games, error.line + lines, error.offset + offset);
            Fault::from(&GameError { game, line, offset, ..*error })
        };
        match game {
            Ok(None) => Ok(None),
            Ok(Some(PartialGame { error: Some(error), .. })) if !is_lenient => Err(fault(&error)),
            Ok(Some(partial)) => {
                let mut forgiven = String::new();
                list(&mut forgiven, partial.errors(), |out, error| out.push_str(fault(error).json()));
                Ok(Some(ReadGame { game: partial.game, text, forgiven }))
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
    pub fn place(&self) -> String {
        let [games, lines, offset] = self.read;
        format!("{games} {lines} {offset}")
    }
}
