use std::hint::black_box;

use chess_benches::Library;
use chess_benches::position::{
    CHILD_CAPTURES, CHILD_MOVES, CHILD_PIECES, POSITIONS, checksum, expected_checksum, lookups,
};
use chess_slider::Slider;

use crate::harness::Harness;

/// The benches that every library runs, on the same positions; `made` is its perft that makes every leaf.
pub(crate) fn bench<L: Library>(harness: &mut Harness, made: fn(&L::Position, u32) -> u64) {
    let lookups = lookups();
    let expected = expected_checksum(&lookups, Slider::Rook);
    harness.bench("slider/rook/lookups", L::NAME, lookups.len(), &expected, || {
        checksum(black_box(&lookups), L::rook_attacks)
    });
    let expected = expected_checksum(&lookups, Slider::Bishop);
    harness.bench("slider/bishop/lookups", L::NAME, lookups.len(), &expected, || {
        checksum(black_box(&lookups), L::bishop_attacks)
    });

    let children = L::children();
    let mut generate = |name, elements: usize, work: fn(&L::Position) -> usize| {
        harness.bench(name, L::NAME, elements, &elements, || black_box(&children).iter().map(work).sum());
    };
    generate("generate/list/moves", CHILD_MOVES, |child| black_box(L::list(child).as_ref()).len());
    generate("generate/count/moves", CHILD_MOVES, L::count);
    generate("generate/captures/moves", CHILD_CAPTURES, |child| black_box(L::captures(child).as_ref()).len());

    let games: Vec<_> = children.iter().map(|child| (L::list(child).as_ref().to_vec(), child)).collect();
    harness.bench("make/copy/moves", L::NAME, CHILD_MOVES, &CHILD_PIECES, || {
        let pieces = black_box(&games).iter().flat_map(|(moves, child)| {
            let after = |&mv| L::with_after(child, mv, |after| L::occupied(black_box(after)).count_ones());
            moves.iter().map(after).map(u64::from)
        });
        pieces.sum()
    });
    perft::<L>(harness, "perft/count/leaves", L::NAME, L::perft_count);
    perft::<L>(harness, "perft/list/leaves", L::NAME, L::perft_list);
    perft::<L>(harness, "perft/make/leaves", L::NAME, made);
}

/// A way to count the leaves of all positions at their small depths.
pub(crate) fn perft<L: Library>(
    harness: &mut Harness,
    name: &str,
    program: &'static str,
    perft: fn(&L::Position, u32) -> u64,
) {
    let positions = POSITIONS.each_ref().map(|position| (L::parse(position.fen), position.small_depth));
    let leaves: u64 = POSITIONS.iter().filter_map(|position| position.leaves(position.small_depth)).sum();
    harness.bench(name, program, leaves as usize, &leaves, || {
        black_box(&positions).iter().map(|(position, depth)| perft(position, *depth)).sum()
    });
}
