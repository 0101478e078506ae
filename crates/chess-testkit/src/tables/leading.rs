use std::collections::HashMap;
use std::sync::LazyLock;

use chess_types::{File, Rank, Square};

use crate::tables::places::{choose, set_number};

/// The numbers of two kings that lead: 462 ways on which they do not touch, as one of the eight symmetries shows them.
pub(crate) static KINGS: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    for first in BELOW_DIAGONAL.into_iter().chain(ON_DIAGONAL) {
        for second in Square::ALL {
            let may_be_flipped = is_on_diagonal(first);
            if first.distance(second) > 1 && !(may_be_flipped && is_above_diagonal(second)) {
                pairs.push(vec![first, second]);
            }
        }
    }
    // Those with both kings on the diagonal come last. Sorting keeps the order of the rest.
    pairs.sort_by_key(|pair| pair.iter().all(|&at| is_on_diagonal(at)));
    numbered(pairs)
});

/// The numbers of three different pieces that lead, 31332 ways.
pub(crate) static THREE: LazyLock<HashMap<Vec<Square>, u64>> = LazyLock::new(|| {
    let diagonal = || Square::ALL.into_iter().filter(|&at| is_on_diagonal(at));
    let below = || Square::ALL.into_iter().filter(|&at| !is_on_diagonal(at) && !is_above_diagonal(at));
    let mut ways = Vec::new();
    let mut add = |first: &[Square], second: &[Square], third: &[Square]| {
        for &a in first {
            for &b in second.iter().filter(|&&b| b != a) {
                ways.extend(third.iter().filter(|&&c| c != a && c != b).map(|&c| vec![a, b, c]));
            }
        }
    };
    let (diagonal, below) = (diagonal().collect::<Vec<_>>(), below().collect::<Vec<_>>());
    add(&BELOW_DIAGONAL, &Square::ALL, &Square::ALL);
    add(&ON_DIAGONAL, &below, &Square::ALL);
    add(&ON_DIAGONAL, &diagonal, &below);
    add(&ON_DIAGONAL, &diagonal, &diagonal);
    numbered(ways)
});

/// The first piece below the diagonal, in the format's order.
const BELOW_DIAGONAL: [Square; 6] = [Square::B1, Square::C1, Square::D1, Square::C2, Square::D2, Square::D3];

/// The first piece on the diagonal.
const ON_DIAGONAL: [Square; 4] = [Square::A1, Square::B2, Square::C3, Square::D4];

pub(crate) fn is_on_diagonal(at: Square) -> bool {
    at.file() as usize == at.rank() as usize
}

pub(crate) fn is_above_diagonal(at: Square) -> bool {
    (at.file() as usize) < at.rank() as usize
}

/// The reflection in the diagonal from a1 to h8.
pub(crate) fn flip_diagonal(at: Square) -> Square {
    let file = File::from_index(at.rank() as usize).expect("a file");
    Square::new(file, Rank::from_index(at.file() as usize).expect("a rank"))
}

/// The squares of pawns from the one that leads before all others: files from the edge to the middle, ranks from the
/// second, and the left one of two files first.
pub(crate) fn pawn_order() -> Vec<Square> {
    let mut order = Vec::new();
    for file in &File::ALL[..4] {
        for rank in &Rank::ALL[1..7] {
            let left = Square::new(*file, *rank);
            order.extend([left, left.flip_files()]);
        }
    }
    order
}

/// The number of ways to place so many pawns of which the leading one stands on this file, 0 to 3 from the edge.
pub(crate) fn pawn_ways(count: usize, file: usize) -> u64 {
    leaders(file).map(|leader| choose(later_than(leader), count - 1)).sum()
}

/// The number of a set of pawns among those with the same leading file. The first of the squares leads, and stands on
/// the left half.
pub(crate) fn pawn_number(squares: &[Square]) -> u64 {
    let order = pawn_order();
    let later = |at: &Square| later_than(order.iter().position(|it| it == at).expect("a pawn's square"));
    let before = leaders(squares[0].file() as usize).take_while(|&leader| order[leader] != squares[0]);
    let before: u64 = before.map(|leader| choose(later_than(leader), squares.len() - 1)).sum();
    before + set_number(squares[1..].iter().map(later).collect())
}

/// The places in the order of pawns at which the leader of this file can be.
fn leaders(file: usize) -> impl Iterator<Item = usize> {
    (0..6).map(move |rank| 12 * file + 2 * rank)
}

/// The number of squares that come later in the order of pawns.
fn later_than(place: usize) -> usize {
    47 - place
}

fn numbered(ways: Vec<Vec<Square>>) -> HashMap<Vec<Square>, u64> {
    ways.into_iter().zip(0..).collect()
}
