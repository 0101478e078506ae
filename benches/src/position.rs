//! The six positions of <https://www.chessprogramming.org/Perft_Results>, with the leaf counts published there.
//! Besides, the lookups that the slider benches repeat, and the expected sum of their results.

use chess_board::Setup;
use chess_slider::Slider;
use chess_testkit::known;
use chess_types::{Bitboard, Square};

/// A position and its published leaf counts.
pub struct BenchPosition {
    /// Short name for tables.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Depth that takes milliseconds at most.
    pub small_depth: u32,
    /// Depth at which counting is short but takes long enough to be measured.
    pub depth: u32,
    /// Depth at which published figures are usually taken.
    pub full_depth: u32,
    /// Number of leaves at depth 1, 2, and so on.
    leaves: &'static [u64],
}

impl BenchPosition {
    const fn new(name: &'static str, fen: &'static str, depths: [u32; 3], leaves: &'static [u64]) -> Self {
        let [small_depth, depth, full_depth] = depths;
        Self { name, fen, small_depth, depth, full_depth, leaves }
    }

    /// Number of leaves at `depth`, of at least 1; `None` beyond the published depths.
    pub fn leaves(&self, depth: u32) -> Option<u64> {
        self.leaves.get(depth as usize - 1).copied()
    }
}

/// Legal moves of all positions one move after [`POSITIONS`]: the sum of the six counts at depth 2.
pub const CHILD_MOVES: usize = 400 + 2039 + 191 + 264 + 1486 + 2079;

/// Legal replies to all [`CHILD_MOVES`]: the sum of the six counts at depth 3.
pub const CHILD_REPLIES: usize = 8902 + 97862 + 2812 + 9467 + 62379 + 89890;

/// Legal captures among [`CHILD_MOVES`]. All programs of this package agree on it; the published part of it is
/// 351 for kiwipete, 14 for cpw3 and 87 for cpw4.
pub const CHILD_CAPTURES: usize = 877;

/// Pieces on all boards after all [`CHILD_MOVES`]. All programs of this package agree on it.
pub const CHILD_PIECES: u64 = 194712;

/// Start position, "Kiwipete", and positions 3 to 6.
#[rustfmt::skip]
pub const POSITIONS: [BenchPosition; 6] = [
    BenchPosition::new("start", known::START, [4, 5, 6], &[20, 400, 8902, 197281, 4865609, 119060324, 3195901860]),
    BenchPosition::new("kiwipete", known::KIWIPETE, [3, 4, 5], &[48, 2039, 97862, 4085603, 193690690, 8031647685]),
    BenchPosition::new("cpw3", known::CPW_3, [4, 6, 7], &[14, 191, 2812, 43238, 674624, 11030083, 178633661, 3009794393]),
    BenchPosition::new("cpw4", known::CPW_4, [3, 5, 5], &[6, 264, 9467, 422333, 15833292, 706045033]),
    BenchPosition::new("cpw5", known::CPW_5, [3, 4, 5], &[44, 1486, 62379, 2103487, 89941194]),
    BenchPosition::new("cpw6", known::CPW_6, [3, 4, 5], &[46, 2079, 89890, 3894594, 164075551, 6923051137]),
];

/// A lookup: the square of the slider, 0 (a1) to 63 (h8), and the occupancy.
pub type Lookup = (usize, u64);

/// Every square with the occupancy of each of [`POSITIONS`] and of its three mirror images, in an order without a
/// pattern: 1,536 lookups.
///
/// # Panics
///
/// If a FEN of [`POSITIONS`] cannot be read.
pub fn lookups() -> Vec<Lookup> {
    let boards =
        POSITIONS.iter().map(|position| Setup::from_fen(position.fen).expect("a FEN").board.occupied().0);
    let boards = boards.flat_map(|board| {
        [board, board.swap_bytes(), board.reverse_bits(), board.reverse_bits().swap_bytes()]
    });
    let mut lookups: Vec<_> = boards.flat_map(|board| (0..64).map(move |square| (square, board))).collect();
    shuffle(&mut lookups);
    lookups
}

/// Brings lookups into an order without a pattern, the same everywhere: it sorts by a mixed word.
pub fn shuffle(lookups: &mut [Lookup]) {
    lookups.sort_by_key(|&(square, board)| {
        (board ^ square as u64).wrapping_mul(0x9e3779b97f4a7c15).swap_bytes()
    });
}

/// The wrapping sum over `lookups` of the results of `attacks`, to which every lookup contributes.
#[inline]
pub fn checksum(lookups: &[Lookup], attacks: impl Fn(usize, u64) -> u64) -> u64 {
    lookups.iter().fold(0, |sum: u64, &(square, occupancy)| sum.wrapping_add(attacks(square, occupancy)))
}

/// The value that [`checksum`] must return, found by walking the rays.
pub fn expected_checksum(lookups: &[Lookup], slider: Slider) -> u64 {
    checksum(lookups, |square, occupancy| slider.attacks(Square::ALL[square], Bitboard(occupancy)).0)
}
