//! The generator of legal moves.
//!
//! It generates legal moves only and makes none to test it. The king's moves avoid a map of attacked squares that is
//! computed with the king removed from the board. In check, all other moves are restricted to the squares that end
//! the check. Pinned pieces stay on the line of their pin. Pawns are generated as sets. Each set is computed when it
//! is needed and passed down, and a sink takes whole sets, so that counting builds no list.

use core::ops::ControlFlow;

use chess_board::internals::{SniperLines, leapers};
use chess_board::{Castling, Position};
use chess_magic::{
    Sliders, between, king_attacks, knight_attacks, line, on_empty_board, pawn_attacks, pawn_attacks_setwise,
};
use chess_types::{Bitboard, Color, Direction, PieceType, Rank, Square};

use super::selection::Selection;
use super::sink::{PawnTargets, Sink};
use crate::machine::Machine;

/// Generates the legal moves of `selection` into `sink`, and stops when the sink breaks. It is
/// [`PositionExt::visit`](crate::PositionExt::visit) for callers that have a constant for the side to move.
///
/// `us` must be the side to move; for the other side the moves have no meaning, but nothing panics. The function is
/// always inlined, so that it is compiled for the machine that its caller is compiled for, and for a constant side.
#[inline(always)]
pub fn visit_side(
    machine: impl Machine,
    us: Color,
    position: &Position,
    selection: Selection,
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    visit_checked::<false>(machine, us, position, None, selection, sink)
}

/// Generates as [`visit_side`] does, for callers that may know the checkers and pins of `us`.
///
/// `APART` has the moves of pinned sliders and castling made by functions that are compiled apart. That makes a program with a sink of
/// its own quicker to build, and counting slower: perft counts take 3 % more instructions.
#[inline(always)]
pub(crate) fn visit_checked<const APART: bool>(
    machine: impl Machine,
    us: Color,
    position: &Position,
    checks: Option<Checks>,
    selection: Selection,
    sink: &mut impl Sink,
) -> ControlFlow<()> {
    let checks = Checks::known_or_of(checks, position, us);
    let (ours, theirs) = (position.by_color(us), position.by_color(us.opponent()));
    let targets = ((selection.captures & theirs) | (selection.quiets - theirs)) - ours;
    let generation = Generation { sliders: machine.sliders(), us, position, selection, targets, checks };
    let castling_rooks = generation.open_castling_rooks();
    let danger = generation.king_moves(castling_rooks, sink)?;
    let Some(check_mask) = checks.mask(position.king(us)) else { return ControlFlow::Continue(()) };
    generation.pawns::<APART>(check_mask, sink)?;
    if position.ep_square().is_some() {
        en_passant(us, position, selection, sink)?;
    }
    generation.pieces::<APART>(check_mask, sink)?;
    match checks.checkers.is_empty() && !castling_rooks.is_empty() {
        true if APART => generation.castling_apart(castling_rooks, danger, sink),
        true => generation.castling(castling_rooks, danger, sink),
        false => ControlFlow::Continue(()),
    }
}

/// What the generation of every piece's moves needs.
#[derive(Clone, Copy)]
struct Generation<'a, S> {
    sliders: S,
    us: Color,
    position: &'a Position,
    selection: Selection,
    /// The targets of the selected moves of pieces, pawns and castling excepted.
    targets: Bitboard,
    checks: Checks,
}

impl<S: Sliders> Generation<'_, S> {
    /// Returns the selected pieces of a type.
    #[inline(always)]
    fn ours(&self, piece_type: PieceType) -> Bitboard {
        self.position.pieces(self.us, piece_type) & self.selection.from
    }

    #[inline(always)]
    fn theirs(&self) -> Bitboard {
        self.position.by_color(self.us.opponent())
    }

    /// Passes the king's steps to the sink, and returns the squares that the other side attacks when the king is removed from the
    /// board.
    ///
    /// The map is empty if neither a step nor castling needs it.
    #[inline(always)]
    fn king_moves(self, castling_rooks: Bitboard, sink: &mut impl Sink) -> ControlFlow<(), Bitboard> {
        let Self { us, position, selection, targets, .. } = self;
        let king = position.king(us);
        if !selection.from.contains(king) {
            return ControlFlow::Continue(Bitboard::EMPTY);
        }
        let steps = king_attacks(king) & targets;
        if steps.is_empty() && castling_rooks.is_empty() {
            return ControlFlow::Continue(Bitboard::EMPTY);
        }
        let danger = threats(self.sliders, us.opponent(), position, position.occupied() ^ king.bitboard());
        sink.piece(us, PieceType::King, king, steps & !danger, self.theirs())?;
        ControlFlow::Continue(danger)
    }

    /// Generates all pawn moves but en passant, as sets. A pinned pawn moves along its pin only: a diagonal pin forbids
    /// pushes, a pin along a rank or file forbids captures.
    #[inline(always)]
    fn pawns<const APART: bool>(self, check_mask: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        let Self { us, position, selection, checks, .. } = self;
        let pawns = self.ours(PieceType::Pawn);
        let capturers = pawns - checks.orthogonal_pins;
        let pushers = pawns - checks.diagonal_pins;
        let capturable = self.theirs() & check_mask & selection.captures;
        let capture = |side: Direction| {
            let step = |set: Bitboard| set.push(us).shift(side);
            let pinned = checks.diagonal_pins;
            (step(capturers - pinned) | (step(capturers & pinned) & pinned)) & capturable
        };
        let empty = !position.occupied();
        let push = |set: Bitboard| set.push(us) & empty;
        let pinned = checks.orthogonal_pins;
        let pushed = push(pushers - pinned) | (push(pushers & pinned) & pinned);
        let stops = check_mask & selection.pushes;
        let targets = PawnTargets {
            west_captures: capture(Direction::West),
            east_captures: capture(Direction::East),
            pushes: pushed & stops,
            double_pushes: push(pushed & Rank::Third.relative_to(us).bitboard()) & stops,
        };
        let last = us.promotion_rank().bitboard();
        if !((targets.west_captures | targets.east_captures | targets.pushes) & last).is_empty() {
            let targets = PawnTargets { double_pushes: Bitboard::EMPTY, ..targets.only(last) };
            if APART { promotions_apart(us, targets, sink) } else { sink.promotions(us, targets) }?;
        }
        sink.pawns(us, PawnTargets { double_pushes: targets.double_pushes, ..targets.only(!last) })
    }

    /// Generates the moves of knights, bishops, rooks and queens. Pinned ones are generated separately, so that the others need no
    /// test.
    #[inline(always)]
    fn pieces<const APART: bool>(self, check_mask: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        let Self { sliders, us, position, checks, .. } = self;
        let (occupied, pinned, theirs) = (position.occupied(), checks.pins(), self.theirs());
        let targets = check_mask & self.targets;
        for from in self.ours(PieceType::Knight) - pinned {
            sink.piece(us, PieceType::Knight, from, knight_attacks(from) & targets, theirs)?;
        }
        for from in self.ours(PieceType::Bishop) - pinned {
            let attacks = sliders.bishop_attacks(from, occupied);
            sink.piece(us, PieceType::Bishop, from, attacks & targets, theirs)?;
        }
        for from in self.ours(PieceType::Rook) - pinned {
            sink.piece(us, PieceType::Rook, from, sliders.rook_attacks(from, occupied) & targets, theirs)?;
        }
        for from in self.ours(PieceType::Queen) - pinned {
            sink.piece(us, PieceType::Queen, from, sliders.queen_attacks(from, occupied) & targets, theirs)?;
        }
        let sliding = self.ours(PieceType::Bishop) | self.ours(PieceType::Rook) | self.ours(PieceType::Queen);
        match sliding.intersects(pinned) {
            true if APART => self.pinned_sliders_apart(targets, sink),
            true => self.pinned_sliders(targets, sink),
            false => ControlFlow::Continue(()),
        }
    }

    /// [`pinned_sliders`](Self::pinned_sliders), not inlined.
    #[inline(never)]
    fn pinned_sliders_apart(self, targets: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        self.pinned_sliders(targets, sink)
    }

    #[inline(always)]
    fn pinned_sliders(self, targets: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        let Self { sliders, us, position, checks, .. } = self;
        let (king, occupied, theirs) = (position.king(us), position.occupied(), self.theirs());
        for piece_type in [PieceType::Bishop, PieceType::Queen] {
            for from in self.ours(piece_type) & checks.diagonal_pins {
                let along = line(king, from) & sliders.bishop_attacks(from, occupied);
                sink.piece(us, piece_type, from, along & targets, theirs)?;
            }
        }
        for piece_type in [PieceType::Rook, PieceType::Queen] {
            for from in self.ours(piece_type) & checks.orthogonal_pins {
                let along = line(king, from) & sliders.rook_attacks(from, occupied);
                sink.piece(us, piece_type, from, along & targets, theirs)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Generates castling of chess and Chess960, for a king that is not in check.
    ///
    /// In addition to the squares of [`Castling`], it tests the rook, which in Chess960 may shield the king along the
    /// back rank.
    #[inline(always)]
    fn castling(self, castling_rooks: Bitboard, danger: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        let Self { us, position, selection, checks, .. } = self;
        let king = position.king(us);
        for rook in castling_rooks {
            let castling = Castling { king, rook };
            let way = CastlingWay::of(us, king, rook);
            if way.empty.is_disjoint(position.occupied())
                && way.safe.is_disjoint(danger)
                && !checks.orthogonal_pins.contains(rook)
                && selection.quiets.contains(castling.king_to())
            {
                sink.castle(us, castling)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// [`castling`](Self::castling), not inlined.
    #[inline(never)]
    fn castling_apart(self, rooks: Bitboard, danger: Bitboard, sink: &mut impl Sink) -> ControlFlow<()> {
        self.castling(rooks, danger, sink)
    }

    /// Returns the castling rooks with no piece between them and their king, or none if castling is not selected.
    ///
    /// Most castling rights are blocked in this way. If all are, neither castling nor a king without steps needs the map
    /// of attacked squares.
    #[inline(always)]
    fn open_castling_rooks(self) -> Bitboard {
        let Self { us, position, selection, .. } = self;
        let mut open = Bitboard::EMPTY;
        let king = position.king(us);
        if selection.quiets.is_empty() || !selection.from.contains(king) {
            return open;
        }
        for rook in position.castling_rooks() & us.back_rank().bitboard() {
            if between(king, rook).is_disjoint(position.occupied()) {
                open |= rook.bitboard();
            }
        }
        open
    }
}

/// Passes promotions to the sink.
#[inline(never)]
fn promotions_apart(us: Color, targets: PawnTargets, sink: &mut impl Sink) -> ControlFlow<()> {
    sink.promotions(us, targets)
}

/// Generates captures en passant. `ep_square` is set only if some capture is legal; of two capturers one may still
/// be pinned.
#[cold]
#[inline(never)]
fn en_passant(us: Color, position: &Position, selection: Selection, sink: &mut impl Sink) -> ControlFlow<()> {
    let Some(to) = position.ep_square() else { return ControlFlow::Continue(()) };
    if selection.captures.contains(to) {
        let capturers =
            pawn_attacks(us.opponent(), to) & position.pieces(us, PieceType::Pawn) & selection.from;
        for from in capturers {
            if position.is_ep_capture_legal(us, from, to) {
                sink.en_passant(us, from, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the squares that the pieces of `color` attack, with the squares of `occupancy` occupied.
#[inline(always)]
pub(crate) fn threats(
    sliders: impl Sliders,
    color: Color,
    position: &Position,
    occupancy: Bitboard,
) -> Bitboard {
    let mut threats = pawn_attacks_setwise(color, position.pieces(color, PieceType::Pawn))
        | king_attacks(position.king(color));
    for knight in position.pieces(color, PieceType::Knight) {
        threats |= knight_attacks(knight);
    }
    for slider in position.board().diagonal_sliders(color) {
        threats |= sliders.bishop_attacks(slider, occupancy);
    }
    for slider in position.board().orthogonal_sliders(color) {
        threats |= sliders.rook_attacks(slider, occupancy);
    }
    threats
}

/// The checkers of a king and the pins to it, which restrict the moves of its side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Checks {
    pub(crate) checkers: Bitboard,
    /// The lines of diagonal pins: the pinning pieces, and all squares between them and the king.
    pub(crate) diagonal_pins: Bitboard,
    /// The lines of pins along ranks and files.
    pub(crate) orthogonal_pins: Bitboard,
}

impl Checks {
    /// Returns the checks that are known, or finds those of `us`.
    #[inline(always)]
    pub(crate) fn known_or_of(known: Option<Self>, position: &Position, us: Color) -> Self {
        // A closure would not always be inlined.
        match known {
            Some(checks) => checks,
            None => Self::of(position, us),
        }
    }

    #[inline(always)]
    pub(crate) fn of(position: &Position, us: Color) -> Self {
        let them = us.opponent();
        let king = position.king(us);
        let occupied = position.occupied();
        let bishops = on_empty_board(PieceType::Bishop)[king.index()] & position.diagonal_sliders(them);
        // A lone piece of the other side on a line counts as pinned too, which restricts none of our pieces.
        let diagonal = SniperLines::of(king, leapers(position, us, king), bishops, occupied);
        let rooks = on_empty_board(PieceType::Rook)[king.index()] & position.orthogonal_sliders(them);
        let orthogonal = SniperLines::of(king, diagonal.attackers, rooks, occupied);
        Self {
            checkers: orthogonal.attackers,
            diagonal_pins: diagonal.pins,
            orthogonal_pins: orthogonal.pins,
        }
    }

    /// Returns the lines of all pins.
    #[inline(always)]
    pub(crate) fn pins(self) -> Bitboard {
        self.diagonal_pins | self.orthogonal_pins
    }

    /// Returns the targets by which pieces other than the king leave no check: all squares without a check, the checker and the
    /// squares before it in a single check, and `None` in double check.
    #[inline(always)]
    pub(crate) fn mask(self, king: Square) -> Option<Bitboard> {
        match self.checkers.first() {
            None => Some(Bitboard::FULL),
            Some(_) if self.checkers.has_many() => None,
            Some(checker) => Some(between(king, checker) | self.checkers),
        }
    }
}

/// The squares that must be empty or safe in castling: those of [`Castling`], from a table.
///
/// Computing them took 8 % of the instructions of counting in positions where both sides can still castle.
#[derive(Clone, Copy)]
struct CastlingWay {
    /// The squares that must be empty.
    empty: Bitboard,
    /// The squares that must not be attacked.
    safe: Bitboard,
}

impl CastlingWay {
    /// Returns the entry for `us`, whose king and rook are on its back rank.
    #[inline(always)]
    fn of(us: Color, king: Square, rook: Square) -> Self {
        let Self { empty, safe } = WAYS[king as usize & 7][rook as usize & 7];
        let rank = match us {
            Color::White => 0,
            Color::Black => 56,
        };
        Self { empty: Bitboard(empty.0 << rank), safe: Bitboard(safe.0 << rank) }
    }
}

/// Entries of the first rank, by the files of king and rook.
static WAYS: [[CastlingWay; 8]; 8] = {
    let mut ways = [[CastlingWay { empty: Bitboard::EMPTY, safe: Bitboard::EMPTY }; 8]; 8];
    let mut i = 0;
    while i < 64 {
        let (king, rook) = (i / 8, i % 8);
        if king != rook {
            let castling = Castling { king: Square::ALL[king], rook: Square::ALL[rook] };
            ways[king][rook] = CastlingWay { empty: castling.empty(), safe: castling.safe() };
        }
        i += 1;
    }
    ways
};

#[cfg(test)]
mod tests {
    use chess_types::File;

    use super::*;

    #[test]
    fn the_table_says_what_castling_says() {
        for us in Color::ALL {
            let squares = File::ALL.map(|file| Square::new(file, us.back_rank()));
            for (king, rook) in squares.into_iter().flat_map(|king| squares.map(|rook| (king, rook))) {
                if king != rook {
                    let (way, castling) = (CastlingWay::of(us, king, rook), Castling { king, rook });
                    assert_eq!((way.empty, way.safe), (castling.empty(), castling.safe()), "{king} {rook}");
                }
            }
        }
    }
}
