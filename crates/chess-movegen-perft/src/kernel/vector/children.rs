//! The replies to eight moves at once, in AVX-512 lanes.

use chess_magic::{king_attacks, knight_attacks, pawn_attacks};
use chess_types::{Bitboard, Direction, File, PieceType, Rank, Square};

use super::collect::{Moves, eight};
use super::lanes::{
    A, B, C, Lanes, add, and, bytes_to_flipped_files, count, files_to_bytes, flip_files, highest, intersect,
    lanes, or, shift, slide_up_bytes, splat, square_sets, sub, sum, ternary, widen, without, zero,
};
use super::parent::{Activity, Army, Parent};
use super::steps::{
    ChildBoards, Pins, castling_obstacles, free_along, leaper_danger, no_pins, pawn_danger, pawn_targets,
};
use crate::side::Side;
use chess_movegen::internals::avx512::{
    _mm512_cmpeq_epi64_mask, _mm512_mask_add_epi64, _mm512_mask_and_epi64, _mm512_mask_or_epi64,
    _mm512_mask_xor_epi64, _mm512_maskz_popcnt_epi64, _mm512_testn_epi64_mask,
};

lanes! {
    /// Counts the replies to the moves of the list, which has no promotions.
    pub(super) fn count_moves<S: Side>(parent: &Parent, moves: &Moves, activity: Activity) -> u64 {
        let mut replies = zero();
        let mut start = 0;
        while start < moves.len {
            let (from, to) = (eight(&moves.from, start), eight(&moves.to, start));
            let mut children = after_moves(parent, square_sets(widen(from)), square_sets(widen(to)));
            if start + 8 > moves.castlings.start {
                move_castling_rooks(&mut children, moves, start);
            }
            replies = accumulate(replies, replies_of_lanes::<S>(parent, &children, activity), moves.len - start);
            start += 8;
        }
        sum(replies)
    }

    /// Counts the replies to the promotions.
    pub(super) fn count_promotions<S: Side>(parent: &Parent, moves: &Moves) -> u64 {
        let promotions = &moves.promotions;
        let mut replies = zero();
        let mut start = 0;
        while start < promotions.from.len() {
            let from = square_sets(widen(eight(&promotions.from, start)));
            let to = square_sets(widen(eight(&promotions.to, start)));
            let promoted = widen(eight(&promotions.piece_type, start));
            let children = after_promotions(parent, from, to, promoted);
            let counts = replies_of_lanes::<S>(parent, &children, Activity::ALL);
            replies = accumulate(replies, counts, promotions.from.len() - start);
            start += 8;
        }
        sum(replies)
    }

    /// Adds up the counts of the first `lanes` lanes. The other lanes, if `lanes` is below eight, belong to no move.
    fn accumulate(sum: Lanes, counts: Lanes, lanes: usize) -> Lanes {
        let mask = if lanes >= 8 { 0xff } else { (1 << lanes) - 1 };
        _mm512_mask_add_epi64(sum, mask, sum, counts)
    }

    fn after_moves(parent: &Parent, from: Lanes, to: Lanes) -> ChildBoards {
        let both = or(from, to);
        let Army { pawns, knights, diagonal, orthogonal, king } = parent.movers;
        ChildBoards {
            pawns: relocate(splat(pawns), from, both),
            knights: relocate(splat(knights), from, both),
            diagonal: relocate(splat(diagonal), from, both),
            orthogonal: relocate(splat(orthogonal), from, both),
            king: relocate(splat(king), from, both),
            occupied: ternary::<{ A & !B | C }>(splat(parent.occupied), from, to),
            own: without(splat(parent.all_repliers), to),
            taken: to,
        }
    }

    /// Moves the piece on `from` if it is one of `pieces`. `both` holds the squares from and to.
    fn relocate(pieces: Lanes, from: Lanes, both: Lanes) -> Lanes {
        _mm512_mask_xor_epi64(pieces, intersect(from, pieces), pieces, both)
    }

    fn after_promotions(parent: &Parent, from: Lanes, to: Lanes, promoted: Lanes) -> ChildBoards {
        let Army { pawns, knights, diagonal, orthogonal, king } = parent.movers;
        let queen = is_type(promoted, PieceType::Queen);
        let put = |pieces: Bitboard, lanes| _mm512_mask_or_epi64(splat(pieces), lanes, splat(pieces), to);
        ChildBoards {
            pawns: without(splat(pawns), from),
            knights: put(knights, is_type(promoted, PieceType::Knight)),
            diagonal: put(diagonal, queen | is_type(promoted, PieceType::Bishop)),
            orthogonal: put(orthogonal, queen | is_type(promoted, PieceType::Rook)),
            king: splat(king),
            occupied: ternary::<{ A & !B | C }>(splat(parent.occupied), from, to),
            own: without(splat(parent.all_repliers), to),
            taken: to,
        }
    }

    fn is_type(types: Lanes, piece_type: PieceType) -> u8 {
        _mm512_cmpeq_epi64_mask(types, splat(Bitboard(piece_type as u64)))
    }

    /// Moves the castling rooks along with their kings. Castlings stand last in the list.
    #[cold]
    fn move_castling_rooks(children: &mut ChildBoards, moves: &Moves, start: usize) {
        for (i, rook_squares) in moves.castlings.rook_squares.iter().enumerate() {
            let place = moves.castlings.start + i;
            if (start..start + 8).contains(&place) {
                let lane = 1 << (place - start);
                let squares = splat(*rook_squares);
                children.orthogonal = _mm512_mask_xor_epi64(children.orthogonal, lane, children.orthogonal, squares);
                children.occupied = _mm512_mask_xor_epi64(children.occupied, lane, children.occupied, squares);
            }
        }
    }

    /// Counts the legal moves of the repliers in each of eight positions, `S` having moved.
    fn replies_of_lanes<S: Side>(parent: &Parent, children: &ChildBoards, activity: Activity) -> Lanes {
        let mut danger = leaper_danger(children, activity, pawn_danger(children.pawns, S::COLOR));
        let (check_mask, pins) = checks_and_pins::<S>(parent, children, activity, &mut danger);
        let targets = without(check_mask, children.own);
        let mut replies = orthogonal_moves(parent, children, activity, &pins, targets, &mut danger);
        replies = add(replies, diagonal_moves(parent, children, activity, &pins, targets, &mut danger));
        let king_steps = ternary::<{ A & !B & !C }>(splat(king_attacks(parent.king)), children.own, danger);
        replies = add(replies, count(king_steps));
        replies = add(replies, knight_moves(parent, children, &pins, targets));
        replies = add(replies, pawn_moves::<S>(parent, children, &pins, check_mask));
        for castling in &parent.castlings {
            let obstacles = castling_obstacles(castling, children, &pins, danger);
            let free = _mm512_testn_epi64_mask(obstacles, obstacles);
            replies = _mm512_mask_add_epi64(replies, free, replies, splat(Bitboard(1)));
        }
        replies
    }

    /// Returns the squares that end every check, and the pinned pieces. The squares are all without a check, and none
    /// in double check. Squares behind the king on a checking ray are added to `danger`.
    fn checks_and_pins<S: Side>(
        parent: &Parent,
        children: &ChildBoards,
        activity: Activity,
        danger: &mut Lanes,
    ) -> (Lanes, Pins) {
        let mut check_mask = splat(Bitboard::FULL);
        if activity.has(Activity::KNIGHT_CHECK) {
            let checkers = and(children.knights, splat(knight_attacks(parent.king)));
            check_mask = _mm512_mask_and_epi64(check_mask, intersect(checkers, checkers), check_mask, checkers);
        }
        if activity.has(Activity::PAWN_CHECK) {
            let checkers = and(children.pawns, splat(pawn_attacks(S::Them::COLOR, parent.king)));
            check_mask = _mm512_mask_and_epi64(check_mask, intersect(checkers, checkers), check_mask, checkers);
        }
        let mut pins = no_pins();
        macro_rules! look {
            ($($direction:ident $look:ident $sliders:ident $pins:ident;)+) => {$(
                if activity.has_ray(Direction::$direction) {
                    let sight = $look(parent.zone.rays[Direction::$direction as usize], children.occupied);
                    let checked = intersect(sight.near, children.$sliders);
                    let pinned = intersect(sight.far, children.$sliders);
                    pins.$pins = _mm512_mask_or_epi64(pins.$pins, pinned, pins.$pins, sight.blocker);
                    check_mask = _mm512_mask_and_epi64(check_mask, checked, check_mask, sight.near);
                    let behind = splat(behind(parent.king, Direction::$direction));
                    *danger = _mm512_mask_or_epi64(*danger, checked, *danger, behind);
                }
            )+};
        }
        look! {
            North look_up orthogonal file;
            South look_down orthogonal file;
            East look_up orthogonal rank;
            West look_down orthogonal rank;
            NorthEast look_up diagonal diagonal;
            SouthWest look_down diagonal diagonal;
            NorthWest look_up diagonal anti_diagonal;
            SouthEast look_down diagonal anti_diagonal;
        }
        pins.all = or(ternary::<{ A | B | C }>(pins.file, pins.rank, pins.diagonal), pins.anti_diagonal);
        (check_mask, pins)
    }

    /// Looks along a ray of rising square numbers.
    fn look_up(ray: Bitboard, occupied: Lanes) -> Sight {
        let (ray, minus_one) = (splat(ray), splat(Bitboard::FULL));
        // Subtracting one flips the bits up to the lowest one, included.
        let pieces = and(occupied, ray);
        let less = add(pieces, minus_one);
        let rest = and(pieces, less);
        let less_rest = add(rest, minus_one);
        Sight {
            near: ternary::<{ (A ^ B) & C }>(pieces, less, ray),
            far: ternary::<{ (A ^ B) & C }>(rest, less_rest, ray),
            blocker: without(pieces, less),
        }
    }

    /// Looks along a ray of falling square numbers. The bit of a1 is set to end every ray, as a bit below the board
    /// would.
    fn look_down(ray: Bitboard, occupied: Lanes) -> Sight {
        let (ray, end) = (splat(ray), splat(Bitboard(1)));
        let pieces = ternary::<{ A & B | C }>(occupied, ray, end);
        let blocker = highest(pieces);
        let rest = ternary::<{ A & !B | C }>(pieces, blocker, end);
        Sight {
            near: and(ray, sub(zero(), blocker)),
            far: and(ray, sub(zero(), highest(rest))),
            blocker,
        }
    }
}

/// The view of the king along a ray.
struct Sight {
    /// The squares up to the first piece, included.
    near: Lanes,
    /// The squares up to the second piece, included.
    far: Lanes,
    /// The first piece.
    blocker: Lanes,
}

/// Returns the square behind the king, as seen from a slider that checks it along `ray`.
#[inline(always)]
fn behind(king: Square, ray: Direction) -> Bitboard {
    king.bitboard().shift(ray.opposite())
}

lanes! {
    /// Counts moves along ranks and files. Each line is a byte in one of four views of the board, and a subtraction
    /// in the byte slides towards higher bits.
    fn orthogonal_moves(
        parent: &Parent,
        children: &ChildBoards,
        activity: Activity,
        pins: &Pins,
        targets: Lanes,
        danger: &mut Lanes,
    ) -> Lanes {
        let (has_east, has_west) = (activity.has_way(Direction::East), activity.has_way(Direction::West));
        let (has_north, has_south) = (activity.has_way(Direction::North), activity.has_way(Direction::South));
        let east = children.occupied;
        let west = flip_files(east);
        let south = files_to_bytes(east);
        let north = flip_files(south);
        let theirs = children.orthogonal;
        if has_east {
            *danger = or(*danger, slide_up_bytes(east, theirs));
        }
        if has_west || has_north || has_south {
            let mut flipped = zero();
            if has_west {
                flipped = slide_up_bytes(west, flip_files(theirs));
            }
            if has_north || has_south {
                let theirs = files_to_bytes(theirs);
                if has_north {
                    flipped = or(flipped, files_to_bytes(slide_up_bytes(north, flip_files(theirs))));
                }
                if has_south {
                    flipped = or(flipped, bytes_to_flipped_files(slide_up_bytes(south, theirs)));
                }
            }
            *danger = or(*danger, flip_files(flipped));
        }
        if parent.repliers.orthogonal.is_empty() {
            return zero();
        }
        let ours = without(splat(parent.repliers.orthogonal), children.taken);
        let along_ranks = free_along(ours, pins.rank, pins);
        let along_files = files_to_bytes(free_along(ours, pins.file, pins));
        let targets_south = files_to_bytes(targets);
        let moves = |occupied, from, targets| count(and(slide_up_bytes(occupied, from), targets));
        let on_ranks =
            add(moves(east, along_ranks, targets), moves(west, flip_files(along_ranks), flip_files(targets)));
        let on_files = add(
            moves(south, along_files, targets_south),
            moves(north, flip_files(along_files), flip_files(targets_south)),
        );
        add(on_ranks, on_files)
    }

    /// Counts moves along diagonals by Kogge-Stone fills, whose propagators serve both sides.
    fn diagonal_moves(
        parent: &Parent,
        children: &ChildBoards,
        activity: Activity,
        pins: &Pins,
        targets: Lanes,
        danger: &mut Lanes,
    ) -> Lanes {
        let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
        let has_own = !parent.repliers.diagonal.is_empty();
        let ours = without(splat(parent.repliers.diagonal), children.taken);
        let mut moves = zero();
        macro_rules! slide {
            ($($direction:ident $step:literal $twice:literal $four:literal $inside:ident $line:ident;)+) => {$(
                let has_way = activity.has_way(Direction::$direction);
                if has_way || has_own {
                    let one = without($inside, children.occupied);
                    let two = and(one, shift::<$step>(one));
                    let four = and(two, shift::<$twice>(two));
                    let fill = |from| {
                        let from = ternary::<{ A | B & C }>(from, one, shift::<$step>(from));
                        let from = ternary::<{ A | B & C }>(from, two, shift::<$twice>(from));
                        let from = ternary::<{ A | B & C }>(from, four, shift::<$four>(from));
                        shift::<$step>(from)
                    };
                    if has_way {
                        *danger = ternary::<{ A | B & C }>(*danger, $inside, fill(children.diagonal));
                    }
                    if has_own {
                        let reached = fill(free_along(ours, pins.$line, pins));
                        moves = add(moves, count(ternary::<{ A & B & C }>(targets, $inside, reached)));
                    }
                }
            )+};
        }
        slide! {
            NorthEast 9 18 36 not_a diagonal;
            SouthWest -9 -18 -36 not_h diagonal;
            NorthWest 7 14 28 not_h anti_diagonal;
            SouthEast -7 -14 -28 not_a anti_diagonal;
        }
        moves
    }

    /// Counts moves of knights. They stand on the same squares in all children, except for a captured one.
    fn knight_moves(parent: &Parent, children: &ChildBoards, pins: &Pins, targets: Lanes) -> Lanes {
        let bound = or(pins.all, children.taken);
        let mut moves = zero();
        for knight in parent.repliers.knights {
            let is_free = !intersect(bound, splat(knight.bitboard()));
            let reached = and(targets, splat(knight_attacks(knight)));
            moves = add(moves, _mm512_maskz_popcnt_epi64(is_free, reached));
        }
        moves
    }

    fn pawn_moves<S: Side>(parent: &Parent, children: &ChildBoards, pins: &Pins, check_mask: Lanes) -> Lanes {
        let pawns = without(splat(parent.repliers.pawns), children.taken);
        let (with_pushes, west) = pawn_targets::<S>(pawns, children, pins, check_mask, true);
        let mut moves = add(count(with_pushes), count(west));
        let seventh = Rank::Seventh.relative_to(S::Them::COLOR).bitboard();
        if parent.repliers.pawns.intersects(seventh) {
            let last = splat(S::Them::COLOR.promotion_rank().bitboard());
            let promotions = add(count(and(with_pushes, last)), count(and(west, last)));
            moves = add(moves, add(promotions, add(promotions, promotions)));
        }
        moves
    }
}
