use std::hint::select_unpredictable;

use arrayvec::ArrayVec;
use chess_benches::Library;

/// More than any evaluation.
pub(crate) const MATE: i32 = 30_000;

const CENTRE: u64 = 0x0000_3c3c_3c3c_0000;

/// The way in which a search lists the moves of a library.
pub(crate) trait Listing<L: Library> {
    /// Lists the captures; and the other moves in `quiets`, where that is cheaper than doing so [later](Self::later).
    fn first(position: &L::Position, captures: &mut Scored<L::Move>, quiets: &mut Scored<L::Move>);

    /// Lists the captures alone.
    fn noisy(position: &L::Position, captures: &mut Scored<L::Move>);

    /// Lists the other moves, if [`first`](Self::first) has not.
    #[inline(always)]
    fn later(_: &L::Position, _: &mut Scored<L::Move>) {}
}

/// The simplest way, the same text for each library: all moves in one list, scored by lookups of mover and victim.
pub(crate) struct OneList;

impl<L: Library> Listing<L> for OneList {
    #[inline(always)]
    fn first(position: &L::Position, moves: &mut Scored<L::Move>, _: &mut Scored<L::Move>) {
        L::each_legal(position, |mv| moves.push(score::<L>(position, mv), mv));
    }

    #[inline(always)]
    fn noisy(position: &L::Position, moves: &mut Scored<L::Move>) {
        L::each_capture(position, |mv| moves.push(score::<L>(position, mv), mv));
    }
}

/// Alpha-beta with a quiescence search, in its simplest form, with the best move picked by a scan.
///
/// Returns the number of nodes and the value, which are the same for all libraries and ways to list.
pub(crate) fn walk<L: Library, S: Listing<L>>(position: &L::Position, depth: u32) -> (u64, u64) {
    let mut nodes = 0;
    let value = search::<L, S>(position, depth, -MATE, MATE, &mut nodes);
    (nodes, value as u64)
}

fn search<L: Library, S: Listing<L>>(
    position: &L::Position,
    depth: u32,
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    if depth == 0 {
        return captures::<L, S>(position, alpha, beta, nodes);
    }
    *nodes += 1;
    let (mut captures, mut quiets) = (Scored::new(), Scored::new());
    let mut below = |child: &L::Position, alpha, beta| -search::<L, S>(child, depth - 1, alpha, beta, nodes);
    S::first(position, &mut captures, &mut quiets);
    let alpha = best_of::<L>(position, &mut captures, alpha, beta, &mut below);
    if alpha >= beta {
        return beta;
    }
    S::later(position, &mut quiets);
    if captures.is_empty() && quiets.is_empty() {
        return if L::is_in_check(position) { -MATE } else { 0 };
    }
    best_of::<L>(position, &mut quiets, alpha, beta, below)
}

fn captures<L: Library, S: Listing<L>>(
    position: &L::Position,
    alpha: i32,
    beta: i32,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let standing = evaluate::<L>(position);
    if standing >= beta {
        return beta;
    }
    let mut moves = Scored::new();
    S::noisy(position, &mut moves);
    best_of::<L>(position, &mut moves, alpha.max(standing), beta, |child, alpha, beta| {
        -captures::<L, S>(child, alpha, beta, nodes)
    })
}

/// Plays the moves of a list, the best first, each on a copy. Returns the greatest of `alpha` and their values, or `beta` as soon
/// as one of them reaches it.
#[inline(always)]
pub(crate) fn best_of<L: Library>(
    position: &L::Position,
    moves: &mut Scored<L::Move>,
    mut alpha: i32,
    beta: i32,
    mut below: impl FnMut(&L::Position, i32, i32) -> i32,
) -> i32 {
    for index in 0..moves.len() {
        let value = L::with_after(position, moves.pick(index), |child| below(child, -beta, -alpha));
        if value >= beta {
            return beta;
        }
        alpha = alpha.max(value);
    }
    alpha
}

/// Material and occupation of the centre for the side to move, by population counts alone.
#[inline(always)]
pub(crate) fn evaluate<L: Library>(position: &L::Position) -> i32 {
    let [pawns, knights, bishops, rooks, queens, _] = L::by_type(position);
    let [us, them] = L::by_turn(position);
    let lead = |set: u64| (set & us).count_ones() as i32 - (set & them).count_ones() as i32;
    100 * lead(pawns)
        + 310 * lead(knights | bishops)
        + 500 * lead(rooks)
        + 950 * lead(queens)
        + 5 * lead(CENTRE)
}

#[inline(always)]
fn score<L: Library>(position: &L::Position, mv: L::Move) -> u32 {
    key(L::word(position, mv), L::mover(position, mv), L::victim(position, mv))
}

/// The score that orders the moves: captures before others, the greatest victim first, then the least mover; and a unique word,
/// so that the tree is the same in all libraries.
#[inline(always)]
pub(crate) fn key(word: u32, mover: u32, victim: Option<u32>) -> u32 {
    victim.map_or(0, |victim| (16 * (victim + 1) - mover) << 16) | word
}

/// The list of the walks: moves with their keys of order, the greatest first.
pub(crate) struct Scored<M>(ArrayVec<(u32, M), 256>);

impl<M: Copy> Scored<M> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(ArrayVec::new())
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, key: u32, mv: M) {
        self.0.push((key, mv));
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Swaps the best of the moves from `start` on to `start`, by a scan. A loop without a branch makes the walks of all libraries
    /// 1 to 5 % faster (Intel Xeon, AVX-512).
    #[inline(always)]
    pub(crate) fn pick(&mut self, start: usize) -> M {
        let moves = self.0.as_mut_slice();
        let mut best = start;
        let mut key = moves[start].0;
        for (index, &(other, _)) in moves.iter().enumerate().skip(start + 1) {
            best = select_unpredictable(other > key, index, best);
            key = key.max(other);
        }
        moves.swap(start, best);
        moves[start].1
    }
}
