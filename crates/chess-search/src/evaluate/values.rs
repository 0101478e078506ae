//! The values of the terms.
//!
//! They were fitted by logistic regression (Texel's method) to results and scores of 17,000 games of the engine against itself at
//! 1,000 nodes for a move.

use chess_types::{Color, PieceType, Square};

use super::taper::{Taper, taper};

/// The right to move.
pub(super) const TEMPO: Taper = taper(39, 16);
pub(super) const BISHOP_PAIR: Taper = taper(27, 22);
pub(super) const OPEN_FILE: Taper = taper(33, 4);
pub(super) const HALF_OPEN_FILE: Taper = taper(11, 11);
pub(super) const DOUBLED: Taper = taper(-5, -25);
pub(super) const ISOLATED: Taper = taper(-9, -7);
/// No square before a passed pawn is attacked.
pub(super) const SAFE_WAY: Taper = taper(-7, 37);
pub(super) const THREAT_BY_KING: Taper = taper(9, 26);
/// A piece that is attacked and not guarded.
pub(super) const HANGING: Taper = taper(21, 39);
/// A piece that the safe step of a pawn would attack.
pub(super) const PUSH: Taper = taper(21, 15);

// Pawns by their rank, from their own side.

/// A pawn beside another one.
pub(super) static PHALANX: [Taper; 8] = tapers([0, 3, 3, 5, 10, 6, 1, 0], [0, -1, -1, 3, 19, 11, 4, 0]);
/// A pawn that a pawn guards.
pub(super) static GUARDED: [Taper; 8] = tapers([0, 0, 10, 8, 4, 21, 4, 0], [0, 0, 0, 2, 7, 16, 12, 0]);
/// A passed pawn.
pub(super) static PASSED: [Taper; 8] = tapers([0, 0, 3, 7, 8, 10, 10, 0], [0, -4, -1, 14, 30, 40, 36, 0]);
/// An empty square before a passed pawn.
pub(super) static FREE: [Taper; 8] = tapers([0, -5, -3, 3, 1, 8, 14, 0], [0, -4, -3, 9, 21, 39, 36, 0]);
/// A step of their king to the square before a passed pawn.
pub(super) static THEIR_KING: [Taper; 8] =
    tapers([0, -1, 1, -3, -7, -9, -5, 0], [0, 3, 7, 14, 29, 43, 48, 0]);
/// A step of the own king to the square before a passed pawn.
pub(super) static OWN_KING: [Taper; 8] = tapers([0, 1, -3, 5, 6, 6, 9, 0], [0, -2, -4, -9, -12, -6, 11, 0]);

/// A piece of each type that a pawn attacks.
pub(super) static BY_PAWN: [Taper; 6] = tapers([0, 54, 50, 15, 25, 0], [0, 11, 13, 6, 1, 0]);
/// A piece of each type that a minor piece attacks, pawns only where they are badly guarded.
pub(super) static BY_MINOR: [Taper; 6] = tapers([4, 18, 25, 44, 35, 0], [21, 16, 18, 16, 4, 0]);
/// A piece of each type that a rook attacks, badly guarded unless it is a queen.
pub(super) static BY_ROOK: [Taper; 6] = tapers([8, 22, 25, 3, 27, 0], [22, 21, 19, 2, 5, 0]);

/// The danger of a king that nothing attacks.
pub(super) const DANGER: i32 = 133;
/// A hundredth of a pawn in the endgame is so many 1024ths of the danger.
pub(super) const DANGER_END: i32 = 210;
/// A piece of each type that attacks squares about the king.
pub(super) const ATTACKER: [i32; 6] = [0, 84, 51, 54, 90, 0];
/// A safe check by a piece of each type.
pub(super) const CHECK: [i32; 6] = [0, 136, 104, 165, 166, 0];
/// An attacked square about the king that only king and queen guard.
pub(super) const WEAK: i32 = 30;
/// A pawn about the king.
pub(super) const SHIELD: i32 = -58;
/// The attacker has no queen.
pub(super) const NO_QUEEN: i32 = -153;

/// The squares that a piece of each type reaches, by their number.
pub(super) static MOBILITY: [&[Taper]; 5] = [
    &[],
    &tapers([-28, -17, -9, -3, 4, 8, 11, 17, 12], [-7, -15, -8, -7, 1, 9, 12, 16, 2]),
    &tapers(
        [-32, -17, -9, -6, 1, 4, 3, 7, 11, 10, 9, 9, 1, 3],
        [-22, -19, -19, -2, -3, 2, 6, 12, 12, 13, 11, 8, 1, 4],
    ),
    &tapers(
        [-28, -19, -13, -8, -2, -1, 0, 1, 6, 8, 7, 9, 9, 14, 14],
        [-6, -10, -21, -16, -11, -1, 1, 6, 2, 6, 7, 10, 7, 8, 22],
    ),
    &tapers(
        [-1, -11, -13, -9, -7, -5, -6, -3, -2, 0, 0, 2, 6, 6, 6, 3, 4, 7, 5, 3, 3, 1, 1, 1, 1, 0, 0, 0],
        [-1, -3, -2, -5, -6, -4, -7, -9, -5, 1, 4, 3, 8, 2, 7, 7, 4, 4, 3, 2, 3, 1, 2, 1, 1, 0, 0, 0],
    ),
];

/// Values for the middle game and for the endgame, put together.
const fn tapers<const N: usize>(middle: [i32; N], end: [i32; N]) -> [Taper; N] {
    let mut tapers = [taper(0, 0); N];
    let mut i = 0;
    while i < N {
        tapers[i] = taper(middle[i], end[i]);
        i += 1;
    }
    tapers
}

/// The material, and the squares of files a to d by rank from the own side, middle game and endgame; the others are alike.
struct Values {
    material: Taper,
    squares: [[[i32; 4]; 2]; 8],
}

static VALUES: [[Taper; 64]; 6] =
    [table(&PAWN), table(&KNIGHT), table(&BISHOP), table(&ROOK), table(&QUEEN), table(&KING)];

const fn table(values: &Values) -> [Taper; 64] {
    let mut table = [taper(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        let (rank, file) = (i / 8, i % 8);
        let [middle, end] = values.squares[rank];
        let file = if file < 4 { file } else { 7 - file };
        table[i] = values.material.plus(taper(middle[file], end[file]));
        i += 1;
    }
    table
}

/// Returns the value of a piece of `color` on `square` for its own side.
#[inline(always)]
pub(super) fn square_value(piece_type: PieceType, color: Color, square: Square) -> Taper {
    VALUES[piece_type.index()][square.relative_to(color).index()]
}

const PAWN: Values = Values {
    material: taper(70, 159),
    squares: [
        [[0, 0, 0, 0], [0, 0, 0, 0]],
        [[-16, -6, -7, -4], [-12, -13, -11, -15]],
        [[-12, -10, -11, -9], [-15, -9, -5, -10]],
        [[-13, -11, 1, 7], [-3, 1, -4, -8]],
        [[7, 6, 7, 9], [6, 5, -3, -1]],
        [[11, 10, 12, 17], [10, 21, 16, 14]],
        [[5, -3, 5, 4], [2, 5, 14, 16]],
        [[0, 0, 0, 0], [0, 0, 0, 0]],
    ],
};

const KNIGHT: Values = Values {
    material: taper(273, 422),
    squares: [
        [[-20, -18, -13, -7], [-8, -16, -9, -1]],
        [[-13, -1, -7, 2], [-3, 1, 0, 1]],
        [[-10, -1, 2, 8], [-7, -5, 3, 8]],
        [[2, 2, 19, 18], [-1, -2, 8, 12]],
        [[2, 6, 19, 20], [0, 1, 10, 14]],
        [[-3, 3, 7, 11], [-5, 2, 7, 9]],
        [[-9, -3, 5, 3], [-2, -3, 0, -1]],
        [[-21, -2, -4, -1], [-9, -3, -2, 1]],
    ],
};

const BISHOP: Values = Values {
    material: taper(277, 468),
    squares: [
        [[-7, -11, -12, 6], [-8, -1, -21, -4]],
        [[-3, 2, 0, -2], [-2, -7, -8, -5]],
        [[-3, 2, 5, 0], [3, -6, 0, 9]],
        [[5, -4, 0, 7], [1, -3, 14, 10]],
        [[-3, 5, 9, 11], [-2, 8, 10, 11]],
        [[-3, 8, 7, 8], [0, 1, 9, 6]],
        [[-8, -4, -5, -2], [-5, -2, -1, 2]],
        [[-5, -4, -2, -4], [-2, -1, 1, -2]],
    ],
};

const ROOK: Values = Values {
    material: taper(356, 782),
    squares: [
        [[-6, 0, 7, 6], [-8, -8, -7, -4]],
        [[-7, -5, -3, -4], [-10, -3, -5, -14]],
        [[-10, -7, -4, -6], [-6, -5, 1, -5]],
        [[-12, -7, 5, -2], [-1, -1, 0, 0]],
        [[0, 5, 0, -1], [0, 1, 0, -1]],
        [[4, -1, 4, 6], [4, 6, 2, 5]],
        [[9, 8, 7, 4], [11, 11, 10, 4]],
        [[1, 4, 0, 1], [7, 9, 6, 6]],
    ],
};

const QUEEN: Values = Values {
    material: taper(787, 1397),
    squares: [
        [[-17, -8, 1, 6], [-7, -7, -7, -21]],
        [[-5, 0, 5, 5], [-2, -3, -6, -1]],
        [[-4, -2, 2, 0], [-3, -2, 4, 4]],
        [[0, -6, -3, -6], [-4, 3, 4, 5]],
        [[-4, -5, 2, -2], [1, 4, 6, 6]],
        [[-2, 8, 8, 6], [2, 3, 4, 6]],
        [[-1, 1, 5, 2], [2, 2, 5, 4]],
        [[-1, 1, 2, 3], [1, 2, 2, 3]],
    ],
};

const KING: Values = Values {
    material: taper(0, 0),
    squares: [
        [[3, 18, 6, -4], [-23, -22, -22, -24]],
        [[1, 1, -4, -11], [-10, -10, -5, -8]],
        [[-9, -9, 0, -15], [-13, 0, 5, 3]],
        [[-3, -1, 2, 4], [-3, 3, 12, 12]],
        [[-2, 1, 5, 6], [-2, 10, 15, 20]],
        [[-1, 1, 2, 4], [-1, 10, 13, 15]],
        [[0, 1, 1, 1], [3, 6, 5, 6]],
        [[0, 0, 0, 0], [0, 1, 0, 2]],
    ],
};
