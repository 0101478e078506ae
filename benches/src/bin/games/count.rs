/// The number of what a program has read.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    pub(crate) games: u64,
    /// Moves of main lines, up to the error in broken games; `None` if the program does not count them.
    pub(crate) moves: Option<u64>,
    /// Games with an error.
    pub(crate) broken: u64,
}

impl Count {
    pub(crate) const fn games(games: u64) -> Self {
        Self { games, moves: None, broken: 0 }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.moves = match (self.moves, other.moves) {
            (Some(moves), Some(more)) => Some(moves + more),
            (moves, more) => moves.or(more),
        };
        self.broken += other.broken;
    }
}
