//! Static exchange evaluation: the material that a move wins if both sides then only capture on its target square.
//!
//! Source: <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use chess_board::{Position, capture_square};
use chess_magic::{between, bishop_attacks, rook_attacks};
use chess_types::{Bitboard, Color, Move, PieceType, Square};

/// The captures that may continue an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pins {
    /// All captures that the pieces attack, pinned or not, in check or not. This is the common approximation.
    Ignored,
    /// Legal captures only. A pinned piece does not capture until its pinner is gone, nor does a piece whose king is
    /// in check from elsewhere.
    Respected,
}

/// Returns the value of a piece in an exchange, in centipawns: 100, 300, 300, 500, 900, and 0 for the king, which
/// captures last and is never captured.
#[inline]
pub const fn see_value(piece_type: PieceType) -> i32 {
    match piece_type {
        PieceType::Pawn => 100,
        PieceType::Knight | PieceType::Bishop => 300,
        PieceType::Rook => 500,
        PieceType::Queen => 900,
        PieceType::King => 0,
    }
}

/// Returns the material that the side to move wins by the legal move `mv`, in centipawns; it is negative for a loss.
///
/// After `mv`, each side captures on the target square with its least valuable piece, or stops if that is better.
/// Among pieces of one type the one on the lowest square captures; knights capture before bishops. Sliders behind a
/// piece that has captured take part (X-rays). A pawn that captures on the last rank becomes a queen. Castling wins
/// 0. An en passant reply to a double push happens on another square and is not considered.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_movegen::{Pins, see, see_at_least};
/// use chess_types::{Move, MoveKind, Square};
///
/// // The knight takes a pawn, and two pieces recapture in turn.
/// let position = Position::from_fen("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1")?;
/// let mv = Move::new(Square::D3, Square::E5, MoveKind::Capture);
/// assert_eq!(see(&position, mv, Pins::Ignored), -200);
/// assert!(see_at_least(&position, mv, -200, Pins::Ignored));
/// assert!(!see_at_least(&position, mv, -199, Pins::Ignored));
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
pub fn see(position: &Position, mv: Move, pins: Pins) -> i32 {
    let Some((mut exchange, won)) = Exchange::begin(position, mv, pins) else { return 0 };
    // Neither side has more than sixteen pieces to capture with.
    let mut gains = [0; 33];
    gains[0] = won;
    let mut len = 1;
    while let Some(gain) = exchange.take() {
        gains[len] = gain;
        len += 1;
        if len == gains.len() {
            break;
        }
    }
    // Either side may stop at any capture but the first.
    let replies = gains[1..len].iter().rev().fold(0, |replies, gain| 0.max(gain - replies));
    won - replies
}

/// Tests for a move that wins `threshold` centipawns or more, by the rules of [`see`]. The move must be legal.
///
/// It stops as soon as the answer is certain, which is often before the first recapture.
pub fn see_at_least(position: &Position, mv: Move, threshold: i32, pins: Pins) -> bool {
    let need = first_gain(position, mv).saturating_sub(threshold).saturating_add(1);
    if need <= 0 {
        return false;
    }
    if most_taken_back(position, mv) < need {
        return true;
    }
    let Some((mut exchange, _)) = Exchange::begin(position, mv, pins) else { return threshold <= 0 };
    // The material that the side to capture next must win to succeed.
    let mut need = need;
    let mut mover_takes = false;
    while need > 0 {
        let Some(gain) = exchange.take() else { return !mover_takes };
        // After this capture, it succeeds if the other side then wins less than the surplus.
        need = gain.saturating_sub(need).saturating_add(1);
        mover_takes = !mover_takes;
    }
    mover_takes
}

/// Returns the material that `mv` wins if there is no recapture.
#[inline]
fn first_gain(position: &Position, mv: Move) -> i32 {
    position.captured(mv).map_or(0, see_value) + mv.promotion().map_or(0, promotion_gain)
}

/// Returns an upper bound of the material that a recapture of `mv` can win.
#[inline]
fn most_taken_back(position: &Position, mv: Move) -> i32 {
    let standing = mv.promotion().or_else(|| position.piece_type_at(mv.from())).map_or(0, see_value);
    let promotes = mv.to().rank() == position.side_to_move().back_rank();
    standing + if promotes { promotion_gain(PieceType::Queen) } else { 0 }
}

#[inline]
const fn promotion_gain(promoted: PieceType) -> i32 {
    see_value(promoted) - see_value(PieceType::Pawn)
}

/// An exchange on a square, with the pieces that can still capture there.
struct Exchange<'a> {
    position: &'a Position,
    square: Square,
    /// The occupied squares, without the pieces that have left to capture. The square of the exchange is occupied.
    occupancy: Bitboard,
    /// Attackers of both colours. Some of them may have captured already.
    attackers: Bitboard,
    /// The side to capture next.
    side: Color,
    /// The type of the piece that stands on the square now.
    standing: PieceType,
    pins: Pins,
}

impl<'a> Exchange<'a> {
    /// Starts the exchange with `mv`, and returns it with the material that `mv` wins. Returns `None` for castling.
    #[inline]
    fn begin(position: &'a Position, mv: Move, pins: Pins) -> Option<(Self, i32)> {
        if mv.is_castle() {
            return None;
        }
        let (from, square) = (mv.from(), mv.to());
        let mut occupancy = (position.occupied() - from.bitboard()) | square.bitboard();
        if mv.is_en_passant() {
            occupancy -= capture_square(mv).bitboard();
        }
        let exchange = Self {
            position,
            square,
            occupancy,
            attackers: position.attackers_to(square, occupancy),
            side: !position.side_to_move(),
            standing: mv.promotion().or_else(|| position.piece_type_at(from))?,
            pins,
        };
        Some((exchange, first_gain(position, mv)))
    }

    /// Captures with the least valuable piece that can, and returns the material that this wins. Returns `None` if no
    /// piece can capture.
    #[inline]
    fn take(&mut self) -> Option<i32> {
        self.attackers &= self.occupancy;
        let own = self.attackers & self.position.by_color(self.side);
        let (piece_type, from) = self.least_valuable(own)?;
        let board = self.position.board();
        self.occupancy -= from.bitboard();
        if matches!(piece_type, PieceType::Pawn | PieceType::Bishop | PieceType::Queen | PieceType::King) {
            self.attackers |= bishop_attacks(self.square, self.occupancy)
                & (board.diagonal_sliders(Color::White) | board.diagonal_sliders(Color::Black));
        }
        if matches!(piece_type, PieceType::Rook | PieceType::Queen | PieceType::King) {
            self.attackers |= rook_attacks(self.square, self.occupancy)
                & (board.orthogonal_sliders(Color::White) | board.orthogonal_sliders(Color::Black));
        }
        let mut gain = see_value(self.standing);
        self.standing = piece_type;
        if piece_type == PieceType::Pawn && self.square.rank() == self.side.promotion_rank() {
            gain += promotion_gain(PieceType::Queen);
            self.standing = PieceType::Queen;
        }
        self.side = !self.side;
        Some(gain)
    }

    #[inline]
    fn least_valuable(&self, own: Bitboard) -> Option<(PieceType, Square)> {
        if own.is_empty() {
            return None;
        }
        let (king, others) = PieceType::ALL.split_last()?;
        for &piece_type in others {
            for from in own & self.position.by_type(piece_type) {
                if self.pins == Pins::Ignored || self.leaves_king_safe(from) {
                    return Some((piece_type, from));
                }
            }
        }
        let from = (own & self.position.by_type(*king)).first()?;
        self.is_safe_for_king(from).then_some((PieceType::King, from))
    }

    /// Tests for a safe king of the capturing side after a piece has left `from` to capture.
    ///
    /// It looks for sliders only: a knight or pawn that gives check stands on the square and is captured.
    #[inline]
    fn leaves_king_safe(&self, from: Square) -> bool {
        let king = self.position.king(self.side);
        let occupancy = self.occupancy - from.bitboard();
        let snipers = self.position.board().snipers(king, !self.side);
        (snipers & (occupancy - self.square.bitboard()))
            .into_iter()
            .all(|sniper| between(king, sniper).intersects(occupancy))
    }

    /// Tests for no attacker of the other side, pinned or not, on the square once the king has left `from`.
    #[inline]
    fn is_safe_for_king(&self, from: Square) -> bool {
        let occupancy = self.occupancy - from.bitboard();
        let attackers =
            self.position.attackers_to(self.square, occupancy) & (occupancy - self.square.bitboard());
        attackers.is_disjoint(self.position.by_color(!self.side))
    }
}
