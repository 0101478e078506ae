use core::fmt;
use core::mem::{align_of, size_of};

use bitflags::bitflags;
use chess_types::{Bitboard, Color, Square};
use static_assertions::const_assert_eq;

bitflags! {
    /// The rules that a [`Setup`](crate::Setup) must keep to become a [`Position`](crate::Position). The list is
    /// complete.
    ///
    /// All other setups are accepted. They include positions that no game can reach but that are safe to play on:
    /// pawns that have passed each other, a double check by two knights, a check that no last move explains, an en
    /// passant square on which no pawn can capture, and any counters that fit their type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Reason: u16 {
        /// A side has no king.
        const NO_KING = 1 << 0;
        /// A side has two kings or more.
        const MANY_KINGS = 1 << 1;
        /// A pawn stands on the first or the last rank.
        const PAWN_ON_BACK_RANK = 1 << 2;
        /// The side that is not to move is in check.
        const OPPONENT_IN_CHECK = 1 << 3;
        /// A castling right lacks its king or its rook on the back rank, or two rights belong to the same side of a
        /// king.
        const CASTLING = 1 << 4;
        /// No pawn can have passed over the en passant square by the last move.
        const EN_PASSANT = 1 << 5;
        /// A side has more than 16 pieces, more than 8 pawns, or more promoted pieces than missing pawns.
        const MATERIAL = 1 << 6;
        /// The move number is 0.
        const MOVE_NUMBER = 1 << 7;
    }
}

/// The reasons why a setup was refused: every [`Reason`], with the sides and squares it is about.
///
/// # Examples
/// ```
/// use chess_board::{Color, ParsePositionError, Position, Reason, Square};
///
/// let refused = Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1");
/// let Err(ParsePositionError::Invalid(invalid)) = refused else { panic!("accepted") };
/// assert!(invalid.is_about(Reason::OPPONENT_IN_CHECK, Color::White));
/// assert_eq!(invalid.squares(Reason::OPPONENT_IN_CHECK), Square::E2.bitboard());
/// assert_eq!(
///     invalid.to_string(),
///     "White is in check and not to move: the king on e1 is attacked from e2"
/// );
/// # Ok::<(), ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InvalidSetup {
    reasons: Reason,
    /// The sides that each reason is about: two bits for each reason, White's first.
    sides: u16,
    /// The squares of the reasons that have any, from [`Reason::MANY_KINGS`] to [`Reason::MATERIAL`].
    squares: [Bitboard; 6],
    /// The kings of [`Reason::OPPONENT_IN_CHECK`].
    attacked_kings: Bitboard,
}

// 64 bytes, and 60 where a word of 64 bits is aligned to four bytes, as on 32-bit x86.
const_assert_eq!(size_of::<InvalidSetup>(), 60_usize.next_multiple_of(align_of::<u64>()));

impl InvalidSetup {
    pub(super) const NONE: Self = Self {
        reasons: Reason::empty(),
        sides: 0,
        squares: [Bitboard::EMPTY; 6],
        attacked_kings: Bitboard::EMPTY,
    };

    /// Returns all reasons as a set.
    #[inline]
    pub const fn reasons(&self) -> Reason {
        self.reasons
    }

    /// Returns the squares that the reasons in `reason` are about. A reason may be about no square.
    ///
    /// For [`Reason::OPPONENT_IN_CHECK`] they are the squares of the checking pieces;
    /// [`attacked_kings`](Self::attacked_kings) returns the king.
    pub fn squares(&self, reason: Reason) -> Bitboard {
        reason.iter().filter_map(slot).fold(Bitboard::EMPTY, |squares, slot| squares | self.squares[slot])
    }

    /// Tests for a reason in `reason` that is about `color`: the side without a king, the side in check, and so on.
    ///
    /// The reasons about en passant and the move number are about no side.
    pub fn is_about(&self, reason: Reason, color: Color) -> bool {
        reason.iter().any(|one| self.sides & side_bit(one, color) != 0)
    }

    /// Returns the kings that could be captured: those of the side that is in check and not to move.
    #[inline]
    pub const fn attacked_kings(&self) -> Bitboard {
        self.attacked_kings
    }

    /// Returns each reason alone, with its sides and squares.
    pub fn each(&self) -> impl Iterator<Item = (Reason, Self)> {
        self.reasons.iter().map(|reason| {
            let mut alone = Self::NONE;
            alone.add(reason, self.squares(reason));
            alone.sides = self.sides & (3 << (2 * index(reason)));
            if reason == Reason::OPPONENT_IN_CHECK {
                alone.attacked_kings = self.attacked_kings;
            }
            (reason, alone)
        })
    }

    pub(super) fn add(&mut self, reason: Reason, squares: Bitboard) {
        self.reasons |= reason;
        if let Some(slot) = slot(reason) {
            self.squares[slot] |= squares;
        }
    }

    pub(super) fn add_side(&mut self, reason: Reason, color: Color, squares: Bitboard) {
        self.add(reason, squares);
        self.sides |= side_bit(reason, color);
    }

    pub(super) fn add_attacked_king(&mut self, color: Color, king: Square, attackers: Bitboard) {
        self.add_side(Reason::OPPONENT_IN_CHECK, color, attackers);
        self.attacked_kings |= king.bitboard();
    }

    /// Returns the side that a reason is about, if it is about exactly one.
    fn side(&self, reason: Reason) -> Option<Color> {
        match Color::ALL.map(|color| self.is_about(reason, color)) {
            [true, false] => Some(Color::White),
            [false, true] => Some(Color::Black),
            _ => None,
        }
    }
}

const fn index(reason: Reason) -> usize {
    reason.bits().trailing_zeros() as usize
}

/// The place of the squares of a reason: the first and the last reason have none.
fn slot(reason: Reason) -> Option<usize> {
    index(reason).checked_sub(1).filter(|&slot| slot < 6)
}

const fn side_bit(reason: Reason, color: Color) -> u16 {
    1 << (2 * index(reason) + color as usize)
}

impl core::error::Error for InvalidSetup {}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            let side = self.side(reason).map_or("each side", Color::name);
            match reason {
                Reason::NO_KING if self.side(reason).is_none() => f.write_str("neither side has a king")?,
                Reason::NO_KING => write!(f, "{side} has no king")?,
                Reason::MANY_KINGS => write!(f, "{side} has more than one king")?,
                Reason::PAWN_ON_BACK_RANK => f.write_str("a pawn stands on the first or last rank")?,
                Reason::OPPONENT_IN_CHECK => {
                    write!(f, "{side} is in check and not to move: the king on")?;
                    self.attacked_kings.into_iter().try_for_each(|king| write!(f, " {king}"))?;
                    f.write_str(" is attacked from")?;
                }
                Reason::CASTLING => {
                    f.write_str("a castling right lacks its king or its rook on the back rank")?;
                }
                Reason::EN_PASSANT => {
                    f.write_str("no pawn can have passed over the en passant square by the last move")?;
                }
                Reason::MATERIAL => write!(f, "{side} has more material than any game can lead to")?,
                _ => f.write_str("the move number is 0")?,
            }
            for (i, square) in self.squares(reason).into_iter().enumerate() {
                let is_list = i == 0 && reason != Reason::OPPONENT_IN_CHECK;
                write!(f, "{}{square}", if is_list { ": " } else { " " })?;
            }
        }
        Ok(())
    }
}

impl Reason {
    /// The name of a single reason, in lower case with underscores, as programs write it: `no_king`. A set of several reasons, or of
    /// none, has no name.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::NO_KING => "no_king",
            Self::MANY_KINGS => "many_kings",
            Self::PAWN_ON_BACK_RANK => "pawn_on_back_rank",
            Self::OPPONENT_IN_CHECK => "opponent_in_check",
            Self::CASTLING => "castling",
            Self::EN_PASSANT => "en_passant",
            Self::MATERIAL => "material",
            Self::MOVE_NUMBER => "move_number",
            _ => return None,
        })
    }
}

impl fmt::Display for Reason {
    /// Writes the [names](Self::name) of the set, with commas between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().enumerate().try_for_each(|(i, reason)| {
            f.write_str(if i == 0 { "" } else { ", " })?;
            f.write_str(reason.name().unwrap_or_default())
        })
    }
}
