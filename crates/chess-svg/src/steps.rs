//! The lookup of a slider's attacks step by step, in each form that is in use, with every number of a step: for lessons. All
//! forms end with the same attacks.
//!
//! Nothing here is made for speed, and the lookups of chess-magic do not use it.

use core::iter;
use core::sync::atomic::{AtomicU64, Ordering};

use chess_magic::chess_slider::internals::Pext;
use chess_magic::chess_slider::{Magic, Slider};
use chess_magic::magic::MAGICS;
use chess_magic::{bishop_attacks, ray, rook_attacks};
use chess_types::{Bitboard, Direction, PieceType, SplitMix64, Square};

static PEXT: [[Pext; 64]; 2] = [Pext::all(Slider::Rook), Pext::all(Slider::Bishop)];

/// The steps of a lookup. [`lookups`] has those of a piece.
///
/// # Examples
/// ```
/// use chess_magic::chess_slider::Slider;
/// use chess_svg::steps::Steps;
/// use chess_types::{Bitboard, Square};
///
/// let steps = Steps::new(Slider::Rook, Square::A1, Square::A3 | Square::H1 | Square::H8);
/// // The last square of each ray is left out: whether a piece is on h1 does not matter to a rook on a1.
/// assert_eq!(steps.mask.count(), 12);
/// assert_eq!(steps.blockers, Square::A3.bitboard());
/// assert_eq!(steps.attacks.count(), 2 + 7);
/// let classic = steps.classic;
/// assert_eq!(classic.product, steps.blockers.0.wrapping_mul(classic.magic.factor));
/// assert_eq!(classic.index as u64, classic.product >> classic.magic.shift);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Steps {
    /// The piece.
    pub slider: Slider,
    /// Its square.
    pub square: Square,
    /// All pieces of the board. Whether the slider is one of them does not matter.
    pub occupancy: Bitboard,
    /// The squares that the piece attacks on an empty board.
    pub rays: Bitboard,
    /// The relevant squares: the rays without the last square of each.
    pub mask: Bitboard,
    /// The pieces on relevant squares.
    pub blockers: Bitboard,
    /// By magics with a shift and a table for each square.
    pub classic: ClassicSteps,
    /// By the magics of chess-magic, with one shift for all squares of a piece and one table for all squares.
    pub magic: MagicSteps,
    /// By parallel bit extraction.
    pub pext: PextSteps,
    /// By subtraction, on both lines through the square: file and rank, or diagonal and antidiagonal.
    pub hyperbola: [LineSteps; 2],
    /// The attacked squares, which all forms give.
    pub attacks: Bitboard,
}

/// A lookup by a [`ClassicMagic`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClassicSteps {
    /// The magic, which [`ClassicMagic::find`] finds.
    pub magic: ClassicMagic,
    /// The blockers times the factor, in 64 bits.
    pub product: u64,
    /// The index in the table of the square.
    pub index: usize,
}

/// A lookup by a [`Magic`]: `((occupancy | irrelevant) * factor >> shift) + offset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MagicSteps {
    /// The magic.
    pub magic: Magic,
    /// The occupancy and the squares outside the mask.
    pub filled: Bitboard,
    /// `filled` times the factor, in 64 bits.
    pub product: u64,
    /// The same for all squares: 52 for the rook, 55 for the bishop.
    pub shift: u32,
    /// The index in the table of all squares, below [`TABLE_LEN`](chess_magic::magic::TABLE_LEN).
    pub index: usize,
}

/// A lookup by PEXT: the bits of the occupancy under the mask, side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PextSteps {
    /// The extracted bits, which are the index in the square's part of the table.
    pub extracted: usize,
    /// The index of the square's first entry in the table of all squares.
    pub offset: usize,
    /// The index in the table of all squares, which has 107,648 entries.
    pub index: usize,
}

/// The attacks along a line, by `(o - s) ^ reverse(reverse(o) - reverse(s))`, where `o` is the pieces on the line and `s` is the
/// slider. [`chess_magic::hyperbola`] takes a rank from a small table, because it reverses ranks and not single bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineSteps {
    /// The line through the square, without the square.
    pub line: Bitboard,
    /// The pieces on the line.
    pub pieces: Bitboard,
    /// `o - s`: the bits that change above the slider, up to the first piece, are attacked.
    pub up: u64,
    /// `reverse(reverse(o) - reverse(s))`: the same below the slider.
    pub down: u64,
    /// The attacked squares of the line.
    pub attacks: Bitboard,
}

/// A magic with a shift and a table for its square alone, the usual form: `blockers * factor >> shift`.
///
/// Source: <https://www.chessprogramming.org/Magic_Bitboards#Fancy>.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ClassicMagic {
    /// The relevant squares. The table has as many entries as they have subsets.
    pub mask: Bitboard,
    /// The magic number.
    pub factor: u64,
    /// The right shift of the product, 64 less the number of relevant squares.
    pub shift: u32,
}

impl ClassicMagic {
    /// Returns the magic with this factor.
    pub const fn new(slider: Slider, square: Square, factor: u64) -> Self {
        let mask = slider.mask(square);
        Self { mask, factor, shift: 64 - mask.count() }
    }

    /// Returns the index of the table entry for `occupancy`. Squares outside the mask are ignored.
    #[inline]
    pub const fn index(&self, occupancy: Bitboard) -> usize {
        (occupancy.intersection(self.mask).0.wrapping_mul(self.factor) >> self.shift) as usize
    }

    /// Writes the attacks of all sets of relevant squares into `table`, which is empty. Returns whether the factor is a magic: no two
    /// sets with different attacks share an entry. Otherwise the table has some of the entries.
    pub fn fill(&self, slider: Slider, square: Square, table: &mut [Bitboard]) -> bool {
        self.mask.subsets().all(|occupancy| {
            let (entry, attacks) = (&mut table[self.index(occupancy)], attacks(slider, square, occupancy));
            if entry.is_empty() {
                *entry = attacks;
            }
            *entry == attacks
        })
    }

    /// Returns the magic with the first random factor that is one. The first call for a square searches, for some milliseconds.
    ///
    /// Method: <https://www.chessprogramming.org/Looking_for_Magics>.
    #[expect(clippy::large_stack_arrays, reason = "32 KiB, for a crate without an allocator")]
    pub fn find(slider: Slider, square: Square) -> Self {
        static FACTORS: [[AtomicU64; 64]; 2] = [const { [const { AtomicU64::new(0) }; 64] }; 2];
        let known = &FACTORS[slider as usize][square.index()];
        // Threads that search at the same time find the same factor.
        let mut factor = known.load(Ordering::Relaxed);
        if factor == 0 {
            let mut random = SplitMix64::new(square as u64);
            let mut table = [Bitboard::EMPTY; 1 << 12];
            let mut factors = iter::repeat_with(|| Self::candidate(slider, square, &mut random));
            let is_magic = |&factor: &u64| {
                let magic = Self::new(slider, square, factor);
                table[..1 << magic.mask.count()].fill(Bitboard::EMPTY);
                magic.fill(slider, square, &mut table)
            };
            factor = factors.find(is_magic).unwrap_or_default();
            known.store(factor, Ordering::Relaxed);
        }
        Self::new(slider, square, factor)
    }

    /// Returns a random factor that may be a magic: about eight bits are set, and all relevant squares together leave many of the
    /// highest bits.
    pub fn candidate(slider: Slider, square: Square, random: &mut SplitMix64) -> u64 {
        let mask = slider.mask(square).0;
        loop {
            let factor = random.next_u64() & random.next_u64() & random.next_u64();
            if (mask.wrapping_mul(factor) >> 56).count_ones() >= 6 {
                return factor;
            }
        }
    }
}

fn attacks(slider: Slider, square: Square, occupancy: Bitboard) -> Bitboard {
    match slider {
        Slider::Rook => rook_attacks(square, occupancy),
        Slider::Bishop => bishop_attacks(square, occupancy),
    }
}

/// Returns the lookups of a piece on `square` among the pieces of `occupancy`: one of a rook or bishop, the rook's and the bishop's of a
/// queen, and none of other pieces.
pub fn lookups(
    piece_type: PieceType,
    square: Square,
    occupancy: Bitboard,
) -> impl ExactSizeIterator<Item = Steps> {
    let sliders: &[Slider] = match piece_type {
        PieceType::Rook => &[Slider::Rook],
        PieceType::Bishop => &[Slider::Bishop],
        PieceType::Queen => &[Slider::Rook, Slider::Bishop],
        PieceType::Pawn | PieceType::Knight | PieceType::King => &[],
    };
    sliders.iter().map(move |&slider| Steps::new(slider, square, occupancy))
}

impl Steps {
    /// Goes through the steps for a piece on `square` among the pieces of `occupancy`.
    pub fn new(slider: Slider, square: Square, occupancy: Bitboard) -> Self {
        let mask = slider.mask(square);
        let blockers = occupancy & mask;
        let lines = match slider {
            Slider::Rook => [Direction::North, Direction::East],
            Slider::Bishop => [Direction::NorthEast, Direction::NorthWest],
        };
        Self {
            slider,
            square,
            occupancy,
            rays: slider.attacks(square, Bitboard::EMPTY),
            mask,
            blockers,
            classic: {
                let magic = ClassicMagic::find(slider, square);
                let product = blockers.0.wrapping_mul(magic.factor);
                ClassicSteps { magic, product, index: (product >> magic.shift) as usize }
            },
            magic: {
                let magic = MAGICS[slider as usize][square.index()];
                let filled = occupancy | magic.irrelevant;
                let product = filled.0.wrapping_mul(magic.factor);
                let shift = 64 - slider.index_bits();
                MagicSteps { magic, filled, product, shift, index: magic.index(slider, occupancy) }
            },
            pext: {
                let pext = PEXT[slider as usize][square.index()];
                let (offset, index) = (pext.offset as usize, pext.index(occupancy));
                PextSteps { extracted: index - offset, offset, index }
            },
            hyperbola: lines.map(|direction| LineSteps::new(square, direction, occupancy)),
            attacks: attacks(slider, square, occupancy),
        }
    }
}

impl LineSteps {
    fn new(square: Square, direction: Direction, occupancy: Bitboard) -> Self {
        let line = ray(square, direction) | ray(square, direction.opposite());
        let (pieces, slider) = (occupancy & line, square.bitboard().0);
        let up = pieces.0.wrapping_sub(slider);
        let down = pieces.0.reverse_bits().wrapping_sub(slider.reverse_bits()).reverse_bits();
        Self { line, pieces, up, down, attacks: Bitboard(up ^ down) & line }
    }
}
