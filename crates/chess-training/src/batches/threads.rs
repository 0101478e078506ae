//! Threads that decode parts and fill batches, and the order of what they do.

use std::collections::{BTreeMap, VecDeque};
use std::hint::black_box;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};
use std::{fmt, io, mem};

use super::options::BatchError;
use super::parts::{Decoder, OPEN, Part, Plan};
use super::pool::{Piece, Pool};
use super::row::{Batch, Row};

/// The number of segments of a part that wait for their turn.
const AHEAD: usize = 2;

/// The size of a block above all that batches take, from which the allocator sets its threshold.
const LARGE: usize = 31 << 20;

/// The threads of batches.
pub(super) struct Threads(Arc<Shared>);

struct Shared {
    plan: Plan,
    state: Mutex<State>,
    /// Notified when there is work, and when there is a batch or an end.
    work: Condvar,
    done: Condvar,
}

/// A part that is open.
struct Slot {
    number: u64,
    input: usize,
    /// `None` while a thread decodes it.
    decoder: Option<Box<Decoder>>,
    ready: VecDeque<Result<Vec<Row>, BatchError>>,
    is_over: bool,
}

#[derive(Default)]
struct State {
    /// The parts that are not open yet.
    waiting: VecDeque<Part>,
    /// That whose turn it is comes first.
    slots: VecDeque<Slot>,
    opened: u64,
    /// The pool that is filled, and its number of rows.
    segments: Vec<Vec<Row>>,
    rows: usize,
    pools: u64,
    /// The rows of full pools that are in no batch yet.
    pieces: VecDeque<Piece>,
    available: usize,
    /// By input, the number of its parts that are not read to their end, of records that have been read, and of those left out.
    inputs: Vec<(usize, u64, u64)>,
    has_ended: bool,
    error: Option<BatchError>,
    has_panicked: bool,
    /// The number of batches that have been begun, and of those that have been passed on or over.
    begun: u64,
    taken: u64,
    full: BTreeMap<u64, Batch>,
    /// Memory of segments to be used again: fresh memory costs as much as the rows that are written to it.
    spare: Vec<Vec<Row>>,
}

enum Job {
    Fill(u64, Vec<Piece>),
    Decode(u64, Box<Decoder>, Vec<Row>),
}

impl Threads {
    pub(super) fn new(mut plan: Plan) -> io::Result<Self> {
        let waiting = VecDeque::from(mem::take(&mut plan.parts));
        let mut inputs = vec![(0, 0, 0); plan.inputs.len()];
        for part in &waiting {
            inputs[part.input].0 += 1;
        }
        let mut state = State { waiting, inputs, ..State::default() };
        for _ in 0..OPEN {
            state.open(&plan);
        }
        // The allocator of glibc takes large blocks from the system each time, which costs a third of the whole, until a larger block than
        // them has been given back: mallopt(3), M_MMAP_THRESHOLD.
        drop(black_box(Vec::<u8>::with_capacity(LARGE)));
        let threads = plan.options.threads;
        let shared = Shared { plan, state: Mutex::new(state), work: Condvar::new(), done: Condvar::new() };
        let this = Self(Arc::new(shared));
        for _ in 0..threads {
            let shared = Arc::clone(&this.0);
            Builder::new().name("chess batches".into()).spawn(move || shared.work())?;
        }
        Ok(this)
    }

    pub(super) fn next_within(&self, time: Duration) -> Poll<Option<Result<Batch, BatchError>>> {
        let Self(shared) = self;
        // A time beyond the clock's range is not a limit.
        let deadline = Instant::now().checked_add(time);
        let mut state = shared.lock();
        loop {
            assert!(!state.has_panicked, "a thread of the batches has panicked");
            let taken = state.taken;
            if let Some(batch) = state.full.remove(&taken) {
                state.taken += 1;
                shared.work.notify_one();
                return Poll::Ready(Some(Ok(batch)));
            }
            if state.begun == state.taken && state.is_at_end(&shared.plan) {
                if state.error.is_some() {
                    // Nothing follows an error.
                    (state.has_ended, state.available) = (true, 0);
                }
                return Poll::Ready(state.error.take().map(Err));
            }
            let left =
                deadline.map_or(Duration::MAX, |deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Poll::Pending;
            }
            state = shared.done.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        self.0.plan.is_over.store(true, Ordering::Relaxed);
        // A thread that looks for work holds the lock until it waits.
        drop(self.0.lock());
        self.0.work.notify_all();
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads").field("plan", &self.0.plan).finish_non_exhaustive()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a thread does until the end.
    fn work(&self) {
        /// Ends the batches if a thread panics.
        struct Guard<'a>(&'a Shared);
        impl Drop for Guard<'_> {
            fn drop(&mut self) {
                if thread::panicking() {
                    self.0.lock().has_panicked = true;
                    self.0.done.notify_all();
                }
            }
        }
        let _guard = Guard(self);
        let plan = &self.plan;
        let mut state = self.lock();
        while !plan.is_over.load(Ordering::Relaxed) {
            let job = state.job(plan);
            if state.is_at_end(plan) {
                self.done.notify_all();
            }
            match job {
                Some(job) => {
                    // There may be more work than for one thread.
                    self.work.notify_one();
                    drop(state);
                    state = self.run(job);
                }
                None if state.is_at_end(plan) => break,
                None => state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
        self.work.notify_all();
    }

    fn run(&self, job: Job) -> MutexGuard<'_, State> {
        match job {
            Job::Fill(number, pieces) => {
                let batch = fill(&pieces, &self.plan);
                let emptied = pieces.into_iter().filter_map(|(pool, _)| Arc::into_inner(pool));
                let mut spare: Vec<_> = emptied.flat_map(|pool| pool.segments).collect();
                let mut state = self.lock();
                state.spare.append(&mut spare);
                state.full.insert(number, batch);
                self.done.notify_all();
                state
            }
            Job::Decode(number, mut decoder, memory) => {
                let segment = decoder.segment(&self.plan, memory);
                let mut state = self.lock();
                state.give_back(number, decoder, segment);
                state
            }
        }
    }
}

impl State {
    /// The next thing to do, if there is any.
    fn job(&mut self, plan: &Plan) -> Option<Job> {
        self.commit(plan);
        let size = plan.options.batch_size;
        let is_wanted = self.begun < self.taken + plan.options.threads as u64 + 2;
        if is_wanted && self.has_batch(size) {
            let pieces = self.take_rows(size);
            self.begun += 1;
            return Some(Job::Fill(self.begun - 1, pieces));
        }
        if self.error.is_some() {
            return None;
        }
        let can_decode = |slot: &&mut Slot| slot.decoder.is_some() && slot.ready.len() < AHEAD;
        let slot = self.slots.iter_mut().filter(can_decode).min_by_key(|slot| slot.ready.len())?;
        let decoder = slot.decoder.take()?;
        Some(Job::Decode(slot.number, decoder, self.spare.pop().unwrap_or_default()))
    }

    /// True if there are the rows of a batch, or those of the last one.
    fn has_batch(&self, size: usize) -> bool {
        let is_last = self.has_ended && self.error.is_none();
        self.available >= size || is_last && self.available > 0
    }

    /// True if no batch will be begun any more.
    fn is_at_end(&self, plan: &Plan) -> bool {
        if self.error.is_some() {
            self.available < plan.options.batch_size
        } else {
            self.has_ended && self.available == 0
        }
    }

    /// Moves what is ready into the pool in the order of turns, which does not depend on when it was ready.
    fn commit(&mut self, plan: &Plan) {
        let size = plan.options.batch_size;
        while self.error.is_none() && !self.has_ended {
            self.pass_over(plan);
            if self.rows >= plan.pool {
                if self.available >= size {
                    return;
                }
                self.close(plan);
                continue;
            }
            let Some(slot) = self.slots.front_mut() else {
                self.close(plan);
                self.has_ended = true;
                break;
            };
            match slot.ready.pop_front() {
                Some(Ok(segment)) => {
                    if !segment.is_empty() {
                        self.rows += segment.len();
                        self.segments.push(segment);
                    }
                    if plan.options.seed.is_some() {
                        self.slots.rotate_left(1);
                    }
                }
                Some(Err(error)) => self.error = Some(error),
                None if slot.is_over => {
                    let input = slot.input;
                    self.slots.pop_front();
                    self.end_part(input, plan);
                    self.open(plan);
                }
                None => return,
            }
        }
        self.pass_over(plan);
    }

    /// Ends the pool that is filled.
    fn close(&mut self, plan: &Plan) {
        if self.rows > 0 {
            let order = plan.options.seed.map(|seed| (seed, self.pools));
            let pool = Pool::new(mem::take(&mut self.segments), order);
            self.pools += 1;
            self.rows = 0;
            self.available += pool.rows();
            let rows = 0..pool.rows();
            self.pieces.push_back((Arc::new(pool), rows));
        }
    }

    /// Passes over the batches before the offset.
    fn pass_over(&mut self, plan: &Plan) {
        let size = plan.options.batch_size;
        while self.begun < plan.options.offset && self.has_batch(size) {
            self.take_rows(size);
            self.begun += 1;
            self.taken += 1;
        }
    }

    /// Takes rows of full pools, as many as there are.
    fn take_rows(&mut self, mut count: usize) -> Vec<Piece> {
        let mut taken = Vec::new();
        while let Some((pool, rows)) = self.pieces.front_mut() {
            let part = rows.start..rows.end.min(rows.start + count);
            rows.start = part.end;
            count -= part.len();
            self.available -= part.len();
            taken.push((Arc::clone(pool), part));
            if rows.start == rows.end {
                self.pieces.pop_front();
            }
            if count == 0 {
                break;
            }
        }
        taken
    }

    /// Opens the next part, if there is one.
    fn open(&mut self, plan: &Plan) {
        if let Some(part) = self.waiting.pop_front() {
            let (number, input) = (self.opened, part.input);
            self.opened += 1;
            let decoder = Some(Box::new(Decoder::new(part, plan)));
            self.slots.push_back(Slot { number, input, decoder, ready: VecDeque::new(), is_over: false });
        }
    }

    fn give_back(&mut self, number: u64, decoder: Box<Decoder>, segment: Result<Vec<Row>, BatchError>) {
        let Some(slot) = self.slots.iter_mut().find(|slot| slot.number == number) else { return };
        slot.ready.push_back(segment);
        slot.is_over = decoder.is_over;
        if decoder.is_over {
            let (_, read, left_out) = &mut self.inputs[decoder.part.input];
            *read += decoder.read;
            *left_out += decoder.left_out;
        } else {
            slot.decoder = Some(decoder);
        }
    }

    /// Counts a part that has been read to its end. An input without a record to learn from is an error.
    fn end_part(&mut self, input: usize, plan: &Plan) {
        let (parts, read, left_out) = &mut self.inputs[input];
        *parts -= 1;
        if *parts == 0 && *read == 0 && *left_out > 0 {
            self.error = Some(BatchError::Unlabelled(plan.inputs[input].name().to_owned()));
        }
    }
}

/// Fills a batch.
fn fill(pieces: &[Piece], plan: &Plan) -> Batch {
    let rows = pieces.iter().map(|(_, range)| range.len()).sum();
    let mut batch = Batch::with_capacity(&plan.options.contents, rows);
    for (pool, range) in pieces {
        pool.fill(range, &mut batch, &plan.options.contents, &plan.blocks);
    }
    batch
}
