//! Static exchange evaluation: the material that a move wins if both sides then only capture on its target square.
//!
//! Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use chess_board::Position;
use chess_board::internals::{SniperLines, attackers_by};
use chess_magic::Sliders;
use chess_types::{Bitboard, Color, Move, PieceType, Square};

use crate::machine::{Machine, Task};

/// The captures that may continue an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pins {
    /// All captures that the pieces attack, pinned or not, in check or not. This is the common approximation.
    Ignored,
    /// Legal captures only. A pinned piece does not capture until its pinner is gone, nor does a piece whose king is
    /// in check from elsewhere.
    Respected,
}

/// Piece values and pin rule of [`see`](crate::PositionExt::see).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeeRules {
    /// The values of pawn, knight, bishop, rook, queen and king, in units of the caller's choice. The king captures last and
    /// is never captured; its value does not matter.
    pub values: [i16; 6],
    /// The captures that may continue an exchange.
    pub pins: Pins,
}

impl SeeRules {
    /// Returns rules with the values of [`see_value`], in centipawns.
    pub const fn new(pins: Pins) -> Self {
        Self { values: [100, 300, 300, 500, 900, 0], pins }
    }

    #[inline(always)]
    const fn value(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize] as i32
    }

    #[inline(always)]
    const fn promotion_gain(&self, promoted: PieceType) -> i32 {
        self.value(promoted) - self.value(PieceType::Pawn)
    }
}

/// Returns the value of a piece in an exchange, in centipawns: 100, 300, 300, 500, 900, and 0 for the king, which
/// captures last and is never captured.
#[inline]
pub const fn see_value(piece_type: PieceType) -> i32 {
    SeeRules::new(Pins::Ignored).value(piece_type)
}

/// Returns the value of an exchange: see [`PositionExt::see`](crate::PositionExt::see).
#[inline(always)]
pub(crate) fn see(machine: impl Machine, position: &Position, mv: Move, rules: &SeeRules) -> i32 {
    let Some((won, standing)) = first_capture(position, mv, rules) else { return 0 };
    won - machine.run(&Replies::to(position, mv, standing, rules))
}

/// Compares the value of an exchange: see [`PositionExt::see_at_least`](crate::PositionExt::see_at_least).
#[inline(always)]
pub(crate) fn see_at_least(
    machine: impl Machine,
    position: &Position,
    mv: Move,
    threshold: i32,
    rules: &SeeRules,
) -> bool {
    let Some((won, standing)) = first_capture(position, mv, rules) else { return threshold <= 0 };
    // The gain by captures that the other side needs for the move to miss the threshold.
    let need = won.saturating_sub(threshold).saturating_add(1);
    if need <= 0 {
        return false;
    }
    let promotes = mv.to().rank() == position.side_to_move().back_rank();
    let promotion = if promotes { rules.promotion_gain(PieceType::Queen).max(0) } else { 0 };
    rules.value(standing) + promotion < need
        || !machine.run(Wins { replies: &Replies::to(position, mv, standing, rules), need })
}

/// The material that the other side wins by the captures that follow a move.
///
/// It has no `Move`, and tasks borrow it: a call that stores 16 bits or copies the fields, to be read as wider words, stalls the reader
/// for 2 to 3 ns (AMD Zen 4).
struct Replies<'a> {
    position: &'a Position,
    rules: &'a SeeRules,
    /// The occupied squares after the move.
    occupancy: Bitboard,
    /// The target square of the move, and what it leaves there.
    square: Square,
    standing: PieceType,
}

impl<'a> Replies<'a> {
    /// Returns the replies to a move that is not castling.
    #[inline(always)]
    fn to(position: &'a Position, mv: Move, standing: PieceType, rules: &'a SeeRules) -> Self {
        let square = mv.to();
        let mut occupancy = (position.occupied() - mv.from().bitboard()) | square.bitboard();
        if mv.is_en_passant() {
            occupancy -= mv.capture_square().bitboard();
        }
        Self { position, rules, occupancy, square, standing }
    }
}

impl Task for &Replies<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let mut exchange = Exchange::new(machine.sliders(), self);
        // Neither side has more than sixteen pieces to capture with.
        let mut gains = [0; 32];
        let mut len = 0;
        while let Some(gain) = exchange.take() {
            gains[len] = gain;
            len += 1;
            exchange.reveal();
            if len == gains.len() {
                break;
            }
        }
        // Either side may stop at any capture.
        gains[..len].iter().rev().fold(0, |replies, gain| 0.max(gain - replies))
    }
}

/// Whether the captures that follow a move win `need` or more, which is positive.
struct Wins<'a> {
    replies: &'a Replies<'a>,
    need: i32,
}

impl Task for Wins<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> bool {
        let Self { replies, mut need } = self;
        let mut exchange = Exchange::new(machine.sliders(), replies);
        // Whether the side that needs the gain has captured last.
        let mut ours = false;
        loop {
            let Some(gain) = exchange.take() else { return ours };
            ours = !ours;
            // After this capture, it succeeds if the other side then wins less than the surplus.
            need = gain - need + 1;
            if need <= 0 {
                return !ours;
            }
            exchange.reveal();
        }
    }
}

/// Returns the material that `mv` wins if there is no recapture, and the piece that is on its target square then. Returns
/// `None` for castling.
#[inline(always)]
fn first_capture(position: &Position, mv: Move, rules: &SeeRules) -> Option<(i32, PieceType)> {
    if mv.is_castle() {
        return None;
    }
    let won = position.captured(mv).map_or(0, |captured| rules.value(captured));
    let mover = position.piece_type_at(mv.from())?;
    Some(mv.promotion().map_or((won, mover), |promoted| (won + rules.promotion_gain(promoted), promoted)))
}

/// An exchange on a square, with the pieces that can still capture there.
struct Exchange<'a, S> {
    sliders: S,
    position: &'a Position,
    rules: &'a SeeRules,
    square: Square,
    /// The occupied squares, without the pieces that have captured. The square of the exchange is occupied.
    occupancy: Bitboard,
    /// Attackers of both colours, without the sliders behind the piece that captured last. Some of them may have captured.
    attackers: Bitboard,
    /// The side to capture next.
    side: Color,
    /// The type of the piece that captured last. After a promotion, the piece on the square has another type.
    capturer: PieceType,
    standing: PieceType,
}

impl<'a, S: Sliders> Exchange<'a, S> {
    #[inline(always)]
    fn new(sliders: S, replies: &Replies<'a>) -> Self {
        let &Replies { position, rules, occupancy, square, standing } = replies;
        let attackers = attackers_by(sliders, position, square, occupancy) & occupancy;
        let side = !position.side_to_move();
        let capturer = PieceType::Knight;
        Self { sliders, position, rules, square, occupancy, attackers, side, capturer, standing }
    }

    /// Captures with the least valuable piece that can, and returns the material that this wins. Returns `None` if no
    /// piece can capture.
    #[inline(always)]
    fn take(&mut self) -> Option<i32> {
        let mut own = self.attackers & self.position.by_color(self.side);
        if own.is_empty() {
            return None;
        }
        if self.rules.pins == Pins::Respected {
            own = self.unpinned(own);
        }
        let first = |piece_type| Some((piece_type, (own & self.position.by_type(piece_type)).first()?));
        let (piece_type, from) = PieceType::ALL.into_iter().find_map(first)?;
        self.occupancy -= from.bitboard();
        if piece_type == PieceType::King && !self.is_safe_for_king() {
            return None;
        }
        let mut gain = self.rules.value(self.standing);
        (self.capturer, self.standing) = (piece_type, piece_type);
        if piece_type == PieceType::Pawn && self.square.rank() == self.side.promotion_rank() {
            gain += self.rules.promotion_gain(PieceType::Queen);
            self.standing = PieceType::Queen;
        }
        self.side = !self.side;
        Some(gain)
    }

    /// Adds the sliders behind the piece that captured last to the attackers, and removes that piece.
    #[inline(always)]
    fn reveal(&mut self) {
        self.attackers = (self.attackers | self.behind(self.capturer)) & self.occupancy;
    }

    /// Returns the sliders that attack the square after a piece of this type has left one of its lines.
    #[inline(always)]
    fn behind(&self, piece_type: PieceType) -> Bitboard {
        let of = |slider| self.position.by_type(slider) | self.position.by_type(PieceType::Queen);
        let mut sliders = Bitboard::EMPTY;
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            sliders |= self.sliders.bishop_attacks(self.square, self.occupancy) & of(PieceType::Bishop);
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen) {
            sliders |= self.sliders.rook_attacks(self.square, self.occupancy) & of(PieceType::Rook);
        }
        sliders
    }

    /// Returns the capturing side's pieces that may leave their squares: only the king if it is in check.
    ///
    /// It looks for sliders only: a knight or pawn that gives check is on the square and is captured.
    #[inline(always)]
    fn unpinned(&self, own: Bitboard) -> Bitboard {
        let king = self.position.king(self.side);
        let snipers = self.position.snipers(king, !self.side) & (self.occupancy - self.square.bitboard());
        let lines = SniperLines::of(king, Bitboard::EMPTY, snipers, self.occupancy);
        if lines.attackers.is_empty() { own - lines.blockers } else { own & king.bitboard() }
    }

    /// Tests whether no piece of the other side, pinned or not, attacks the square after the king has captured there.
    ///
    /// No slider of the other side is behind the king: it would give check along the line, and no capture on the square, which is on
    /// that line beyond the king, can have uncovered it.
    #[inline(always)]
    fn is_safe_for_king(&self) -> bool {
        self.attackers.is_disjoint(self.position.by_color(!self.side))
    }
}
