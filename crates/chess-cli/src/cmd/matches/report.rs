use std::collections::HashMap;
use std::io;

use chess_notation::pgn::GameResult;
use serde::Serialize;

use super::series::{Kind, Score};
use super::statistics::{Decision, Pairs, Sprt};
use crate::io::diagnostics::visible;
use crate::io::output::Output;

/// The results of a match so far.
pub(super) struct Tally {
    standings: Vec<Standing>,
    games: u64,
    /// The half points of the first player in the pairs of which one game is played.
    halves: HashMap<u64, usize>,
    sprt: Option<Sprt>,
    faults: Vec<FaultRecord>,
}

/// The results of a player.
struct Standing {
    name: String,
    counts: Counts,
    pairs: Pairs,
}

/// Games by their results, and those lost by a fault, which are losses as well.
#[derive(Clone, Copy, Default, Serialize)]
struct Counts {
    wins: u32,
    draws: u32,
    losses: u32,
    crashes: u32,
    timeouts: u32,
    illegal: u32,
}

/// A game that was lost by a fault, as a JSON object with the keys in this order.
#[derive(Clone, Serialize)]
pub(super) struct FaultRecord {
    pub(super) round: String,
    pub(super) engine: String,
    pub(super) kind: &'static str,
    pub(super) message: String,
}

/// The JSON object of a match, its keys in this order.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    incomplete: bool,
    games: u64,
    engines: Vec<EngineRecord<'a>>,
    elo: Option<f64>,
    error: Option<f64>,
    llr: Option<f64>,
    decision: Option<&'static str>,
    pairs: Option<[u32; 5]>,
    faults: &'a [FaultRecord],
}

#[derive(Serialize)]
struct EngineRecord<'a> {
    name: &'a str,
    #[serde(flatten)]
    counts: Counts,
    elo: Option<f64>,
    error: Option<f64>,
}

impl Tally {
    pub(super) fn new(names: &[String], sprt: Option<Sprt>) -> Self {
        let standing = |name: &String| Standing {
            name: name.clone(),
            counts: Counts::default(),
            pairs: Pairs::default(),
        };
        let standings = names.iter().map(standing).collect();
        Self { standings, games: 0, halves: HashMap::new(), sprt, faults: Vec::new() }
    }

    pub(super) fn add(&mut self, score: &Score) {
        let [white, black] = score.players;
        self.games += 1;
        let of_white = match score.result {
            GameResult::WhiteWins => {
                self.standings[white].counts.wins += 1;
                self.standings[black].counts.losses += 1;
                2
            }
            GameResult::BlackWins => {
                self.standings[white].counts.losses += 1;
                self.standings[black].counts.wins += 1;
                0
            }
            GameResult::Draw | GameResult::Unknown => {
                self.standings[white].counts.draws += 1;
                self.standings[black].counts.draws += 1;
                1
            }
        };
        if let Some((loser, kind)) = score.fault {
            let counts = &mut self.standings[loser].counts;
            *match kind {
                Kind::Crash => &mut counts.crashes,
                Kind::Time | Kind::Hang => &mut counts.timeouts,
                Kind::Illegal => &mut counts.illegal,
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
    }

    /// Keeps a fault for the report.
    pub(super) fn blame(&mut self, fault: FaultRecord) {
        self.faults.push(fault);
    }

    pub(super) fn games(&self) -> u64 {
        self.games
    }

    /// The decision of the sequential test, once there is one.
    pub(super) fn decision(&self) -> Option<Decision> {
        self.sprt?.decision(&self.standings[0].pairs)
    }

    /// The state in a few words.
    pub(super) fn summary(&self) -> String {
        let Standing { counts: Counts { wins, draws, losses, .. }, pairs, .. } = &self.standings[0];
        let elo = elo(pairs).map_or(String::new(), |[elo, error]| format!("  Elo {elo:+.1} ± {error:.1}"));
        let llr = self.sprt.map_or(String::new(), |sprt| format!("  LLR {:.2}", sprt.llr(pairs)));
        format!("+{wins} ={draws} -{losses}{elo}{llr}")
    }

    pub(super) fn print(&self, is_incomplete: bool, output: &mut Output) -> io::Result<()> {
        let word = if is_incomplete { "incomplete: " } else { "" };
        output.line(format_args!("{word}games {}", output.grouping().of(self.games)))?;
        let width = self.standings.iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0);
        let mut ranking: Vec<&Standing> = self.standings.iter().collect();
        if ranking.len() > 2 {
            ranking.sort_by(|a, b| b.share().total_cmp(&a.share()));
        }
        for standing in ranking {
            let Standing { name, counts, pairs } = standing;
            let Counts { wins, draws, losses, crashes, timeouts, illegal } = counts;
            let elo =
                elo(pairs).map_or(String::new(), |[elo, error]| format!("  Elo {elo:+.1} ± {error:.1}"));
            let faults: Vec<String> = [("crashed", crashes), ("on time", timeouts), ("illegal", illegal)]
                .into_iter()
                .filter(|(_, count)| **count > 0)
                .map(|(kind, count)| format!("  {count} {kind}"))
                .collect();
            output.line(visible(format_args!(
                "{name:<width$}  +{wins} ={draws} -{losses}  {} points ({:.1} %){elo}{}",
                f64::from(*wins) + f64::from(*draws) / 2.0,
                100.0 * standing.share(),
                faults.concat()
            )))?;
        }
        let first = &self.standings[0].pairs;
        if self.standings.len() == 2 {
            output.line(format_args!("pairs {} (0, 1/2, 1, 3/2, 2 points): {first}", first.count()))?;
        }
        if let Some(sprt) = self.sprt {
            let decision = self.decision().map_or("not decided".to_owned(), |decision| decision.to_string());
            output.line(format_args!(
                "SPRT [{}, {}]: LLR {:.2} (-{bound:.2}, {bound:.2}), {decision}",
                sprt.elo0,
                sprt.elo1,
                sprt.llr(first),
                bound = Sprt::BOUND
            ))?;
        }
        Ok(())
    }

    pub(super) fn print_json(&self, incomplete: bool, output: &mut Output) -> io::Result<()> {
        let engines = self.standings.iter().map(Standing::record).collect();
        let first = &self.standings[0].pairs;
        let is_duel = self.standings.len() == 2;
        let [elo, error] = split(elo(first).filter(|_| is_duel));
        output.json(&Record {
            incomplete,
            games: self.games,
            engines,
            elo,
            error,
            llr: self.sprt.map(|sprt| sprt.llr(first)),
            decision: self.decision().map(|decision| match decision {
                Decision::H0 => "H0",
                Decision::H1 => "H1",
            }),
            pairs: is_duel.then_some(first.0),
            faults: &self.faults,
        })
    }
}

impl Standing {
    fn record(&self) -> EngineRecord<'_> {
        let [elo, error] = split(elo(&self.pairs));
        EngineRecord { name: &self.name, counts: self.counts, elo, error }
    }

    /// The share of all points that it has won.
    fn share(&self) -> f64 {
        let Counts { wins, draws, losses, .. } = self.counts;
        (f64::from(wins) + f64::from(draws) / 2.0) / f64::from(wins + draws + losses).max(1.0)
    }
}

/// The difference in Elo to the opponents, and half the interval of 95 %; `None` if they have no end.
fn elo(pairs: &Pairs) -> Option<[f64; 2]> {
    let numbers = pairs.elo().map(|[low, elo, high]| [elo, (high - low) / 2.0]);
    numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()))
}

fn split(elo: Option<[f64; 2]>) -> [Option<f64>; 2] {
    elo.map_or([None; 2], |numbers| numbers.map(Some))
}
