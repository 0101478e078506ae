//! The plan of a node: the moves of the replying side's pieces, as far as they are the same in all children.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_magic::{king_attacks, knight_attacks, line, pawn_attacks, pawn_attacks_setwise, ray};
use chess_movegen::{Side, Sliders};
use chess_types::{Bitboard, Direction, File, Rank, Square};

use super::super::collect::{Arrivals, Moves};
use super::super::node::{Activity, Node};
use super::lanes::lanes;
use super::lanes::seen_over;

/// Room for pieces, more than a side has besides pawns and king.
const ROOM: usize = 16;

pub(super) struct Plan {
    /// The parts of the count that can differ from zero in some child.
    pub(super) activity: Activity,
    /// The squares that the king can step to in some child, if they are not attacked.
    pub(super) king_steps: Bitboard,
    /// Squares that the same pieces reach in all children, as binary numbers: bit `i` of the number of pieces that
    /// reach a square is in set `i`.
    pub(super) steady: [Bitboard; 4],
    /// Pieces that reach the same squares in all children, unless they are pinned or captured.
    pub(super) bound: ArrayVec<Piece, ROOM>,
    /// Sliders with lines on which pieces appear or vanish.
    pub(super) sliders: ArrayVec<Slider, ROOM>,
    /// Tells if a pawn may be pinned in some child.
    pub(super) has_bound_pawns: bool,
    pub(super) has_promotions: bool,
}

/// A piece that is neither pawn nor king.
pub(super) struct Piece {
    /// The square of the piece.
    pub(super) square: Flipped,
    /// The line through the piece and its king.
    pub(super) line: Bitboard,
    /// The squares that it reaches in all children.
    pub(super) steady: Bitboard,
}

pub(super) struct Slider {
    pub(super) piece: Piece,
    /// Tells if the slider may be pinned or captured in some child.
    pub(super) is_bound: bool,
    /// Its file and its rank, if it must look along its rank.
    pub(super) rank: Option<(File, Bitboard)>,
    /// The file and diagonals along which it must look, without its own square.
    pub(super) lines: ArrayVec<Flipped, 3>,
}

/// A set, on the board and on the board with ranks flipped.
#[derive(Clone, Copy)]
pub(super) struct Flipped {
    pub(super) set: Bitboard,
    pub(super) flipped: Bitboard,
}

impl Plan {
    #[inline(always)]
    pub(super) const fn none() -> Self {
        Self {
            activity: Activity::ALL,
            king_steps: Bitboard::EMPTY,
            steady: [Bitboard::EMPTY; 4],
            bound: ArrayVec::new_const(),
            sliders: ArrayVec::new_const(),
            has_bound_pawns: true,
            has_promotions: true,
        }
    }
}

lanes! {
    /// Plans the replies to `moves`. Returns `false` if there are more pieces than a side can have.
    pub(super) fn make<C: Side, S: Sliders>(
        plan: &mut Plan,
        sliders: S,
        position: &Position,
        node: &Node,
        moves: &Moves,
    ) -> bool {
        let arrivals = moves.arrivals.with_promotions(moves.promotions.targets);
        let all_arrivals = arrivals.all();
        // Squares that a reply may move to.
        let open = !(node.all_repliers - all_arrivals);
        plan.king_steps = king_attacks(node.king) & open;
        let wanted = node.castlings.iter().fold(plan.king_steps, |wanted, castling| wanted | castling.safe);
        plan.activity = activity::<C>(node, moves, &arrivals, wanted);
        // Squares where pieces may appear or vanish. A captured piece leaves another one in its place.
        let changing = (all_arrivals - node.occupied) | position.by_color(C::COLOR);
        // Squares where pieces may be pinned or captured.
        let mut binding = all_arrivals;
        for direction in Direction::ALL {
            if plan.activity.has_ray(direction) {
                binding |= node.zone.rays[direction as usize];
            }
        }
        plan.has_bound_pawns = node.repliers.pawns.intersects(binding);
        plan.has_promotions =
            node.repliers.pawns.intersects(Rank::Seventh.relative_to(C::Them::COLOR).bitboard());
        add_pieces(plan, sliders, node, open, changing, binding).is_some()
    }

    /// Returns the parts of the count that can differ from zero in some child. `wanted` are the squares that the king
    /// may want to use.
    fn activity<C: Side>(node: &Node, moves: &Moves, arrivals: &Arrivals, wanted: Bitboard) -> Activity {
        let orthogonal = node.movers.orthogonal | arrivals.orthogonal;
        let diagonal = node.movers.diagonal | arrivals.diagonal;
        let knights = node.movers.knights | arrivals.knights;
        let kings = node.movers.king | arrivals.king;
        let pawns = node.movers.pawns | arrivals.pawns;
        // Castling moves two pieces away at once.
        let mut occupied = node.occupied;
        if moves.castlings.start < moves.len {
            let [a, b] = moves.castlings.rook_squares;
            occupied = occupied - node.movers.king - a - b;
        }
        // Between a slider and its target, one piece may leave by the move, and another may be pinned.
        let rays = seen_over(2, node.king.bitboard(), occupied, orthogonal, diagonal);
        let ways = seen_over(1, wanted, occupied, orthogonal, diagonal).rotate_left(4);
        let row = wanted | wanted.shift(Direction::East) | wanted.shift(Direction::West);
        let wanted_by_kings = row | row.shift(Direction::North) | row.shift(Direction::South);
        let wanted_by_knights = knight_attacks_setwise(wanted);
        let wanted_by_pawns = pawn_attacks_setwise(C::Them::COLOR, wanted);
        Activity::new(rays, ways)
            .with(Activity::KNIGHT_DANGER, wanted_by_knights.intersects(knights))
            .with(Activity::KING_DANGER, wanted_by_kings.intersects(kings))
            .with(Activity::PAWN_DANGER, wanted_by_pawns.intersects(pawns))
            .with(Activity::KNIGHT_CHECK, knight_attacks(node.king).intersects(knights))
            .with(Activity::PAWN_CHECK, pawn_attacks(C::Them::COLOR, node.king).intersects(pawns))
    }

    /// Adds knights and sliders. Returns `None` if there is no room.
    fn add_pieces<S: Sliders>(
        plan: &mut Plan,
        sliders: S,
        node: &Node,
        open: Bitboard,
        changing: Bitboard,
        binding: Bitboard,
    ) -> Option<()> {
        for knight in node.repliers.knights {
            plan.add_steady(knight, node.king, knight_attacks(knight) & open, binding)?;
        }
        for from in node.repliers.orthogonal | node.repliers.diagonal {
            let mut steady = Bitboard::EMPTY;
            let mut rank = None;
            let mut lines = ArrayVec::new();
            if node.repliers.orthogonal.contains(from) {
                let reached = sliders.rook_attacks(from, node.occupied);
                let on_rank = reached & from.rank().bitboard();
                if on_rank.intersects(changing) {
                    rank = Some((from.file(), from.rank().bitboard()));
                } else {
                    steady |= on_rank;
                }
                let on_file = reached & from.file().bitboard();
                if on_file.intersects(changing) {
                    lines.push(Flipped::new(from.file().bitboard() - from));
                } else {
                    steady |= on_file;
                }
            }
            if node.repliers.diagonal.contains(from) {
                let reached = sliders.bishop_attacks(from, node.occupied);
                for direction in [Direction::NorthEast, Direction::NorthWest] {
                    let line = ray(from, direction) | ray(from, direction.opposite());
                    let on_line = reached & line;
                    if on_line.intersects(changing) {
                        lines.push(Flipped::new(line));
                    } else {
                        steady |= on_line;
                    }
                }
            }
            steady &= open;
            if rank.is_none() && lines.is_empty() {
                plan.add_steady(from, node.king, steady, binding)?;
            } else {
                let piece = Piece { square: Flipped::new(from.bitboard()), line: line(node.king, from), steady };
                plan.sliders
                    .try_push(Slider { piece, is_bound: binding.contains(from), rank, lines })
                    .ok()?;
            }
        }
        Some(())
    }
}

impl Plan {
    /// Adds a piece that reaches the same squares in all children.
    #[inline(always)]
    fn add_steady(&mut self, from: Square, king: Square, reached: Bitboard, binding: Bitboard) -> Option<()> {
        if reached.is_empty() {
            return Some(());
        }
        if binding.contains(from) {
            let piece =
                Piece { square: Flipped::new(from.bitboard()), line: line(king, from), steady: reached };
            return self.bound.try_push(piece).ok();
        }
        let mut carry = reached;
        for plane in &mut self.steady {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        Some(())
    }
}

/// Returns all squares that a knight on one of `knights` attacks.
#[inline(always)]
const fn knight_attacks_setwise(knights: Bitboard) -> Bitboard {
    use chess_types::Direction::{East, North, South, West};
    let (west, east) = (knights.shift(West), knights.shift(East));
    let near = west.union(east);
    let far = west.shift(West).union(east.shift(East));
    let (north, south) = (near.shift(North).union(far), near.shift(South).union(far));
    // The far squares are one rank away, the near ones two.
    north.shift(North).union(south.shift(South))
}

impl Flipped {
    #[inline(always)]
    const fn new(set: Bitboard) -> Self {
        Self { set, flipped: set.flip_ranks() }
    }
}
