//! Opening trees: what is played in the positions of any number of games, and how it scores, in bounded memory.
//!
//! Threads count the moves of their chunks in [`TreeMoves`], and a [`TreeMaker`] adds them up. `docs/columns.md` in the repository
//! describes the rows.
//!
//! # Examples
//! ```
//! use chess_board::Position;
//! use chess_data::main_line::MainLine;
//! use chess_data::tree::{TreeMaker, TreeMoves, TreeShape};
//! use chess_notation::pgn::Replay;
//! use chess_types::Color;
//!
//! let pgn = "[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n\n1. e4 e5 1-0\n\n1. e4 c5 *\n\n1. d4 1/2-1/2\n";
//! let (mut replay, mut game) = (Replay::new(pgn), MainLine::default());
//! let mut moves = TreeMoves::default();
//! while game.read(&mut replay) {
//!     moves.add_game(&game, &TreeShape { root: None, depth: 1 });
//! }
//! let mut maker = TreeMaker::new(TreeMaker::MEMORY)?;
//! maker.add(moves, "games.pgn", 0)?;
//! let (rows, mut examples) = maker.finish(2)?;
//! let rows = rows.collect::<Result<Vec<_>, _>>()?;
//! assert_eq!((rows.len(), rows[0].key, rows[0].mv.to_string()), (1, Position::START.key(), "e2e4".into()));
//! assert_eq!(rows[0].counts, [2, 1, 0, 0, 2500, 2400, 1]);
//! assert_eq!(rows[0].ratings(Color::White), Some([2500.0, 2600.0]));
//! assert_eq!(examples.read(&rows)?[0].game, "games.pgn#1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use chess_board::Position;
use chess_notation::PackedPosition;
use chess_notation::pgn::{Date, GameError, GameResult};
use chess_types::{Color, Move};

use crate::chunks::{Chunk, Counted};
use crate::columns::Base;
use crate::filter::Filter;
use crate::main_line::MainLine;
use crate::runs::{BUFFER, FEW, Record, Runs};
use crate::tags::{elo, pgn_date};

/// The moves of games that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeShape {
    /// The position at the root, which a game may reach at any time; `None` for the first position of each game.
    pub root: Option<Position>,
    /// The number of plies from the root on.
    pub depth: usize,
}

impl TreeShape {
    /// Counts the moves of the games of a chunk that the filter keeps. Games with faults count in a lenient chunk only.
    pub fn read(&self, chunk: &Chunk<'_>, filter: &Filter, base: &Base) -> Counted<TreeMoves> {
        let (mut replay, mut game, mut moves) = (chunk.replay(), MainLine::default(), TreeMoves::default());
        game.set_filter(filter, base);
        while game.read(&mut replay) {
            if !game.is_kept() {
                continue;
            }
            moves.read += 1;
            moves.faults.extend(game.fault());
            if game.fault().is_none() || chunk.is_lenient() {
                moves.add_game(&game, self);
            }
        }
        moves.sort();
        Counted { value: moves, games: replay.game() }
    }
}

/// A move in the positions of a key, with the games in which it was played. A game counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeMove {
    /// The key of the position before it.
    pub key: u64,
    /// The move.
    pub mv: Move,
    /// The numbers that [`COUNTS`](Self::COUNTS) names.
    pub counts: [u64; 7],
    /// The day of the last game; `i32::MIN` if no date is known.
    day: i32,
    /// The place of its first game, and the number of moves before it there.
    place: u64,
    ply: u16,
}

impl TreeMove {
    /// The names of the counts: games, those with an unknown result too; those that White won, draws, those that Black won; and of the games in
    /// which both players have a rating, the sums of the ratings of those who played the move and of their opponents, and their number.
    pub const COUNTS: [&str; 7] =
        ["games", "white", "draws", "black", "elo_sum", "opponent_elo_sum", "elo_count"];

    /// The date of the last game that has one.
    pub fn last(&self) -> Option<Date> {
        Date::from_days(self.day)
    }

    /// The mean rating of those who played the move, which was `side`, and their performance: the mean rating of the opponents + 400
    /// (wins - losses) / games. `None` without ratings.
    #[allow(clippy::cast_precision_loss, reason = "no sum of ratings comes near 2^53")]
    pub fn ratings(&self, side: Color) -> Option<[f64; 2]> {
        let [games, white, _, black, own, opponents, rated] = self.counts.map(|count| count as f64);
        let balance = if side == Color::White { white - black } else { black - white };
        (rated > 0.0).then(|| [own / rated, opponents / rated + 400.0 * balance / games])
    }

    /// Adds the games of the same move.
    fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
        self.day = self.day.max(other.day);
        (self.place, self.ply) = (self.place, self.ply).min((other.place, other.ply));
    }
}

impl Record for TreeMove {
    type Order = (u64, u16);

    fn order(&self) -> (u64, u16) {
        (self.key, self.mv.raw())
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let [a, b, c, d, e, f, g] = self.counts;
        let mv = u64::from(self.mv.raw()) | u64::from(self.ply) << 16 | u64::from(self.day as u32) << 32;
        out.write_all([self.key, self.place, mv, a, b, c, d, e, f, g].map(u64::to_le_bytes).as_flattened())
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [[0; 8]; 10];
        from.read_exact(bytes.as_flattened_mut())?;
        let [key, place, mv, counts @ ..] = bytes.map(u64::from_le_bytes);
        let (ply, day) = ((mv >> 16) as u16, (mv >> 32) as i32);
        let mv = Move::from_raw(mv as u16).map_err(io::Error::other)?;
        Ok(Self { key, mv, counts, day, place, ply })
    }
}

/// Moves of some games.
#[derive(Clone, Default, Debug)]
pub struct TreeMoves {
    /// The number of games that were read.
    pub read: u64,
    /// The faults of games.
    pub faults: Vec<GameError>,
    moves: Vec<Played>,
    games: Vec<Game>,
    /// For each game the address, the start position and the moves.
    bytes: Vec<u8>,
}

/// A move that was played: the key of the position, the word, the index of the game, and the number of moves before it, in one number.
type Played = u128;

/// What counts of a game.
#[derive(Clone, Copy, Debug)]
struct Game {
    /// Its number in the chunk, and later its place in the file of games.
    number: u64,
    /// The index of its count: 1 to 3, or 0 if the result is unknown.
    result: u8,
    start: Color,
    elo: Option<[u16; 2]>,
    day: i32,
    /// The ends in the bytes of the games of its address and of its moves.
    address: u32,
    end: u32,
}

impl Game {
    /// Adds the game to a move after `ply` others.
    fn add_to(&self, sum: &mut TreeMove, ply: u16) {
        sum.counts[0] += 1;
        if self.result > 0 {
            sum.counts[usize::from(self.result)] += 1;
        }
        if let Some(elo) = self.elo {
            let mover = usize::from(self.start == Color::Black) ^ usize::from(ply % 2);
            sum.counts[4] += u64::from(elo[mover]);
            sum.counts[5] += u64::from(elo[1 - mover]);
            sum.counts[6] += 1;
        }
        sum.day = sum.day.max(self.day);
    }
}

impl TreeMoves {
    /// Adds the moves of a game that belong to the tree: the first 65,535, and none from the first null move on.
    pub fn add_game(&mut self, game: &MainLine, shape: &TreeShape) {
        let Some(start) = game.start() else { return };
        let (root, index) = (shape.root.map(|root| root.key()), self.games.len());
        let (mut position, mut end) = (*start, None);
        let mut left = if root.is_none() { shape.depth } else { 0 };
        for (ply, &mv) in (0..u16::MAX).zip(game.moves()).take_while(|(_, mv)| !mv.is_null()) {
            let key = position.key();
            if root == Some(key) {
                left = shape.depth;
            }
            if left > 0 {
                left -= 1;
                end = Some(ply);
                let rest = u64::from(mv.raw()) << 48 | (index as u64) << 16 | u64::from(ply);
                self.moves.push(u128::from(key) << 64 | u128::from(rest));
            } else if root.is_none() {
                break;
            }
            position.play_unchecked(mv);
        }
        let Some(end) = end else { return };
        let tag = |name| game.tag(name);
        let is_address = |site: &&str| site.starts_with("https://") || site.starts_with("http://");
        self.bytes.extend_from_slice(tag("Site").filter(is_address).unwrap_or_default().as_bytes());
        let address = self.bytes.len();
        self.bytes.extend_from_slice(&PackedPosition::new(start).to_bytes());
        self.bytes.extend(game.moves()[..usize::from(end)].iter().flat_map(|mv| mv.raw().to_le_bytes()));
        let elo = tag("WhiteElo").and_then(elo).zip(tag("BlackElo").and_then(elo));
        let date = tag("UTCDate").and_then(pgn_date).or_else(|| tag("Date").and_then(pgn_date));
        self.games.push(Game {
            number: game.number(),
            result: match game.result() {
                GameResult::WhiteWins => 1,
                GameResult::Draw => 2,
                GameResult::BlackWins => 3,
                GameResult::Unknown => 0,
            },
            start: start.side_to_move(),
            elo: elo.map(|(white, black)| [white, black]),
            day: date.unwrap_or(i32::MIN),
            address: address as u32,
            end: self.bytes.len() as u32,
        });
    }

    /// Sorts the moves. A thread that has counted a chunk calls this, so that the thread that makes the tree has less to do.
    pub fn sort(&mut self) {
        self.moves.sort_unstable();
    }
}

/// A maker of a tree, which takes bounded memory.
#[derive(Debug)]
pub struct TreeMaker {
    moves: Vec<Played>,
    /// The most moves in memory.
    limit: usize,
    games: Vec<Game>,
    runs: Runs,
    /// For each game its name, start position and moves, in a temporary file, which has no name.
    file: BufWriter<File>,
    place: u64,
}

impl TreeMaker {
    /// The memory that trees take by default, in bytes.
    pub const MEMORY: usize = 512 << 20;

    /// A maker that takes about `memory` bytes, and temporary files for moves that do not fit and for the names of games.
    ///
    /// # Errors
    /// No temporary file can be made.
    pub fn new(memory: usize) -> io::Result<Self> {
        let file = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
        // A vector grows by doubling.
        let limit = (memory / (2 * size_of::<Played>())).clamp(FEW, u32::MAX as usize);
        Ok(Self { moves: Vec::new(), limit, games: Vec::new(), runs: Runs::default(), file, place: 0 })
    }

    /// Adds moves of games of `file`, before which it has `before` others. Of several games, the first that is added is the example.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn add(&mut self, moves: TreeMoves, file: &str, before: u64) -> io::Result<()> {
        let TreeMoves { moves, games, bytes, .. } = moves;
        let (first, mut start) = (self.games.len() as Played, 0);
        for game in games {
            let name = match &bytes[start..game.address as usize] {
                b"" => format!("{file}#{}", before + game.number).into_bytes(),
                address => address.to_vec(),
            };
            self.games.push(Game { number: self.place, ..game });
            for part in [&name[..], &bytes[game.address as usize..game.end as usize]] {
                self.file.write_all(&(part.len() as u32).to_le_bytes())?;
                self.file.write_all(part)?;
                self.place += 4 + part.len() as u64;
            }
            start = game.end as usize;
        }
        self.moves.extend(moves.into_iter().map(|played| played + (first << 16)));
        // A game takes as much as two moves.
        if self.moves.len() + 2 * self.games.len() > self.limit {
            let (moves, games) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.games));
            self.runs.add(added_up(moves, games, 1))?;
        }
        Ok(())
    }

    /// Returns the moves that occur in `min_games` games or more, sorted by key and move, and their games.
    ///
    /// # Errors
    /// Temporary files cannot be written or read, here and later.
    pub fn finish(self, min_games: u64) -> io::Result<(TreeRows, TreeExamples)> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        // What is in files may be few games of many.
        let few = if self.runs.is_empty() { min_games } else { 1 };
        let mut sorted = self.runs.merge(added_up(self.moves, self.games, few))?.peekable();
        let rows = std::iter::from_fn(move || {
            loop {
                let mut row = match sorted.next()? {
                    Ok(row) => row,
                    error => return Some(error),
                };
                let order = row.order();
                let is_same =
                    |next: &io::Result<TreeMove>| next.as_ref().is_ok_and(|next| next.order() == order);
                while let Some(Ok(same)) = sorted.next_if(is_same) {
                    row.add(&same);
                }
                if row.counts[0] >= min_games {
                    return Some(Ok(row));
                }
            }
        });
        let games = BufReader::with_capacity(GAMES_BUFFER, file);
        let start = (PackedPosition::new(&Position::START), Position::START);
        Ok((TreeRows(Box::new(rows)), TreeExamples { games, place: 0, start }))
    }
}

/// The moves of a tree, sorted by key and move.
pub struct TreeRows(Box<dyn Iterator<Item = io::Result<TreeMove>>>);

impl TreeRows {
    /// Returns the next moves, so many or all that are left.
    ///
    /// # Errors
    /// Temporary files cannot be read.
    pub fn next_rows(&mut self, most: usize) -> io::Result<Vec<TreeMove>> {
        self.take(most).collect()
    }
}

impl Iterator for TreeRows {
    type Item = io::Result<TreeMove>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }
}

impl fmt::Debug for TreeRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TreeRows").finish_non_exhaustive()
    }
}

/// Sorts moves, and adds up the games of each that occurs so often. A game in which the position comes back counts once.
fn added_up(mut moves: Vec<Played>, games: Vec<Game>, least: u64) -> impl Iterator<Item = TreeMove> {
    moves.sort_unstable();
    let mut start = 0;
    std::iter::from_fn(move || {
        loop {
            let (first, rest) = moves[start..].split_first()?;
            let same = 1 + rest.iter().take_while(|&next| next >> 48 == first >> 48).count();
            let all = &moves[start..start + same];
            start += same;
            if (same as u64) < least {
                continue;
            }
            let game = |played: Played| &games[(played >> 16) as u32 as usize];
            let mut sum = TreeMove {
                key: (first >> 64) as u64,
                mv: Move::from_raw((first >> 48) as u16).unwrap_or(Move::NULL),
                counts: [0; 7],
                day: i32::MIN,
                place: game(*first).number,
                ply: *first as u16,
            };
            for one in all.chunk_by(|a, b| a >> 16 == b >> 16) {
                game(one[0]).add_to(&mut sum, one[0] as u16);
            }
            return Some(sum);
        }
    })
}

/// The first game with a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeExample {
    /// The tag `Site` if it is an address, and otherwise the file and the number of the game: `games.pgn#12`.
    pub game: String,
    /// The position before the move.
    pub position: Position,
}

/// The number of bytes of games that are read at a time: some ten games, since the next one is most often elsewhere.
const GAMES_BUFFER: usize = 1 << 12;

/// The games of a tree, in a temporary file.
#[derive(Debug)]
pub struct TreeExamples {
    games: BufReader<File>,
    place: u64,
    /// The last start position that was unpacked: most games have the same.
    start: (PackedPosition, Position),
}

impl TreeExamples {
    /// Returns the first game with each of these moves. Many at once are faster, since they are read in the order of the file, and a game
    /// that is the first with several of them is read and played once.
    ///
    /// # Errors
    /// The temporary file cannot be read, or has no such game.
    pub fn read(&mut self, rows: &[TreeMove]) -> io::Result<Vec<TreeExample>> {
        let order = rows.iter().zip(0..).map(|(row, index)| (row.place, row.ply, index));
        let mut order: Vec<(u64, u16, usize)> = order.collect();
        order.sort_unstable();
        let mut examples = vec![TreeExample { game: String::new(), position: Position::START }; rows.len()];
        let (mut game, mut line) = (Vec::new(), Vec::new());
        for of_game in order.chunk_by(|a, b| a.0 == b.0) {
            self.games.seek_relative(of_game[0].0.wrapping_sub(self.place) as i64)?;
            self.place = of_game[0].0;
            self.part(&mut game)?;
            self.part(&mut line)?;
            let name = std::str::from_utf8(&game).map_err(io::Error::other)?;
            let (start, moves) = line.split_first_chunk().ok_or(io::ErrorKind::InvalidData)?;
            let packed = PackedPosition::from_bytes(*start);
            if packed != self.start.0 {
                self.start = (packed, packed.unpack().map_err(io::Error::other)?);
            }
            let (mut position, mut played, mut words) = (self.start.1, 0, moves.chunks_exact(2));
            for &(_, ply, index) in of_game {
                for word in words.by_ref().take(usize::from(ply - played)) {
                    let mv =
                        Move::from_raw(u16::from_le_bytes([word[0], word[1]])).map_err(io::Error::other)?;
                    position.play_unchecked(mv);
                }
                played = ply;
                examples[index] = TreeExample { game: name.to_owned(), position };
            }
        }
        Ok(examples)
    }

    /// Reads the next part of a game.
    fn part(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let mut length = [0; 4];
        self.games.read_exact(&mut length)?;
        bytes.resize(u32::from_le_bytes(length) as usize, 0);
        self.games.read_exact(bytes)?;
        self.place += 4 + bytes.len() as u64;
        Ok(())
    }
}

/// Returns the FEN of a position with the counters 0 and 1, so that games do not differ in it.
pub fn fen_of(position: &Position) -> String {
    let fen = position.to_string();
    fen.rsplitn(3, ' ').last().unwrap_or_default().to_owned() + " 0 1"
}

#[cfg(feature = "arrow")]
pub use self::table::TreeColumns;

#[cfg(feature = "arrow")]
mod table {
    use std::sync::Arc;

    use arrow_array::{
        ArrayRef, Date32Array, Int64Array, RecordBatch, StringArray, StructArray, UInt16Array, UInt64Array,
    };
    use arrow_schema::{DataType, Field, Schema, SchemaRef};
    use chess_notation::{San, polyglot};

    use super::{TreeExample, TreeMove, fen_of};

    /// The columns of a table of a tree.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct TreeColumns {
        /// Whether there is the key in Polyglot books.
        pub polyglot: bool,
        /// Whether there is the FEN, with the counters 0 and 1.
        pub fen: bool,
    }

    impl TreeColumns {
        /// The name and type of each column.
        pub fn schema(self) -> SchemaRef {
            Arc::clone(self.batch(&[], &[]).schema_ref())
        }

        /// Rows, and an example of each, as a record batch.
        pub fn batch(self, rows: &[TreeMove], examples: &[TreeExample]) -> RecordBatch {
            let text = |of: &dyn Fn(&TreeMove, &TreeExample) -> String| -> ArrayRef {
                Arc::new(
                    rows.iter().zip(examples).map(|(row, it)| Some(of(row, it))).collect::<StringArray>(),
                )
            };
            let key = |keys: Vec<u64>| -> ArrayRef { Arc::new(UInt64Array::from(keys)) };
            let mut columns = vec![("key", key(rows.iter().map(|row| row.key).collect()))];
            if self.polyglot {
                columns
                    .push(("polyglot", key(examples.iter().map(|it| polyglot::key(&it.position)).collect())));
            }
            if self.fen {
                columns.push(("fen", text(&|_, it| fen_of(&it.position))));
            }
            let words = rows.iter().map(|row| row.mv.raw()).collect::<Vec<_>>();
            let last = rows.iter().map(|row| row.last().map(|_| row.day)).collect::<Date32Array>();
            columns.extend([
                ("move", Arc::new(UInt16Array::from(words)) as ArrayRef),
                ("san", text(&|row, it| San::new(&it.position, row.mv).to_string())),
            ]);
            columns.extend(TreeMove::COUNTS.into_iter().enumerate().map(|(i, name)| {
                let counts = rows.iter().map(|row| row.counts[i] as i64).collect::<Vec<_>>();
                (name, Arc::new(Int64Array::from(counts)) as ArrayRef)
            }));
            columns
                .extend([("last", Arc::new(last) as ArrayRef), ("example", text(&|_, it| it.game.clone()))]);
            let field = |(name, array): &(&str, ArrayRef)| {
                Field::new(*name, array.data_type().clone(), *array.data_type() == DataType::Date32)
            };
            let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
            StructArray::new(schema.fields, columns.into_iter().map(|(_, array)| array).collect(), None)
                .into()
        }
    }
}
