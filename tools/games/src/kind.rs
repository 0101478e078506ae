use chess_testkit::Random;

/// A kind of game, by its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A game of an online site: clocks, at times evaluations and judgements.
    Online,
    /// A game of strong players from a database, without comments.
    Master,
    /// A game of two engines: score, depth and time after each move.
    Engine,
    /// A game with comments, glyphs and nested variations.
    Annotated,
    /// A game of Chess960, with a start position and comments of any of these kinds.
    Chess960,
    /// A game from a position, with comments of any of these kinds.
    FromPosition,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Online, Self::Master, Self::Engine, Self::Annotated, Self::Chess960, Self::FromPosition];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Online => "online",
            Self::Master => "master",
            Self::Engine => "engine",
            Self::Annotated => "annotated",
            Self::Chess960 => "chess960",
            Self::FromPosition => "position",
        }
    }

    /// The kind with this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The share of the games of a mixed file, of 100.
    const fn share(self) -> usize {
        match self {
            Self::Online => 44,
            Self::Master => 28,
            Self::Engine => 11,
            Self::Annotated => 9,
            Self::Chess960 | Self::FromPosition => 4,
        }
    }

    /// One of these kinds, by their shares.
    pub(crate) fn pick(kinds: &[Self], random: &mut Random) -> Self {
        let mut place = random.below(kinds.iter().map(|kind| kind.share()).sum());
        for &kind in kinds {
            if place < kind.share() {
                return kind;
            }
            place -= kind.share();
        }
        unreachable!("the place is below the sum of the shares")
    }
}
