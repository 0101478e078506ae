use std::io::Read;

use chess_notation::pgn::GameError;

use crate::conversion::output;
use crate::fault::{Fault, Losses, ReadError};
use crate::format::{Format, Writer};
use crate::pgn;
use crate::record::Record;
use chess_data::columns::{Base, GameFilter};
use chess_data::filter::Filter;

/// Games of PGN as a piece of a training file, made by [`encode_games`].
#[derive(Debug)]
pub struct Encoded {
    /// The piece. Pieces of one format, one after another, are a file.
    pub bytes: Vec<u8>,
    /// The number of games, without those that the filter rejects.
    pub games: u64,
    /// The number of games that the filter rejects.
    pub rejected: u64,
    /// The number of records that the games have, without those that the filter rejects.
    pub records: u64,
    /// The number of records that the piece has.
    pub written: u64,
    /// The losses.
    pub losses: Losses,
    /// The errors of broken games, with their places in the text.
    pub faults: Vec<ReadError>,
}

/// Converts the games of PGN in memory that a filter keeps, such as those of a [chunk](chess_data::chunks::Chunk) of a file, so that several
/// threads can work on one file. `base` has the name for conditions on `file`, and the point of view of scores.
///
/// A game that fails leaves no record, loss or fault. If the filter has conditions on moves, the record of a move that fails is
/// omitted, and so is the position after the last move. In formats of games, another game begins after an omitted record.
///
/// # Examples
/// ```
/// use chess_data::columns::Base;
/// use chess_training::{Format, encode_games};
///
/// let text = b"[WhiteElo \"2600\"]\n\n1. e4 {[%eval 0.2]} d5 {[%eval 0.3]} 2. exd5 1-0\n\n\
///     [WhiteElo \"1500\"]\n\n1. d4 {[%eval 0.1]} d5 {[%eval 0.2]} 2. c4 1-0\n";
/// let filter = "white_elo >= 2000 and not capture".parse()?;
/// let piece = encode_games(Format::Plain, text, &Base::file("games.pgn"), &filter);
/// assert_eq!((piece.games, piece.rejected, piece.records, piece.written), (1, 1, 2, 1));
/// # Ok::<(), chess_data::filter::ParseFilterError>(())
/// ```
pub fn encode_games(format: Format, text: &[u8], base: &Base, filter: &Filter) -> Encoded {
    let is_filtered = *filter != Filter::ALL;
    let filter = is_filtered.then(|| GameFilter::new(filter, base));
    let (mut text, mut bytes) = (text, Vec::new());
    let read: &mut dyn Read = &mut text;
    let mut reader = pgn::Reader::filtered(read, filter).score_view(base.score_view);
    let mut writer = Writer::new(format, output(&mut bytes));
    let (mut records, mut faults) = (0, Vec::new());
    let mut follows_rejected = false;
    while let Some(record) = reader.next() {
        match record {
            Ok(record) if reader.keeps(record.ply) => {
                records += 1;
                let starts_game = record.starts_game || follows_rejected;
                follows_rejected = false;
                // Memory takes everything.
                let _ = writer.write(&Record { starts_game, ..record });
            }
            Ok(_) => follows_rejected = true,
            Err(error) => faults.push(error),
        }
    }
    let (written, mut losses) = (writer.written(), writer.losses());
    losses += reader.losses();
    let games = if is_filtered { reader.kept_games() } else { reader.games() };
    let rejected = reader.games().saturating_sub(games);
    let _ = writer.finish();
    Encoded { bytes, games, rejected, records, written, losses, faults }
}

impl ReadError {
    /// Returns the error with the place that `place` returns, if it is that of a broken game. Use it with
    /// [`Origin::place`](chess_data::chunks::Origin::place).
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
