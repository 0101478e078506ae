use chess_types::{Bitboard, Color, Square};

/// All of a position but its pieces: what a move changes beyond recall, kept together so that taking a move back
/// restores it at one stroke.
///
/// It is three whole words. A move reads each of them once and writes it once: a word that was written in parts would
/// make the next move, which reads it whole, wait until all parts have reached the cache.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub(crate) struct State {
    /// The part of the Zobrist key that is not about pieces.
    pub(crate) key: u64,
    /// The rooks that castling may still be done with.
    pub(crate) castling_rooks: Bitboard,
    pub(crate) turn: Turn,
}

/// Whose turn it is, the two counters of FEN and the squares of en passant, as one word.
///
/// | bits | meaning |
/// |---|---|
/// | 0-6 | the square where a pawn can legally be taken en passant, or 64 |
/// | 8-14 | the square that the last move's pawn has passed over, or 64 |
/// | 16 | the side to move |
/// | 17-32 | the move number |
/// | 40-55 | the halfmove clock |
///
/// The side to move is the lowest bit of the move number, so that one addition passes the turn, counts Black's moves and
/// the clock. Bits 33 and 56 catch what the counters cannot hold; it is taken away again at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
        passed_square: Option<Square>,
        ep_square: Option<Square>,
    ) -> Self {
        Self(
            (side_to_move as u64) << SIDE
                | (fullmove_number as u64) << NUMBER
                | (halfmove_clock as u64) << CLOCK
                | number_of(passed_square) << PASSED
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
    pub(crate) const fn passed_square(self) -> Option<Square> {
        Square::from_index((self.0 >> PASSED) as u8 as usize)
    }

    #[inline(always)]
    pub(crate) const fn ep_square(self) -> Option<Square> {
        Square::from_index(self.0 as u8 as usize)
    }

    /// What is kept of a turn, as a mask, if a piece was taken or a pawn moved.
    pub(crate) const WITHOUT_CLOCK: u64 = (1 << CLOCK) - 1;

    /// The turn of the other side, with no en passant and, of both counters, what they can hold.
    #[inline(always)]
    pub(crate) const fn passed_on(self) -> Self {
        let next = (self.0 & !SQUARES) + (1 << SIDE | 1 << CLOCK | NO_SQUARES);
        // A counter that has run over is zero and has its overflow bit set: what is left are sixteen ones.
        let overflow = next & (NUMBER_OVERFLOW | CLOCK_OVERFLOW);
        Self(next - (overflow >> 16))
    }

    /// The turn with what is kept of it.
    #[inline(always)]
    pub(crate) const fn kept(self, mask: u64) -> Self {
        Self(self.0 & mask)
    }

    /// The square of a legal capture en passant as a number, 64 for none.
    #[inline(always)]
    pub(crate) const fn ep_number(self) -> usize {
        self.0 as usize & 127
    }

    /// The same turn after a double push over `square`.
    #[inline(always)]
    pub(crate) const fn with_passed_square(self, square: Square) -> Self {
        Self(self.0 ^ (64 ^ square as u64) << PASSED)
    }

    /// The same turn with a legal capture en passant on `square`, there having been none.
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
