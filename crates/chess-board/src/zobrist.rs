//! Zobrist keys (Albert L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
//!
//! A position keeps one word for each group of pieces and one for its state. Adding or removing a piece costs one XOR, and every
//! key that engines need is the XOR of a few words.

use chess_types::{Bitboard, Color, Piece, SplitMix64, Square};

use crate::board::Board;

/// The key words of a position, one for each group of pieces: the pawns of both colours, the minor pieces of each
/// colour, the other pieces of each colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct PieceKeys([u64; 5]);

/// The groups of pieces. As an enum, it tells the compiler that each index is in bounds.
#[derive(Clone, Copy)]
enum Group {
    Pawns,
    WhiteMinors,
    BlackMinors,
    WhiteMajors,
    BlackMajors,
}

/// The group of each piece, by colour and type. As a `const`, it is folded where the piece is known.
const GROUP: [[Group; 8]; 2] = {
    use Group::{BlackMajors, BlackMinors, Pawns, WhiteMajors, WhiteMinors};
    [
        [Pawns, WhiteMinors, WhiteMinors, WhiteMajors, WhiteMajors, WhiteMajors, Pawns, Pawns],
        [Pawns, BlackMinors, BlackMinors, BlackMajors, BlackMajors, BlackMajors, Pawns, Pawns],
    ]
};

/// Returns the number of the word that a piece changes, by the index of its type. The two indices beyond the types
/// give some valid word.
#[inline(always)]
pub(crate) const fn group(color: Color, piece_type: usize) -> usize {
    GROUP[color as usize][piece_type & 7] as usize
}

impl PieceKeys {
    /// Returns the keys of a board, from the XOR of all numbers of each piece, by eight times its colour plus its type.
    #[inline]
    pub(crate) const fn of_pieces(numbers: &[u64; 16]) -> Self {
        let mut keys = Self([0; 5]);
        let mut piece = 0;
        while piece < 12 {
            keys.0[GROUP[piece / 6][piece % 6] as usize] ^= numbers[8 * (piece / 6) + piece % 6];
            piece += 1;
        }
        keys
    }

    pub(crate) const fn of_board(board: &Board) -> Self {
        let mut keys = Self([0; 5]);
        let mut rest = board.occupied();
        while let Some(square) = rest.pop_first() {
            if let Some(piece) = board.piece_at(square) {
                let (color, piece_type) = (piece.color(), piece.piece_type() as usize);
                keys.toggle(color, piece_type, of_piece(color, piece_type, square));
            }
        }
        keys
    }

    /// Applies `numbers` to the word that a piece changes. `piece_type` is the index of its type.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, piece_type: usize, numbers: u64) {
        self.0[group(color, piece_type)] ^= numbers;
    }

    /// Returns the keys with `numbers` applied where `masks` are ones. It acts as [`toggle`](Self::toggle), but writes all words.
    #[inline(always)]
    pub(crate) const fn toggled(mut self, masks: &[u64; 5], numbers: u64) -> Self {
        let mut i = 0;
        while i < 5 {
            self.0[i] ^= numbers & masks[i];
            i += 1;
        }
        self
    }

    /// Returns the word that a piece changes.
    #[inline(always)]
    pub(crate) const fn of(&self, color: Color, piece_type: usize) -> u64 {
        self.0[group(color, piece_type)]
    }

    /// Replaces the word that a piece changes by `key`.
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

/// Returns the number of a piece on a square, by the index of its type.
#[inline(always)]
pub(crate) const fn of_piece(color: Color, piece_type: usize, square: Square) -> u64 {
    of_set(8 * color as usize + (piece_type & 7), square as usize)
}

/// Returns the change of the keys when a piece moves between two squares.
#[inline(always)]
pub(crate) const fn of_step(color: Color, piece_type: usize, a: Square, b: Square) -> u64 {
    of_piece(color, piece_type, a) ^ of_piece(color, piece_type, b)
}

/// Returns the change of a position's key when `piece` moves between two squares, in either direction, and the other side
/// comes to move.
///
/// It holds for moves that take nothing and leave castling rights and en passant as they are. A search that looks for
/// repetitions without making moves compares keys by it.
#[inline]
pub const fn move_key(piece: Piece, a: Square, b: Square) -> u64 {
    of_step(piece.color(), piece.piece_type() as usize, a, b) ^ BLACK_TO_MOVE
}

/// Returns the number of a piece on a square. The piece is eight times its colour plus the index of its type; other numbers
/// give some valid word.
#[inline(always)]
pub(crate) const fn of_set(piece: usize, square: usize) -> u64 {
    let (piece, square) = (piece & 15, square & 63);
    if cfg!(feature = "tables") { TABLE.pieces[piece][square] } else { Table::piece(piece, square) }
}

/// Returns the part of the state word that depends on the castling rooks: one number for each rook, so that rights of
/// Chess960 differ too.
#[inline]
pub(crate) const fn of_castling(rooks: Bitboard) -> u64 {
    let mut key = 0;
    let mut rest = rooks;
    while let Some(square) = rest.pop_first() {
        let square = square as usize;
        key ^= if cfg!(feature = "tables") { TABLE.castling[square] } else { Table::castling(square) };
    }
    key
}

/// Returns the part of the state word that depends on the target square of a legal capture en passant, given as a
/// number below 128. It is 0 from 64 on.
#[inline(always)]
pub(crate) const fn of_ep_number(number: usize) -> u64 {
    let number = number & 127;
    if cfg!(feature = "tables") { TABLE.en_passant[number] } else { Table::en_passant(number) }
}

/// The change of the side to move. It is a constant, not a table entry, since every move needs it.
pub(crate) const BLACK_TO_MOVE: u64 = random_number(0);

/// The numbers. Without the feature `tables` they are computed when they are needed, which keeps 9.5 KB of random bytes out of
/// small programs.
struct Table {
    pieces: [[u64; 64]; 16],
    castling: [u64; 64],
    /// Indexed by the square, with zeros for none.
    en_passant: [u64; 128],
}

impl Table {
    #[inline]
    const fn piece(piece: usize, square: usize) -> u64 {
        // Six types of each colour have numbers.
        random_number((1 + 64 * (piece - piece / 8 * 2) + square) as u64)
    }

    #[inline]
    const fn castling(square: usize) -> u64 {
        random_number(1000 + square as u64)
    }

    #[inline]
    const fn en_passant(number: usize) -> u64 {
        if number < 64 { random_number(2000 + (number as u64 & 7)) } else { 0 }
    }
}

static TABLE: Table = {
    let mut table = Table { pieces: [[0; 64]; 16], castling: [0; 64], en_passant: [0; 128] };
    let mut square = 0;
    while square < 64 {
        let mut piece = 0;
        while piece < 16 {
            table.pieces[piece][square] = Table::piece(piece, square);
            piece += 1;
        }
        table.castling[square] = Table::castling(square);
        table.en_passant[square] = Table::en_passant(square);
        square += 1;
    }
    table
};

/// Returns the `n`-th number of a sequence with a fixed seed.
#[inline]
const fn random_number(n: u64) -> u64 {
    let mut random = SplitMix64::new(0x636865737321);
    random.skip(n);
    random.next_u64()
}
