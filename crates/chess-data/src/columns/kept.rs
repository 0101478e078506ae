use super::array::Value;
use super::base::Base;
use super::choice::Columns;
use super::read::read_chunk;
use crate::filter::Filter;

/// The games and moves of a part of a PGN file that a filter keeps, for a caller that reads the part by itself.
///
/// Games that fail by their tags are not replayed.
///
/// # Examples
/// ```
/// use chess_data::columns::{Base, Kept};
///
/// let pgn = b"[WhiteElo \"2600\"]\n\n1. e4 d5 2. exd5 *\n\n[WhiteElo \"1500\"]\n\n1. d4 *\n";
/// let kept = Kept::new(pgn, &Base::default(), &"white_elo >= 2000 and capture".parse()?);
/// assert_eq!(kept.games(), [1]);
/// assert!(kept.has_move(1, 2) && !kept.has_move(1, 0));
/// # Ok::<(), chess_data::filter::ParseFilterError>(())
/// ```
#[derive(Debug)]
pub struct Kept {
    /// The numbers of games, in rising order.
    games: Vec<u64>,
    /// For each game the moves, by the number of plies before them, in rising order; `None` for all moves.
    moves: Option<Vec<Vec<u64>>>,
}

impl Kept {
    /// Asks the filter about all games of a part that begins and ends between games. `base` tells what comes before it; games
    /// are numbered from there.
    pub fn new(part: &[u8], base: &Base, filter: &Filter) -> Self {
        let names: &[&str] = if filter.has_moves() { &["game", "ply"] } else { &["game"] };
        let mut kept = Self { games: Vec::new(), moves: filter.has_moves().then(Vec::new) };
        // The names are those of columns.
        let Ok(columns) = Columns::new(names.iter().copied()) else { return kept };
        for batch in read_chunk(part, base, &columns, filter) {
            for row in 0..batch.rows() {
                kept.games.extend(batch.get("game", row).and_then(Value::as_i64).map(|game| game as u64));
                if let Some(moves) = &mut kept.moves {
                    let plies = batch.get("ply", row).and_then(Value::as_list);
                    let plies = plies.into_iter().flat_map(|plies| plies.iter().filter_map(Value::as_i64));
                    moves.push(plies.map(|ply| ply as u64).collect());
                }
            }
        }
        kept
    }

    /// The numbers of the games, in rising order.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// Tests if the game of this number is kept.
    pub fn has_game(&self, game: u64) -> bool {
        self.games.binary_search(&game).is_ok()
    }

    /// Tests if the move of a game behind this many plies is kept. Without conditions on moves, all moves of a kept game are.
    pub fn has_move(&self, game: u64, ply: u32) -> bool {
        let Ok(index) = self.games.binary_search(&game) else { return false };
        let Some(moves) = &self.moves else { return true };
        moves.get(index).is_some_and(|plies| plies.binary_search(&ply.into()).is_ok())
    }
}
