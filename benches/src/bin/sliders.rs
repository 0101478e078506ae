//! Measures the compiled slider backends of `chess-magic`, and fancy magics for comparison. `benches/reports/sliders.sh` builds
//! it in all ways and turns its output into tables.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "run by hand and by the gate, which see a panic"
)]
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;

use chess_benches::driver::median;
use chess_benches::position::POSITIONS;
use chess_benches::slider::{Lookup, checksum, lookups, shuffle};
use chess_magic::steps::FANCY_MAGICS;
use chess_magic::{ChosenSliders, Sliders, hyperbola};
use chess_movegen::machine::Backend;
use chess_movegen::{Position, PositionExt};
use chess_movegen_perft::{PerftMode, perft_on};
use chess_slider::{FancyMagic, Slider, TABLE_LEN};
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
    let mut all = vec![Timed::new(Fancy::leaked()), Timed::new(hyperbola::Lookup)];
    #[cfg(feature = "tables")]
    all.push(Timed::new(chess_magic::magic::Lookup));
    #[cfg(all(feature = "tables", target_arch = "x86_64"))]
    all.extend(chess_magic::pext::Lookup::of_target().map(Timed::new));

    let work = Work::new();
    for _ in 0..ROUNDS {
        for one in &mut all {
            let [hot, beside] = (one.round)(&work);
            one.hot = one.hot.min(hot);
            one.beside.push(beside);
        }
    }
    for Timed { name, bytes, hot, beside, .. } in &mut all {
        println!("{name} {bytes} {hot:.2} {:.2}", median(beside));
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
    /// The lookups of the bench `slider`, which often repeat.
    hot: Vec<Lookup>,
    /// From all squares of the boards one move after [`POSITIONS`], so that entries seldom repeat.
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
            let position: Position = position.fen.parse().expect("a FEN of a position");
            for &mv in &position.legal_moves() {
                let occupied = position.after(mv).occupied().0;
                many.extend((0..64).map(|square| (square, occupied)));
            }
        }
        shuffle(&mut many);
        let walk = |lookups: &[Lookup]| {
            checksum(lookups, |square, occupancy| {
                let (square, occupancy) = (Square::ALL[square], Bitboard(occupancy));
                let attacks = Slider::ALL.map(|slider| slider.attacks(square, occupancy).0);
                attacks[0] ^ attacks[1]
            })
        };
        let (hot_sum, many_sum) = (walk(&hot), walk(&many));
        Self { hot, many, working_set: vec![0; WORKING_SET / 8], hot_sum, many_sum }
    }
}

/// The times of a round, hot and with the other data.
type Round = dyn Fn(&Work) -> [f64; 2];

/// A backend, and its times in nanoseconds for a rook and a bishop.
struct Timed {
    name: &'static str,
    bytes: usize,
    round: Box<Round>,
    /// The best of all rounds.
    hot: f64,
    /// By round, the time of the loop with lookups less that of the loop without, which follows it.
    beside: Vec<f64>,
}

impl Timed {
    fn new<S: Sliders + 'static>(sliders: S) -> Self {
        let round = Box::new(move |work: &Work| round(sliders, work));
        Self { name: S::NAME, bytes: S::BYTES, round, hot: f64::INFINITY, beside: Vec::new() }
    }
}

/// Measures a [`Round`].
fn round<S: Sliders>(sliders: S, work: &Work) -> [f64; 2] {
    const PASSES: usize = 50;
    let start = ThreadTime::now();
    for _ in 0..PASSES {
        let sum = black_box(&work.hot).iter().fold(0, |sum, &lookup| pair(sliders, lookup, sum));
        assert_eq!(sum, work.hot_sum, "{}", S::NAME);
    }
    let hot = nanoseconds_each(start, PASSES * work.hot.len());

    let start = ThreadTime::now();
    let sum = beside::<S, true>(sliders, black_box(work));
    let with_lookups = nanoseconds_each(start, work.many.len());
    assert_eq!(sum, work.many_sum, "{}", S::NAME);
    let start = ThreadTime::now();
    black_box(beside::<S, false>(sliders, black_box(work)));
    [hot, with_lookups - nanoseconds_each(start, work.many.len())]
}

#[inline(always)]
fn pair(sliders: impl Sliders, (square, occupancy): Lookup, sum: u64) -> u64 {
    let (square, occupancy) = (Square::ALL[square], Bitboard(occupancy));
    sum.wrapping_add(sliders.rook_attacks(square, occupancy).0 ^ sliders.bishop_attacks(square, occupancy).0)
}

/// The lookups, and before each some lines of the working set; without the lookups, their arguments are added up.
///
/// The working set is all zeros, which the compiler does not know: each read and each lookup has to wait for the one before, so
/// that they do not overlap.
#[inline(never)]
fn beside<S: Sliders, const LOOK_UP: bool>(sliders: S, work: &Work) -> u64 {
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

static ROOK: [FancyMagic; 64] = FANCY_MAGICS[Slider::Rook as usize];
static BISHOP: [FancyMagic; 64] = FANCY_MAGICS[Slider::Bishop as usize];

/// Rook and bishop attacks by "fancy" magics, with a shift for each square: the usual form, with which those of `chess-magic` are
/// compared.
///
/// The table has an entry for each set of relevant squares. It is longer than that of `chess_magic::magic`, and a lookup
/// loads a mask and a shift as well. It is filled at run time, on the heap.
#[derive(Clone, Copy, Debug)]
struct Fancy(&'static [Bitboard; TABLE_LEN]);

impl Fancy {
    /// Fills a table, which stays allocated until the program ends.
    fn leaked() -> Self {
        let mut table: Box<[Bitboard; TABLE_LEN]> =
            vec![Bitboard::EMPTY; TABLE_LEN].try_into().expect("the vector has that length");
        for (slider, magics) in [(Slider::Rook, &ROOK), (Slider::Bishop, &BISHOP)] {
            for (square, magic) in Square::ALL.into_iter().zip(magics) {
                magic.fill(slider, square, &mut table[..]).expect("the tracked factors are magics");
            }
        }
        Self(Box::leak(table))
    }
}

impl Sliders for Fancy {
    const NAME: &'static str = "fancy";
    const BYTES: usize = size_of::<[Bitboard; TABLE_LEN]>() + 2 * size_of::<[FancyMagic; 64]>();

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0[ROOK[square.index()].index(occupancy)]
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0[BISHOP[square.index()].index(occupancy)]
    }
}
