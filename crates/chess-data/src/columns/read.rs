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
///     let [Array::Int32(ratings)] = batch.columns() else { panic!() };
///     for rating in (0..batch.rows()).filter_map(|row| ratings.get(row)) {
///         (sum, count) = (sum + rating, count + 1);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::array::Array;

    #[test]
    fn the_size_of_rows_is_about_that_of_the_largest_buffer() {
        let (file, site) = ("f".repeat(100), "s".repeat(3000));
        let text = format!("[Site \"{site}\"]\n\n1. e4 $1 $2 e5 2. Nf3 $3 Nc6 *\n\n").repeat(20);
        let columns = Columns::all();
        let mut rows = Rows::new(&columns, &Filter::ALL, &Base::file(&file));
        let mut replay = Replay::new(text.as_bytes());
        for games in 1..=20 {
            assert!(rows.read_game(&mut replay));
            // For each game 3,000 bytes of the tag and fewer than 500 of all else.
            assert!((3000 * games..3500 * games).contains(&rows.size()), "{games} {}", rows.size());
        }
        assert!(!rows.read_game(&mut replay));
        let size = rows.size();
        let extents = rows.take().into_columns().iter().map(Array::extent).max();
        assert!(extents.is_some_and(|extent| extent <= size), "{extents:?} {size}");
        assert_eq!((rows.size(), rows.is_empty()), (0, true));
    }

    #[test]
    fn the_size_grows_with_moves_and_glyphs() {
        let size = |text: &str, names: &str| {
            let mut rows = Rows::new(&names.parse().unwrap(), &Filter::ALL, &Base::default());
            rows.read_game(&mut Replay::new(text.as_bytes()));
            rows.size()
        };
        // The word of a move, and what else is kept of it.
        for (names, bytes) in [("moves", 2), ("ply", 10), ("nags", 10)] {
            let [none, one, four] =
                ["*", "1. Nf3 *", "1. Nf3 Nf6 2. Ng1 Ng8 *"].map(|text| size(text, names));
            assert_eq!((none > 0, one - none, four - none), (true, bytes, 4 * bytes), "{names}");
        }
        assert_eq!(size("1. e4 *", "ply"), size("1. e4 $1 $2 $3 *", "ply"));
        let [none, three] = ["1. e4 *", "1. e4 $1 $2 $3 *"].map(|text| size(text, "nags"));
        assert_eq!(none + 3, three);
    }
}
