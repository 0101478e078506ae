use std::ops::Deref;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Move, Position, Role};

use crate::library::{Library, PAWN, word};

/// `shakmaty`, whose generator builds a list of moves that know their roles.
pub(crate) struct Shakmaty;

/// The index of a role, which are numbered from 1.
#[inline(always)]
pub(crate) fn index(role: Role) -> u32 {
    role as u32 - 1
}

impl Library for Shakmaty {
    const NAME: &'static str = "shakmaty";

    type Position = Chess;
    type Move = Move;

    fn parse(fen: &str) -> Chess {
        let fen = Fen::from_ascii(fen.as_bytes()).expect("a FEN that shakmaty reads");
        fen.into_position(CastlingMode::Standard).expect("a position that shakmaty accepts")
    }

    #[inline(always)]
    fn list(position: &Chess) -> impl Deref<Target = [Move]> {
        position.legal_moves()
    }

    #[inline(always)]
    fn each_legal(position: &Chess, mut visit: impl FnMut(Move)) {
        for &mv in &position.legal_moves() {
            visit(mv);
        }
    }

    #[inline(always)]
    fn each_capture(position: &Chess, mut visit: impl FnMut(Move)) {
        for &mv in &position.capture_moves() {
            visit(mv);
        }
    }

    #[inline(always)]
    fn play(position: &mut Chess, mv: Move) {
        position.play_unchecked(mv);
    }

    #[inline(always)]
    fn word(_: &Chess, mv: Move) -> u32 {
        word(mv.from().map_or(0, |from| from as u32), mv.to() as u32, mv.promotion().map(index))
    }

    #[inline(always)]
    fn mover(position: &Chess, mv: Move) -> u32 {
        mv.from().and_then(|from| position.board().role_at(from)).map_or(PAWN, index)
    }

    #[inline(always)]
    fn victim(position: &Chess, mv: Move) -> Option<u32> {
        mv.is_capture().then(|| position.board().role_at(mv.to()).map_or(PAWN, index))
    }

    #[inline(always)]
    fn by_type(position: &Chess) -> [u64; 6] {
        Role::ALL.map(|role| position.board().by_role(role).0)
    }

    #[inline(always)]
    fn by_turn(position: &Chess) -> [u64; 2] {
        let us: Color = position.turn();
        [position.board().by_color(us).0, position.board().by_color(!us).0]
    }

    #[inline(always)]
    fn is_in_check(position: &Chess) -> bool {
        position.is_check()
    }
}
