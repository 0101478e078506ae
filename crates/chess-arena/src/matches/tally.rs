use std::collections::{HashMap, HashSet};
use std::fmt;

use chess_notation::pgn::GameResult;

use super::schedule::{FaultKind, Score};
use super::statistics::{Decision, Pairs, Sprt};

/// The results of a match so far.
pub struct Tally {
    standings: Vec<Standing>,
    games: u64,
    /// The games of each player with each other one, row by row.
    cross: Vec<Counts>,
    /// The half points of the first player in the pairs of which one game is played.
    halves: HashMap<u64, usize>,
    /// The first pair of two players with an opening.
    openings: HashMap<([usize; 2], u64), u64>,
    repeats: HashSet<u64>,
    sprt: Option<Sprt>,
}

/// The results of a player.
pub struct Standing {
    /// The name.
    pub name: String,
    /// Its games.
    pub counts: Counts,
    /// Its pairs of games.
    pub pairs: Pairs,
}

/// Games by their results, and those that ended by a fault, which are counted as results as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Games that the engine has ended by a crash.
    pub crashes: u32,
    /// Games in which it passed its time or stalled.
    pub timeouts: u32,
    /// Games in which it named no legal move.
    pub illegal: u32,
}

impl Tally {
    /// No games of players with these names. `sprt` decides between the first two.
    pub fn new(names: &[String], sprt: Option<Sprt>) -> Self {
        let standing = |name: &String| Standing {
            name: name.clone(),
            counts: Counts::default(),
            pairs: Pairs::default(),
        };
        Self {
            standings: names.iter().map(standing).collect(),
            games: 0,
            cross: vec![Counts::default(); names.len() * names.len()],
            halves: HashMap::new(),
            openings: HashMap::new(),
            repeats: HashSet::new(),
            sprt,
        }
    }

    /// Counts a game. If it is the first of its pair and repeats an opening of the same players, returns the first pair with that.
    pub fn add(&mut self, score: &Score) -> Option<u64> {
        let [white, black] = score.players;
        self.games += 1;
        let of_white = match score.result {
            GameResult::WhiteWins => 2,
            GameResult::BlackWins => 0,
            GameResult::Draw | GameResult::Unknown => 1,
        };
        let count = self.standings.len();
        for (player, other, halves) in [(white, black, of_white), (black, white, 2 - of_white)] {
            for counts in [&mut self.standings[player].counts, &mut self.cross[player * count + other]] {
                *[&mut counts.losses, &mut counts.draws, &mut counts.wins][halves] += 1;
            }
        }
        if let Some((loser, kind)) = score.fault {
            let counts = &mut self.standings[loser].counts;
            *match kind {
                FaultKind::Crash => &mut counts.crashes,
                FaultKind::Time | FaultKind::Hang => &mut counts.timeouts,
                FaultKind::Illegal => &mut counts.illegal,
            } += 1;
        }
        let (first, second, halves) =
            if score.game == 0 { (white, black, of_white) } else { (black, white, 2 - of_white) };
        match self.halves.remove(&score.pair) {
            Some(other) => {
                self.standings[first].pairs.add(halves + other);
                self.standings[second].pairs.add(4 - halves - other);
            }
            None => drop(self.halves.insert(score.pair, halves)),
        }
        let first = *self
            .openings
            .entry(([first.min(second), first.max(second)], score.opening?))
            .or_insert(score.pair);
        (first != score.pair && self.repeats.insert(score.pair)).then_some(first)
    }

    /// The number of pairs with an opening that the same players have played before: their results are not independent.
    pub fn repeats(&self) -> usize {
        self.repeats.len()
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The results of each player.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// The games of a player with another one, by places; faults are not counted.
    pub fn between(&self, player: usize, other: usize) -> Counts {
        self.cross[player * self.standings.len() + other]
    }

    /// The sequential test, and the logarithm of its likelihood ratio.
    pub fn test(&self) -> Option<(Sprt, f64)> {
        self.sprt.map(|sprt| (sprt, sprt.llr(&self.standings[0].pairs)))
    }

    /// The decision of the sequential test, once there is one.
    pub fn decision(&self) -> Option<Decision> {
        self.sprt?.decision(&self.standings[0].pairs)
    }
}

impl fmt::Display for Tally {
    /// Writes the results of the first player in a few words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing { counts: Counts { wins, draws, losses, .. }, pairs, .. } = &self.standings[0];
        write!(f, "+{wins} ={draws} -{losses}")?;
        write!(f, "{}", pairs.elo_text())?;
        match self.test() {
            Some((_, llr)) => write!(f, "  LLR {llr:.2}"),
            None => Ok(()),
        }
    }
}

impl Counts {
    /// The points: one for a win, and a half for a draw.
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of draws, from 0 to 1; `None` without a game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| f64::from(self.draws) / f64::from(self.games()))
    }
}

impl Standing {
    /// The share of all points that the player has won, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.counts.points() / f64::from(self.counts.games()).max(1.0)
    }
}
