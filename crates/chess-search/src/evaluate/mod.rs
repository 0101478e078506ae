//! A plain evaluation: material, piece squares, mobility, pawn structure, and king safety.
//!
//! Each term has a value for the middle game and one for the endgame, and the pieces on the board interpolate between the
//! two. The terms are the same for both sides. An engine replaces this evaluation by its own.

mod bare_king;
mod terms;

use chess_board::Position;
use chess_magic::{Sliders, king_attacks, knight_attacks, pawn_attacks_setwise};
use chess_movegen::machine::{Backend, Machine, Task};
use chess_types::{Bitboard, Color, PieceType, Square};

use self::bare_king::against_bare_king;
use self::terms::{Taper, ahead_of, pawn_terms, phase_of, square_value, taper};

/// The right to move.
const TEMPO: i32 = 12;
const BISHOP_PAIR: Taper = taper(24, 44);
const OPEN_FILE: Taper = taper(26, 10);
const HALF_OPEN_FILE: Taper = taper(12, 6);
/// A pawn on one of the three files before its king, on the rank before it or the next.
const SHIELD: Taper = taper(9, 0);
/// A piece that a pawn attacks.
const THREAT: Taper = taper(32, 24);

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
        let value = machine.run(Half { position, us }) - machine.run(Half { position, us: !us });
        let value = value.at(phase(position)).clamp(-LIMIT, LIMIT) + TEMPO;
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

/// The sum of the terms of `us`, positive where they are good for `us`.
struct Half<'a> {
    position: &'a Position,
    us: Color,
}

impl Task for Half<'_> {
    type Output = Taper;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Taper {
        let Self { position, us } = self;
        pawn_terms(position, us) + pieces(machine, position, us) + places(position, us)
    }
}

/// The squares of pawns and king, the pair of bishops, and the pieces that pawns attack.
#[inline(always)]
fn places(position: &Position, us: Color) -> Taper {
    let mut value = Taper::default();
    for square in position.pieces(us, PieceType::Pawn) {
        value += square_value(PieceType::Pawn, us, square);
    }
    let king = position.king(us);
    value += square_value(PieceType::King, us, king);
    let near = us.push(king_attacks(king) - king.rank().bitboard()) | king_attacks(king);
    let before = near & ahead_of(us, king.rank());
    value += SHIELD * (before & position.pieces(us, PieceType::Pawn)).count() as i32;
    if position.pieces(us, PieceType::Bishop).has_many() {
        value += BISHOP_PAIR;
    }
    let attacked = pawn_attacks_setwise(us, position.pieces(us, PieceType::Pawn));
    let threatened = attacked & (position.by_color(!us) - position.by_type(PieceType::Pawn));
    value + THREAT * threatened.count() as i32
}

/// Knights to queens: their squares, their mobility, and their attacks near the other king.
#[inline(always)]
fn pieces(machine: impl Machine, position: &Position, us: Color) -> Taper {
    let pawns = position.by_type(PieceType::Pawn);
    let own_pawns = position.pieces(us, PieceType::Pawn);
    let unsafe_squares = pawn_attacks_setwise(!us, pawns - own_pawns) | own_pawns;
    let zone = king_attacks(position.king(!us)) | position.king(!us).bitboard();
    let mut value = Taper::default();
    let mut attackers = 0;
    let mut pressure = 0;
    for (piece_type, mobility, usual, weight) in MOBILE {
        for square in position.pieces(us, piece_type) {
            let attacked = attacks(machine, piece_type, square, position.occupied());
            value += square_value(piece_type, us, square);
            value += mobility * ((attacked - unsafe_squares).count() as i32 - usual);
            let near = (attacked & zone).count() as i32;
            attackers += i32::from(near > 0);
            pressure += near * weight;
            if piece_type == PieceType::Rook {
                value += file_value(square.file().bitboard(), pawns, own_pawns);
            }
        }
    }
    // One piece alone does little harm.
    if attackers > 1 { value + taper(pressure * attackers / 2, 0) } else { value }
}

#[inline(always)]
fn attacks(machine: impl Machine, piece_type: PieceType, square: Square, occupancy: Bitboard) -> Bitboard {
    match piece_type {
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => machine.sliders().bishop_attacks(square, occupancy),
        PieceType::Rook => machine.sliders().rook_attacks(square, occupancy),
        _ => machine.sliders().queen_attacks(square, occupancy),
    }
}

/// For each piece type: the value of a reachable square, the usual number of them, and the weight of an attack near the
/// king.
const MOBILE: [(PieceType, Taper, i32, i32); 4] = [
    (PieceType::Knight, taper(4, 4), 4, 5),
    (PieceType::Bishop, taper(5, 5), 6, 4),
    (PieceType::Rook, taper(3, 5), 7, 6),
    (PieceType::Queen, taper(2, 4), 13, 8),
];

#[inline]
fn file_value(file: Bitboard, pawns: Bitboard, own_pawns: Bitboard) -> Taper {
    if file.is_disjoint(pawns) {
        OPEN_FILE
    } else if file.is_disjoint(own_pawns) {
        HALF_OPEN_FILE
    } else {
        Taper::default()
    }
}
