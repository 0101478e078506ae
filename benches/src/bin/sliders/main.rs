//! Measures the slider backends of `chess-magic` that the program is compiled with, and fancy magics beside them.
//! `benches/reports/sliders.sh` builds it in all ways and makes tables of what it prints.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;

mod fancy;
use chess_benches::position::POSITIONS;
use chess_benches::slider::{Lookup, checksum, lookups, shuffle};
use chess_magic::{ChosenSliders, SliderBackend, hyperbola};
use chess_movegen::legal_moves;
use chess_movegen::machine::Backend;
use chess_movegen_perft::{PerftMode, perft_on};
use chess_types::{Bitboard, Square};
use cpu_time::ThreadTime;

const HELP: &str = "usage: sliders lookups|perft

  lookups  a line `NAME BYTES HOT BESIDE` for each backend: nanoseconds for a rook and a bishop
  perft    a line `NAME MNPS`: million leaves a second, counted by the portable generator with the backend that this is
           compiled for
";

/// A chess program's other data.
const WORKING_SET: usize = 4 << 20;

/// Lines of the working set that are read for each lookup of a rook and a bishop.
const TOUCHES: usize = 8;

const ROUNDS: usize = 200;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("lookups") => measure_lookups(),
        Some("perft") => measure_perft(),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Every backend once in each round; the best round counts.
fn measure_lookups() {
    let mut all: Vec<Box<dyn Measured>> =
        vec![Timed::boxed(fancy::Lookup::leaked()), Timed::boxed(hyperbola::Lookup)];
    #[cfg(feature = "tables")]
    all.push(Timed::boxed(chess_magic::magic::Lookup));
    #[cfg(all(feature = "tables", target_arch = "x86_64"))]
    all.extend(chess_magic::pext::Lookup::of_target().map(Timed::boxed));
    #[cfg(all(feature = "pext-pdep", target_arch = "x86_64"))]
    all.extend(chess_magic::pext_pdep::Lookup::of_target().map(Timed::boxed));
    #[cfg(all(feature = "vector", target_arch = "x86_64"))]
    all.extend(chess_magic::vector::Lookup::of_target().map(Timed::boxed));

    let work = Work::new();
    for _ in 0..ROUNDS {
        for one in &mut all {
            one.round(&work);
        }
    }
    for one in &all {
        one.print();
    }
}

/// Leaves of all [`POSITIONS`] at their depths for published figures, a second of processor time.
#[expect(clippy::cast_precision_loss, reason = "a count of leaves has far fewer than 52 bits")]
fn measure_perft() {
    let start = ThreadTime::now();
    let mut sum = 0;
    for position in &POSITIONS {
        let (depth, parsed) = (position.full_depth, position.fen.parse().expect("a FEN of a position"));
        let leaves = perft_on(&parsed, depth, PerftMode::Count, Backend::Portable);
        assert_eq!(Some(leaves), position.leaves(depth), "{}", position.name);
        sum += leaves;
    }
    let speed = sum as f64 / 1e6 / start.elapsed().as_secs_f64();
    println!("{} {speed:.1}", ChosenSliders::NAME);
}

/// The work of all backends.
struct Work {
    /// Those of the bench `slider`, which come round often.
    hot: Vec<Lookup>,
    /// From all squares of the boards one move after [`POSITIONS`], so that an entry seldom comes again.
    many: Vec<Lookup>,
    /// The other data in the cache.
    working_set: Vec<u64>,
    hot_sum: u64,
    many_sum: u64,
}

impl Work {
    fn new() -> Self {
        let hot = lookups();
        let mut many = Vec::new();
        for position in &POSITIONS {
            let position = position.fen.parse().expect("a FEN of a position");
            for &mv in &legal_moves(&position) {
                let occupied = position.after(mv).occupied().0;
                many.extend((0..64).map(|square| (square, occupied)));
            }
        }
        shuffle(&mut many);
        let walk = |lookups: &[Lookup]| {
            checksum(lookups, |square, occupancy| {
                let (square, occupancy) = (Square::ALL[square], Bitboard(occupancy));
                let bishop = chess_slider::bishop_attacks(square, occupancy).0;
                chess_slider::rook_attacks(square, occupancy).0 ^ bishop
            })
        };
        let (hot_sum, many_sum) = (walk(&hot), walk(&many));
        Self { hot, many, working_set: vec![0; WORKING_SET / 8], hot_sum, many_sum }
    }
}

trait Measured {
    fn round(&mut self, work: &Work);
    fn print(&self);
}

/// The times of a backend, in nanoseconds for a rook and a bishop.
struct Timed<S> {
    sliders: S,
    /// The best.
    hot: f64,
    /// By round, what the loop with lookups takes more than the one without that follows it.
    beside: Vec<f64>,
}

impl<S: SliderBackend + 'static> Timed<S> {
    fn boxed(sliders: S) -> Box<dyn Measured> {
        Box::new(Self { sliders, hot: f64::INFINITY, beside: Vec::new() })
    }
}

impl<S: SliderBackend> Measured for Timed<S> {
    fn round(&mut self, work: &Work) {
        const PASSES: usize = 50;
        let sliders = self.sliders;
        let start = ThreadTime::now();
        for _ in 0..PASSES {
            let sum = black_box(&work.hot).iter().fold(0, |sum, &lookup| pair(sliders, lookup, sum));
            assert_eq!(sum, work.hot_sum, "{}", S::NAME);
        }
        self.hot = self.hot.min(nanoseconds_each(start, PASSES * work.hot.len()));

        let start = ThreadTime::now();
        let sum = beside::<S, true>(sliders, black_box(work));
        let with_lookups = nanoseconds_each(start, work.many.len());
        assert_eq!(sum, work.many_sum, "{}", S::NAME);
        let start = ThreadTime::now();
        black_box(beside::<S, false>(sliders, black_box(work)));
        self.beside.push(with_lookups - nanoseconds_each(start, work.many.len()));
    }

    fn print(&self) {
        let mut beside = self.beside.clone();
        beside.sort_by(f64::total_cmp);
        println!("{} {} {:.2} {:.2}", S::NAME, S::BYTES, self.hot, beside[beside.len() / 2]);
    }
}

#[inline(always)]
fn pair(sliders: impl SliderBackend, (square, occupancy): Lookup, sum: u64) -> u64 {
    let (square, occupancy) = (Square::ALL[square], Bitboard(occupancy));
    sum.wrapping_add(sliders.rook_attacks(square, occupancy).0 ^ sliders.bishop_attacks(square, occupancy).0)
}

/// The lookups, and before each some lines of the working set; without the lookups, their arguments are added up.
///
/// The working set is all zeros, which the compiler does not know: each read and each lookup has to wait for the one
/// before, so that none hides behind another.
#[inline(never)]
fn beside<S: SliderBackend, const LOOK_UP: bool>(sliders: S, work: &Work) -> u64 {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let lines = work.working_set.len() / 8;
    work.many.iter().fold(0, |sum, &(square, occupancy)| {
        let mut zero = 0;
        for _ in 0..TOUCHES {
            state = (state | zero).wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let line = (state >> 40) as usize % lines;
            zero = work.working_set[8 * line];
        }
        let found = if LOOK_UP {
            pair(sliders, (square, occupancy | zero), 0)
        } else {
            (occupancy | zero) ^ square as u64
        };
        state |= found & zero;
        sum.wrapping_add(found)
    })
}

/// The time since `start` for each of so many.
#[expect(clippy::cast_precision_loss, reason = "the lookups are thousands")]
fn nanoseconds_each(start: ThreadTime, count: usize) -> f64 {
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}
