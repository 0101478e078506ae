use chess_notation::pgn::Place;

/// The place of a chunk in a file: what comes before it.
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
}

impl Base {
    /// The beginning of a file.
    pub fn file(name: impl Into<String>) -> Self {
        Self { file: name.into(), ..Self::default() }
    }

    /// The place in the file of a place in the chunk.
    pub(super) const fn place(&self, place: Place) -> Place {
        Place { line: self.lines + place.line, offset: self.bytes + place.offset }
    }
}
