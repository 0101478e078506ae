use std::hint::black_box;

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, Move, Position, Square, attacks};

use crate::program::Program;

/// `shakmaty`. Its generator always builds a list, so that counting is the length of one; copying is its only way
/// to make.
pub struct Shakmaty;

fn square(index: usize) -> Square {
    Square::new(index as u32)
}

impl Program for Shakmaty {
    const NAME: &'static str = "shakmaty";

    type Position = Chess;
    type Move = Move;

    #[inline]
    fn rook_attacks(from: usize, occupancy: u64) -> u64 {
        attacks::rook_attacks(square(from), Bitboard(occupancy)).0
    }

    #[inline]
    fn bishop_attacks(from: usize, occupancy: u64) -> u64 {
        attacks::bishop_attacks(square(from), Bitboard(occupancy)).0
    }

    fn parse(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN that shakmaty reads");
        fen.into_position(CastlingMode::Standard).expect("a position that shakmaty accepts")
    }

    fn write(position: &Chess) -> String {
        Fen::from_position(position, EnPassantMode::Legal).to_string()
    }

    fn occupied(position: &Chess) -> u64 {
        position.board().occupied().0
    }

    fn moves(position: &Chess) -> Vec<Move> {
        position.legal_moves().to_vec()
    }

    fn list(position: &Chess) -> usize {
        black_box(&position.legal_moves()).len()
    }

    fn count(position: &Chess) -> usize {
        position.legal_moves().len()
    }

    fn list_captures(position: &Chess) -> usize {
        black_box(&position.capture_moves()).len()
    }

    fn after(position: &Chess, mv: Move) -> Chess {
        let mut child = position.clone();
        child.play_unchecked(mv);
        child
    }

    fn perft_count(position: &Chess, depth: u32) -> u64 {
        shakmaty::perft(position, depth)
    }

    fn perft_list(position: &Chess, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => Self::list(position) as u64,
            _ => sum_children(position, |child| Self::perft_list(child, depth - 1)),
        }
    }

    fn perft_make(position: &Chess, depth: u32) -> u64 {
        match depth {
            0 => {
                black_box(position);
                1
            }
            _ => sum_children(position, |child| Self::perft_make(child, depth - 1)),
        }
    }
}

/// Adds up `leaves` over the positions after each legal move.
#[inline(always)]
fn sum_children(position: &Chess, leaves: impl Fn(&Chess) -> u64) -> u64 {
    position.legal_moves().iter().map(|&mv| leaves(&Shakmaty::after(position, mv))).sum()
}
