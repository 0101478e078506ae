//! The lists of [`walk`](crate::walk) in each library's best idiom: movers and victims that the generator has are not looked up
//! again, and quiet moves are not listed where a capture is enough. The tree is the same.

use chess_benches::{Cozy, Library, Ours, PAWN, Shakmaty, shakmaty_index};
use chess_board::Position;
use chess_movegen::{PositionExt, Selection};
use chess_types::Move;
use cozy_chess::Board;
use shakmaty::{Chess, Position as _};

use crate::walk::{Listing, Scored, key};

/// The best way for a library's generator to fill the lists of the walk.
pub(crate) struct Idiom;

/// Moves with the type of the moving piece; a search looks the captured piece up.
#[inline(always)]
fn list(position: &Position, selection: Selection, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
    position.for_each_move(selection, |piece_type, mv| {
        let word = Ours::word(position, mv);
        match position.captured(mv) {
            Some(victim) => captures.push(key(word, piece_type as u32, Some(victim as u32)), mv),
            None => quiets.push(word, mv),
        }
    });
}

impl Listing<Ours> for Idiom {
    #[inline(always)]
    fn first(position: &Position, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
        list(position, Selection::NOISY, captures, quiets);
    }

    #[inline(always)]
    fn noisy(position: &Position, captures: &mut Scored<Move>) {
        list(position, Selection::CAPTURES, captures, &mut Scored::new());
    }

    #[inline(always)]
    fn later(position: &Position, quiets: &mut Scored<Move>) {
        list(position, Selection::QUIETS, &mut Scored::new(), quiets);
    }
}

#[inline(always)]
fn take(board: &Board, taking: cozy_chess::PieceMoves, captures: &mut Scored<cozy_chess::Move>) {
    for mv in taking {
        let victim = board.piece_on(mv.to).map_or(PAWN, |piece| piece as u32);
        captures.push(key(Cozy::word(board, mv), taking.piece as u32, Some(victim)), mv);
    }
}

/// The target sets of one piece at a time: the mover is known, and captures are masked sets.
impl Listing<Cozy> for Idiom {
    #[inline(always)]
    fn first(board: &Board, captures: &mut Scored<cozy_chess::Move>, quiets: &mut Scored<cozy_chess::Move>) {
        Cozy::each_set(board, |taking, quiet| {
            take(board, taking, captures);
            for mv in quiet {
                quiets.push(key(Cozy::word(board, mv), 0, None), mv);
            }
        });
    }

    #[inline(always)]
    fn noisy(board: &Board, captures: &mut Scored<cozy_chess::Move>) {
        Cozy::each_set(board, |taking, _| take(board, taking, captures));
    }
}

/// The key of a move, which contains its role and its capture.
#[inline(always)]
fn score(position: &Chess, mv: shakmaty::Move) -> u32 {
    let index = shakmaty_index;
    key(Shakmaty::word(position, mv), index(mv.role()), mv.capture().map(index))
}

impl Listing<Shakmaty> for Idiom {
    #[inline(always)]
    fn first(position: &Chess, captures: &mut Scored<shakmaty::Move>, quiets: &mut Scored<shakmaty::Move>) {
        for &mv in &position.legal_moves() {
            let moves = if mv.is_capture() { &mut *captures } else { &mut *quiets };
            moves.push(score(position, mv), mv);
        }
    }

    #[inline(always)]
    fn noisy(position: &Chess, captures: &mut Scored<shakmaty::Move>) {
        for &mv in &position.capture_moves() {
            captures.push(score(position, mv), mv);
        }
    }
}
