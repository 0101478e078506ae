use std::hint::black_box;

use chess_board::Position;
use chess_movegen::{captures, generate, legal_count, legal_moves};
use chess_movegen_perft::{PerftMode, perft, perft_with};
use chess_types::{Bitboard, Move, MoveList, Square};

use crate::program::Program;

/// The crates of this workspace.
pub struct Ours;

impl Ours {
    /// Perft whose every leaf is made on a copy, the only way there is in the peers.
    pub fn perft_copy(position: &Position, depth: u32) -> u64 {
        perft_with(position, depth, PerftMode::Copy)
    }
}

impl Program for Ours {
    const NAME: &'static str = "ours";

    type Position = Position;
    type Move = Move;

    #[inline]
    fn rook_attacks(square: usize, occupancy: u64) -> u64 {
        chess_magic::rook_attacks(Square::ALL[square], Bitboard(occupancy)).0
    }

    #[inline]
    fn bishop_attacks(square: usize, occupancy: u64) -> u64 {
        chess_magic::bishop_attacks(Square::ALL[square], Bitboard(occupancy)).0
    }

    fn parse(fen: &str) -> Position {
        Position::from_fen(fen).expect("a FEN of a position")
    }

    fn write(position: &Position) -> String {
        position.to_string()
    }

    fn occupied(position: &Position) -> u64 {
        position.occupied().0
    }

    fn moves(position: &Position) -> Vec<Move> {
        legal_moves(position).to_vec()
    }

    fn list(position: &Position) -> usize {
        let mut list = MoveList::new();
        generate(position, &mut list);
        black_box(&list).len()
    }

    fn count(position: &Position) -> usize {
        legal_count(position)
    }

    fn list_captures(position: &Position) -> usize {
        let mut list = MoveList::new();
        captures(position, &mut list);
        black_box(&list).len()
    }

    fn after(position: &Position, mv: Move) -> Position {
        position.after(mv)
    }

    fn perft_count(position: &Position, depth: u32) -> u64 {
        perft(position, depth)
    }

    fn perft_list(position: &Position, depth: u32) -> u64 {
        perft_with(position, depth, PerftMode::List)
    }

    /// In place, with unmake: see [`Ours::perft_copy`] for the other way.
    fn perft_make(position: &Position, depth: u32) -> u64 {
        perft_with(position, depth, PerftMode::Make)
    }
}
