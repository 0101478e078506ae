//! A plain evaluation: material, piece squares, mobility, pawn structure, threats, and king safety.
//!
//! Each term has a value for the middle game and one for the endgame, and the pieces on the board interpolate between the
//! two. The terms are the same for both sides. An engine replaces this evaluation by its own.

mod bare_king;
mod pawns;
mod pieces;
mod taper;
mod values;

use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use chess_types::{Bitboard, Color, PieceType};

use self::bare_king::against_bare_king;
use self::pawns::pawn_terms;
use self::pieces::{Attacks, danger, piece_terms, threats};
use self::taper::{Taper, phase_of};
use self::values::TEMPO;

/// Returns the value of the position in hundredths of a pawn for the side to move.
///
/// # Examples
/// ```
/// use chess_board::Position;
/// use chess_search::evaluate::evaluate;
///
/// let level = evaluate(&Position::START);
/// assert!(level.abs() < 50);
/// let rook_up = Position::from_fen("4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1")?;
/// assert!(evaluate(&rook_up) > 400);
/// # Ok::<(), chess_board::ParsePositionError>(())
/// ```
#[inline]
pub fn evaluate(position: &Position) -> i32 {
    Backend::best().run_scalar(Evaluate(position))
}

/// Does the same as [`evaluate`], compiled for the machine of a [`Task`].
#[inline(always)]
pub fn evaluate_for(machine: impl Machine, position: &Position) -> i32 {
    machine.run(Evaluate(position))
}

struct Evaluate<'a>(&'a Position);

impl Task for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> i32 {
        let position = self.0;
        let us = position.side_to_move();
        let (own_pieces, own) = machine.run(Pieces { position, us });
        let (other_pieces, others) = machine.run(Pieces { position, us: !us });
        let value = machine.run(Rest { position, us, own: &own, others: &others })
            - machine.run(Rest { position, us: !us, own: &others, others: &own });
        let value = own_pieces - other_pieces + value + TEMPO;
        let value = value.at(phase(position), |end| scaled(position, us, end)).clamp(-LIMIT, LIMIT);
        if !position.by_color(!us).has_many() {
            against_bare_king(position, us, value)
        } else if !position.by_color(us).has_many() {
            -against_bare_king(position, !us, -value)
        } else {
            value
        }
    }
}

/// Boards full of queens stay below the mates.
const LIMIT: i32 = 18_000;

#[inline(always)]
fn phase(position: &Position) -> i32 {
    PieceType::ALL
        .iter()
        .map(|&piece_type| phase_of(piece_type) * position.by_type(piece_type).count() as i32)
        .sum()
}

/// The piece terms of `us`, and the squares that its pieces attack.
struct Pieces<'a> {
    position: &'a Position,
    us: Color,
}

impl Task for Pieces<'_> {
    type Output = (Taper, Attacks);

    #[inline(always)]
    fn run(self, machine: impl Machine) -> (Taper, Attacks) {
        piece_terms(machine, self.position, self.us)
    }
}

/// The sum of the other terms of `us`, positive where they are good for `us`.
struct Rest<'a> {
    position: &'a Position,
    us: Color,
    own: &'a Attacks,
    others: &'a Attacks,
}

impl Task for Rest<'_> {
    type Output = Taper;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Taper {
        let Self { position, us, own, others } = self;
        pawn_terms(position, us, own, others)
            + threats(position, us, own, others)
            + danger(machine, position, us, own, others)
    }
}

/// The value of an endgame, less where few pawns of the better side or bishops of opposite colours make a draw likely.
#[inline(always)]
fn scaled(position: &Position, us: Color, value: i32) -> i32 {
    let better = if value > 0 { us } else { !us };
    let pawns = position.pieces(better, PieceType::Pawn).count() as i32;
    let of = |color| position.pieces(color, PieceType::Bishop);
    let are_opposite = of(us).count() == 1
        && of(!us).count() == 1
        && ((of(us) | of(!us)) & Bitboard::LIGHT_SQUARES).count() == 1;
    let share = if are_opposite && phase(position) == 2 {
        24 + 3 * pawns
    } else if are_opposite {
        40 + 4 * pawns
    } else if pawns == 0 && strength(position, better) - strength(position, !better) <= 3 {
        if strength(position, better) < 5 { 4 } else { 16 }
    } else {
        44 + 4 * pawns
    };
    value * share.min(64) / 64
}

/// The pieces of `us` in units of a pawn.
#[inline(always)]
fn strength(position: &Position, us: Color) -> i32 {
    let of = |piece_type| position.pieces(us, piece_type).count() as i32;
    3 * of(PieceType::Knight) + 3 * of(PieceType::Bishop) + 5 * of(PieceType::Rook) + 9 * of(PieceType::Queen)
}
