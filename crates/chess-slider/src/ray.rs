use chess_types::{Bitboard, Direction, Square};

/// Returns the squares that a slider on `from` attacks in `direction`: up to the first occupied square, which is included.
///
/// `from` itself may be in `occupancy` or not.
pub const fn ray_attacks(from: Square, direction: Direction, occupancy: Bitboard) -> Bitboard {
    let mut attacked = Bitboard::EMPTY;
    let mut here = from.bitboard().shift(direction);
    while !here.is_empty() {
        attacked = attacked.union(here);
        if here.intersects(occupancy) {
            break;
        }
        here = here.shift(direction);
    }
    attacked
}
