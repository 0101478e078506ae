use std::hint;
use std::path::Path;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use chess_board::Position;
use chess_syzygy::{Dtz, RootRules, Tables};
use cpu_time::ThreadTime;

/// A kind of probe.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Work {
    /// Win, draw or loss of a position, captures resolved.
    Wdl,
    /// The distance to zeroing of a position.
    Dtz,
    /// The moves of a position and the best of them.
    Root,
}

impl Work {
    /// All kinds with their names.
    pub const NAMED: [(&'static str, Self); 3] =
        [("WDL", Self::Wdl), ("DTZ", Self::Dtz), ("root", Self::Root)];
}

/// A library that probes endgame tables. The folder has all tables that the positions need: a failing probe is a panic.
pub(crate) trait Library: Sized + Sync + 'static {
    const NAME: &'static str;
    /// True if there is a call for distances. Otherwise the library ranks the moves of a position to find its distance.
    const HAS_DTZ: bool;

    /// The position that the library probes.
    type Position: Send + Sync;

    /// Opens the tables of a folder in the fastest way that the library has.
    fn open(folder: &Path) -> Self;

    fn convert(position: &Position) -> Self::Position;

    /// Returns the value for the side to move, from -2 for a loss to 2 for a win.
    fn wdl(&self, position: &Self::Position) -> i8;

    /// Returns the distance to zeroing.
    fn dtz(&self, _: &Self::Position) -> Dtz {
        unreachable!("the library has no call for distances")
    }

    /// Ranks the moves of a position. Returns a number with the sign of its value: the distance, if no other call returns it.
    fn root(&mut self, position: &Self::Position) -> i16;
}

/// The time of the probes of a thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measured {
    pub(crate) probes: u64,
    pub(crate) processor: Duration,
    pub(crate) wall: Duration,
    /// The sum of the answers of one pass over the positions, by which libraries are compared.
    pub(crate) sum: i64,
}

/// A library whose tables are open, for any type of position.
pub(crate) trait Prober {
    /// Returns the value of each position.
    fn values(&self, positions: &[Position]) -> Vec<i8>;

    /// Returns the distance of each position, for which the library may have to rank its moves.
    fn distances(&mut self, positions: &[Position]) -> Vec<Dtz>;

    /// Converts the positions, then probes all of them again and again until the time has passed, or once. Several lists are
    /// probed in parallel, which the library must support.
    fn measure(&mut self, work: Work, lists: &[Vec<Position>], least: Duration) -> Vec<Measured>;
}

impl<L: Library> Prober for L {
    fn values(&self, positions: &[Position]) -> Vec<i8> {
        positions.iter().map(|position| self.wdl(&L::convert(position))).collect()
    }

    fn distances(&mut self, positions: &[Position]) -> Vec<Dtz> {
        let distance = |position: &Position| {
            let position = L::convert(position);
            if L::HAS_DTZ { self.dtz(&position) } else { Dtz::rounded(self.root(&position)) }
        };
        positions.iter().map(distance).collect()
    }

    fn measure(&mut self, work: Work, lists: &[Vec<Position>], least: Duration) -> Vec<Measured> {
        let convert = |list: &Vec<Position>| list.iter().map(L::convert).collect::<Vec<_>>();
        if work == Work::Root {
            let mut one =
                |list| repeat(&convert(list), least, |position| self.root(position).signum().into());
            return lists.iter().map(&mut one).collect();
        }
        let (start, this) = (Barrier::new(lists.len()), &*self);
        let one = |list| {
            let positions = convert(list);
            start.wait();
            match work {
                Work::Wdl => repeat(&positions, least, |position| this.wdl(position).into()),
                _ => repeat(&positions, least, |position| this.dtz(position).plies().signum().into()),
            }
        };
        thread::scope(|scope| {
            let threads: Vec<_> = lists.iter().map(|list| scope.spawn(|| one(list))).collect();
            threads.into_iter().map(|thread| thread.join().expect("a figure")).collect()
        })
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

impl Library for Tables {
    const NAME: &'static str = "chess-syzygy";
    const HAS_DTZ: bool = true;

    type Position = Position;

    fn open(folder: &Path) -> Self {
        Self::open([folder]).expect("a folder of tables")
    }

    fn convert(position: &Position) -> Position {
        *position
    }

    fn wdl(&self, position: &Position) -> i8 {
        self.probe_wdl(position).expect("a value").value()
    }

    fn dtz(&self, position: &Position) -> Dtz {
        self.probe_dtz(position).expect("a distance")
    }

    fn root(&mut self, position: &Position) -> i16 {
        self.probe_root(position, RootRules::default()).expect("values")[0].wdl.value().into()
    }
}
