//! Measurements with open tables.

use std::path::Path;
use std::sync::Barrier;
use std::time::{Duration, Instant};
use std::{hint, thread};

use chess_board::Position;
use cpu_time::ThreadTime;

use crate::answer::{Dtz, Work};
use crate::library::Library;

/// A library whose tables are open, whatever type its positions have.
pub trait Contestant {
    /// Returns the name in tables of figures.
    fn name(&self) -> &'static str;

    /// Tells if the library has a call for this work.
    fn can(&self, work: Work) -> bool;

    /// Returns value and distance of each position; the distance is absent if the library does not tell it.
    fn answers(&mut self, positions: &[Position]) -> Vec<(i8, Option<Dtz>)>;

    /// Returns the value of each position.
    fn values(&self, positions: &[Position]) -> Vec<i8>;

    /// Returns the distance of each position. The library must have a call for it.
    fn distances(&self, positions: &[Position]) -> Vec<Dtz>;

    /// Converts the positions, then probes all of them again and again until the time has passed, or once.
    fn measure(&mut self, work: Work, positions: &[Position], least: Duration) -> Measured;

    /// Lets one thread for each list of positions do so at once. The library must be able to do the work on several threads.
    fn measure_together(&self, work: Work, lists: &[Vec<Position>], least: Duration) -> Vec<Measured>;
}

/// The time that probes took on a thread.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The number of probes.
    pub probes: u64,
    /// The processor time of the thread.
    pub processor: Duration,
    /// The time that passed.
    pub wall: Duration,
    /// The sum of the answers of one pass over the positions, by which libraries are compared.
    pub sum: i64,
}

impl Measured {
    /// Returns the nanoseconds of a probe, of the thread's processor time.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 probes")]
    pub fn nanoseconds(&self) -> f64 {
        self.processor.as_secs_f64() * 1e9 / self.probes as f64
    }

    /// Returns the probes a second of the time that passed, in millions.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 probes")]
    pub fn rate_by_the_clock(&self) -> f64 {
        self.probes as f64 / 1e6 / self.wall.as_secs_f64()
    }
}

/// A library that can be opened.
pub struct Entrant {
    /// The name in tables of figures.
    pub name: &'static str,
    /// Tells if the library has a call for this work.
    pub can: fn(Work) -> bool,
    /// Opens a folder of tables.
    pub open: fn(&Path) -> Box<dyn Contestant>,
}

impl Entrant {
    pub(crate) fn new<L: Library + 'static>() -> Self {
        Self { name: L::NAME, can: L::can, open: |folder| Box::new(Entry(L::open(folder))) }
    }
}

/// A library as [`Contestant`].
struct Entry<L>(L);

impl<L: Library> Contestant for Entry<L> {
    fn name(&self) -> &'static str {
        L::NAME
    }

    fn can(&self, work: Work) -> bool {
        L::can(work)
    }

    fn answers(&mut self, positions: &[Position]) -> Vec<(i8, Option<Dtz>)> {
        let converted = positions.iter().map(L::convert);
        converted.map(|position| (self.0.wdl(&position), self.0.any_dtz(&position))).collect()
    }

    fn values(&self, positions: &[Position]) -> Vec<i8> {
        positions.iter().map(|position| self.0.wdl(&L::convert(position))).collect()
    }

    fn distances(&self, positions: &[Position]) -> Vec<Dtz> {
        positions.iter().map(|position| self.0.dtz(&L::convert(position))).collect()
    }

    fn measure(&mut self, work: Work, positions: &[Position], least: Duration) -> Measured {
        let positions: Vec<_> = positions.iter().map(L::convert).collect();
        match work {
            Work::Root => repeat(&positions, least, |position| self.0.root(position).into()),
            _ => repeat_shared(&self.0, work, &positions, least),
        }
    }

    fn measure_together(&self, work: Work, lists: &[Vec<Position>], least: Duration) -> Vec<Measured> {
        assert!(work != Work::Root, "a root has one thread");
        let start = Barrier::new(lists.len());
        let one = |positions: &[Position]| {
            let positions: Vec<_> = positions.iter().map(L::convert).collect();
            start.wait();
            repeat_shared(&self.0, work, &positions, least)
        };
        thread::scope(|scope| {
            let threads: Vec<_> = lists.iter().map(|list| scope.spawn(|| one(list))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a figure")).collect()
        })
    }
}

fn repeat_shared<L: Library>(
    library: &L,
    work: Work,
    positions: &[L::Position],
    least: Duration,
) -> Measured {
    match work {
        Work::Wdl => repeat(positions, least, |position| library.wdl(position).into()),
        _ => repeat(positions, least, |position| library.dtz(position).plies.signum().into()),
    }
}

/// Not inlined, so that callgrind can be told to count nothing else.
#[inline(never)]
fn repeat<P>(positions: &[P], least: Duration, mut probe: impl FnMut(&P) -> i64) -> Measured {
    let (mut probes, mut sum) = (0, 0);
    let (processor, wall) = (ThreadTime::now(), Instant::now());
    loop {
        let pass: i64 = positions.iter().map(|position| probe(hint::black_box(position))).sum();
        assert!(probes == 0 || sum == pass, "a library contradicts itself");
        sum = pass;
        probes += positions.len() as u64;
        let measured = Measured { probes, processor: processor.elapsed(), wall: wall.elapsed(), sum };
        if measured.processor >= least {
            return measured;
        }
    }
}
