//! The benches that every program runs, in the same groups and on the same positions.

use std::hint::black_box;

use chess_benches::Program;
use chess_benches::position::{CHILD_CAPTURES, CHILD_MOVES, CHILD_PIECES, POSITIONS};
use chess_benches::slider::{checksum, expected_checksum, lookups};
use chess_slider::Slider;

use crate::common::{Criterion, group};

/// Runs everything that a [`Program`] can do.
pub(crate) fn bench<P: Program>(c: &mut Criterion) {
    sliders::<P>(c);
    fen::<P>(c);
    generation::<P>(c);
    making::<P>(c);
    perft::<P>(c);
}

fn sliders<P: Program>(c: &mut Criterion) {
    let lookups = lookups();
    let expected = expected_checksum(&lookups, Slider::Rook);
    group(c, "slider/rook", lookups.len() as u64).bench_function(P::NAME, |b| {
        b.iter(|| assert_eq!(checksum(black_box(&lookups), P::rook_attacks), expected));
    });
    let expected = expected_checksum(&lookups, Slider::Bishop);
    group(c, "slider/bishop", lookups.len() as u64).bench_function(P::NAME, |b| {
        b.iter(|| assert_eq!(checksum(black_box(&lookups), P::bishop_attacks), expected));
    });
}

fn fen<P: Program>(c: &mut Criterion) {
    let fens = POSITIONS.each_ref().map(|position| position.fen);
    let positions = fens.map(P::parse);
    let pieces: u32 = positions.iter().map(|position| P::occupied(position).count_ones()).sum();
    // The crate `chess` keeps no clocks, so that only the first four fields are the same for all.
    let fields = |fen: &str| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert!(fens.iter().zip(&positions).all(|(fen, position)| fields(&P::write(position)) == fields(fen)));
    let letters: usize = positions.iter().map(|position| P::write(position).len()).sum();
    group(c, "fen/parse", fens.len() as u64).bench_function(P::NAME, |b| {
        b.iter(|| {
            let parsed =
                black_box(&fens).iter().map(|fen| P::occupied(black_box(&P::parse(fen))).count_ones());
            assert_eq!(parsed.sum::<u32>(), pieces);
        });
    });
    group(c, "fen/write", fens.len() as u64).bench_function(P::NAME, |b| {
        b.iter(|| {
            let written = black_box(&positions).iter().map(|position| black_box(P::write(position)).len());
            assert_eq!(written.sum::<usize>(), letters);
        });
    });
}

fn generation<P: Program>(c: &mut Criterion) {
    let children = P::children();
    let mut bench = |name, elements: usize, work: fn(&P::Position) -> usize| {
        group(c, name, elements as u64).bench_function(P::NAME, |b| {
            b.iter(|| assert_eq!(black_box(&children).iter().map(work).sum::<usize>(), elements));
        });
    };
    bench("generate/list", CHILD_MOVES, P::list);
    bench("generate/count", CHILD_MOVES, P::count);
    bench("generate/captures", CHILD_CAPTURES, P::list_captures);
}

fn making<P: Program>(c: &mut Criterion) {
    let games: Vec<_> = P::children().into_iter().map(|child| (P::moves(&child), child)).collect();
    group(c, "make/copy", CHILD_MOVES as u64).bench_function(P::NAME, |b| {
        b.iter(|| {
            let pieces = black_box(&games).iter().flat_map(|(moves, child)| {
                moves.iter().map(|&mv| u64::from(P::occupied(black_box(&P::after(child, mv))).count_ones()))
            });
            assert_eq!(pieces.sum::<u64>(), CHILD_PIECES);
        });
    });
}

fn perft<P: Program>(c: &mut Criterion) {
    perft_bench::<P>(c, "perft/count", P::perft_count);
    perft_bench::<P>(c, "perft/list", P::perft_list);
    perft_bench::<P>(c, "perft/make", P::perft_make);
}

/// A way to come by the leaves of all positions at their small depths.
pub(crate) fn perft_bench<P: Program>(c: &mut Criterion, name: &str, perft: fn(&P::Position, u32) -> u64) {
    let positions = POSITIONS.each_ref().map(|position| (P::parse(position.fen), position.small_depth));
    let leaves = POSITIONS.iter().filter_map(|position| position.leaves(position.small_depth)).sum();
    group(c, name, leaves).sample_size(10).bench_function(P::NAME, |b| {
        b.iter(|| {
            let counted = black_box(&positions).iter().map(|(position, depth)| perft(position, *depth));
            assert_eq!(counted.sum::<u64>(), leaves);
        });
    });
}
