//! The numbers that the format gives to squares, and to the placements of the pieces that come first.
//!
//! Squares are plain indices here, 0 for a1 to 63 for h8, because they are mirrored and compared all the time.

/// The number of placements of three pieces of different kinds, up to mirroring and rotating the board.
pub(super) const THREE_PIECES: u64 = 31332;
/// The number of placements of two kings that do not touch, up to mirroring and rotating the board.
pub(super) const TWO_KINGS: u64 = 462;

/// Returns the file of a square, 0 for a.
const fn file(square: usize) -> usize {
    square & 7
}

/// Returns the rank of a square, 0 for the first.
pub(super) const fn rank(square: usize) -> usize {
    square >> 3
}

/// Returns how far a square lies above the diagonal from a1 to h8, negative below it.
#[inline]
pub(super) const fn above_diagonal(square: usize) -> i32 {
    rank(square) as i32 - file(square) as i32
}

/// Mirrors a square at the diagonal from a1 to h8.
#[inline]
pub(super) const fn flip_diagonal(square: usize) -> usize {
    (square >> 3 | square << 3) & 63
}

/// The squares of the triangle a1-d1-d4: first the six below the diagonal, by ranks, then the four on it.
const TRIANGLE_SQUARES: [usize; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

/// The numbers 0 to 9 of the squares in the triangle a1-d1-d4. Squares outside have 0.
pub(super) const TRIANGLE: [u8; 64] = {
    let mut table = [0; 64];
    let mut number = 0;
    while number < 10 {
        table[TRIANGLE_SQUARES[number]] = number as u8;
        number += 1;
    }
    table
};

/// The numbers 0 to 27 of the squares below the diagonal, by ranks. Squares on and above it have 0.
pub(super) const BELOW_DIAGONAL: [u8; 64] = {
    let mut table = [0; 64];
    let (mut square, mut number) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square] = number;
            number += 1;
        }
        square += 1;
    }
    table
};

/// The number of two kings by the first king's number in the triangle and the second one's square. Kings that touch, and
/// placements that are mirrored before they are looked up, have 0.
pub(super) static KINGS: [[u16; 64]; 10] = {
    let mut table = [[0; 64]; 10];
    let mut number = 0;
    // Placements with both kings on the diagonal come last.
    let mut on_diagonal = 0;
    while on_diagonal < 2 {
        let mut triangle = 0;
        while triangle < 10 {
            let first = TRIANGLE_SQUARES[triangle];
            let mut second = 0;
            while second < 64 {
                let far = file(first).abs_diff(file(second)) > 1 || rank(first).abs_diff(rank(second)) > 1;
                let lies = above_diagonal(second);
                let starts_on_diagonal = above_diagonal(first) == 0;
                let both_on_diagonal = starts_on_diagonal && lies == 0;
                if far && !(starts_on_diagonal && lies > 0) && both_on_diagonal == (on_diagonal == 1) {
                    table[triangle][second] = number;
                    number += 1;
                }
                second += 1;
            }
            triangle += 1;
        }
        on_diagonal += 1;
    }
    assert!(number as u64 == TWO_KINGS);
    table
};

/// Returns the number of a pawn's square on the files a to d, 0 for a2 to 23 for d7, after mirroring to these files.
/// The pawn with the lowest number leads.
#[inline]
pub(super) const fn lead_pawn(square: usize) -> usize {
    edge_file(square) * 6 + rank(square) - 1
}

/// Returns the number of the file of a square, 0 for the files a and h to 3 for d and e.
#[inline]
pub(super) const fn edge_file(square: usize) -> usize {
    let file = file(square);
    if file < 4 { file } else { 7 - file }
}

/// Returns the number of a pawn's square in the order of the pawns behind the leading one: 47 for a2, 46 for h2, 45 for a3,
/// and so on, towards the middle files, to 0 for e7.
#[inline]
pub(super) const fn other_pawn(square: usize) -> usize {
    47 - 2 * lead_pawn(square) - (file(square) > 3) as usize
}

/// Returns the number of ways to choose `k` of `n`, for `n` below 64 and `k` below 7.
#[inline]
pub(super) const fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[k][n] as u64
}

static CHOOSE: [[u32; 64]; 7] = {
    let mut table = [[0; 64]; 7];
    table[0] = [1; 64];
    let mut k = 1;
    while k < 7 {
        let mut n = 1;
        while n < 64 {
            table[k][n] = table[k][n - 1] + table[k - 1][n - 1];
            n += 1;
        }
        k += 1;
    }
    table
};

/// The number of placements of `count` leading pawns with the leading one on each square of [`lead_pawn`], and their sums:
/// `LEAD_PAWNS[count - 1][square]` is the first number of the placements with that leading pawn, counted in each file.
pub(super) static LEAD_PAWNS: [[u32; 24]; 5] = {
    let mut table = [[0; 24]; 5];
    let mut count = 0;
    while count < 5 {
        let mut square = 0;
        let mut sum = 0;
        while square < 24 {
            if square % 6 == 0 {
                sum = 0;
            }
            table[count][square] = sum as u32;
            // The others are on squares of lower numbers: of `other_pawn`, 47 - 2 * square of them.
            sum += choose(47 - 2 * square, count);
            square += 1;
        }
        count += 1;
    }
    table
};

/// Returns the number of placements of `count` leading pawns, 1 to 5, with the leading one on a file, 0 for a to 3 for d.
pub(super) const fn lead_pawns_on(file: usize, count: usize) -> u64 {
    let last = file * 6 + 5;
    LEAD_PAWNS[count - 1][last] as u64 + choose(47 - 2 * last, count - 1)
}
