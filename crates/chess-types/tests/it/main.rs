//! What chess-types promises, checked against naive twins wherever there is one.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod bitboard;
mod conversions;
mod lists;
mod moves;
mod names;
mod rich;
#[cfg(feature = "serde")]
mod serde;
mod split_mix;
mod square;
mod uci;

use chess_types::Move;

/// Every move that can exist.
fn all_moves() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_raw)
}
