use chess_notation::pgn::GameError;

use super::error::{Fault, ReadError};
use super::format::Format;
use super::loss::Losses;
use super::pgn;
use super::writer::Writer;

/// Games of PGN as a piece of a training file, made by [`encode_games`].
#[derive(Debug)]
pub struct Encoded {
    /// The piece. Pieces of one format, one after another, are a file.
    pub bytes: Vec<u8>,
    /// The number of games.
    pub games: u64,
    /// The number of records that the games have.
    pub records: u64,
    /// The number of records that the piece has.
    pub written: u64,
    /// What was lost.
    pub losses: Losses,
    /// The errors of broken games, with their places in the text.
    pub faults: Vec<ReadError>,
}

/// Converts PGN in memory, such as a [chunk](crate::chunks::Chunk) of a file, so that several threads can work on one file.
///
/// # Examples
/// ```
/// use chess_data::training::{Format, encode_games};
///
/// let piece = encode_games(Format::Marlin, b"1. e4 {[%eval 0.2]} e5 {[%eval 0.3]} 2. Nf3 1-0");
/// assert_eq!((piece.records, piece.written, piece.bytes.len()), (3, 2, 64));
/// ```
pub fn encode_games(format: Format, text: &[u8]) -> Encoded {
    let mut reader = pgn::Reader::new(text);
    let mut writer = Writer::new(format, Vec::new());
    let (mut records, mut faults) = (0, Vec::new());
    for record in &mut reader {
        match record {
            Ok(record) => {
                records += 1;
                // Memory takes everything.
                let _ = writer.write(&record);
            }
            Err(error) => faults.push(error),
        }
    }
    let (written, mut losses, games) = (writer.written(), writer.losses(), reader.games());
    losses += reader.losses();
    Encoded { bytes: writer.finish().unwrap_or_default(), games, records, written, losses, faults }
}

impl ReadError {
    /// The same error with the place that `place` gives it, if it is that of a broken game. It is of use with
    /// [`Origin::place`](crate::chunks::Origin::place).
    #[must_use]
    pub fn placed(self, place: impl FnOnce(GameError) -> GameError) -> Self {
        match self.fault {
            Fault::Game(error) => {
                let error = place(*error);
                Self { offset: error.offset, line: error.line, fault: Fault::Game(Box::new(error)) }
            }
            fault => Self { fault, ..self },
        }
    }
}
