//! The kernel for processors with AVX2. It counts the replies to eight moves at once, one position in each lane of
//! two registers.
//!
//! The children are formed as in the AVX-512 kernel, from the same lists. AVX2 has no ternary logic, no lane masks,
//! no population count and no bit reversal in lanes, and half the width. So this kernel does less work for each
//! child:
//!
//! - The moves of the replying side's pieces are planned once for the node, piece by piece, since these pieces stand
//!   on the same squares in every child ([`plan`]). A line on which no child gains or loses a piece is a constant.
//!   Pieces that can neither be captured nor pinned need no test. Constants of several pieces are added before they
//!   are counted.
//! - The active rays of the king and the active directions of danger are found by looking from the king and from the
//!   squares that it can really step to ([`lanes::seen_over`]).
//! - The other lines are looked along by subtraction, upwards on the board and on its mirror image, and along ranks
//!   by two lookups in a register ([`lanes`]).
//! - Population counts stay bytes until all moves of the children are counted.

mod children;
mod lanes;
mod plan;
#[allow(clippy::duplicate_mod, reason = "compiled with the lanes of each kernel")]
#[path = "../steps.rs"]
mod steps;

use chess_board::Position;
use chess_movegen::Side;
use chess_movegen::machine::{Avx2, Machine};
use chess_types::Bitboard;

use self::lanes::lanes;
use super::collect::{Append, Moves, Origins};
use super::node::Node;
use crate::kernel::single::en_passant_replies;

/// A writer of moves as bytes with AVX2.
#[derive(Clone, Copy)]
struct Writer;

impl Append for Writer {
    #[inline(always)]
    fn append(self, targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]) {
        // Four at a time, without a branch between them. An exhausted set gives numbers without meaning.
        let mut rest = targets.0;
        for four in to.as_chunks_mut::<4>().0 {
            for number in four {
                *number = rest.trailing_zeros() as u8;
                rest &= rest.wrapping_sub(1);
            }
            if rest == 0 {
                break;
            }
        }
        // All in one register.
        match origins {
            Origins::Square(square) => *from = [square as u8; 32],
            Origins::Step(step) => {
                for i in 0..32 {
                    from[i] = to[i].wrapping_sub(step as u8);
                }
            }
        }
    }
}

lanes! {
    /// Returns the number of legal replies to all moves of `C`, or `None` if there are more moves than the kernel has room for.
    pub(super) fn replies<C: Side, M: Machine>(
        _proof: Avx2,
        machine: M,
        position: &Position,
    ) -> Option<u64> {
        let mut moves = Moves::none();
        if moves.collect::<C>(machine, Writer, position).is_break() {
            return None;
        }
        let node = Node::new::<C>(position);
        let mut replies = moves.scalar_replies;
        replies += en_passant_replies::<C>(machine.sliders(), position, moves.landings);
        let mut plan = plan::Plan::none();
        if !plan::make::<C, M::Sliders>(&mut plan, machine.sliders(), position, &node, &moves) {
            return None;
        }
        replies += children::count_moves::<C>(&node, &plan, &moves);
        if !moves.promotions.from.is_empty() {
            replies += children::count_promotions::<C>(&node, &plan, &moves);
        }
        Some(replies)
    }
}
