//! All sets of this module on one position, with White to move.
//!
//! ```text
//! 8  . . . . k . . .      The replies of Black are counted after all moves of White. White's rook pins the knight on e6. Its
//! 7  . . . . . p . .      bishop would give check if the knight on b5 were not there. Its queen attacks e7 and d8.
//! 6  . . . . n . . .
//! 5  . N . . . . . .
//! 4  B . . . . . . Q
//! 3  . . . . . . . .
//! 2  P . . . . P P .
//! 1  r . . . R . K .
//!    a b c d e f g h
//! ```
//!
//! On the shared board Black's rook has five moves and the pinned knight none. A group of moves has all of these replies after each
//! move, and this is what changes it:
//!
//! - **The piece leaves its square.** If a slider sees the square, it gains what is hidden behind. If the piece stands on `lines`, all
//!   is found anew on the board without it; if on `touched`, the king's replies are; if on `screens`, its moves give check.
//! - **It arrives on a target.** A slider that sees the target loses what is hidden behind, and a pawn may lose a push or gain a
//!   capture. Each of these is a sum over the set of all targets. If the target was a black piece, its own moves are lost, and others can
//!   capture there.
//! - **It attacks what the king wants.** The piece attacks a square from those targets that it would attack from the square, so that
//!   one lookup for each step of the king serves all targets.
//! - **It arrives on a slow target:** the line of a pin, the way of a castling, or a square from which it gives check or may pin. This
//!   move is made on a copy. So are promotions, castlings and captures en passant.

use core::marker::PhantomData;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_types::{Bitboard, PieceType, Square, bitboard};

use super::king::KingReplies;
use super::shared::FindShared;
use crate::side::White;

struct Page;

impl Task for Page {
    type Output = ();

    fn run(self, machine: impl Machine) {
        let position = "4k3/5p2/4n3/1N6/B6Q/8/P4PP1/r3R1K1 w - - 0 1".parse::<Position>().unwrap();
        let find = FindShared::<White> { position: &position, gone: Bitboard::EMPTY, side: PhantomData };
        let shared = find.run(machine);
        let mut king_replies = KingReplies::new();
        king_replies.fill::<White>(machine.sliders(), &shared, Bitboard::EMPTY);
        assert_eq!(shared.moves, 5);

        // Arrivals on `seen` take moves from a slider, and leaving one of these squares gives it some.
        let seen = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . .
            . X X X X . . .
        };
        assert_eq!(shared.seen, seen);

        // The rook unpins the knight by leaving, the knight on b5 opens the bishop's line to the king.
        assert_eq!(shared.lines, Square::E1.bitboard());
        assert_eq!(shared.screens, Square::B5.bitboard());

        // An arrival on the line of the pin ends it, or captures the pinned piece.
        let slow = bitboard! {
            . . . . . . . .
            . . . . X . . .
            . . . . X . . .
            . . . . X . . .
            . . . . X . . .
            . . . . X . . .
            . . . . X . . .
            . . . . X . . .
        };
        assert_eq!(shared.slow_targets[PieceType::King as usize], slow);

        // For bishops and the queen, these are slow too. They give check on d7 and c6, and on g6 and h5 they pin the pawn.
        let bishop_checks = bitboard! {
            . . . . . . . .
            . . . X . X . .
            . . X . . . X .
            . X . . . . . X
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        assert_eq!(shared.slow_targets[PieceType::Bishop as usize], slow | bishop_checks);

        // The king's steps to d7 and f8 are safe after all arrivals but those that attack them. The step to d8 is safe after these only,
        // since the queen attacks it; the step to e7 after the first two. Two attackers could not be blocked at once.
        let before_d8 = bitboard! {
            . . . . . . . .
            . . . . X . . .
            . . . . . X . .
            . . . . . . X .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        };
        let steps = [
            (Square::D7, Bitboard::FULL),
            (Square::E7, before_d8 - Square::E7),
            (Square::D8, before_d8),
            (Square::F8, Bitboard::FULL),
        ];
        assert_eq!(king_replies.steps.as_slice(), steps);
        // The queen by leaving makes two of them safe, the knight opens the bishop's line to d7.
        assert_eq!(king_replies.touched, Square::H4 | Square::B5);

        // Pawns elsewhere are calm: their pushes are one group.
        let pawns = position.pieces(position.side_to_move(), PieceType::Pawn);
        assert_eq!(pawns - king_replies.felt(&shared), Square::F2 | Square::G2);
    }
}

#[test]
fn the_sets_of_a_position() {
    Backend::Portable.run(Page);
}
