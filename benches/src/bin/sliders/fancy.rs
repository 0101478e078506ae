//! Rook and bishop attacks by "fancy" magics, with a shift for each square: the usual form, beside which those of
//! `chess-magic` are measured.
//!
//! The table has an entry for each set of relevant squares. It is longer than that of `chess_magic::magic`, and a lookup
//! loads a mask and a shift as well. It is filled at run time: a program that measures it has it on the heap.

use chess_magic::SliderBackend;
use chess_magic::steps::FANCY_MAGICS;
use chess_slider::{FancyMagic, Slider, TABLE_LEN};
use chess_types::{Bitboard, Square};

static ROOK: [FancyMagic; 64] = FANCY_MAGICS[Slider::Rook as usize];
static BISHOP: [FancyMagic; 64] = FANCY_MAGICS[Slider::Bishop as usize];

/// The lookups, with access to the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup(&'static [Bitboard; TABLE_LEN]);

impl Lookup {
    /// Fills a table, which stays allocated until the program ends.
    ///
    /// # Panics
    ///
    /// Panics if a tracked factor is not a magic of its square.
    pub(crate) fn leaked() -> Self {
        let mut table: Box<[Bitboard; TABLE_LEN]> =
            vec![Bitboard::EMPTY; TABLE_LEN].try_into().expect("the vector has that length");
        for (slider, magics) in [(Slider::Rook, &ROOK), (Slider::Bishop, &BISHOP)] {
            for (square, magic) in Square::ALL.into_iter().zip(magics) {
                magic.fill(slider, square, &mut table[..]).expect("the tracked factors are magics");
            }
        }
        Self(Box::leak(table))
    }
}

impl SliderBackend for Lookup {
    const NAME: &'static str = "fancy";
    const BYTES: usize = size_of::<[Bitboard; TABLE_LEN]>() + 2 * size_of::<[FancyMagic; 64]>();

    #[inline(always)]
    fn rook_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0[ROOK[square.index()].index(occupancy)]
    }

    #[inline(always)]
    fn bishop_attacks(self, square: Square, occupancy: Bitboard) -> Bitboard {
        self.0[BISHOP[square.index()].index(occupancy)]
    }
}
