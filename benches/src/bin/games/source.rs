use std::ops::AddAssign;
use std::path::PathBuf;

use chess_data::input::Opened;

/// A file to read.
pub(crate) enum Source {
    Slice(Vec<u8>),
    Stream(Opened),
    Chunks(PathBuf, usize),
}

/// The counts of a program.
#[derive(Clone, Copy, Default)]
pub(crate) struct Count {
    pub(crate) games: u64,
    /// Moves of main lines, up to the error in broken games; `None` if the program does not count them.
    pub(crate) moves: Option<u64>,
    /// Games with an error.
    pub(crate) broken: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves = self.moves.into_iter().chain(other.moves).reduce(|moves, more| moves + more);
        self.broken += other.broken;
    }
}
