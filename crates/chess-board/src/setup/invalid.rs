use core::fmt;
use core::mem::size_of;

use chess_types::{Bitboard, Color};
use static_assertions::const_assert_eq;

use crate::named_enum::named_enum;

named_enum! {
    /// A rule that a [`Setup`](crate::Setup) must keep to become a [`Position`](crate::Position). The list is complete.
    ///
    /// All other setups are accepted. They include positions that no game can reach but that are safe to play on:
    /// pawns that have passed each other, a double check by two knights, a check that no last move explains, an en
    /// passant square on which no pawn can capture, and any counters that fit their type.
    pub enum Reason {
        NoKing "no_king" "a side has no king",
        ManyKings "many_kings" "a side has more than one king",
        PawnOnBackRank "pawn_on_back_rank" "a pawn stands on the first or last rank",
        OpponentInCheck "opponent_in_check" "the side that is not to move is in check",
        /// Or two rights belong to the same side of a king.
        Castling "castling" "a castling right lacks its king or its rook on the back rank",
        EnPassant "en_passant" "no pawn can have passed over the en passant square by the last move",
        Material "material" "a side has more than 16 pieces, more than 8 pawns, or more promoted pieces than missing pawns",
        /// An illegal move can leave such a board; FEN, [`Board::put`](crate::Board::put) and
        /// [`Board::from_sets`](crate::Board::from_sets) cannot.
        Contradiction "contradiction" "a square has two pieces, or the type or the colour of a piece alone",
        MoveNumber "move_number" "the move number is 0",
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
/// assert!(invalid.is_about(Reason::OpponentInCheck, Color::White));
/// assert_eq!(invalid.squares(Reason::OpponentInCheck), Square::E2.bitboard());
/// assert_eq!(
///     invalid.to_string(),
///     "White is in check but not to move: the king on e1 is attacked from e2"
/// );
/// # Ok::<(), ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct InvalidSetup {
    /// A bit for each reason.
    reasons: u16,
    /// The sides that each reason is about: two bits for each reason, White's first.
    sides: u32,
    /// The squares that the reasons are about, from [`Reason::ManyKings`] to [`Reason::Contradiction`]. The others have none.
    squares: [Bitboard; 7],
    /// The kings of [`Reason::OpponentInCheck`].
    pub(super) attacked_kings: Bitboard,
}

const_assert_eq!(size_of::<InvalidSetup>(), 72);

impl InvalidSetup {
    pub(super) const NONE: Self =
        Self { reasons: 0, sides: 0, squares: [Bitboard::EMPTY; 7], attacked_kings: Bitboard::EMPTY };

    /// Tests whether the setup was refused for this reason.
    #[inline]
    pub const fn has(&self, reason: Reason) -> bool {
        self.reasons >> reason as u8 & 1 != 0
    }

    /// Returns all reasons in the order of [`Reason::ALL`].
    pub fn reasons(&self) -> impl Iterator<Item = Reason> + use<> {
        let all = *self;
        Reason::ALL.into_iter().filter(move |&reason| all.has(reason))
    }

    /// Returns the squares that a reason is about. A reason may be about no square.
    ///
    /// For [`Reason::OpponentInCheck`] they are the squares of the checking pieces;
    /// [`attacked_kings`](Self::attacked_kings) returns the king.
    pub fn squares(&self, reason: Reason) -> Bitboard {
        self.squares.get(place(reason)).copied().unwrap_or_default()
    }

    /// Tests whether a reason is about `color`: the side without a king, the side in check, and so on.
    ///
    /// The reasons about en passant, contradictions and the move number are about no side.
    #[inline]
    pub const fn is_about(&self, reason: Reason, color: Color) -> bool {
        self.sides & side_bit(reason, color) != 0
    }

    /// Returns the kings that could be captured: those of the side that is in check and not to move.
    #[inline]
    pub const fn attacked_kings(&self) -> Bitboard {
        self.attacked_kings
    }

    /// Returns each reason alone, with its sides and squares.
    pub fn each(&self) -> impl Iterator<Item = (Reason, Self)> + use<> {
        let all = *self;
        self.reasons().map(move |reason| {
            let mut alone = Self::NONE;
            alone.add(reason, all.squares(reason));
            alone.sides = all.sides & (3 << (2 * reason as u8));
            if reason == Reason::OpponentInCheck {
                alone.attacked_kings = all.attacked_kings;
            }
            (reason, alone)
        })
    }

    /// Tests whether there is no reason.
    pub(super) const fn is_empty(&self) -> bool {
        self.reasons == 0
    }

    pub(super) fn add(&mut self, reason: Reason, squares: Bitboard) {
        self.reasons |= 1 << reason as u8;
        if let Some(set) = self.squares.get_mut(place(reason)) {
            *set |= squares;
        }
    }

    pub(super) fn add_side(&mut self, reason: Reason, color: Color, squares: Bitboard) {
        self.add(reason, squares);
        self.sides |= side_bit(reason, color);
    }
}

/// Returns the place of the squares of a reason.
const fn place(reason: Reason) -> usize {
    (reason as usize).wrapping_sub(Reason::ManyKings as usize)
}

const fn side_bit(reason: Reason, color: Color) -> u32 {
    1 << (2 * reason as u8 + color as u8)
}

impl core::error::Error for InvalidSetup {}

impl fmt::Display for InvalidSetup {
    /// Writes the reasons with their sides and squares, with semicolons between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons().enumerate() {
            f.write_str(if i == 0 { "" } else { "; " })?;
            let side = match Color::ALL.map(|color| self.is_about(reason, color)) {
                [true, false] => Some(Color::White.name()),
                [false, true] => Some(Color::Black.name()),
                _ => None,
            };
            let name = side.unwrap_or("each side");
            match reason {
                Reason::NoKing if side.is_none() => f.write_str("neither side has a king")?,
                Reason::NoKing => write!(f, "{name} has no king")?,
                Reason::ManyKings => write!(f, "{name} has more than one king")?,
                Reason::OpponentInCheck => {
                    write!(f, "{name} is in check but not to move: the king on")?;
                    self.attacked_kings.into_iter().try_for_each(|king| write!(f, " {king}"))?;
                    f.write_str(" is attacked from")?;
                }
                Reason::Material => write!(f, "{name} has more material than any game can reach")?,
                _ => reason.fmt(f)?,
            }
            for (i, square) in self.squares(reason).into_iter().enumerate() {
                let is_list = i == 0 && reason != Reason::OpponentInCheck;
                write!(f, "{}{square}", if is_list { ": " } else { " " })?;
            }
        }
        Ok(())
    }
}
