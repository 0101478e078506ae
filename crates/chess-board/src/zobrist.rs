//! Zobrist keys (Albert L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
//!
//! A position keeps one word for each group of pieces and one for its state. A change of a piece costs one XOR, and
//! every key that engines ask for is a XOR of a few words.

use chess_types::{Bitboard, Color, PieceType, SplitMix64, Square};

use crate::board::Board;

/// The words of a position's keys, one for each group of pieces: the pawns of both colours, the minor pieces of each
/// colour, the other pieces of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub(crate) struct PieceKeys([u64; 5]);

const PAWNS: usize = 0;
const MINORS: usize = 1;
const MAJORS: usize = 3;

/// Number of the word that a piece changes, by colour and type. A `const`, so that it folds where the piece is known.
const GROUP: [[u8; 6]; 2] = {
    let [minors, majors] = [MINORS as u8, MAJORS as u8];
    [
        [PAWNS as u8, minors, minors, majors, majors, majors],
        [PAWNS as u8, minors + 1, minors + 1, majors + 1, majors + 1, majors + 1],
    ]
};

impl PieceKeys {
    /// The keys of a board, given the XOR of all numbers of each piece.
    #[inline]
    pub(crate) const fn of_pieces(numbers: &[u64; 12]) -> Self {
        let mut keys = Self([0; 5]);
        let mut piece = 0;
        while piece < 12 {
            keys.0[GROUP[piece / 6][piece % 6] as usize] ^= numbers[piece];
            piece += 1;
        }
        keys
    }

    pub(crate) const fn of_board(board: &Board) -> Self {
        let mut numbers = [0; 12];
        let mut piece = 0;
        while piece < 12 {
            let mut rest = board.pieces(Color::ALL[piece / 6], PieceType::ALL[piece % 6]);
            while let Some(square) = rest.first() {
                rest = rest.without_first();
                numbers[piece] ^= of_piece(piece, square as usize);
            }
            piece += 1;
        }
        Self::of_pieces(&numbers)
    }

    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, piece_type: PieceType, square: Square) {
        self.0[GROUP[color as usize][piece_type as usize] as usize] ^=
            RANDOM.pieces[6 * color as usize + piece_type as usize][square as usize];
    }

    #[inline]
    pub(crate) const fn all(&self) -> u64 {
        let [pawns, white_minors, black_minors, white_majors, black_majors] = self.0;
        pawns ^ white_minors ^ black_minors ^ white_majors ^ black_majors
    }

    #[inline]
    pub(crate) const fn pawns(&self) -> u64 {
        self.0[PAWNS]
    }

    #[inline]
    pub(crate) const fn minors(&self, color: Color) -> u64 {
        self.0[MINORS + color as usize]
    }

    #[inline]
    pub(crate) const fn majors(&self, color: Color) -> u64 {
        self.0[MAJORS + color as usize]
    }
}

/// The number of a piece on a square, both by their index; from 12 on, where there is no piece, 0.
#[inline(always)]
pub(crate) const fn of_piece(piece: usize, square: usize) -> u64 {
    RANDOM.pieces[piece & 15][square & 63]
}

/// What the side to move adds to the state word.
#[inline]
pub(crate) const fn of_side(side_to_move: Color) -> u64 {
    match side_to_move {
        Color::White => 0,
        Color::Black => BLACK_TO_MOVE,
    }
}

/// What the castling rooks add to the state word: one number a rook, so that Chess960's rights differ too.
#[inline]
pub(crate) const fn of_castling(rooks: Bitboard) -> u64 {
    let mut key = 0;
    let mut rest = rooks;
    while let Some(square) = rest.first() {
        rest = rest.without_first();
        key ^= RANDOM.castling[square as usize];
    }
    key
}

/// What a square where a pawn can legally be taken en passant adds to the state word.
#[inline]
pub(crate) const fn of_en_passant(square: Option<Square>) -> u64 {
    match square {
        Some(square) => RANDOM.en_passant[square as usize & 7],
        None => 0,
    }
}

struct Random {
    /// Of the twelve pieces, and four times zero.
    pieces: [[u64; 64]; 16],
    castling: [u64; 64],
    en_passant: [u64; 8],
}

/// The change of side: a constant, not a table entry, since every move needs it.
pub(crate) const BLACK_TO_MOVE: u64 = random_number(0);

static RANDOM: Random = {
    let mut random = Random { pieces: [[0; 64]; 16], castling: [0; 64], en_passant: [0; 8] };
    let mut i = 0;
    while i < 12 * 64 {
        random.pieces[i / 64][i % 64] = random_number(1 + i as u64);
        i += 1;
    }
    i = 0;
    while i < 64 {
        random.castling[i] = random_number(1000 + i as u64);
        i += 1;
    }
    i = 0;
    while i < 8 {
        random.en_passant[i] = random_number(2000 + i as u64);
        i += 1;
    }
    random
};

/// The `n`-th number from a fixed seed.
const fn random_number(n: u64) -> u64 {
    let mut random = SplitMix64::new(0x636865737321);
    random.skip(n);
    random.next_u64()
}
