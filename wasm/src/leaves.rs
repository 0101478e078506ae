//! Perft: by the kernels of chess-movegen-perft, or in a module that is to be small by making each move but the last.

use chess_movegen::Position;
use chess_types::Move;

/// The greatest depth, as that of the program's perft: no count that ends needs more, and a walk of so many plies needs little of
/// the stack.
pub(crate) const MAX_DEPTH: u32 = 64;

#[cfg(feature = "perft")]
mod kernels {
    use super::{Move, Position};

    pub(crate) fn perft(position: &Position, depth: u32) -> u64 {
        chess_movegen_perft::perft(position, depth)
    }

    pub(crate) fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
        chess_movegen_perft::divide(position, depth, chess_movegen_perft::PerftMode::Count).into_iter()
    }
}

#[cfg(not(feature = "perft"))]
mod plain {
    use chess_movegen::PositionExt;

    use super::{Move, Position};

    pub(crate) fn perft(position: &Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = position.legal_moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.into_iter().map(|mv| perft(&after(position, mv), depth - 1)).sum()
    }

    pub(crate) fn divide(position: &Position, depth: u32) -> impl Iterator<Item = (Move, u64)> {
        let moves = if depth == 0 { chess_types::MoveList::new() } else { position.legal_moves() };
        moves.into_iter().map(move |mv| (mv, perft(&after(position, mv), depth - 1)))
    }

    fn after(position: &Position, mv: Move) -> Position {
        let mut after = *position;
        after.play_unchecked(mv);
        after
    }
}

#[cfg(feature = "perft")]
pub(crate) use kernels::{divide, perft};
#[cfg(not(feature = "perft"))]
pub(crate) use plain::{divide, perft};
