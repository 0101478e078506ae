use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chess_board::Position;
use chess_movegen::machine::{Machine, Task};
use chess_movegen::{Node, Selection};
use chess_types::{Color, MoveList};

use super::budget::Stop;
use super::run::Store;
use super::run::damaged;
use super::shard::{SealedShard, Shard};
use super::table::Entry;
use super::workers::Workers;
use crate::planes::{planes_of, position_of};

/// All positions of a ply.
#[derive(Debug)]
pub(super) struct Level {
    side_to_move: Color,
    shards: Vec<SealedShard>,
}

/// The positions of a ply while more are added.
#[derive(Debug)]
pub(super) struct GrownLevel<'a> {
    side_to_move: Color,
    store: &'a Store<'a>,
    shards: Vec<Mutex<Shard>>,
}

/// Entries between two reports of progress.
const ENTRIES_AT_A_TIME: u64 = 1 << 10;

impl Level {
    /// Creates the level with one position.
    pub(super) fn of_root(position: &Position, store: &Store<'_>) -> Result<Self, Stop> {
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
    pub(super) fn expand<'a>(
        self,
        ply: u32,
        store: &'a Store<'a>,
        workers: &Workers<'_>,
    ) -> Result<(GrownLevel<'a>, u64), Stop> {
        let side_to_move = self.side_to_move;
        let in_memory = self.shards.iter().map(SealedShard::bytes_in_memory).sum();
        let next = GrownLevel {
            side_to_move: !side_to_move,
            store,
            shards: empty_shards(store, in_memory)?.into_iter().map(Mutex::new).collect(),
        };
        let len = self.for_each(ply, store, workers, || {
            let mut hand_out = HandOut::new(&next.shards, store);
            move |found: Found| match found {
                Found::Entry(entry) => {
                    let position = position_of(entry.planes(), side_to_move).ok_or_else(damaged)?;
                    for mv in store.backend.run(LegalMoves(&position)) {
                        hand_out.push(Entry::new(planes_of(&position.after(mv))))?;
                    }
                    Ok(())
                }
                Found::End => hand_out.finish(),
            }
        })?;
        Ok((next, len))
    }

    /// Passes every position to a function, of which `new` creates one for each thread, and counts the positions.
    fn for_each<F: FnMut(Found) -> Result<(), Stop>>(
        self,
        ply: u32,
        store: &Store<'_>,
        workers: &Workers<'_>,
        new: impl Fn() -> F + Sync,
    ) -> Result<u64, Stop> {
        let total = self.shards.iter().map(|shard| shard.stored).sum();
        let len = AtomicU64::new(0);
        let queue = Mutex::new(self.shards.into_iter().enumerate());
        let take = || lock(&queue).next();
        let meter = workers.meter(ply, total);
        workers.run(|| {
            let mut f = new();
            while let Some((number, shard)) = take() {
                let stored = shard.stored;
                let mut found = 0;
                shard.visit(number, store, |entry| {
                    found += 1;
                    if found % ENTRIES_AT_A_TIME == 0 {
                        meter.advance(ENTRIES_AT_A_TIME)?;
                    }
                    f(Found::Entry(entry))
                })?;
                len.fetch_add(found, Ordering::Relaxed);
                meter.advance(stored - found / ENTRIES_AT_A_TIME * ENTRIES_AT_A_TIME)?;
            }
            f(Found::End)
        })?;
        Ok(len.into_inner())
    }
}

/// The items that a thread receives from a level.
enum Found {
    Entry(Entry),
    /// The end of this thread's entries.
    End,
}

fn empty_shards(store: &Store<'_>, in_memory: usize) -> Result<Vec<Shard>, Stop> {
    let bytes = store.budget.table(in_memory);
    (0..store.budget.shards()).map(|_| Shard::new(store, bytes)).collect()
}

impl GrownLevel<'_> {
    /// Turns the positions into a level from which moves are made. If there is a folder to spill into, this frees
    /// most of the memory for the next ply.
    pub(super) fn seal(self, workers: &Workers<'_>) -> Result<Level, Stop> {
        let most_bytes = self.store.budget.sealed_shard;
        self.seal_within(most_bytes, workers)
    }

    fn seal_within(self, most_bytes: usize, workers: &Workers<'_>) -> Result<Level, Stop> {
        let Self { side_to_move, store, shards } = self;
        let sealed: Vec<Mutex<Option<SealedShard>>> = shards.iter().map(|_| Mutex::new(None)).collect();
        let queue = Mutex::new(shards.into_iter().zip(&sealed));
        workers.run(|| {
            loop {
                let next = lock(&queue).next();
                let Some((shard, slot)) = next else { return Ok(()) };
                *lock(slot) = Some(into_inner(shard).seal(most_bytes, store)?);
            }
        })?;
        Ok(Level { side_to_move, shards: sealed.into_iter().filter_map(into_inner).collect() })
    }

    /// Returns the number of positions if none was spilled.
    pub(super) fn len(&self) -> Option<u64> {
        self.shards.iter().map(|shard| lock(shard).len()).sum()
    }

    /// Returns the number of positions, for which spilled ones are read back. `ply` is the number in the reports of
    /// progress.
    pub(super) fn count(self, ply: u32, workers: &Workers<'_>) -> Result<u64, Stop> {
        let store = self.store;
        self.seal_within(usize::MAX, workers)?.for_each(ply, store, workers, || |_| Ok(()))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
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

    fn finish(&mut self) -> Result<(), Stop> {
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
    use crate::distinct::budget::Budget;
    use crate::distinct::run::Codec;

    #[test]
    fn progress_is_told_at_intervals_and_at_the_end_of_a_shard() {
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
        let told = Mutex::new(Vec::new());
        let watch = |progress| {
            lock(&told).push(progress);
            ControlFlow::Continue(())
        };
        let workers = Workers::new(1, &watch);
        let (entries, ends) = (AtomicU64::new(0), AtomicU64::new(0));
        let count = |found| {
            let counter = if matches!(found, Found::End) { &ends } else { &entries };
            counter.fetch_add(1, Ordering::Relaxed);
            Ok(())
        };
        let len = level.for_each(5, &store, &workers, || count).unwrap();
        assert_eq!((len, entries.into_inner(), ends.into_inner()), (3527, 3527, 1));
        let told = into_inner(told);
        assert!(told.iter().all(|progress| (progress.ply, progress.total) == (5, 3527)));
        let done: Vec<_> = told.iter().map(|progress| progress.done).collect();
        assert_eq!(done, [1024, 2048, 2500, 2500, 3524, 3524, 3527]);
    }

    #[test]
    fn entries_are_handed_out_in_whole_batches_and_at_the_end() {
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
