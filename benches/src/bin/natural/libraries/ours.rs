use std::ops::Deref;

use chess_board::Position;
use chess_movegen::{captures, legal_moves};
use chess_types::{Move, MoveList, PieceType};

use crate::library::{Library, PAWN, word};

/// The crates of this workspace.
pub(crate) struct Ours;

impl Library for Ours {
    const NAME: &'static str = "ours";

    type Position = Position;
    type Move = Move;

    fn parse(fen: &str) -> Position {
        fen.parse().expect("a FEN of a position")
    }

    #[inline(always)]
    fn list(position: &Position) -> impl Deref<Target = [Move]> {
        legal_moves(position)
    }

    #[inline(always)]
    fn each_legal(position: &Position, mut visit: impl FnMut(Move)) {
        for &mv in &legal_moves(position) {
            visit(mv);
        }
    }

    #[inline(always)]
    fn each_capture(position: &Position, mut visit: impl FnMut(Move)) {
        let mut moves = MoveList::new();
        captures(position, &mut moves);
        for &mv in &moves {
            visit(mv);
        }
    }

    #[inline(always)]
    fn with_after<R>(position: &Position, mv: Move, visit: impl FnOnce(&Position) -> R) -> R {
        visit(&position.after(mv))
    }

    #[inline(always)]
    fn play(position: &mut Position, mv: Move) {
        position.play(mv);
    }

    #[inline(always)]
    fn word(_: &Position, mv: Move) -> u32 {
        word(mv.from() as u32, mv.to() as u32, mv.promotion().map(|piece_type| piece_type as u32))
    }

    #[inline(always)]
    fn mover(position: &Position, mv: Move) -> u32 {
        position.board().piece_type_at(mv.from()).map_or(PAWN, |piece_type| piece_type as u32)
    }

    #[inline(always)]
    fn victim(position: &Position, mv: Move) -> Option<u32> {
        if !mv.is_capture() {
            return None;
        }
        Some(position.board().piece_type_at(mv.to()).map_or(PAWN, |piece_type| piece_type as u32))
    }

    #[inline(always)]
    fn by_type(position: &Position) -> [u64; 6] {
        PieceType::ALL.map(|piece_type| position.by_type(piece_type).0)
    }

    #[inline(always)]
    fn by_turn(position: &Position) -> [u64; 2] {
        let us = position.side_to_move();
        [position.by_color(us).0, position.by_color(us.opponent()).0]
    }

    #[inline(always)]
    fn is_in_check(position: &Position) -> bool {
        position.is_in_check()
    }
}
