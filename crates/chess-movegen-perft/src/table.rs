//! The perft walk with a hash table: every position is looked up before it is counted.

use core::ops::ControlFlow;
use std::collections::TryReserveError;

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_movegen::{Node, PositionExt, Selection, Sink};
use chess_types::{Color, Move, PieceType};

use crate::buckets::Buckets;
use crate::kernel::single::CountLegal;
use crate::perft::replies_on;
use crate::planes::PerftKey;

/// A hash table of the leaf counts that perft has found, by position and depth.
///
/// A count from the table is never wrong. An entry holds the whole position bit by bit, so that no two positions are confused,
/// whatever their Zobrist keys; the key only selects the bucket. A sequence counter guards each bucket: a reader that races a
/// writer misses, and a second writer gives up. Any number of threads may share a table without waiting.
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
        backend.run_scalar(Hashed { buckets: &self.buckets, replies: replies_on(backend), position, depth })
    }
}

/// The least depth that is looked up. Nodes with fewer plies are counted faster than they are looked up.
///
/// Start position, 8 plies, 256 MiB, AMD Zen 4, seconds of CPU time from 2 plies on and from 3: AVX-512 3.5 and 6.0, AVX2 3.6
/// and 5.5, BMI2 3.7 and 5.6, portable 4.8 and 8.0.
const MIN_DEPTH: u32 = 2;

/// A perft that looks up the leaves below each position in `buckets` and stores them there. The result is `None` if
/// it exceeds 64 bits.
#[derive(Clone, Copy)]
pub(crate) struct Hashed<'a> {
    pub(crate) buckets: &'a Buckets,
    /// Counts the last two plies, on a backend. The walk above them runs on a scalar machine.
    pub(crate) replies: fn(&Position) -> u64,
    pub(crate) position: &'a Position,
    pub(crate) depth: u32,
}

impl Task for Hashed<'_> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Option<u64> {
        look_up(machine, self)
    }
}

/// Returns the leaves below a position, from the table if it holds them.
#[inline(always)]
fn look_up(machine: impl Machine, hashed: Hashed<'_>) -> Option<u64> {
    let Hashed { buckets, position, depth, .. } = hashed;
    let count = || machine.run(Count(hashed));
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
struct Count<'a>(Hashed<'a>);

impl Task for Count<'_> {
    type Output = Option<u64>;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Option<u64> {
        let Hashed { replies, position, depth, .. } = self.0;
        match depth {
            0 => Some(1),
            1 => Some(machine.run(CountLegal(position))),
            2 => Some(replies(position)),
            _ => {
                let mut children = WaitingChildren {
                    machine,
                    above: self.0,
                    waiting: ArrayVec::new_const(),
                    leaves: Some(0),
                };
                let _ = Node::on(machine, position).visit(Selection::ALL, &mut children);
                children.look_up_waiting();
                children.leaves
            }
        }
    }
}

/// A sink that makes the moves of a node on copies and collects these while the table's memory is fetched.
struct WaitingChildren<'a, M> {
    machine: M,
    above: Hashed<'a>,
    waiting: ArrayVec<Position, WAITING>,
    leaves: Option<u64>,
}

/// The number of children that wait together: enough for the memory to arrive. With 32 a walk was as fast, with 8 it
/// took 3 % longer.
const WAITING: usize = 16;

impl<M: Machine> Sink for WaitingChildren<'_, M> {
    #[inline(always)]
    fn mv(&mut self, us: Color, piece_type: PieceType, mv: Move) -> ControlFlow<()> {
        if self.waiting.is_full() {
            self.look_up_waiting();
        }
        let child = self.above.position.after_piece(us, mv, piece_type);
        self.above.buckets.of(&child, self.above.depth - 1).prefetch();
        self.waiting.push(child);
        ControlFlow::Continue(())
    }
}

impl<M: Machine> WaitingChildren<'_, M> {
    fn look_up_waiting(&mut self) {
        for position in &self.waiting {
            let Some(sum) = self.leaves else { break };
            let below = look_up(self.machine, Hashed { position, depth: self.above.depth - 1, ..self.above });
            self.leaves = below.and_then(|below| sum.checked_add(below));
        }
        self.waiting.clear();
    }
}
