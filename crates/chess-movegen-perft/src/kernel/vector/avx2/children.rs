//! The replies to eight moves at once, in AVX2 lanes.

use core::arch::x86_64::_mm256_setzero_si256;

use chess_magic::{knight_attacks, pawn_attacks};
use chess_movegen::Side;
use chess_types::{Bitboard, Direction, File, PieceType};

use super::super::collect::{Moves, eight};
use super::super::node::{Activity, Node};
use super::lanes::{
    Halves, Lanes, Tally, WIDTH, add_up, along_ranks, and, disjoint, empty_tally, equal, first, flip_ranks,
    halves, in_lane, lanes, less, or, shift, slide_up_bytes, splat, square_sets, sub, tally, tally_times,
    total, widen, without, xor, zero,
};
use super::plan::{Flipped, Plan};
use super::steps::{
    ChildBoards, Pins, castling_obstacles, leaper_danger, no_pins, pawn_danger, pawn_targets,
};

/// Views of the occupied squares.
struct Views {
    up: Lanes,
    /// The occupied squares with the ranks flipped.
    down: Lanes,
    halves: Halves,
}

lanes! {
    /// Counts the replies to the moves of the list, which has no promotions.
    pub(super) fn count_moves<S: Side>(node: &Node, plan: &Plan, moves: &Moves) -> u64 {
        let mut replies = _mm256_setzero_si256();
        let mut start = 0;
        while start < moves.len {
            let (from, to) = (eight(&moves.from, start), eight(&moves.to, start));
            let used = first(moves.len - start);
            let mut children = after_moves(node, plan.activity, square_sets(widen(from)), square_sets(widen(to)));
            if start + WIDTH > moves.castlings.start {
                move_castling_rooks(&mut children, moves, start);
            }
            replies = add_up(replies, replies_of_lanes::<S>(node, plan, used, &children));
            start += WIDTH;
        }
        total(replies)
    }

    /// Counts the replies to the promotions.
    #[cold]
    pub(super) fn count_promotions<S: Side>(node: &Node, plan: &Plan, moves: &Moves) -> u64 {
        let promotions = &moves.promotions;
        let mut replies = _mm256_setzero_si256();
        let mut start = 0;
        while start < promotions.from.len() {
            let from = square_sets(widen(eight(&promotions.from, start)));
            let to = square_sets(widen(eight(&promotions.to, start)));
            let promoted = widen(eight(&promotions.piece_type, start));
            let used = first(promotions.from.len() - start);
            let children = after_promotions(node, from, to, promoted);
            replies = add_up(replies, replies_of_lanes::<S>(node, plan, used, &children));
            start += WIDTH;
        }
        total(replies)
    }

    fn after_moves(node: &Node, activity: Activity, from: Lanes, to: Lanes) -> ChildBoards {
        let both = or(from, to);
        let movers = &node.movers;
        let pawns_matter = activity.has(Activity::PAWN_DANGER) || activity.has(Activity::PAWN_CHECK);
        let knights_matter = activity.has(Activity::KNIGHT_DANGER) || activity.has(Activity::KNIGHT_CHECK);
        let part = |matters: bool, pieces| if matters { relocate(pieces, from, both) } else { zero() };
        ChildBoards {
            pawns: part(pawns_matter, movers.pawns),
            knights: part(knights_matter, movers.knights),
            diagonal: part(activity.has_any(Direction::DIAGONAL), movers.diagonal),
            orthogonal: part(activity.has_any(Direction::ORTHOGONAL), movers.orthogonal),
            king: part(activity.has(Activity::KING_DANGER), movers.king),
            occupied: or(without(splat(node.occupied), from), to),
            own: without(splat(node.all_repliers), to),
            taken: to,
        }
    }

    /// Moves the piece on `from` if it is one of `pieces`. `both` holds the squares from and to.
    fn relocate(pieces: Bitboard, from: Lanes, both: Lanes) -> Lanes {
        let pieces = splat(pieces);
        xor(pieces, and(both, equal(and(pieces, from), from)))
    }

    fn after_promotions(node: &Node, from: Lanes, to: Lanes, promoted: Lanes) -> ChildBoards {
        let movers = &node.movers;
        let to_as = |piece_type: PieceType| and(to, equal(promoted, splat(Bitboard(piece_type as u64))));
        let queen = to_as(PieceType::Queen);
        ChildBoards {
            pawns: without(splat(movers.pawns), from),
            knights: or(splat(movers.knights), to_as(PieceType::Knight)),
            diagonal: or(splat(movers.diagonal), or(queen, to_as(PieceType::Bishop))),
            orthogonal: or(splat(movers.orthogonal), or(queen, to_as(PieceType::Rook))),
            king: splat(movers.king),
            occupied: or(without(splat(node.occupied), from), to),
            own: without(splat(node.all_repliers), to),
            taken: to,
        }
    }

    /// Moves the castling rooks along with their kings. Castlings stand last in the list.
    #[cold]
    fn move_castling_rooks(children: &mut ChildBoards, moves: &Moves, start: usize) {
        for (i, rook_squares) in moves.castlings.rook_squares.iter().enumerate() {
            let place = moves.castlings.start + i;
            if (start..start + WIDTH).contains(&place) {
                let squares = in_lane(*rook_squares, place - start);
                children.orthogonal = xor(children.orthogonal, squares);
                children.occupied = xor(children.occupied, squares);
            }
        }
    }

    /// Counts the legal moves of the repliers in each of eight positions, `S` having moved. `used` is all ones in the lanes
    /// that hold a position.
    fn replies_of_lanes<S: Side>(node: &Node, plan: &Plan, used: Lanes, children: &ChildBoards) -> Tally {
        let activity = plan.activity;
        let occupied = children.occupied;
        let views = Views { up: occupied, down: flip_ranks(occupied), halves: halves(occupied) };
        let mut danger = zero();
        if activity.has(Activity::PAWN_DANGER) {
            danger = pawn_danger(children.pawns, S::COLOR);
        }
        danger = leaper_danger(children, activity, danger);
        let (check_mask, pins) = checks_and_pins::<S>(node, used, children, &views, activity, &mut danger);
        danger = slider_danger(children, activity, danger);
        let targets = without(check_mask, children.own);
        let mut replies = piece_moves(plan, children, &views, &pins, targets);
        let king_steps = without(and(splat(plan.king_steps), used), or(children.own, danger));
        replies = tally(replies, king_steps);
        replies = pawn_moves::<S>(node, plan, children, &pins, check_mask, replies);
        for castling in &node.castlings {
            let obstacles = castling_obstacles(castling, children, &pins, danger);
            let free = and(disjoint(obstacles, used), used);
            replies = tally(replies, and(free, splat(Bitboard(1))));
        }
        replies
    }

    /// Returns the squares that end every check, and the pinned pieces. The squares are all without a check, and none
    /// in double check and in unused lanes. Squares behind the king on a checking ray are added to `danger`.
    fn checks_and_pins<S: Side>(
        node: &Node,
        used: Lanes,
        children: &ChildBoards,
        views: &Views,
        activity: Activity,
        danger: &mut Lanes,
    ) -> (Lanes, Pins) {
        let mut check_mask = used;
        if activity.has(Activity::KNIGHT_CHECK) {
            let checkers = and(children.knights, splat(knight_attacks(node.king)));
            check_mask = and(check_mask, or(checkers, equal(checkers, zero())));
        }
        if activity.has(Activity::PAWN_CHECK) {
            let checkers = and(children.pawns, splat(pawn_attacks(S::Them::COLOR, node.king)));
            check_mask = and(check_mask, or(checkers, equal(checkers, zero())));
        }
        let mut pins = no_pins();
        macro_rules! look {
            ($($direction:ident $look:ident $sliders:ident $pins:ident;)+) => {$(
                if activity.has_ray(Direction::$direction) {
                    let ray = node.zone.rays[Direction::$direction as usize];
                    let sight = $look(ray, views, children.$sliders);
                    pins.$pins = or(pins.$pins, sight.pinned);
                    pins.all = or(pins.all, sight.pinned);
                    check_mask = and(check_mask, or(sight.near, sight.unchecked));
                    // The square behind the king, as seen from the checking slider.
                    let behind = splat(node.king.bitboard().shift(Direction::$direction.opposite()));
                    *danger = or(*danger, without(behind, sight.unchecked));
                }
            )+};
        }
        look! {
            North look_up orthogonal file;
            South look_down orthogonal file;
            East look_up orthogonal rank;
            West look_west orthogonal rank;
            NorthEast look_up diagonal diagonal;
            SouthWest look_down diagonal diagonal;
            NorthWest look_up diagonal anti_diagonal;
            SouthEast look_down diagonal anti_diagonal;
        }
        (check_mask, pins)
    }

    /// Looks along a ray of rising square numbers.
    fn look_up(ray: Bitboard, views: &Views, sliders: Lanes) -> Sight {
        rising_sight(splat(ray), views.up, sliders)
    }

    /// Looks along a ray of falling ranks, which rise on the flipped board.
    fn look_down(ray: Bitboard, views: &Views, sliders: Lanes) -> Sight {
        let sight = rising_sight(flip_ranks(splat(ray)), views.down, flip_ranks(sliders));
        Sight {
            near: flip_ranks(sight.near),
            unchecked: sight.unchecked,
            pinned: flip_ranks(sight.pinned),
        }
    }

    fn rising_sight(ray: Lanes, occupied: Lanes, sliders: Lanes) -> Sight {
        let pieces = and(occupied, ray);
        let flipped = less(pieces);
        let blocker = without(pieces, flipped);
        let rest = and(pieces, flipped);
        let second = without(rest, less(rest));
        Sight {
            near: and(xor(pieces, flipped), ray),
            unchecked: disjoint(blocker, sliders),
            pinned: without(blocker, disjoint(second, sliders)),
        }
    }

    /// Looks along the west ray.
    fn look_west(ray: Bitboard, views: &Views, sliders: Lanes) -> Sight {
        // The king's file is the one after the end of its ray.
        let file = File::ALL[(ray.count() & 7) as usize];
        let ray = splat(ray);
        let near = and(along_ranks(file, views.halves), ray);
        let blocker = and(near, views.up);
        let rest = xor(views.up, blocker);
        let second = and(and(along_ranks(file, halves(rest)), ray), rest);
        Sight {
            near,
            unchecked: disjoint(blocker, sliders),
            pinned: without(blocker, disjoint(second, sliders)),
        }
    }

    /// Adds the squares that sliders attack along the active directions, by Kogge-Stone fills.
    fn slider_danger(children: &ChildBoards, activity: Activity, danger: Lanes) -> Lanes {
        let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
        let all = splat(Bitboard::FULL);
        let mut danger = danger;
        macro_rules! slide {
            ($($direction:ident $sliders:ident $step:literal $twice:literal $four:literal $inside:ident;)+) => {$(
                if activity.has_way(Direction::$direction) {
                    let from = children.$sliders;
                    let one = without($inside, children.occupied);
                    let from = or(from, and(one, shift::<$step>(from)));
                    let two = and(one, shift::<$step>(one));
                    let from = or(from, and(two, shift::<$twice>(from)));
                    let four = and(two, shift::<$twice>(two));
                    let from = or(from, and(four, shift::<$four>(from)));
                    danger = or(danger, and($inside, shift::<$step>(from)));
                }
            )+};
        }
        slide! {
            North orthogonal 8 16 32 all;
            South orthogonal -8 -16 -32 all;
            West orthogonal -1 -2 -4 not_h;
            NorthEast diagonal 9 18 36 not_a;
            SouthWest diagonal -9 -18 -36 not_h;
            NorthWest diagonal 7 14 28 not_h;
            SouthEast diagonal -7 -14 -28 not_a;
        }
        if activity.has_way(Direction::East) {
            danger = or(danger, slide_up_bytes(children.occupied, children.orthogonal));
        }
        danger
    }
}

/// The view of the king along a ray.
struct Sight {
    /// The squares up to the first piece, included.
    near: Lanes,
    /// All ones in lanes in which the first piece gives no check.
    unchecked: Lanes,
    /// The first piece, in lanes in which the second would give check.
    pinned: Lanes,
}

lanes! {
    /// Counts moves of knights and sliders.
    fn piece_moves(plan: &Plan, children: &ChildBoards, views: &Views, pins: &Pins, targets: Lanes) -> Tally {
        let [once, twice, four_times, eight_times] = plan.steady;
        let mut replies = empty_tally();
        if !once.is_empty() {
            replies = tally(replies, and(splat(once), targets));
        }
        if !twice.is_empty() {
            replies = tally_times(2, replies, and(splat(twice), targets));
        }
        if !four_times.is_empty() {
            replies = tally_times(4, replies, and(splat(four_times), targets));
        }
        if !eight_times.is_empty() {
            replies = tally_times(8, replies, and(splat(eight_times), targets));
        }
        for piece in &plan.bound {
            let square = splat(piece.square.set);
            let unpinned = disjoint(pins.all, square);
            let reached = and(splat(piece.steady), targets);
            let reached = and(reached, or(unpinned, splat(piece.line)));
            replies = tally(replies, without(reached, equal(children.taken, square)));
        }
        for slider in &plan.sliders {
            let piece = &slider.piece;
            let mut reached = splat(piece.steady);
            if let Some((file, rank)) = slider.rank {
                reached = or(reached, and(along_ranks(file, views.halves), splat(rank)));
            }
            for line in &slider.lines {
                reached = or(reached, along(piece.square, *line, views));
            }
            reached = and(reached, targets);
            if slider.is_bound {
                let square = splat(piece.square.set);
                let unpinned = disjoint(pins.all, square);
                reached = and(reached, or(unpinned, splat(piece.line)));
                reached = without(reached, equal(children.taken, square));
            }
            replies = tally(replies, reached);
        }
        replies
    }

    /// Returns the squares that a slider reaches along a line, up to the first piece on either side. A subtraction
    /// borrows up to that piece, once on the board and once on the flipped board. The other bits of both results are
    /// equal and cancel out.
    fn along(from: Flipped, line: Flipped, views: &Views) -> Lanes {
        let squares = splat(line.set);
        let up = sub(and(views.up, squares), splat(from.set));
        let down = sub(and(views.down, splat(line.flipped)), splat(from.flipped));
        and(xor(up, flip_ranks(down)), squares)
    }

    fn pawn_moves<S: Side>(
        node: &Node,
        plan: &Plan,
        children: &ChildBoards,
        pins: &Pins,
        check_mask: Lanes,
        replies: Tally,
    ) -> Tally {
        let pawns = without(splat(node.repliers.pawns), children.taken);
        let (with_pushes, west) = pawn_targets::<S>(pawns, children, pins, check_mask, plan.has_bound_pawns);
        let mut replies = tally(tally(replies, with_pushes), west);
        if plan.has_promotions {
            let last = splat(S::Them::COLOR.promotion_rank().bitboard());
            replies = tally_times(3, replies, and(with_pushes, last));
            replies = tally_times(3, replies, and(west, last));
        }
        replies
    }
}
