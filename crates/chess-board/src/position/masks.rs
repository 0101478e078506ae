use chess_types::{Bitboard, Color, PieceType, Square};

use crate::position::state::Turn;
use crate::zobrist::group;

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
