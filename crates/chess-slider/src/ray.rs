use chess_types::{Bitboard, Direction, Square};

/// The squares from `from` to the edge in one direction, `from` itself excluded.
pub const fn ray(from: Square, direction: Direction) -> Bitboard {
    ray_attacks(from, direction, Bitboard::EMPTY)
}

/// The squares a slider on `from` hits in one direction: up to the first occupied square, which is hit too.
///
/// `from` itself is not part of the walk: whether it is in `occupancy` does not matter.
pub const fn ray_attacks(from: Square, direction: Direction, occupancy: Bitboard) -> Bitboard {
    let mut hit = Bitboard::EMPTY;
    let mut here = from.bitboard().shift(direction);
    while !here.is_empty() {
        hit = hit.union(here);
        if here.intersects(occupancy) {
            break;
        }
        here = here.shift(direction);
    }
    hit
}
