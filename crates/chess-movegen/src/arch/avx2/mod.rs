//! Processors with AVX2: the replies to eight moves are counted at once, one position a lane of two registers.
//!
//! The children are formed as the AVX-512 backend forms them, from the same lists. Without ternary logic, lane masks,
//! population counts and bit reversal in lanes, and with half the width, this form has to do less for each of them:
//!
//! - What the replying side's pieces can do is planned once for the node, piece by piece, for they stand where they
//!   are in every child ([`plan`]). A line on which no child gains or loses a piece is a constant; pieces that can
//!   neither be taken nor pinned need no test; and constants of several pieces are added up before they are counted.
//! - The king's rays and the directions of danger that can matter are found by looking from the king and from the
//!   squares it can really step to ([`lanes::seen_over`]).
//! - The other lines are looked along by subtraction, upwards on the board and on its mirror image, and along ranks
//!   by two lookups in a register ([`lanes`]).
//! - Population counts stay bytes until all moves of the children are counted.

mod children;
mod lanes;
mod plan;

use chess_board::Position;
use chess_types::{Bitboard, Square};

use super::collect::{Append, Moves, Origins};
use super::node::Node;
use super::{Arch, Task, count_each};
use crate::side::Side;
use crate::sliders::Sliders;

/// Gives functions the instructions of this backend.
macro_rules! avx2 {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $result:ty)? $body:block)+) => {$(
        $(#[$meta])*
        #[inline]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        $vis fn $name $(<$($generic: $bound),+>)? ($($arg: $type),*) $(-> $result)? $body
    )+};
}
use avx2;

/// Proof of a processor with the instructions of [`avx2!`], and its way to look up sliders: PEXT is slow on some.
#[derive(Clone, Copy)]
pub(crate) struct Avx2<S>(S);

impl<S: Sliders> Avx2<S> {
    /// # Safety
    ///
    /// The processor has the instructions of [`avx2!`].
    #[inline]
    pub(super) const unsafe fn assume(sliders: S) -> Self {
        Self(sliders)
    }
}

impl<S: Sliders> Sliders for Avx2<S> {
    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0.rook_attacks(square, occupancy)
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0.bishop_attacks(square, occupancy)
    }
}

impl<S: Sliders> Arch for Avx2<S> {
    #[inline(always)]
    fn run<T: Task>(self, task: T) -> T::Output {
        // Not `#[inline]` as the macro has it: this is where generic code ends and a machine begins.
        #[inline(never)]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        fn compiled<S: Sliders, T: Task>(arch: Avx2<S>, task: T) -> T::Output {
            task.run(arch)
        }
        // SAFETY: `self` is the proof of the features. Test: `every_backend_counts_what_the_portable_one_counts`.
        unsafe { compiled(self, task) }
    }

    #[inline(always)]
    fn count_replies<C: Side>(self, position: &Position) -> u64 {
        // SAFETY: as above.
        unsafe { count_replies::<S, C>(self, position) }
    }
}

impl<S: Sliders> Append for Avx2<S> {
    #[inline(always)]
    fn append(self, targets: Bitboard, origins: Origins, from: &mut [u8; 32], to: &mut [u8; 32]) {
        // Four at a time without a branch between them; a set that has run out gives numbers without meaning.
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

avx2! {
    fn count_replies<S: Sliders, C: Side>(arch: Avx2<S>, position: &Position) -> u64 {
        let mut moves = Moves::none();
        if moves.collect::<C>(arch, position).is_break() {
            return count_each::<C>(arch, position);
        }
        let node = Node::new::<C>(position);
        let mut replies = moves.scalar_replies;
        replies += node.en_passant_replies::<C>(arch, moves.landings);
        let mut plan = plan::Plan::none();
        if !plan::make::<C, S>(&mut plan, arch.0, position, &node, &moves) {
            return count_each::<C>(arch, position);
        }
        replies += children::count_moves::<C>(&node, &plan, &moves);
        if !moves.promotions.from.is_empty() {
            replies += children::count_promotions::<C>(&node, &plan, &moves);
        }
        replies
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Backend, Portable};
    use crate::side::{Black, White};

    struct CountReplies<'a>(&'a Position);

    impl Task for CountReplies<'_> {
        type Output = u64;

        fn run(self, arch: impl Arch) -> u64 {
            match self.0.side_to_move() {
                chess_types::Color::White => arch.count_replies::<White>(self.0),
                chess_types::Color::Black => arch.count_replies::<Black>(self.0),
            }
        }
    }

    /// No test from outside comes here where PEXT is fast. The positions are those of the chess programming wiki.
    #[test]
    fn magics_serve_where_pext_is_slow() {
        if !Backend::Avx2.is_available() {
            return;
        }
        // SAFETY: the processor has been asked.
        let arch = unsafe { Avx2::assume(Portable) };
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(arch.run(CountReplies(&position)), Portable.run(CountReplies(&position)), "{fen}");
        }
    }
}
