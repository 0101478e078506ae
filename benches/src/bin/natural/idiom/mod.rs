//! The walk of [`walk`](crate::walk), the same tree, in each library's best idiom: what the generator knows of movers and
//! victims is not looked up again, and quiet moves are not listed where a capture is enough.

mod cozy;
mod ours;
mod shakmaty;
mod task;

pub(crate) use self::task::walk as walk_as_task;

use crate::evaluation::evaluate;
use crate::library::Library;
use crate::scored::Scored;
use crate::walk::MATE;

/// The best way for a library's generator to fill the lists of the walk.
pub(crate) trait Idiom: Library {
    /// The item of the lists for one move.
    type Entry: Copy;

    /// Lists the captures; and the other moves in `quiets`, where that is cheaper than doing so [later](Self::later).
    fn first(position: &Self::Position, captures: &mut Scored<Self::Entry>, quiets: &mut Scored<Self::Entry>);

    /// Lists the captures alone.
    fn captures(position: &Self::Position, captures: &mut Scored<Self::Entry>);

    /// Lists the other moves, if [`first`](Self::first) has not.
    #[inline(always)]
    fn later(_: &Self::Position, _: &mut Scored<Self::Entry>) {}

    /// Calls `visit` with the position after one of the moves, on a copy.
    fn with_child<R>(
        position: &Self::Position,
        entry: Self::Entry,
        visit: impl FnOnce(&Self::Position) -> R,
    ) -> R;
}

/// The number of nodes and the value, which are those of [`walk`](crate::walk::walk).
pub(crate) fn walk<L: Idiom>(position: &L::Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = search::<L>(position, depth, -MATE, MATE, &mut nodes);
    (nodes, value as u64)
}

fn search<L: Idiom>(position: &L::Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return captures::<L>(position, alpha, beta, nodes);
    }
    *nodes += 1;
    let mut captures = Scored::new();
    let mut quiets = Scored::new();
    L::first(position, &mut captures, &mut quiets);
    for index in 0..captures.len() {
        let value = L::with_child(position, captures.pick_without_branch(index), |child| {
            -search::<L>(child, depth - 1, -beta, -alpha, nodes)
        });
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    L::later(position, &mut quiets);
    if captures.is_empty() && quiets.is_empty() {
        return if L::is_in_check(position) { -MATE } else { 0 };
    }
    for index in 0..quiets.len() {
        let value = L::with_child(position, quiets.pick_without_branch(index), |child| {
            -search::<L>(child, depth - 1, -beta, -alpha, nodes)
        });
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

fn captures<L: Idiom>(position: &L::Position, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let standing = evaluate::<L>(position);
    if standing >= beta {
        return beta;
    }
    alpha = alpha.max(standing);
    let mut moves = Scored::new();
    L::captures(position, &mut moves);
    for index in 0..moves.len() {
        let value = L::with_child(position, moves.pick_without_branch(index), |child| {
            -captures::<L>(child, -beta, -alpha, nodes)
        });
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}
