//! Piece-square values: the material of a piece, and a value for its rank and its file. A sum of the two has fewer numbers
//! than a table of squares, and each number has a meaning.

use chess_types::{Color, PieceType, Square};

use super::taper::{Taper, taper};

/// Ranks from the own side of the board, files from the a-file to the h-file; middle game and endgame.
struct Values {
    material: Taper,
    ranks: [[i32; 8]; 2],
    files: [[i32; 8]; 2],
}

const PAWN: Values = Values {
    material: taper(88, 112),
    ranks: [[0, -6, -4, 4, 10, 22, 40, 0], [0, -4, -4, 0, 8, 22, 40, 0]],
    files: [[-10, -2, 0, 10, 10, -2, 0, -10], [4, 2, 0, -2, -2, 0, 2, 4]],
};

const KNIGHT: Values = Values {
    material: taper(325, 300),
    ranks: [[-28, -12, 2, 8, 16, 18, 4, -30], [-20, -10, 0, 8, 8, 0, -10, -24]],
    files: [[-24, -8, 4, 8, 8, 4, -8, -24], [-20, -8, 4, 8, 8, 4, -8, -20]],
};

const BISHOP: Values = Values {
    material: taper(335, 315),
    ranks: [[-14, 4, 6, 6, 6, 4, -6, -14], [-8, -4, 2, 4, 4, 2, -2, -8]],
    files: [[-8, 2, 2, 4, 4, 2, 2, -8], [-6, 0, 2, 4, 4, 2, 0, -6]],
};

const ROOK: Values = Values {
    material: taper(475, 540),
    ranks: [[-2, -8, -6, -4, 0, 6, 18, 10], [-4, -4, -2, 0, 2, 4, 8, 6]],
    files: [[-6, -2, 4, 10, 10, 6, -2, -6], [0, 0, 0, 0, 0, 0, 0, 0]],
};

const QUEEN: Values = Values {
    material: taper(960, 970),
    ranks: [[-4, 0, 2, 2, 2, 4, 2, 2], [-16, -8, 0, 8, 12, 12, 6, 0]],
    files: [[-4, -2, 0, 2, 2, 0, 2, 2], [-10, -4, 2, 6, 6, 2, -4, -10]],
};

const KING: Values = Values {
    material: taper(0, 0),
    ranks: [[14, 2, -24, -40, -50, -50, -50, -50], [-28, -8, 4, 14, 20, 20, 8, -12]],
    files: [[8, 16, 4, -12, -8, -12, 18, 10], [-14, -2, 6, 10, 10, 6, -2, -14]],
};

static VALUES: [[Taper; 64]; 6] =
    [table(&PAWN), table(&KNIGHT), table(&BISHOP), table(&ROOK), table(&QUEEN), table(&KING)];

const fn table(values: &Values) -> [Taper; 64] {
    let mut table = [taper(0, 0); 64];
    let mut i = 0;
    while i < 64 {
        let (rank, file) = (i / 8, i % 8);
        table[i] = taper(
            values.material.middle + values.ranks[0][rank] + values.files[0][file],
            values.material.end + values.ranks[1][rank] + values.files[1][file],
        );
        i += 1;
    }
    table
}

/// Returns the value of a piece of `color` on `square` for its own side.
#[inline]
pub(super) fn value(piece_type: PieceType, color: Color, square: Square) -> Taper {
    VALUES[piece_type.index()][square.relative_to(color).index()]
}
