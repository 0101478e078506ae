use chess_notation::pgn::{Replay, Slice};

use super::base::Base;
use super::batch::Batch;
use super::choice::Columns;
use super::rows::Rows;
use crate::filter::Filter;

/// The size that ends a batch, in bytes of its largest buffer. One more game fits into buffers with 32-bit offsets.
const ENOUGH: usize = 1 << 30;

/// Reads a part of a PGN file that begins and ends between games, as batches of columns. That is one batch, or none if no game
/// has a row, unless the part has about a gigabyte. `base` tells what comes before the part.
///
/// Every game that the filter keeps has a row, broken ones too. Nothing is allocated for a single game or move.
///
/// # Examples
/// The mean rating of White:
/// ```
/// use chess_data::columns::{Array, Base, Columns, read_chunk};
/// use chess_data::filter::Filter;
///
/// let pgn = b"[WhiteElo \"2400\"]\n\n1. e4 *\n\n[WhiteElo \"2500\"]\n\n1. d4 *\n\n[White \"?\"]\n\n*\n";
/// let columns: Columns = "white_elo".parse()?;
/// let (mut sum, mut count) = (0, 0);
/// for batch in read_chunk(pgn, &Base::default(), &columns, &Filter::ALL) {
///     let [Array::UInt16(ratings)] = batch.columns() else { panic!() };
///     for rating in (0..batch.rows()).filter_map(|row| ratings.get(row)) {
///         (sum, count) = (sum + u64::from(rating), count + 1);
///     }
/// }
/// assert_eq!(sum / count, 2450);
/// # Ok::<(), chess_data::columns::ColumnsError>(())
/// ```
pub fn read_chunk<'a>(bytes: &'a [u8], base: &Base, columns: &Columns, filter: &Filter) -> Batches<'a> {
    Batches { replay: Replay::new(bytes), rows: Rows::new(columns, filter, base), is_over: false }
}

/// The batches of a part of a file, made by [`read_chunk`].
#[derive(Debug)]
pub struct Batches<'a> {
    replay: Replay<Slice<'a>>,
    rows: Rows,
    is_over: bool,
}

impl Batches<'_> {
    /// The number of games that have been read so far, with those that have no row.
    pub const fn games(&self) -> u64 {
        self.replay.game()
    }

    /// The number of rows so far of games that break a rule.
    pub const fn broken(&self) -> u64 {
        self.rows.broken()
    }
}

impl Iterator for Batches<'_> {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        while !self.is_over && self.rows.size() < ENOUGH {
            self.is_over = !self.rows.read_game(&mut self.replay);
        }
        (!self.rows.is_empty()).then(|| self.rows.take())
    }
}
