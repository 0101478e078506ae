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
    harness.bench("slider/rook", L::NAME, lookups.len(), &expected, || {
        checksum(black_box(&lookups), L::rook_attacks)
    });
    let expected = expected_checksum(&lookups, Slider::Bishop);
    harness.bench("slider/bishop", L::NAME, lookups.len(), &expected, || {
        checksum(black_box(&lookups), L::bishop_attacks)
    });
    fen::<L>(harness);

    let children = L::children();
    let mut generate = |name, elements: usize, work: fn(&L::Position) -> usize| {
        harness.bench(name, L::NAME, elements, &elements, || black_box(&children).iter().map(work).sum());
    };
    generate("generate/list", CHILD_MOVES, |child| black_box(L::list(child).as_ref()).len());
    generate("generate/count", CHILD_MOVES, L::count);
    generate("generate/captures", CHILD_CAPTURES, |child| black_box(L::captures(child).as_ref()).len());

    let games: Vec<_> = children.iter().map(|child| (L::list(child).as_ref().to_vec(), child)).collect();
    harness.bench("make/copy", L::NAME, CHILD_MOVES, &CHILD_PIECES, || {
        let pieces = black_box(&games).iter().flat_map(|(moves, child)| {
            let after = |&mv| L::with_after(child, mv, |after| L::occupied(black_box(after)).count_ones());
            moves.iter().map(after).map(u64::from)
        });
        pieces.sum()
    });
    perft::<L>(harness, "perft/count", L::perft_count);
    perft::<L>(harness, "perft/list", L::perft_list);
    perft::<L>(harness, "perft/make", made);
}

/// The six FENs read and validated, and written.
fn fen<L: Library>(harness: &mut Harness) {
    let fens = POSITIONS.each_ref().map(|position| position.fen);
    let positions = fens.map(L::parse);
    let pieces: u32 = positions.iter().map(|position| L::occupied(position).count_ones()).sum();
    // The crate `chess` keeps no clocks, so that only the first four fields are the same for all.
    let fields = |fen: &str| fen.split(' ').take(4).map(str::to_owned).collect::<Vec<_>>();
    assert!(fens.iter().zip(&positions).all(|(fen, position)| fields(&L::fen(position)) == fields(fen)));
    let letters: usize = positions.iter().map(|position| L::fen(position).len()).sum();
    harness.bench("fen/parse", L::NAME, fens.len(), &pieces, || {
        black_box(&fens).iter().map(|fen| L::occupied(black_box(&L::parse(fen))).count_ones()).sum()
    });
    harness.bench("fen/write", L::NAME, fens.len(), &letters, || {
        black_box(&positions).iter().map(|position| black_box(L::fen(position)).len()).sum()
    });
}

/// A way to count the leaves of all positions at their small depths.
pub(crate) fn perft<L: Library>(harness: &mut Harness, name: &str, perft: fn(&L::Position, u32) -> u64) {
    let positions = POSITIONS.each_ref().map(|position| (L::parse(position.fen), position.small_depth));
    let leaves: u64 = POSITIONS.iter().filter_map(|position| position.leaves(position.small_depth)).sum();
    harness.bench(name, L::NAME, leaves as usize, &leaves, || {
        black_box(&positions).iter().map(|(position, depth)| perft(position, *depth)).sum()
    });
}
