//! What the replying side's pieces can do in any child, planned once for the node.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_magic::{knight_attacks, line, ray};
use chess_types::{Bitboard, Direction, File, Rank, Square};

use super::super::collect::Arrivals;
use super::super::node::{Activity, Castling, Node};
use crate::side::Side;
use crate::sliders::Sliders;

/// More pieces than a side has that move otherwise than as a pawn or the king.
const ROOM: usize = 16;

pub(super) struct Plan {
    /// Squares that the same pieces reach in all children, as binary numbers: bit `i` of the number of pieces that
    /// reach a square is in set `i`.
    pub(super) steady: [Bitboard; 4],
    /// Pieces that reach the same squares in all children, unless they are pinned or taken.
    pub(super) bound: ArrayVec<Piece, ROOM>,
    /// Pieces that look along lines on which pieces come and go.
    pub(super) sliders: ArrayVec<Slider, ROOM>,
    /// A pawn may be pinned in some child.
    pub(super) has_bound_pawns: bool,
    pub(super) has_promotions: bool,
    /// Castlings that are possible in some child.
    pub(super) castlings: ArrayVec<Castling, 2>,
}

/// A piece that is neither pawn nor king.
pub(super) struct Piece {
    /// Where it stands.
    pub(super) square: Bitboard,
    /// The line through it and the king.
    pub(super) line: Bitboard,
    /// What it reaches in all children.
    pub(super) steady: Bitboard,
}

pub(super) struct Slider {
    pub(super) piece: Piece,
    /// It may be pinned or taken in some child.
    pub(super) is_bound: bool,
    /// It looks along its rank: its file, and the rank.
    pub(super) rank: Option<(File, Bitboard)>,
    /// It looks along its file or diagonals.
    pub(super) lines: ArrayVec<Line, 3>,
}

/// A line through a piece that crosses ranks.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// The piece.
    pub(super) from: Bitboard,
    /// The other squares.
    pub(super) squares: Bitboard,
}

impl Plan {
    /// `None` if there are more pieces than a side can have.
    #[inline(always)]
    pub(super) fn new<C: Side>(
        sliders: impl Sliders,
        position: &Position,
        node: &Node,
        arrivals: &Arrivals,
        activity: Activity,
    ) -> Option<Self> {
        let arrivals = arrivals.all();
        let occupied = node.occupied;
        // Pieces may come or go here. A piece that is taken leaves another in its place.
        let changing = (arrivals - occupied) | position.by_color(C::COLOR);
        // Pieces may be pinned or taken here.
        let mut binding = arrivals;
        for direction in Direction::ALL {
            if activity.has_ray(direction) {
                binding |= node.zone.rays[direction as usize];
            }
        }
        // A reply may go here.
        let open = !(node.all_repliers - arrivals);
        let mut plan = Self {
            steady: [Bitboard::EMPTY; 4],
            bound: ArrayVec::new(),
            sliders: ArrayVec::new(),
            has_bound_pawns: node.repliers.pawns.intersects(binding),
            has_promotions: node
                .repliers
                .pawns
                .intersects(Rank::Seventh.relative_to(C::Them::COLOR).bitboard()),
            castlings: ArrayVec::new(),
        };
        for knight in node.repliers.knights {
            plan.add_steady(knight, node.king, knight_attacks(knight) & open, binding)?;
        }
        for from in node.repliers.orthogonal | node.repliers.diagonal {
            let mut steady = Bitboard::EMPTY;
            let mut rank = None;
            let mut lines = ArrayVec::new();
            if node.repliers.orthogonal.contains(from) {
                let reached = sliders.rook_attacks(from, occupied);
                let on_rank = reached & from.rank().bitboard();
                if on_rank.intersects(changing) {
                    rank = Some((from.file(), from.rank().bitboard()));
                } else {
                    steady |= on_rank;
                }
                let on_file = reached & from.file().bitboard();
                if on_file.intersects(changing) {
                    lines.push(Line::new(from, Direction::North));
                } else {
                    steady |= on_file;
                }
            }
            if node.repliers.diagonal.contains(from) {
                let reached = sliders.bishop_attacks(from, occupied);
                for direction in [Direction::NorthEast, Direction::NorthWest] {
                    let line = Line::new(from, direction);
                    let on_line = reached & line.squares;
                    if on_line.intersects(changing) {
                        lines.push(line);
                    } else {
                        steady |= on_line;
                    }
                }
            }
            steady &= open;
            if rank.is_none() && lines.is_empty() {
                plan.add_steady(from, node.king, steady, binding)?;
            } else {
                let piece = Piece { square: from.bitboard(), line: line(node.king, from), steady };
                plan.sliders
                    .try_push(Slider { piece, is_bound: binding.contains(from), rank, lines })
                    .ok()?;
            }
        }
        for castling in node.castlings.into_iter().flatten() {
            // A piece of the side itself that stands in the way will stand there, or what has taken it.
            if castling.empty.is_disjoint(node.all_repliers) {
                plan.castlings.push(castling);
            }
        }
        Some(plan)
    }

    /// Adds a piece that reaches the same squares in all children.
    #[inline(always)]
    fn add_steady(&mut self, from: Square, king: Square, reached: Bitboard, binding: Bitboard) -> Option<()> {
        if reached.is_empty() {
            return Some(());
        }
        if binding.contains(from) {
            let piece = Piece { square: from.bitboard(), line: line(king, from), steady: reached };
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

impl Line {
    #[inline(always)]
    fn new(from: Square, direction: Direction) -> Self {
        Self { from: from.bitboard(), squares: ray(from, direction) | ray(from, direction.opposite()) }
    }
}
