use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, PositionExt, Selection};
use chess_types::{Color, MoveList};

use crate::error::Stop;
use crate::run::{Store, damaged};
use crate::shard::{SealedShard, Shard};
use crate::table::Entry;
use crate::workers::{Workers, into_inner, lock};
use chess_movegen_perft::planes::{planes_of, position_of};

/// All positions of a ply.
#[derive(Debug)]
pub(crate) struct Level {
    side_to_move: Color,
    shards: Vec<SealedShard>,
}

/// The positions of a ply while more are added.
#[derive(Debug)]
pub(crate) struct GrownLevel<'a> {
    side_to_move: Color,
    store: &'a Store<'a>,
    shards: Vec<Mutex<Shard>>,
}

/// Entries between two reports of progress.
const ENTRIES_AT_A_TIME: u64 = 1 << 10;

impl Level {
    /// Creates the level with one position.
    pub(crate) fn of_root(position: &Position, store: &Store<'_>) -> Result<Self, Stop> {
        let entry = Entry::new(planes_of(position));
        let number = entry.prefix(store.budget.shard_bits) as usize;
        let mut shards: Vec<Shard> = empty_shards(store, 0)?;
        shards[number].insert(&[entry], store)?;
        let shards =
            shards.into_iter().map(|shard| shard.seal(usize::MAX, store)).collect::<Result<_, _>>()?;
        Ok(Self { side_to_move: position.side_to_move(), shards })
    }

    /// Makes all moves from the positions of this level. Returns the positions of the next ply, and the number of
    /// positions of this level.
    pub(crate) fn expand<'a>(
        self,
        ply: u32,
        store: &'a Store<'a>,
        workers: &Workers<'_>,
    ) -> Result<(GrownLevel<'a>, u64), Stop> {
        let in_memory = self.shards.iter().map(SealedShard::bytes_in_memory).sum();
        let next = GrownLevel {
            side_to_move: !self.side_to_move,
            store,
            shards: empty_shards(store, in_memory)?.into_iter().map(Mutex::new).collect(),
        };
        let len = self.visit(ply, store, workers, Some(&next.shards))?;
        Ok((next, len))
    }

    /// Counts the positions. If there are shards of the next ply, makes all moves into them.
    fn visit(
        self,
        ply: u32,
        store: &Store<'_>,
        workers: &Workers<'_>,
        next: Option<&[Mutex<Shard>]>,
    ) -> Result<u64, Stop> {
        let side_to_move = self.side_to_move;
        let meter = workers.meter(ply, self.shards.iter().map(|shard| shard.stored).sum());
        let len = AtomicU64::new(0);
        let queue = Mutex::new(self.shards.into_iter().enumerate());
        let take = || lock(&queue).next();
        workers.run(|| {
            let mut hand_out = next.map(|shards| HandOut::new(shards, store));
            while let Some((number, shard)) = take() {
                let stored = shard.stored;
                let mut found = 0;
                shard.visit(number, store, |entry| {
                    found += 1;
                    if found % ENTRIES_AT_A_TIME == 0 {
                        meter.advance(ENTRIES_AT_A_TIME)?;
                    }
                    let Some(hand_out) = &mut hand_out else { return Ok(()) };
                    let position = position_of(entry.planes(), side_to_move).ok_or_else(damaged)?;
                    let moves = store.backend.run(LegalMoves(&position));
                    moves
                        .into_iter()
                        .try_for_each(|mv| hand_out.push(Entry::new(planes_of(&position.after(mv)))))
                })?;
                len.fetch_add(found, Ordering::Relaxed);
                meter.advance(stored - found / ENTRIES_AT_A_TIME * ENTRIES_AT_A_TIME)?;
            }
            hand_out.map_or(Ok(()), HandOut::finish)
        })?;
        Ok(len.into_inner())
    }
}

fn empty_shards(store: &Store<'_>, in_memory: usize) -> Result<Vec<Shard>, Stop> {
    let bytes = store.budget.table(in_memory);
    (0..store.budget.shards()).map(|_| Shard::new(store, bytes)).collect()
}

impl GrownLevel<'_> {
    /// Turns the positions into a level from which moves are made. If there is a folder to spill into, this frees
    /// most of the memory for the next ply.
    pub(crate) fn seal(self, workers: &Workers<'_>) -> Result<Level, Stop> {
        let most_bytes = self.store.budget.sealed_shard;
        self.seal_within(most_bytes, workers)
    }

    fn seal_within(self, most_bytes: usize, workers: &Workers<'_>) -> Result<Level, Stop> {
        let Self { side_to_move, store, shards } = self;
        let sealed = Mutex::new(BTreeMap::new());
        let queue = Mutex::new(shards.into_iter().enumerate());
        let take = || lock(&queue).next();
        workers.run(|| {
            while let Some((number, shard)) = take() {
                let shard = into_inner(shard).seal(most_bytes, store)?;
                lock(&sealed).insert(number, shard);
            }
            Ok(())
        })?;
        Ok(Level { side_to_move, shards: into_inner(sealed).into_values().collect() })
    }

    /// Returns the number of positions if none was spilled.
    pub(crate) fn len(&self) -> Option<u64> {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    /// Returns the number of positions, for which spilled ones are read back. `ply` is the number in the reports of
    /// progress.
    pub(crate) fn count(self, ply: u32, workers: &Workers<'_>) -> Result<u64, Stop> {
        let store = self.store;
        self.seal_within(usize::MAX, workers)?.visit(ply, store, workers, None)
    }
}

/// Entries that a thread has found, collected by shard. They are inserted in batches, because an insertion locks the
/// shard and has to fetch its memory.
struct HandOut<'a> {
    shards: &'a [Mutex<Shard>],
    store: &'a Store<'a>,
    batches: Vec<Vec<Entry>>,
}

impl<'a> HandOut<'a> {
    fn new(shards: &'a [Mutex<Shard>], store: &'a Store<'a>) -> Self {
        let batches = shards.iter().map(|_| Vec::with_capacity(store.budget.batch)).collect();
        Self { shards, store, batches }
    }

    #[inline]
    fn push(&mut self, entry: Entry) -> Result<(), Stop> {
        let number = entry.prefix(self.store.budget.shard_bits) as usize;
        let batch = &mut self.batches[number];
        batch.push(entry);
        if batch.len() < self.store.budget.batch { Ok(()) } else { self.hand_out(number) }
    }

    #[cold]
    fn hand_out(&mut self, number: usize) -> Result<(), Stop> {
        let batch = &mut self.batches[number];
        lock(&self.shards[number]).insert(batch, self.store)?;
        batch.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<(), Stop> {
        (0..self.batches.len()).try_for_each(|number| self.hand_out(number))
    }
}

/// Lists the legal moves on the backend that runs it.
struct LegalMoves<'a>(&'a Position);

impl Task for LegalMoves<'_> {
    type Output = MoveList;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> MoveList {
        let mut moves = MoveList::new();
        Node::on(machine, self.0).generate(Selection::ALL, &mut moves);
        moves
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use chess_movegen::machine::Backend;

    use super::*;
    use crate::budget::Budget;
    use crate::run::Codec;

    #[test]
    fn progress_is_reported_at_intervals_and_after_each_shard() {
        let (codec, budget) = (Codec { root: [0; 4] }, Budget::new(0, 1));
        let store = Store { codec, budget, backend: Backend::Portable, spill: None };
        let shards = [2500, 0, 1024, 3].map(|len| {
            let mut shard = Shard::new(&store, 1 << 20).unwrap();
            let entries =
                (0..).map(|i| Entry::new([i, 1, 2, 3])).filter(|entry| entry.prefix(budget.shard_bits) == 0);
            let entries: Vec<_> = entries.take(len).collect();
            shard.insert(&entries, &store).unwrap();
            shard.seal(usize::MAX, &store).unwrap()
        });
        let level = Level { side_to_move: Color::White, shards: shards.into() };
        let reported = Mutex::new(Vec::new());
        let watch = |progress| {
            lock(&reported).push(progress);
            ControlFlow::Continue(())
        };
        let workers = Workers::new(1, &watch);
        assert_eq!(level.visit(5, &store, &workers, None).unwrap(), 3527);
        let reported = into_inner(reported);
        assert!(reported.iter().all(|progress| (progress.ply, progress.total) == (5, 3527)));
        let done: Vec<_> = reported.iter().map(|progress| progress.done).collect();
        assert_eq!(done, [1024, 2048, 2500, 2500, 3524, 3524, 3527]);
    }

    #[test]
    fn entries_are_handed_out_in_whole_batches_and_at_last() {
        let (codec, budget) = (Codec { root: [0; 4] }, Budget::new(0, 1));
        let store = Store { codec, budget, backend: Backend::Portable, spill: None };
        let shards: Vec<_> = empty_shards(&store, 0).unwrap().into_iter().map(Mutex::new).collect();
        let mut hand_out = HandOut::new(&shards, &store);
        let entries =
            (0..).map(|i| Entry::new([i, 1, 2, 3])).filter(|entry| entry.prefix(budget.shard_bits) == 7);
        for (pushed, entry) in entries.take(2 * budget.batch + 1).enumerate() {
            assert_eq!(lock(&shards[7]).len(), Some((pushed / budget.batch * budget.batch) as u64));
            assert_eq!(hand_out.batches[7].len(), pushed % budget.batch);
            hand_out.push(entry).unwrap();
        }
        hand_out.finish().unwrap();
        let lens: Vec<_> = shards.iter().filter_map(|shard| lock(shard).len()).collect();
        assert_eq!((lens.len(), lens[7]), (32, 2 * budget.batch as u64 + 1));
        assert_eq!(lens.iter().sum::<u64>(), lens[7]);
    }
}
