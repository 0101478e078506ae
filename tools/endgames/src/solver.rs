use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicI16, AtomicU8, Ordering};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::{MoveKind, PieceType};
use rayon::prelude::*;

use crate::ending::Ending;
use crate::layout::Layout;
use crate::value::{FIFTY_MOVES, Value};

/// The word of a number without a legal position.
const NONE: i16 = i16::MIN;
/// The mark of a position that is won by a zeroing move into a win beyond the limit, and not in any quicker way yet.
const WINS_LATE: i16 = i16::MIN + 1;
/// The mark of a position that is lost, by a zeroing move into a loss beyond the limit.
const LOSES_LATE: i16 = i16::MIN + 2;

/// The count of a position with a move that does not lose. More than all moves of four pieces, so that it is never counted
/// down to zero.
const NEVER: u8 = 0x7f;
/// The bit above the count: a zeroing move leads to a loss beyond the limit.
const DELAYS: u8 = 0x80;

/// Endings with the values of all their positions.
#[derive(Debug)]
pub struct Endings {
    pub(crate) limit: u16,
    tables: BTreeMap<Ending, Table>,
}

/// The values of an ending, by the numbers of its positions.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) layout: Layout,
    /// The words of [`Value`], [`NONE`], and while the ending is being solved the marks of the solver.
    values: Vec<AtomicI16>,
}

impl Endings {
    /// Returns a set without endings, with the 50-move rule.
    pub fn new() -> Self {
        Self::with_limit(FIFTY_MOVES)
    }

    /// Returns a set without endings, in which a game is drawn after `limit` plies without a zeroing move. With a small
    /// limit, endings have cursed wins that have none in chess.
    pub fn with_limit(limit: u16) -> Self {
        Self { limit, tables: BTreeMap::new() }
    }

    /// Returns the value of a position; `None` if the ending is not solved. Castling rights and clocks are ignored.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().count() == 2 {
            return Some(Value::DRAW);
        }
        let (ending, is_swapped) = Ending::of(position);
        let table = self.tables.get(&ending)?;
        let value = table.value(table.layout.index_of(position, is_swapped))?;
        if position.ep_square().is_none() { Some(value) } else { self.with_en_passant(position, value) }
    }

    /// Returns the value with the captures en passant, given that without them.
    pub(crate) fn with_en_passant(&self, position: &Position, without: Value) -> Option<Value> {
        let mut best: Option<Value> = None;
        for &mv in &position.legal_moves() {
            let value = if mv.kind() == MoveKind::EnPassant {
                self.value(&position.after(mv))?.before_zeroing(self.limit)
            } else {
                without
            };
            best = Value::better(best, value);
        }
        best
    }

    pub(crate) fn table(&self, ending: Ending) -> Option<&Table> {
        self.tables.get(&ending)
    }

    /// Solves an ending, and before it those that captures and promotions lead to, by retrograde analysis on rayon's threads.
    ///
    /// First, the legal moves of every position are generated. Captures and moves of pawns lead to values that are known. Then it
    /// visits the distances in ascending order. A position lost in `n` plies makes the positions before it won in `n + 1`. A
    /// position won in `n` plies is a losing move of the positions before it, and those of which all moves lose are lost in `n +
    /// 1`. Only quiet moves are taken back. Positions whose pawns have made the same number of steps are solved together, those
    /// nearest to promotion first.
    pub fn solve(&mut self, ending: Ending) {
        if self.tables.contains_key(&ending) {
            return;
        }
        for needed in ending.next() {
            self.solve(needed);
        }
        let layout = Layout::new(ending);
        let values = (0..layout.len).map(|_| AtomicI16::new(0)).collect();
        let left = (0..layout.len).map(|_| AtomicU8::new(NEVER)).collect();
        // Moves of pawns lead to positions of the ending itself.
        self.tables.insert(ending, Table { layout, values });
        let table = &self.tables[&ending];
        let run = Run { endings: self, table, left, limit: self.limit };
        for level in table.layout.levels() {
            run.solve(&level.into_iter().flat_map(chunks).collect::<Vec<_>>());
        }
    }
}

impl Default for Endings {
    fn default() -> Self {
        Self::new()
    }
}

impl Table {
    /// Returns the value at a number, or `None` if no legal position has it.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> Option<Value> {
        let word = self.values[index].load(Ordering::Relaxed);
        (word != NONE).then_some(Value::from_raw(word))
    }
}

/// Cuts a range of indices into the pieces that threads take.
pub(crate) fn chunks(range: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    const CHUNK: usize = 1 << 13;
    range.clone().step_by(CHUNK).map(move |start| start..range.end.min(start + CHUNK))
}

/// The work on one ending.
struct Run<'a> {
    endings: &'a Endings,
    table: &'a Table,
    /// The number of quiet moves that are not known to lose, with [`DELAYS`], or [`NEVER`].
    left: Vec<AtomicU8>,
    limit: u16,
}

/// The findings of a pass over positions: positions that were decided, and those that are marked as decided late.
#[derive(Clone, Copy, Default)]
struct Found {
    decided: u64,
    late: u64,
}

impl Run<'_> {
    /// Solves the positions in `chunks`, from which quiet moves lead to no others, and zeroing moves to solved ones.
    fn solve(&self, chunks: &[Range<usize>]) {
        let total = |work: &(dyn Fn(Range<usize>) -> Found + Sync)| {
            chunks.par_iter().map(|chunk| work(chunk.clone())).reduce(Found::default, Found::plus)
        };
        let each = |work: &(dyn Fn(usize) -> Found + Sync)| {
            total(&|chunk| chunk.map(work).fold(Found::default(), Found::plus))
        };
        let begun = each(&|index| self.begin(index));
        let mut late = begun.late;
        let mut plies = 0;
        loop {
            if plies == self.limit + 1 {
                each(&|index| self.settle(index));
                late = 0;
            }
            let found = total(&|chunk| self.step(chunk, plies));
            late += found.late;
            plies += 1;
            // The first plies have the positions decided at the start.
            if found.decided == 0 && late == 0 && plies > 1 {
                break;
            }
        }
    }

    /// Initialises the word of a position.
    fn begin(&self, index: usize) -> Found {
        let setup = self.table.layout.setup(index);
        let Some(position) = setup.and_then(|(setup, _)| Position::from_setup(&setup).ok()) else {
            return self.decide(index, NONE);
        };
        let mut quiet = 0;
        let mut best: Option<Value> = None;
        let moves = position.legal_moves();
        for &mv in &moves {
            if mv.is_capture() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn) {
                let value = self.after_zeroing(&position.after(mv));
                best = Value::better(best, value);
            } else {
                quiet += 1;
            }
        }
        let best_result = best.map(|best| best.wdl_within(self.limit));
        match best_result {
            None if quiet > 0 => self.wait(index, quiet),
            None if position.is_in_check() => self.decide(index, Value::MATED.raw()),
            None | Some(0) => Found::default(),
            Some(2) => self.decide(index, Value::win(1).raw()),
            Some(1) => self.decide(index, WINS_LATE),
            Some(-1) if quiet > 0 => self.wait(index, quiet | DELAYS),
            Some(-1) => self.decide(index, LOSES_LATE),
            Some(_) if quiet > 0 => self.wait(index, quiet),
            Some(_) => self.decide(index, Value::loss(1).raw()),
        }
    }

    /// Returns the value for the mover of a zeroing move into `after`.
    fn after_zeroing(&self, after: &Position) -> Value {
        let value = self.endings.value(after).expect("what zeroing moves lead to is solved before");
        value.before_zeroing(self.limit)
    }

    fn decide(&self, index: usize, word: i16) -> Found {
        self.table.values[index].store(word, Ordering::Relaxed);
        let late = u64::from(word == WINS_LATE || word == LOSES_LATE);
        Found { decided: 1 - late, late }
    }

    fn wait(&self, index: usize, count: u8) -> Found {
        self.left[index].store(count, Ordering::Relaxed);
        Found::default()
    }

    /// Gives the positions marked as decided late, beyond the limit, their values.
    fn settle(&self, index: usize) -> Found {
        match self.table.values[index].load(Ordering::Relaxed) {
            WINS_LATE => self.decide(index, Value::win(self.limit + 1).raw()),
            LOSES_LATE => self.decide(index, Value::loss(self.limit + 1).raw()),
            _ => Found::default(),
        }
    }

    /// Propagates the values of positions decided in `plies` to the positions before them, which are decided one ply later.
    fn step(&self, chunk: Range<usize>, plies: u16) -> Found {
        let (won, lost) = (Value::win(plies).raw(), Value::loss(plies).raw());
        let mut found = Found::default();
        for index in chunk {
            let word = self.table.values[index].load(Ordering::Relaxed);
            let is_won = word == won && plies > 0;
            if !is_won && word != lost {
                continue;
            }
            let Some(setup) = self.table.layout.setup(index) else { continue };
            self.table.layout.each_before(setup, |before| {
                let new =
                    if is_won { self.count_down(before, plies + 1) } else { self.win(before, plies + 1) };
                found = found.plus(new);
            });
        }
        found
    }

    /// Makes a position won in `plies`, unless it is decided.
    fn win(&self, index: usize, plies: u16) -> Found {
        let value = &self.table.values[index];
        let word = Value::win(plies).raw();
        for undecided in [0, WINS_LATE] {
            if value.compare_exchange(undecided, word, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                return Found { decided: 1, late: 0 };
            }
        }
        Found::default()
    }

    /// Counts a quiet move of a position as losing, and makes the position lost in `plies` if all its moves are.
    fn count_down(&self, index: usize, plies: u16) -> Found {
        let left = &self.left[index];
        if left.load(Ordering::Relaxed) == NEVER {
            return Found::default();
        }
        let before = left.fetch_sub(1, Ordering::Relaxed);
        if before & NEVER != 1 {
            return Found::default();
        }
        let is_late = before & DELAYS != 0 && plies <= self.limit;
        self.decide(index, if is_late { LOSES_LATE } else { Value::loss(plies).raw() })
    }
}

impl Found {
    fn plus(self, other: Self) -> Self {
        Self { decided: self.decided + other.decided, late: self.late + other.late }
    }
}
