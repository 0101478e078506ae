//! The walk of [`walk`](crate::walk), the same tree, in each library's best idiom: movers and victims that the generator has are
//! not looked up again, and quiet moves are not listed where a capture is enough.

use chess_benches::{Cozy, Library, Ours, PAWN, Shakmaty, shakmaty_index};
use chess_board::Position;
use chess_movegen::{Selection, for_each_move};
use chess_types::Move;
use cozy_chess::Board;
use shakmaty::{Chess, Position as _};

use crate::walk::{MATE, Scored, best_of, evaluate, key};

/// The best way for a library's generator to fill the lists of the walk.
pub(crate) trait Idiom: Library {
    /// Lists the captures; and the other moves in `quiets`, where that is cheaper than doing so [later](Self::later).
    fn first(position: &Self::Position, captures: &mut Scored<Self::Move>, quiets: &mut Scored<Self::Move>);

    /// Lists the captures alone.
    fn noisy(position: &Self::Position, captures: &mut Scored<Self::Move>);

    /// Lists the other moves, if [`first`](Self::first) has not.
    #[inline(always)]
    fn later(_: &Self::Position, _: &mut Scored<Self::Move>) {}
}

/// Moves with the type of the moving piece; a search looks the captured piece up.
#[inline(always)]
fn list(position: &Position, selection: Selection, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
    for_each_move(position, selection, |piece_type, mv| {
        let word = Ours::word(position, mv);
        match position.captured(mv) {
            Some(victim) => captures.push(key(word, piece_type as u32, Some(victim as u32)), mv),
            None => quiets.push(word, mv),
        }
    });
}

impl Idiom for Ours {
    #[inline(always)]
    fn first(position: &Position, captures: &mut Scored<Move>, quiets: &mut Scored<Move>) {
        list(position, Selection::noisy(position), captures, quiets);
    }

    #[inline(always)]
    fn noisy(position: &Position, captures: &mut Scored<Move>) {
        list(position, Selection::captures(position), captures, &mut Scored::new());
    }

    #[inline(always)]
    fn later(position: &Position, quiets: &mut Scored<Move>) {
        list(position, Selection::quiets(position), &mut Scored::new(), quiets);
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
impl Idiom for Cozy {
    #[inline(always)]
    fn first(board: &Board, captures: &mut Scored<Self::Move>, quiets: &mut Scored<Self::Move>) {
        Self::each_set(board, |taking, quiet| {
            take(board, taking, captures);
            for mv in quiet {
                quiets.push(key(Self::word(board, mv), 0, None), mv);
            }
        });
    }

    #[inline(always)]
    fn noisy(board: &Board, captures: &mut Scored<Self::Move>) {
        Self::each_set(board, |taking, _| take(board, taking, captures));
    }
}

/// The key of a move, which contains its role and its capture.
#[inline(always)]
fn score(position: &Chess, mv: shakmaty::Move) -> u32 {
    let index = shakmaty_index;
    key(Shakmaty::word(position, mv), index(mv.role()), mv.capture().map(index))
}

impl Idiom for Shakmaty {
    #[inline(always)]
    fn first(position: &Chess, captures: &mut Scored<Self::Move>, quiets: &mut Scored<Self::Move>) {
        for &mv in &position.legal_moves() {
            let moves = if mv.is_capture() { &mut *captures } else { &mut *quiets };
            moves.push(score(position, mv), mv);
        }
    }

    #[inline(always)]
    fn noisy(position: &Chess, captures: &mut Scored<Self::Move>) {
        for &mv in &position.capture_moves() {
            captures.push(score(position, mv), mv);
        }
    }
}

/// The number of nodes and the value, which are those of [`walk`](crate::walk::walk).
pub(crate) fn walk<L: Idiom>(position: &L::Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = search::<L>(position, depth, -MATE, MATE, &mut nodes);
    (nodes, value as u64)
}

fn search<L: Idiom>(position: &L::Position, depth: u32, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return captures::<L>(position, alpha, beta, nodes);
    }
    *nodes += 1;
    let mut captures = Scored::new();
    let mut quiets = Scored::new();
    let mut below = |child: &L::Position, alpha, beta| -search::<L>(child, depth - 1, alpha, beta, nodes);
    L::first(position, &mut captures, &mut quiets);
    let pick = Scored::pick_without_branch;
    let alpha = best_of::<L>(position, &mut captures, pick, alpha, beta, &mut below);
    if alpha >= beta {
        return beta;
    }
    L::later(position, &mut quiets);
    if captures.is_empty() && quiets.is_empty() {
        return if L::is_in_check(position) { -MATE } else { 0 };
    }
    best_of::<L>(position, &mut quiets, pick, alpha, beta, below)
}

fn captures<L: Idiom>(position: &L::Position, alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let standing = evaluate::<L>(position);
    if standing >= beta {
        return beta;
    }
    let mut moves = Scored::new();
    L::noisy(position, &mut moves);
    let (pick, alpha) = (Scored::pick_without_branch, alpha.max(standing));
    best_of::<L>(position, &mut moves, pick, alpha, beta, |child, alpha, beta| {
        -captures::<L>(child, alpha, beta, nodes)
    })
}
