use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicI16, AtomicU8, Ordering};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_testkit::tables::Ending;
use chess_types::{MoveKind, PieceType};
use rayon::prelude::*;

use crate::numbering::Numbering;
use crate::value::Value;

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
    pub(crate) tables: BTreeMap<Ending, Table>,
}

/// The values of an ending, by the numbers of its positions.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) numbering: Numbering,
    /// The words of [`Value`], [`NONE`], and while the ending is being solved the marks of the solver.
    values: Vec<AtomicI16>,
}

impl Endings {
    /// Returns a set without endings, in which a game is drawn after `limit` plies without a zeroing move:
    /// [`FIFTY_MOVES`](crate::FIFTY_MOVES) in chess. With a small limit, endings have cursed wins that have none in chess.
    pub fn new(limit: u16) -> Self {
        Self { limit, tables: BTreeMap::new() }
    }

    /// Returns the value of a position; `None` if the ending is not solved. Castling rights and clocks are ignored.
    pub fn value(&self, position: &Position) -> Option<Value> {
        if position.occupied().count() == 2 {
            return Some(Value::DRAW);
        }
        let ending = Ending::of(position).stronger_first();
        let turned = if ending == Ending::of(position) { *position } else { position.flip_colors() };
        let table = self.tables.get(&ending)?;
        let value = table.value(table.numbering.index(turned.board(), turned.side_to_move()))?;
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
        let numbering = Numbering::new(&ending);
        let values = (0..numbering.len).map(|_| AtomicI16::new(0)).collect();
        let left = (0..numbering.len).map(|_| AtomicU8::new(NEVER)).collect();
        // Moves of pawns lead to positions of the ending itself.
        self.tables.insert(ending, Table { numbering, values });
        let table = &self.tables[&ending];
        let [is_busy, is_late] = [false; 2].map(AtomicBool::new);
        let run = Run { endings: self, table, left, limit: self.limit, is_busy, is_late };
        for level in table.numbering.levels() {
            run.solve(&level);
        }
    }
}

impl Table {
    /// Returns the value at a number, or `None` if no legal position has it.
    #[inline]
    pub(crate) fn value(&self, index: usize) -> Option<Value> {
        let word = self.values[index].load(Ordering::Relaxed);
        (word != NONE).then_some(Value(word))
    }
}

/// The work on one ending.
struct Run<'a> {
    endings: &'a Endings,
    table: &'a Table,
    /// The number of quiet moves that are not known to lose, with [`DELAYS`], or [`NEVER`].
    left: Vec<AtomicU8>,
    limit: u16,
    /// Positions have been decided in this pass.
    is_busy: AtomicBool,
    /// Positions are marked as decided late.
    is_late: AtomicBool,
}

impl Run<'_> {
    /// Solves the positions in `blocks`, from which quiet moves lead to no others, and zeroing moves to solved ones.
    fn solve(&self, blocks: &[Range<usize>]) {
        let each = |work: &(dyn Fn(usize) + Sync)| {
            let block = |block: &Range<_>| block.clone().into_par_iter().with_min_len(1 << 12).for_each(work);
            blocks.par_iter().for_each(block);
        };
        self.is_late.store(false, Ordering::Relaxed);
        each(&|index| self.begin(index));
        for plies in 0.. {
            if plies == self.limit + 1 {
                each(&|index| self.settle(index));
                self.is_late.store(false, Ordering::Relaxed);
            }
            self.is_busy.store(false, Ordering::Relaxed);
            each(&|index| self.step(index, plies));
            // The first plies have the positions decided at the start.
            if plies > 0 && !self.is_busy.load(Ordering::Relaxed) && !self.is_late.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    /// Initialises the word of a position.
    fn begin(&self, index: usize) {
        let setup = self.table.numbering.setup(index);
        let Some(position) = setup.and_then(|setup| Position::from_setup(&setup).ok()) else {
            return self.decide(index, NONE);
        };
        let (mut quiet, mut best) = (0, None);
        for &mv in &position.legal_moves() {
            if mv.is_capture() || position.piece_type_at(mv.from()) == Some(PieceType::Pawn) {
                let value = self.endings.value(&position.after(mv));
                let value = value.expect("what zeroing moves lead to is solved before");
                best = Value::better(best, value.before_zeroing(self.limit));
            } else {
                quiet += 1;
            }
        }
        let best = best.map(|best: Value| best.wdl_within(self.limit));
        match (best, quiet) {
            (Some(2), _) => self.decide(index, Value::win(1).0),
            (Some(1), _) => self.decide(index, WINS_LATE),
            (Some(-1), 1..) => self.left[index].store(quiet | DELAYS, Ordering::Relaxed),
            (None | Some(-2), 1..) => self.left[index].store(quiet, Ordering::Relaxed),
            (Some(-1), _) => self.decide(index, LOSES_LATE),
            (Some(-2), _) => self.decide(index, Value::loss(1).0),
            (None, _) if position.is_in_check() => self.decide(index, Value::MATED.0),
            _ => {}
        }
    }

    fn decide(&self, index: usize, word: i16) {
        self.table.values[index].store(word, Ordering::Relaxed);
        let flag = if [WINS_LATE, LOSES_LATE].contains(&word) { &self.is_late } else { &self.is_busy };
        flag.store(true, Ordering::Relaxed);
    }

    /// Gives the positions marked as decided late, beyond the limit, their values.
    fn settle(&self, index: usize) {
        match self.table.values[index].load(Ordering::Relaxed) {
            WINS_LATE => self.decide(index, Value::win(self.limit + 1).0),
            LOSES_LATE => self.decide(index, Value::loss(self.limit + 1).0),
            _ => {}
        }
    }

    /// Propagates the value of a position decided in `plies` to the positions before it, which are decided one ply later.
    fn step(&self, index: usize, plies: u16) {
        let word = self.table.values[index].load(Ordering::Relaxed);
        let is_won = word == Value::win(plies).0 && plies > 0;
        if is_won || word == Value::loss(plies).0 {
            let Some(setup) = self.table.numbering.setup(index) else { return };
            self.table.numbering.each_before(&setup, |before| {
                if is_won { self.count_down(before, plies + 1) } else { self.win(before, plies + 1) }
            });
        }
    }

    /// Makes a position won in `plies`, unless it is decided.
    fn win(&self, index: usize, plies: u16) {
        let word = self.table.values[index].load(Ordering::Relaxed);
        // All threads that get here at the same time store the same word.
        if word == 0 || word == WINS_LATE {
            self.decide(index, Value::win(plies).0);
        }
    }

    /// Counts a quiet move of a position as losing, and makes the position lost in `plies` if all its moves are.
    fn count_down(&self, index: usize, plies: u16) {
        let left = &self.left[index];
        if left.load(Ordering::Relaxed) == NEVER {
            return;
        }
        let before = left.fetch_sub(1, Ordering::Relaxed);
        if before & NEVER == 1 {
            let is_late = before & DELAYS != 0 && plies <= self.limit;
            self.decide(index, if is_late { LOSES_LATE } else { Value::loss(plies).0 });
        }
    }
}
