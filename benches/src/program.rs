use crate::position::POSITIONS;

/// A chess library, seen through the work that the benches ask of all of them.
///
/// Each library does the work in the fastest way it publishes, not in one it was bent to.
pub trait Program {
    /// The name of the library in the tables of results.
    const NAME: &'static str;

    /// A position of the library.
    type Position: Clone;

    /// A move of the library.
    type Move: Copy;

    /// Squares attacked by a rook on `square`, 0 (a1) to 63 (h8), when the squares of `occupancy` hold pieces.
    fn rook_attacks(square: usize, occupancy: u64) -> u64;

    /// The same for a bishop.
    fn bishop_attacks(square: usize, occupancy: u64) -> u64;

    /// Reads and validates a FEN.
    ///
    /// # Panics
    ///
    /// If the library refuses the text.
    fn parse(fen: &str) -> Self::Position;

    /// Writes a FEN.
    fn write(position: &Self::Position) -> String;

    /// The squares that hold a piece, a1 in bit 0.
    fn occupied(position: &Self::Position) -> u64;

    /// The legal moves, to be kept; the benches do not time this.
    fn moves(position: &Self::Position) -> Vec<Self::Move>;

    /// Builds the library's own list of the legal moves and returns its length.
    fn list(position: &Self::Position) -> usize;

    /// Counts the legal moves.
    fn count(position: &Self::Position) -> usize;

    /// Builds the library's own list of the legal captures, en passant included, and returns its length.
    fn list_captures(position: &Self::Position) -> usize;

    /// The position after a legal move.
    fn after(position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// Perft whose last ply is counted.
    fn perft_count(position: &Self::Position, depth: u32) -> u64;

    /// Perft whose last ply is the length of a list that is built.
    fn perft_list(position: &Self::Position, depth: u32) -> u64;

    /// Perft whose every leaf is made.
    fn perft_make(position: &Self::Position, depth: u32) -> u64;

    /// The positions one move after [`POSITIONS`]: enough of them, and various enough, to measure generation on.
    ///
    /// Their legal moves add up to [`position::CHILD_MOVES`](crate::position::CHILD_MOVES).
    fn children() -> Vec<Self::Position> {
        let roots = POSITIONS.iter().map(|position| Self::parse(position.fen));
        roots.flat_map(|root| Self::moves(&root).into_iter().map(move |mv| Self::after(&root, mv))).collect()
    }
}
