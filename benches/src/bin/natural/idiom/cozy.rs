use cozy_chess::{Board, Move, Piece};

use super::Idiom;
use crate::libraries::Cozy;
use crate::library::{Library, PAWN};
use crate::scored::{Scored, key};

/// The target sets of one piece at a time: the mover is known, and captures are masked sets.
impl Idiom for Cozy {
    type Entry = Move;

    #[inline(always)]
    fn first(board: &Board, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
        let them = board.colors(!board.side_to_move());
        let (ep, ep_pawns) = Self::en_passant(board);
        board.generate_moves(|moves| {
            let passes = moves.piece == Piece::Pawn && ep_pawns.has(moves.from);
            let taken = if passes { them | ep } else { them };
            let mut taking = moves;
            taking.to &= taken;
            for mv in taking {
                let victim = board.piece_on(mv.to).map_or(PAWN, |piece| piece as u32);
                captures.push(key(Self::word(board, mv), moves.piece as u32, Some(victim)), mv);
            }
            let mut quiet = moves;
            quiet.to &= !taken;
            for mv in quiet {
                quiets.push(key(Self::word(board, mv), 0, None), mv);
            }
            false
        });
    }

    #[inline(always)]
    fn captures(board: &Board, captures: &mut Scored<Move>) {
        let them = board.colors(!board.side_to_move());
        let (ep, ep_pawns) = Self::en_passant(board);
        board.generate_moves(|mut moves| {
            let passes = moves.piece == Piece::Pawn && ep_pawns.has(moves.from);
            moves.to &= if passes { them | ep } else { them };
            for mv in moves {
                let victim = board.piece_on(mv.to).map_or(PAWN, |piece| piece as u32);
                captures.push(key(Self::word(board, mv), moves.piece as u32, Some(victim)), mv);
            }
            false
        });
    }

    #[inline(always)]
    fn with_child<R>(board: &Board, mv: Move, visit: impl FnOnce(&Board) -> R) -> R {
        Self::with_after(board, mv, visit)
    }
}
