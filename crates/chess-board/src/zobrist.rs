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

/// The words of the keys. An enum, so that the compiler knows that there is a word for each.
#[derive(Clone, Copy)]
enum Group {
    Pawns,
    WhiteMinors,
    BlackMinors,
    WhiteMajors,
    BlackMajors,
}

/// The word that a piece changes, by colour and type. A `const`, so that it folds where the piece is known.
const GROUP: [[Group; 8]; 2] = {
    use Group::{BlackMajors, BlackMinors, Pawns, WhiteMajors, WhiteMinors};
    [
        [Pawns, WhiteMinors, WhiteMinors, WhiteMajors, WhiteMajors, WhiteMajors, Pawns, Pawns],
        [Pawns, BlackMinors, BlackMinors, BlackMajors, BlackMajors, BlackMajors, Pawns, Pawns],
    ]
};

/// Number of the word that a piece changes, its type given by the index; of the two indices that are no type, some word.
#[inline(always)]
pub(crate) const fn group(color: Color, piece_type: usize) -> usize {
    GROUP[color as usize][piece_type & 7] as usize
}

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
                numbers[piece] ^= of_piece(Color::ALL[piece / 6], PieceType::ALL[piece % 6], square);
            }
            piece += 1;
        }
        Self::of_pieces(&numbers)
    }

    /// Adds `numbers` to the word that a piece changes, its type given by the index.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, piece_type: usize, numbers: u64) {
        self.0[group(color, piece_type)] ^= numbers;
    }

    /// The keys with `numbers` added where `masks` are ones: what [`toggle`](Self::toggle) does, with all words written.
    #[inline(always)]
    pub(crate) const fn toggled(mut self, masks: &[u64; 5], numbers: u64) -> Self {
        let mut i = 0;
        while i < 5 {
            self.0[i] ^= numbers & masks[i];
            i += 1;
        }
        self
    }

    /// The word that a piece changes.
    #[inline(always)]
    pub(crate) const fn of(&self, color: Color, piece_type: usize) -> u64 {
        self.0[group(color, piece_type)]
    }

    /// Puts `key` in the place of the word that a piece changes.
    #[inline(always)]
    pub(crate) const fn set(&mut self, color: Color, piece_type: usize, key: u64) {
        self.0[group(color, piece_type)] = key;
    }

    #[inline]
    pub(crate) const fn all(&self) -> u64 {
        let [pawns, white_minors, black_minors, white_majors, black_majors] = self.0;
        pawns ^ white_minors ^ black_minors ^ white_majors ^ black_majors
    }

    #[inline]
    pub(crate) const fn pawns(&self) -> u64 {
        self.0[Group::Pawns as usize]
    }

    #[inline]
    pub(crate) const fn minors(&self, color: Color) -> u64 {
        self.0[Group::WhiteMinors as usize + color as usize]
    }

    #[inline]
    pub(crate) const fn majors(&self, color: Color) -> u64 {
        self.0[Group::WhiteMajors as usize + color as usize]
    }
}

/// The numbers of a piece, by the index of its type; of the two indices that are no type, zeros.
#[inline(always)]
pub(crate) const fn of_index(color: Color, piece_type: usize) -> &'static [u64; 64] {
    &RANDOM.pieces[8 * color as usize + (piece_type & 7)]
}

/// The number of a piece on a square, the piece by eight times its colour and its type; 0 where there is no such piece.
#[inline(always)]
pub(crate) const fn of_set(piece: usize, square: usize) -> u64 {
    RANDOM.pieces[piece & 15][square & 63]
}

/// The number of a piece on a square.
#[inline(always)]
pub(crate) const fn of_piece(color: Color, piece_type: PieceType, square: Square) -> u64 {
    of_index(color, piece_type as usize)[square as usize]
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
        Some(square) => RANDOM.en_passant[square as usize],
        None => 0,
    }
}

/// What the square of a legal capture en passant adds, the square as a number below 128; from 64 on, 0.
#[inline(always)]
pub(crate) const fn of_ep_number(number: usize) -> u64 {
    RANDOM.en_passant[number & 127]
}

struct Random {
    /// Of six pieces of White and six of Black, after each of them two rows of zeros.
    pieces: [[u64; 64]; 16],
    castling: [u64; 64],
    /// By the square, and zeros for none.
    en_passant: [u64; 128],
}

/// The change of side: a constant, not a table entry, since every move needs it.
pub(crate) const BLACK_TO_MOVE: u64 = random_number(0);

static RANDOM: Random = {
    let mut random = Random { pieces: [[0; 64]; 16], castling: [0; 64], en_passant: [0; 128] };
    let mut i = 0;
    while i < 12 * 64 {
        let piece = i / 64;
        random.pieces[8 * (piece / 6) + piece % 6][i % 64] = random_number(1 + i as u64);
        i += 1;
    }
    i = 0;
    while i < 64 {
        random.castling[i] = random_number(1000 + i as u64);
        i += 1;
    }
    i = 0;
    while i < 64 {
        random.en_passant[i] = random_number(2000 + (i as u64 & 7));
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
