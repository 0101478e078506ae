use crate::evaluation::evaluate;
use crate::library::Library;
use crate::scored::{Scored, key};

/// More than any evaluation.
pub(crate) const MATE: i32 = 30_000;

/// Alpha-beta with captures below, as one writes it first: a list of its own, scored by look-ups of mover and victim, the
/// best picked by a scan.
///
/// Returns the number of nodes and the value.
pub(crate) fn walk<L: Library>(position: &L::Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = search::<L>(position, depth, -MATE, MATE, &mut nodes);
    (nodes, value as u64)
}

fn search<L: Library>(position: &L::Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    if depth == 0 {
        return captures::<L>(position, alpha, beta, nodes);
    }
    *nodes += 1;
    let mut moves = Scored::new();
    L::each_legal(position, |mv| moves.push(score::<L>(position, mv), mv));
    if moves.is_empty() {
        return if L::is_in_check(position) { -MATE } else { 0 };
    }
    for index in 0..moves.len() {
        let value = L::with_after(position, moves.pick(index), |child| {
            -search::<L>(child, depth - 1, -beta, -alpha, nodes)
        });
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

fn captures<L: Library>(position: &L::Position, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let standing = evaluate::<L>(position);
    if standing >= beta {
        return beta;
    }
    alpha = alpha.max(standing);
    let mut moves = Scored::new();
    L::each_capture(position, |mv| moves.push(score::<L>(position, mv), mv));
    for index in 0..moves.len() {
        let value =
            L::with_after(position, moves.pick(index), |child| -captures::<L>(child, -beta, -alpha, nodes));
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

#[inline(always)]
fn score<L: Library>(position: &L::Position, mv: L::Move) -> u32 {
    key(L::word(position, mv), L::mover(position, mv), L::victim(position, mv))
}
