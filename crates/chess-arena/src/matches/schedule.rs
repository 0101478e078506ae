use chess_notation::pgn::GameResult;

use crate::engine::Fault;

/// The order of the games: pairs of games with the same opening, of each pairing in turn.
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The number of pairs in all; without end if there is none.
    pairs: Option<u64>,
}

/// A pair of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// The places of the players among the engines. The first has White in the first game.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: u64,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score {
    /// The number of the pair, from 0 on.
    pub pair: u64,
    /// 0 or 1: the place in the pair.
    pub game: usize,
    /// White, then Black, as places among the engines.
    pub players: [usize; 2],
    /// The result on the board.
    pub result: GameResult,
    /// The player who ended the game by a fault.
    pub fault: Option<(usize, FaultKind)>,
    /// A number that tells the opening from others, if it is known.
    pub opening: Option<u64>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The engine has ended.
    Crash,
    /// It has passed its time.
    Time,
    /// It has stalled.
    Hang,
    /// It named no legal move.
    Illegal,
}

impl Schedule {
    /// Pairings of `players` players, all with all or the first with all others, each of `games` games, rounded up to an even number.
    /// Without `games`, there is no end.
    pub fn new(players: usize, is_gauntlet: bool, games: Option<u64>) -> Self {
        let firsts = if is_gauntlet { 1 } else { players };
        let pairings: Vec<_> = (0..firsts).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        let pairs = games.map(|games| games.div_ceil(2).saturating_mul(pairings.len() as u64));
        Self { pairings, pairs }
    }

    /// The number of games in all.
    pub fn games(&self) -> Option<u64> {
        self.pairs.map(|pairs| pairs.saturating_mul(2))
    }

    /// The pair with this number; `None` after the last one.
    pub fn pairing(&self, pair: u64) -> Option<Pairing> {
        if self.pairs.is_some_and(|pairs| pair >= pairs) {
            return None;
        }
        let len = self.pairings.len() as u64;
        let players = *self.pairings.get(pair.checked_rem(len)? as usize)?;
        Some(Pairing { players, opening: pair / len })
    }
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Crash, Self::Time, Self::Hang, Self::Illegal];

    /// The kind of a fault.
    pub const fn of(fault: &Fault) -> Self {
        match fault {
            Fault::Time(_) => Self::Time,
            Fault::Hang(_) => Self::Hang,
            Fault::Illegal(_) => Self::Illegal,
            Fault::Crash { .. } | Fault::NotStarted(_) | Fault::Stopped => Self::Crash,
        }
    }

    /// The name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Crash => "crash",
            Self::Time => "time",
            Self::Hang => "hang",
            Self::Illegal => "illegal",
        }
    }

    /// The value of the tag `Termination`, as cutechess has it.
    pub const fn termination(self) -> &'static str {
        match self {
            Self::Crash => "abandoned",
            Self::Time => "time forfeit",
            Self::Hang => "stalled connection",
            Self::Illegal => "illegal move",
        }
    }
}
