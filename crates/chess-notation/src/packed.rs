//! Positions packed into 32 bytes each, for files of many positions.

use core::array;
use core::error::Error;
use core::fmt;

use chess_board::{Board, InvalidSetup, Position, Setup};
use chess_movegen::internals::{codes_by_pext, planes_by_pdep};
use chess_types::{Bitboard, Color, File, PieceType, Rank, Square};
use static_assertions::assert_eq_size;

/// A position in 32 bytes.
///
/// The form is lossless: counters, the skipped square, and the castling rooks of Chess960 and double Chess960 are kept. It is
/// also canonical: equal positions have equal bytes, so packed positions can be compared, deduplicated and hashed.
///
/// This is version 1. Numbers of more than one byte have their lowest byte first; bits are numbered from the lowest.
///
/// | byte | bits | meaning |
/// |---|---|---|
/// | 0 | 0-7 | version: 1 |
/// | 1 | 0 | side to move: 0 White, 1 Black |
/// | 1 | 1-3 | 0 |
/// | 1 | 4-7 | file of the square that the last move's pawn passed over: 1 to 8; 0 if none |
/// | 2-3 | 0-15 | halfmove clock |
/// | 4-5 | 0-15 | move number |
/// | 6-7 | 0-15 | 0 |
/// | 8-15 | 0-63 | occupied squares, bit 0 being a1, bit 1 b1, bit 63 h8 |
/// | 16-31 | 0-127 | codes of four bits each, the lower half of a byte first: the pieces on the occupied squares, in the order of the squares; the remaining codes are 0 |
///
/// | code | piece | code | piece |
/// |---|---|---|---|
/// | 0 | white pawn | 8 | black pawn |
/// | 1 | white knight | 9 | black knight |
/// | 2 | white bishop | 10 | black bishop |
/// | 3 | white rook | 11 | black rook |
/// | 4 | white queen | 12 | black queen |
/// | 5 | white king | 13 | black king |
/// | 6 | white rook that may castle | 14 | black rook that may castle |
/// | 7 | none | 15 | none |
///
/// A position has 32 pieces at most, 16 of each side.
///
/// # Examples
/// ```
/// use chess_notation::Position;
/// use chess_notation::{PackedPosition, packed::UnpackError};
///
/// let packed = PackedPosition::new(&Position::START);
/// assert_eq!(packed.unpack(), Ok(Position::START));
///
/// let mut bytes = packed.to_bytes();
/// assert_eq!(bytes[..8], [1, 0, 0, 0, 1, 0, 0, 0]);
/// assert_eq!(bytes[16..20], [0x16, 0x42, 0x25, 0x61]);
/// bytes[0] = 7;
/// assert_eq!(PackedPosition::from_bytes(bytes).unpack(), Err(UnpackError::Version(7)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct PackedPosition([u8; Self::SIZE]);

const VERSION: u8 = 1;

// The code of no piece; that of Black's is 8 more.
const NONE: usize = 7;

impl PackedPosition {
    /// Number of bytes.
    pub const SIZE: usize = 32;

    /// Packs `position`.
    ///
    /// A position that an illegal move has ruined, which [`make`](Position::make) does not refuse, is packed to bytes that
    /// may not unpack.
    pub fn new(position: &Position) -> Self {
        let mut bytes = [0; Self::SIZE];
        let passed_file = position.skipped_square().map_or(0, |square| 1 + square.file() as u8);
        bytes[0] = VERSION;
        bytes[1] = position.side_to_move() as u8 | passed_file << 4;
        bytes[2..4].copy_from_slice(&position.halfmove_clock().to_le_bytes());
        bytes[4..6].copy_from_slice(&position.fullmove_number().to_le_bytes());
        bytes[8..]
            .copy_from_slice(&piece_bytes(position.occupied(), planes(position, position.castling_rooks())));
        Self(bytes)
    }

    /// Returns bytes 8 to 31 of the position as the side to move sees it: its pieces have the codes of White's, its back rank is
    /// the first, and no rook has the code of one that may castle.
    pub fn mover_bytes(position: &Position) -> [u8; 24] {
        let (mut occupied, mut planes) = (position.occupied(), planes(position, Bitboard::EMPTY));
        if position.side_to_move() == Color::Black {
            planes[3] ^= occupied.0;
            planes = planes.map(u64::swap_bytes);
            occupied = Bitboard(occupied.0.swap_bytes());
        }
        piece_bytes(occupied, planes)
    }

    /// A value with these bytes, which are not checked. [`unpack`](Self::unpack) checks them.
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::SIZE]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::SIZE] {
        self.0
    }

    /// Unpacks and validates the position. Those with [`Mend::Material`](chess_board::Mend::Material), which lenient readers accept, are
    /// accepted as well, so that every position of the crates that is packed can be unpacked: see [`Position::restore`].
    ///
    /// # Errors
    /// A byte that contradicts the layout, or the reasons why the board and state are not a position. Values made by
    /// [`new`](Self::new) give no error, unless an illegal move has ruined the position.
    pub fn unpack(&self) -> Result<Position, UnpackError> {
        Ok(Position::restore(&self.to_setup()?)?)
    }

    /// Unpacks and validates the board and the state, without the keys and the legal capture en passant that a position has.
    ///
    /// # Errors
    /// Those of [`unpack`](Self::unpack).
    pub fn unpack_setup(&self) -> Result<Setup, UnpackError> {
        let setup = self.to_setup()?;
        setup.validate_restored()?;
        Ok(setup)
    }

    fn to_setup(self) -> Result<Setup, UnpackError> {
        let Self([version, side_and_file, clock0, clock1, number0, number1, reserved0, reserved1, ..]) = self;
        if version != VERSION {
            return Err(UnpackError::Version(version));
        }
        for (byte, bits) in [(1, side_and_file & 0b1110), (6, reserved0), (7, reserved1)] {
            if bits != 0 {
                return Err(UnpackError::Reserved { byte });
            }
        }
        let side_to_move = if side_and_file & 1 == 0 { Color::White } else { Color::Black };
        let en_passant = skipped_square(side_to_move, side_and_file >> 4)?;
        let (board, castling_rooks) = self.pieces()?;
        Ok(Setup {
            board,
            side_to_move,
            castling_rooks,
            en_passant,
            halfmove_clock: u16::from_le_bytes([clock0, clock1]),
            fullmove_number: u16::from_le_bytes([number0, number1]),
        })
    }

    /// Returns the board and the rooks with castling rights, as bytes 8 to 31 have them, without validating them.
    ///
    /// # Errors
    /// [`TooManyPieces`](UnpackError::TooManyPieces), [`Piece`](UnpackError::Piece) or [`Trailing`](UnpackError::Trailing).
    pub fn pieces(&self) -> Result<(Board, Bitboard), UnpackError> {
        let occupied = Bitboard(u64::from_le_bytes(self.part::<8>(8)));
        let codes = u128::from_le_bytes(self.part::<16>(16));
        if occupied.count() > 32 {
            return Err(UnpackError::TooManyPieces(occupied.count() as u8));
        }
        let planes = planes_by_pdep(occupied.0, codes).unwrap_or_else(|| planes_by_square(occupied.0, codes));
        let [odd, second, third, black] = planes.map(Bitboard);
        if let Some(square) = (odd & second & third).first() {
            let before = occupied & Bitboard(square.bitboard().0 - 1);
            let code = if black.contains(square) { NONE + 8 } else { NONE };
            return Err(UnpackError::Piece { index: before.count() as u8, code: code as u8, square });
        }
        let castling_rooks = second & third;
        let types = [
            occupied - (odd | second | third),
            odd - (second | third),
            second - (odd | third),
            odd & second | castling_rooks,
            third - (odd | second),
            odd & third,
        ];
        let sets = [types.map(|set| set - black), types.map(|set| set & black)];
        // No two of the sets share a square, for each square has one code.
        let board = Board::from_sets(&sets).unwrap_or_default();
        let rest = codes.checked_shr(4 * occupied.count()).unwrap_or(0);
        match rest.trailing_zeros() {
            128 => Ok((board, castling_rooks)),
            zeros => Err(UnpackError::Trailing { index: (occupied.count() + zeros / 4) as u8 }),
        }
    }

    fn part<const N: usize>(&self, from: usize) -> [u8; N] {
        array::from_fn(|i| self.0[from + i])
    }
}

/// The eight bits of a number, each in a byte of its own.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut i = 0;
    while i < 8 * 256 {
        let (number, bit) = (i / 8, i % 8);
        spread[number] |= (number as u64 >> bit & 1) << (8 * bit);
        i += 1;
    }
    spread
};

/// An error of 32 bytes that are not a [`PackedPosition`].
///
/// Bytes are checked in the order of the variants, and the first error is returned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnpackError {
    /// Byte 0 is an unknown version.
    Version(u8),
    /// A bit without a meaning is set.
    Reserved {
        /// The number of the byte: 1, 6 or 7.
        byte: u8,
    },
    /// The file of the skipped square is not from 0 to 8.
    PassedFile(u8),
    /// More than 32 squares are occupied, which is the number of codes.
    TooManyPieces(u8),
    /// A code of a piece is not in use.
    Piece {
        /// Number of the code, from 0 on.
        index: u8,
        /// The code: 7 or 15.
        code: u8,
        /// The square of the piece.
        square: Square,
    },
    /// A code after those of all pieces is not 0.
    Trailing {
        /// Number of the code, below 32.
        index: u8,
    },
    /// The bytes hold a board and state that are not a position.
    Invalid(InvalidSetup),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let byte_of_code = |index: u8| 16 + index / 2;
        match *self {
            Self::Version(version) => write!(f, "byte 0: unknown version {version}"),
            Self::Reserved { byte } => write!(f, "byte {byte}: a reserved bit is set"),
            Self::PassedFile(file) => {
                write!(
                    f,
                    "byte 1: {file} is not the file of a skipped square, which is 1 to 8, or 0 for none"
                )
            }
            Self::TooManyPieces(pieces) => {
                write!(f, "bytes 8 to 15: {pieces} squares are occupied, more than 32")
            }
            Self::Piece { index, code, square } => {
                write!(f, "byte {}: {code} is not a piece, on {square}", byte_of_code(index))
            }
            Self::Trailing { index } => {
                write!(f, "byte {}: a piece code follows the last piece", byte_of_code(index))
            }
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl Error for UnpackError {}

impl From<InvalidSetup> for UnpackError {
    fn from(error: InvalidSetup) -> Self {
        Self::Invalid(error)
    }
}

assert_eq_size!(PackedPosition, [u8; 32]);

/// For each bit of a code, the squares whose code has it.
fn planes(position: &Position, castling_rooks: Bitboard) -> [u64; 4] {
    let [_, knights, bishops, rooks, queens, kings] = PieceType::ALL.map(|it| position.by_type(it));
    [
        knights | (rooks - castling_rooks) | kings,
        bishops | rooks,
        queens | kings | castling_rooks,
        position.by_color(Color::Black),
    ]
    .map(|set| set.0)
}

/// Returns a code of four bits for each square, by ranks, from the squares whose code has each bit. The codes of a rank are computed at
/// once: a quarter faster than square by square.
#[inline(always)]
pub fn piece_codes(planes: [u64; 4]) -> [[u8; 8]; 8] {
    let planes = planes.map(u64::to_le_bytes);
    let mut codes = [[0; 8]; 8];
    for (rank, codes) in codes.iter_mut().enumerate() {
        let spread = |bit: usize| SPREAD[usize::from(planes[bit][rank])];
        *codes = (((spread(3) << 1 | spread(2)) << 1 | spread(1)) << 1 | spread(0)).to_le_bytes();
    }
    codes
}

/// The occupied squares and the codes of the pieces. Illegal moves may have left more pieces than fit.
fn piece_bytes(occupied: Bitboard, planes: [u64; 4]) -> [u8; 24] {
    let codes = codes_by_pext(occupied.0, planes).unwrap_or_else(|| codes_by_square(occupied.0, planes));
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    bytes[8..].copy_from_slice(&codes.to_le_bytes());
    bytes
}

/// Returns what [`codes_by_pext`] returns, square by square.
///
/// By PEXT and PDEP a position takes 1 to 2 ns, by this loop 31 ns. Other ways without them take longer: the compression of each plane by
/// shifts takes 46 ns, and that of each rank by tables 34 to 39 ns (AMD Zen 3).
fn codes_by_square(occupied: u64, planes: [u64; 4]) -> u128 {
    let by_rank = piece_codes(planes);
    let by_square = by_rank.as_flattened();
    let mut rest = occupied;
    // Two words are shifted faster than one of 128 bits.
    let mut word = || {
        let mut word = 0;
        for place in 0..16 {
            if rest == 0 {
                break;
            }
            let square = rest.trailing_zeros() as usize % 64;
            word |= u64::from(by_square[square]) << (4 * place);
            rest &= rest - 1;
        }
        u128::from(word)
    };
    word() | word() << 64
}

/// Returns what [`planes_by_pdep`] returns, square by square.
fn planes_by_square(occupied: u64, codes: u128) -> [u64; 4] {
    let (mut planes, mut rest) = ([0; 4], occupied);
    for word in [codes as u64, (codes >> 64) as u64] {
        let mut word = word;
        for _ in 0..16 {
            let square = rest & rest.wrapping_neg();
            for (bit, plane) in planes.iter_mut().enumerate() {
                // All ones if the bit is set.
                *plane |= square & (word >> bit & 1).wrapping_neg();
            }
            rest ^= square;
            word >>= 4;
        }
    }
    planes
}

fn skipped_square(side_to_move: Color, number: u8) -> Result<Option<Square>, UnpackError> {
    match number.checked_sub(1).map(|file| File::from_index(usize::from(file))) {
        None => Ok(None),
        Some(Some(file)) => Ok(Some(Square::new(file, Rank::Sixth.relative_to(side_to_move)))),
        Some(None) => Err(UnpackError::PassedFile(number)),
    }
}

#[cfg(test)]
mod tests {
    use chess_types::{Piece, SplitMix64};

    use super::*;

    /// Both ways give the same; on a processor without a fast PEXT there is one.
    #[test]
    fn codes_by_square_are_those_by_pext_and_bit_by_bit() {
        let mut random = SplitMix64::new(72);
        for i in 0..10_000 {
            let mut word = || random.next_u64();
            // Few squares, half of them, and more than fit.
            let occupied = [word() & word(), word(), word() | word()][i % 3];
            let planes = [word(), word(), word(), word()];
            let mut expected = 0;
            for (place, square) in Bitboard(occupied).into_iter().take(32).enumerate() {
                let code = (0..4).fold(0, |code, bit| code | (planes[bit] >> square.index() & 1) << bit);
                expected |= u128::from(code) << (4 * place);
            }
            assert_eq!(codes_by_square(occupied, planes), expected, "{occupied:x} {planes:x?}");
            assert!(codes_by_pext(occupied, planes).is_none_or(|codes| codes == expected));
            let back = planes_by_square(occupied, expected);
            let mut squares = Bitboard(occupied).into_iter();
            let first = squares.by_ref().take(32).fold(0, |set, square| set | square.bitboard().0);
            assert_eq!(back, planes.map(|plane| plane & first), "{occupied:x} {planes:x?}");
            assert!(planes_by_pdep(occupied, expected).is_none_or(|planes| planes == back));
        }
    }

    /// Reads the codes one by one.
    fn naive(packed: PackedPosition) -> Result<(Board, Bitboard), UnpackError> {
        let occupied = Bitboard(u64::from_le_bytes(packed.part::<8>(8)));
        if occupied.count() > 32 {
            return Err(UnpackError::TooManyPieces(occupied.count() as u8));
        }
        let (mut board, mut castling_rooks) = (Board::default(), Bitboard::EMPTY);
        let code_at = |index: usize| packed.0[16 + index / 2] >> (4 * (index % 2)) & 15;
        for (index, square) in occupied.into_iter().enumerate() {
            let code = code_at(index);
            let color = if code < 8 { Color::White } else { Color::Black };
            let piece_type = match code % 8 {
                7 => return Err(UnpackError::Piece { index: index as u8, code, square }),
                6 => {
                    castling_rooks |= square;
                    PieceType::Rook
                }
                number => PieceType::ALL[usize::from(number)],
            };
            board.put(Piece::new(color, piece_type), square);
        }
        match (occupied.count() as usize..32).find(|&index| code_at(index) != 0) {
            Some(index) => Err(UnpackError::Trailing { index: index as u8 }),
            None => Ok((board, castling_rooks)),
        }
    }

    #[test]
    fn pieces_are_those_of_the_codes_one_by_one() {
        let mut random = SplitMix64::new(74);
        let (mut sound, mut wrong) = (0, [0; 3]);
        for i in 0..100_000 {
            let mut word = || random.next_u64();
            let occupied =
                [word() & word(), word() & word() & word(), word(), 0, u64::MAX >> 32, 1 << 63][i % 6];
            let count = occupied.count_ones();
            let mut codes = u128::from(word()) | u128::from(word()) << 64;
            // Without codes 7 and 15 at first, or beyond the squares.
            for place in 0..32 {
                let is_wrong = word() % 1000 == 0;
                if codes >> (4 * place) & 7 == 7 && !is_wrong || place >= count && word() % 20 != 0 {
                    codes &= !(15 << (4 * place));
                }
            }
            if i % 2 == 0 {
                codes &= 1_u128.checked_shl(4 * count).map_or(u128::MAX, |end| end - 1);
            }
            let mut bytes = [0; 32];
            bytes[8..16].copy_from_slice(&occupied.to_le_bytes());
            bytes[16..].copy_from_slice(&codes.to_le_bytes());
            let packed = PackedPosition::from_bytes(bytes);
            let found = packed.pieces();
            assert_eq!(found, naive(packed), "{occupied:x} {codes:x}");
            match found {
                Ok(_) => sound += 1,
                Err(UnpackError::TooManyPieces(_)) => wrong[0] += 1,
                Err(UnpackError::Piece { .. }) => wrong[1] += 1,
                Err(_) => wrong[2] += 1,
            }
        }
        assert!(sound > 10_000 && wrong.into_iter().all(|count| count > 100), "{sound} {wrong:?}");
    }
}
