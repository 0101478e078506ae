use std::ops::Deref;

/// Index of a pawn; knights, bishops, rooks, queens and kings follow.
pub(crate) const PAWN: u32 = 0;

/// A chess library as its users write it, behind one thin trait, so that the programs measured here have the same text
/// on all of them.
///
/// Each method does what the documentation of the library does. All are `#[inline(always)]`: what is measured is the
/// library, not this trait.
pub(crate) trait Library: 'static {
    /// The name of the library in the tables.
    const NAME: &'static str;

    type Position: Clone + 'static;
    type Move: Copy;

    /// Reads a FEN.
    fn parse(fen: &str) -> Self::Position;

    /// The legal moves as a list.
    fn list(position: &Self::Position) -> impl Deref<Target = [Self::Move]>;

    /// Calls `visit` with each legal move: from a list, or straight from the generator where the library is made so.
    fn each_legal(position: &Self::Position, visit: impl FnMut(Self::Move));

    /// The same for captures, en passant included.
    fn each_capture(position: &Self::Position, visit: impl FnMut(Self::Move));

    /// Calls `visit` with the position after a legal move, on a copy.
    ///
    /// The copy is played on where it stands, as one writes it in a loop: a library that has no other way would have to
    /// copy it once more to return it.
    #[inline(always)]
    fn with_after<R>(
        position: &Self::Position,
        mv: Self::Move,
        visit: impl FnOnce(&Self::Position) -> R,
    ) -> R {
        let mut child = position.clone();
        Self::play(&mut child, mv);
        visit(&child)
    }

    /// Plays a legal move in place.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// The move as all libraries spell it: from in bits 0 to 5, to (of castling, the rook's square) in 6 to 11, the index of
    /// what is promoted to in 12 to 14.
    fn word(position: &Self::Position, mv: Self::Move) -> u32;

    /// Index of the type of what moves, by a look-up on the board.
    fn mover(position: &Self::Position, mv: Self::Move) -> u32;

    /// Index of the type of what is taken, by a look-up on the board.
    fn victim(position: &Self::Position, mv: Self::Move) -> Option<u32>;

    /// The set of pieces of each type.
    fn by_type(position: &Self::Position) -> [u64; 6];

    /// The sets of those whose turn it is, and of the others.
    fn by_turn(position: &Self::Position) -> [u64; 2];

    /// Tests whether the side to move is in check.
    fn is_in_check(position: &Self::Position) -> bool;
}

/// Squares and a promotion as one word: see [`Library::word`].
#[inline(always)]
pub(crate) fn word(from: u32, to: u32, promotion: Option<u32>) -> u32 {
    from | to << 6 | promotion.unwrap_or(0) << 12
}
