//! The six positions of <https://www.chessprogramming.org/Perft_Results>, with the leaf counts published there.

use chess_testkit::known;

/// A position and its published leaf counts.
pub struct BenchPosition {
    /// Short name for tables.
    pub name: &'static str,
    /// The position.
    pub fen: &'static str,
    /// Number of leaves at depth 1, 2, and so on.
    pub leaves: &'static [u64],
    /// Depth at which counting is short but takes long enough to be measured.
    pub depth: u32,
    /// Depth at which published figures are usually taken.
    pub full_depth: u32,
    /// Depth that takes milliseconds at most.
    pub small_depth: u32,
}

impl BenchPosition {
    /// Number of leaves at `depth`, or `None` beyond the published depths.
    pub fn leaves(&self, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            _ => self.leaves.get(depth as usize - 1).copied(),
        }
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
pub const POSITIONS: [BenchPosition; 6] = [
    BenchPosition {
        name: "start",
        fen: known::START,
        leaves: &[20, 400, 8902, 197281, 4865609, 119060324, 3195901860],
        depth: 5,
        full_depth: 6,
        small_depth: 4,
    },
    BenchPosition {
        name: "kiwipete",
        fen: known::KIWIPETE,
        leaves: &[48, 2039, 97862, 4085603, 193690690, 8031647685],
        depth: 4,
        full_depth: 5,
        small_depth: 3,
    },
    BenchPosition {
        name: "cpw3",
        fen: known::CPW_3,
        leaves: &[14, 191, 2812, 43238, 674624, 11030083, 178633661, 3009794393],
        depth: 6,
        full_depth: 7,
        small_depth: 4,
    },
    BenchPosition {
        name: "cpw4",
        fen: known::CPW_4,
        leaves: &[6, 264, 9467, 422333, 15833292, 706045033],
        depth: 5,
        full_depth: 5,
        small_depth: 3,
    },
    BenchPosition {
        name: "cpw5",
        fen: known::CPW_5,
        leaves: &[44, 1486, 62379, 2103487, 89941194],
        depth: 4,
        full_depth: 5,
        small_depth: 3,
    },
    BenchPosition {
        name: "cpw6",
        fen: known::CPW_6,
        leaves: &[46, 2079, 89890, 3894594, 164075551, 6923051137],
        depth: 4,
        full_depth: 5,
        small_depth: 3,
    },
];
