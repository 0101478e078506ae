use chess_types::{Bitboard, Color, PieceType, Square};

use crate::zobrist::{self, group};

/// All fields of a position except the pieces.
///
/// The state is three whole words. A move reads and writes each of them once. If a word were written in parts, the
/// next move, which reads it whole, would stall: a wide load cannot be forwarded from narrower stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(crate) struct State {
    /// The part of the Zobrist key that does not depend on the pieces.
    pub(crate) key: u64,
    /// The rooks that still have the right to castle.
    pub(crate) castling_rooks: Bitboard,
    pub(crate) turn: Turn,
}

impl State {
    /// Returns the state with the other side to move and without an en passant square.
    #[inline(always)]
    pub(crate) fn next_turn(self) -> Self {
        let key = self.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::of_ep_number(self.turn.ep_number());
        Self { key, castling_rooks: self.castling_rooks, turn: self.turn.next_turn() }
    }

    /// Returns the state, which is that of the next turn, after a move that touches `touched` and keeps the bits `kept` of the turn.
    /// Castling rooks on `touched` lose their right, because they or their king moved or because they were captured.
    #[inline(always)]
    pub(crate) fn touched(mut self, touched: Bitboard, kept: u64) -> Self {
        let lost = self.castling_rooks & touched;
        if !lost.is_empty() {
            self.castling_rooks ^= lost;
            self.key ^= zobrist::of_castling(lost);
        }
        self.turn = self.turn.kept(kept);
        self
    }
}

/// The side to move, the two counters of FEN and the en passant squares, as one word.
///
/// | bits | meaning |
/// |---|---|
/// | 0-6 | target square of a legal capture en passant, or 64 |
/// | 8-14 | square that the last move's pawn has passed over in a double push, or 64 |
/// | 16 | side to move |
/// | 17-32 | move number |
/// | 40-55 | halfmove clock |
///
/// The side to move is the bit below the move number, so that one addition passes the turn and advances both the move
/// number (after Black's moves) and the clock. Bits 33 and 56 catch the overflow of the counters, which is removed in
/// the same step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct Turn(u64);

const PASSED: u32 = 8;
const SIDE: u32 = 16;
const NUMBER: u32 = 17;
const CLOCK: u32 = 40;

const NO_SQUARES: u64 = 64 | 64 << PASSED;
const SQUARES: u64 = 0xFFFF;
const NUMBER_OVERFLOW: u64 = 1 << 33;
const CLOCK_OVERFLOW: u64 = 1 << 56;

impl Turn {
    #[inline]
    pub(crate) const fn new(
        side_to_move: Color,
        halfmove_clock: u16,
        fullmove_number: u16,
        skipped_square: Option<Square>,
        ep_square: Option<Square>,
    ) -> Self {
        Self(
            (side_to_move as u64) << SIDE
                | (fullmove_number as u64) << NUMBER
                | (halfmove_clock as u64) << CLOCK
                | number_of(skipped_square) << PASSED
                | number_of(ep_square),
        )
    }

    #[inline(always)]
    pub(crate) const fn side_to_move(self) -> Color {
        if self.0 >> SIDE & 1 == 0 { Color::White } else { Color::Black }
    }

    #[inline(always)]
    pub(crate) const fn fullmove_number(self) -> u16 {
        (self.0 >> NUMBER) as u16
    }

    #[inline(always)]
    pub(crate) const fn halfmove_clock(self) -> u16 {
        (self.0 >> CLOCK) as u16
    }

    #[inline(always)]
    pub(crate) const fn skipped_square(self) -> Option<Square> {
        Square::from_index((self.0 >> PASSED) as u8 as usize)
    }

    #[inline(always)]
    pub(crate) const fn ep_square(self) -> Option<Square> {
        Square::from_index(self.0 as u8 as usize)
    }

    /// The bits of the turn that a capture or a pawn move keeps: all but the halfmove clock.
    pub(crate) const WITHOUT_CLOCK: u64 = (1 << CLOCK) - 1;

    /// Returns the turn of the other side, without en passant squares. Both counters saturate.
    #[inline(always)]
    pub(crate) const fn next_turn(self) -> Self {
        let next = (self.0 & !SQUARES) + (1 << SIDE | 1 << CLOCK | NO_SQUARES);
        // A counter that has overflowed is zero and its overflow bit is set. The subtraction turns that into sixteen
        // ones.
        let overflow = next & (NUMBER_OVERFLOW | CLOCK_OVERFLOW);
        Self(next - (overflow >> 16))
    }

    /// Returns the turn with only the bits of `mask`.
    #[inline(always)]
    pub(crate) const fn kept(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }

    /// Returns the target square of a legal capture en passant as a number, 64 for none.
    #[inline(always)]
    pub(crate) const fn ep_number(self) -> usize {
        self.0 as usize & 127
    }

    /// Returns the turn after a double push over `square`.
    #[inline(always)]
    pub(crate) const fn with_skipped_square(self, square: Square) -> Self {
        Self(self.0 ^ (64 ^ square as u64) << PASSED)
    }

    /// Returns the turn with `square` as the target of a legal capture en passant. There must have been none before.
    #[inline(always)]
    pub(crate) const fn with_ep_square(self, square: Option<Square>) -> Self {
        Self(self.0 ^ (64 ^ number_of(square)))
    }
}

#[inline(always)]
const fn number_of(square: Option<Square>) -> u64 {
    match square {
        Some(square) => square as u64,
        None => 64,
    }
}

/// The words of a position that a piece changes, as masks. A move of the piece computes one value and applies it to
/// each word under its mask.
///
/// Two words of the board and one of the keys are all ones, the others are zero. The last two fields hold the changes
/// of the state that depend on the type alone.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
pub(crate) struct PieceMasks {
    pub(crate) sets: [u64; 8],
    pub(crate) keys: [u64; 5],
    /// The squares on which castling rooks lose their right by any move of the piece: for a king its back rank.
    pub(crate) rights: u64,
    /// The bits of the turn that a move of the piece keeps: for a pawn all but the halfmove clock.
    pub(crate) turn: u64,
}

/// The index in place of a type where there is no piece. Its masks are zeros.
pub(crate) const NO_TYPE: usize = 6;

impl PieceMasks {
    const NONE: Self = Self { sets: [0; 8], keys: [0; 5], rights: 0, turn: u64::MAX };

    /// Returns the masks of a piece by the index of its type. The two indices beyond the types have masks of zeros.
    ///
    /// The table is a constant, not a static, so that it is folded in every crate where the piece is known.
    #[inline(always)]
    pub(crate) const fn of(color: Color, piece_type: usize) -> &'static Self {
        const MASKS: &[[PieceMasks; 8]; 2] = &PieceMasks::table();
        &MASKS[color as usize][piece_type & 7]
    }

    /// Returns the squares on which castling rooks lose their right by a move of the piece between these two squares.
    ///
    /// `KNOWN` says that the piece is a constant for the caller, who then needs no lookup and, for most pieces, no
    /// test. For another caller it is cheaper to include squares that hold no castling rook.
    #[inline(always)]
    pub(crate) fn touched<const KNOWN: bool>(&self, piece_type: usize, from: Square, to: Square) -> Bitboard {
        const ROOK: usize = PieceType::Rook as usize;
        if KNOWN && piece_type != ROOK {
            Bitboard(self.rights)
        } else {
            from.bitboard() | to.bitboard() | Bitboard(self.rights)
        }
    }

    const fn table() -> [[Self; 8]; 2] {
        let mut masks = [[Self::NONE; 8]; 2];
        let mut i = 0;
        while i < 12 {
            let (color, piece_type) = (Color::ALL[i / 6], PieceType::ALL[i % 6]);
            let row = &mut masks[i / 6][i % 6];
            row.sets[i % 6] = u64::MAX;
            row.sets[6 + i / 6] = u64::MAX;
            row.keys[group(color, i % 6)] = u64::MAX;
            if matches!(piece_type, PieceType::King) {
                row.rights = color.back_rank().bitboard().0;
            }
            if matches!(piece_type, PieceType::Pawn) {
                row.turn = Turn::WITHOUT_CLOCK;
            }
            i += 1;
        }
        masks
    }
}
