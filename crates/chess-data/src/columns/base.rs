use chess_notation::pgn::Place;

use crate::input::Input;
use crate::scores::ScoreView;

/// The place of a chunk in a file: what comes before it, and what is known of the file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Base {
    /// The file, as the column `file` has it.
    pub file: String,
    /// Number of games before the chunk.
    pub games: u64,
    /// Number of ends of lines before the chunk.
    pub lines: u64,
    /// Number of bytes before the chunk, after decompression.
    pub bytes: u64,
    /// The point of view of the scores of engines; `None` if each game is to tell it.
    pub score_view: Option<ScoreView>,
}

impl Base {
    /// The beginning of a file.
    pub fn file(name: impl Into<String>) -> Self {
        Self { file: name.into(), ..Self::default() }
    }

    /// The beginning of an input.
    pub fn of_input(input: &Input) -> Self {
        Self { score_view: input.score_view(), ..Self::file(input.name().to_string_lossy()) }
    }

    /// The place in the file of a place in the chunk.
    pub(super) const fn place(&self, place: Place) -> Place {
        Place { line: self.lines + place.line, offset: self.bytes + place.offset }
    }
}
