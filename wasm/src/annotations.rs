//! Texts, trees and places of games with PGN, as JavaScript asks for them.

use chess_notation::pgn;
use chess_wasm_notes::{Fault, Step, Text};

use crate::game::{Game, read_legal};
use crate::record::record;

impl Game {
    /// Reads a text with exactly one game of PGN; the moves of its main line are played.
    pub fn from_pgn(text: &str) -> Result<Self, Fault> {
        let annotated: Result<pgn::Game, _> = text.parse();
        annotated.map(Self::from_annotated).map_err(|error: pgn::GameError| Fault::from(&error))
    }

    /// Reads the first game of a text as far as it can be read, with the errors that reading went on after, as JSON.
    pub fn from_lenient_pgn(text: &str) -> Result<(Self, String), Fault> {
        let read = Text::new(text.into(), [0; 3]).next(true)?;
        read.map(|read| (Self::from_annotated(read.game), read.forgiven))
            .ok_or_else(|| Fault::of_kind("pgn", "the text has no game"))
    }

    /// Makes the change that a request asks for: see the tree's `edit`. Of an error, nothing is changed. A request `tag` has a name in
    /// place of the path.
    pub fn edit(&mut self, request: &str) -> Result<&'static str, Fault> {
        if let Some((name, value)) = request.strip_prefix("tag\n").and_then(|tag| tag.split_once('\n')) {
            return self.set_tag(name, value).map(|()| "");
        }
        let (answer, place) = self.tree_mut()?.edit(request, read_legal)?;
        place.map_or(Ok(()), |node| self.go(node))?;
        Ok(answer)
    }

    /// Comments, values and glyphs of the move to which a path leads, as JSON.
    pub fn values(&mut self, path: &str) -> Result<String, Fault> {
        self.tree_mut()?.values(path, read_legal)
    }

    /// Goes to another place, and deletes nothing. Returns the record of the move of one step back or forward, or no bytes.
    pub fn walk(&mut self, step: Step) -> Result<Vec<u8>, Fault> {
        let (before, last) = (*self.position(), self.line.moves().last().copied());
        if !self.step(step)? {
            return Ok(Vec::new());
        }
        let played = match step {
            Step::Back => last.map(|mv| record(self.position(), mv)),
            Step::Forward => self.line.moves().last().map(|&mv| record(&before, mv)),
            Step::Start | Step::End => None,
        };
        Ok(played.map_or(Vec::new(), |record| record.to_vec()))
    }

    /// All moves with comments, values, glyphs and variations, as JSON.
    pub fn tree(&mut self) -> Result<String, Fault> {
        Ok(self.tree_mut()?.json())
    }

    /// Sets a tag of the PGN, or removes it if the value is empty. Without the tag `Result`, the result is that of the position.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let result = self.tree_mut()?.set_tag(name, value)?;
        if name == "Result" {
            self.notes.result = Some(result).filter(|_| !value.is_empty());
        }
        Ok(())
    }

    /// The tags as a JSON object of texts.
    pub fn tags(&mut self) -> Result<String, Fault> {
        let result = self.result()?;
        Ok(self.tree_mut()?.tags(result))
    }

    /// The whole tree as PGN, whatever the place of the game is.
    pub fn pgn(&mut self) -> Result<String, Fault> {
        let result = self.result()?;
        let game = &mut self.tree_mut()?.game;
        game.set_result(result);
        Ok(game.to_string())
    }
}
