//! The kernel of counting perft: the number of replies to all moves of a node.
//!
//! With AVX-512 the children of eight moves are formed in the lanes of registers and their replies counted together
//! ([`vector`]). All other machines count the replies to all moves of a piece as sums over sets ([`groups`]). Tests
//! compare both with the loop that makes every move.

mod groups;
pub(crate) mod single;
#[cfg(any(target_arch = "x86_64", avx512_model))]
mod vector;

use chess_board::Position;
#[cfg(any(target_arch = "x86_64", avx512_model))]
use chess_movegen::machine::Backend;
use chess_movegen::machine::{Machine, Task};
use chess_types::Color;

use self::groups::count_replies;
use crate::side::{Black, Side, White};

/// The number of legal replies to all moves of a position.
pub(crate) struct Replies<'a>(pub(crate) &'a Position);

impl Task for Replies<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        match self.0.side_to_move() {
            Color::White => replies::<White, _>(machine, self.0),
            Color::Black => replies::<Black, _>(machine, self.0),
        }
    }
}

/// Constants choose the kernel, so that each is compiled for the machine that uses it and for no other.
#[inline(always)]
fn replies<C: Side, M: Machine>(machine: M, position: &Position) -> u64 {
    #[cfg(any(target_arch = "x86_64", avx512_model))]
    if const { matches!(M::BACKEND, Backend::Avx512) } {
        return vector::replies::<C, M>(machine, position);
    }
    count_replies::<C>(machine, position)
}
