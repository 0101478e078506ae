//! The perft walk with a hash table: every position is looked up before it is counted.

use core::marker::PhantomData;
use std::collections::TryReserveError;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Black, MoveVisitor, Selection, Side, White, each_move};
use chess_types::{Color, Move, PieceType};

use crate::buckets::Buckets;
use crate::kernel::count_replies;
use crate::planes::PerftKey;
use crate::scalar::CountLegal;

/// A hash table of the leaf counts that perft has found, by position and depth.
///
/// A count from the table is never wrong. An entry holds the whole position bit by bit, so that no two positions are
/// confused, whatever their Zobrist keys; the key only selects the bucket. A sequence counter guards each bucket: a
/// reader that races a writer misses, and a second writer gives up. Any number of threads may share a table, and none
/// of them ever waits.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::machine::Backend;
/// use chess_movegen_perft::PerftTable;
///
/// let table = PerftTable::new(1 << 20)?;
/// assert_eq!(table.perft(&Position::START, 5, Backend::best()), Some(4_865_609));
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
#[derive(Debug)]
pub struct PerftTable {
    buckets: Buckets,
}

impl PerftTable {
    /// Creates an empty table of this many bytes, rounded down to whole buckets of 128 bytes, but at least one.
    ///
    /// # Errors
    /// The memory is not available.
    pub fn new(bytes: usize) -> Result<Self, TryReserveError> {
        Ok(Self { buckets: Buckets::new(bytes)? })
    }

    /// Returns the number of sequences of `depth` legal moves, as [`perft`](crate::perft()) does, or `None` if it
    /// exceeds 64 bits.
    pub fn perft(&self, position: &Position, depth: u32, backend: Backend) -> Option<u64> {
        backend.run_scalar(Hashed { buckets: &self.buckets, backend, position, depth })
    }
}

/// The least depth that is looked up. Nodes with fewer plies are counted faster than they are looked up.
///
/// Start position, 8 plies, 256 MiB, Intel Xeon of model 167, seconds of CPU time from 2 plies on and from 3: AVX-512
/// 3.5 and 5.4, AVX2 4.5 and 7.4, BMI2 7.8 and 14.1, portable 10.4 and 20.1.
const MIN_DEPTH: u32 = 2;

/// A perft that looks up the leaves below each position in `buckets` and stores them there. The result is `None` if
/// it exceeds 64 bits.
pub(crate) struct Hashed<'a> {
    pub(crate) buckets: &'a Buckets,
    /// The backend that counts the last two plies. The walk above them runs on a scalar machine.
    pub(crate) backend: Backend,
    pub(crate) position: &'a Position,
    pub(crate) depth: u32,
}

impl Task for Hashed<'_> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Option<u64> {
        let Self { buckets, backend, position, depth } = self;
        match position.side_to_move() {
            Color::White => look_up::<White>(machine, buckets, backend, position, depth),
            Color::Black => look_up::<Black>(machine, buckets, backend, position, depth),
        }
    }
}

/// Returns the leaves below a position, from the table if it holds them.
#[inline(always)]
fn look_up<C: Side>(
    machine: impl Machine,
    buckets: &Buckets,
    backend: Backend,
    position: &Position,
    depth: u32,
) -> Option<u64> {
    let count = || machine.run(Count::<C> { buckets, backend, position, depth, side: PhantomData });
    if depth < MIN_DEPTH {
        return count();
    }
    let Some(key) = PerftKey::new(position, depth) else { return count() };
    let bucket = buckets.of(position, depth);
    if let Some(leaves) = bucket.find(&key) {
        return Some(leaves);
    }
    let leaves = count()?;
    bucket.keep(&key, leaves);
    Some(leaves)
}

/// The leaves below a position that the table does not hold.
struct Count<'a, C> {
    buckets: &'a Buckets,
    backend: Backend,
    position: &'a Position,
    depth: u32,
    side: PhantomData<C>,
}

impl<C: Side> Task for Count<'_, C> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Option<u64> {
        let Self { buckets, backend, position, depth, .. } = self;
        match depth {
            0 => Some(1),
            1 => Some(machine.run(CountLegal::<C>(position, PhantomData))),
            2 => Some(count_replies::<C>(backend, position)),
            _ => {
                let children = WaitingChildren::<C, _> {
                    machine,
                    buckets,
                    backend,
                    position,
                    depth: depth - 1,
                    waiting: ArrayVec::new_const(),
                    leaves: Some(0),
                    side: PhantomData,
                };
                let mut children = each_move::<C, _>(machine.sliders(), position, Selection::ALL, children);
                children.look_up_waiting();
                children.leaves
            }
        }
    }
}

/// A visitor that makes the moves of a node on copies and collects these while the table's memory is fetched.
struct WaitingChildren<'a, C, M> {
    machine: M,
    buckets: &'a Buckets,
    backend: Backend,
    position: &'a Position,
    /// The plies below each child.
    depth: u32,
    waiting: ArrayVec<Position, WAITING>,
    leaves: Option<u64>,
    side: PhantomData<C>,
}

/// The number of children that wait together: enough for the memory to arrive. With 32 a walk was as fast, with 8 it
/// took 3 % longer.
const WAITING: usize = 16;

impl<C: Side, M: Machine> MoveVisitor for WaitingChildren<'_, C, M> {
    #[inline(always)]
    fn visit(&mut self, piece_type: PieceType, mv: Move) {
        if self.waiting.is_full() {
            self.look_up_waiting();
        }
        let child = self.position.after_piece(C::COLOR, mv, piece_type);
        self.buckets.of(&child, self.depth).prefetch();
        self.waiting.push(child);
    }
}

impl<C: Side, M: Machine> WaitingChildren<'_, C, M> {
    fn look_up_waiting(&mut self) {
        let Self { machine, buckets, backend, depth, .. } = *self;
        for child in &self.waiting {
            let Some(sum) = self.leaves else { break };
            let below = look_up::<C::Them>(machine, buckets, backend, child, depth);
            self.leaves = below.and_then(|below| sum.checked_add(below));
        }
        self.waiting.clear();
    }
}
