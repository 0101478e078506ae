use std::io;

use chess_arena::matches::{Counts, Decision, End, FaultKind, Finished, Sprt, Standing, Tally};
use serde::Serialize;

use crate::io::diagnostics::visible;
use crate::io::output::Output;

/// A game that was ended by a fault, as a JSON object with the keys in this order.
#[derive(Clone, Serialize)]
pub(super) struct FaultRecord {
    round: String,
    engine: String,
    kind: &'static str,
    message: String,
    /// The fault in a line.
    #[serde(skip)]
    pub(super) line: String,
}

impl FaultRecord {
    /// The fault that has ended a game; `None` if there was none.
    pub(super) fn of(finished: &Finished, names: &[String]) -> Option<Self> {
        let End::Fault(color, fault) = &finished.played.end else { return None };
        let (round, engine) = (finished.round(), names[finished.players[color.index()]].clone());
        let (color, penalty) = (color.name(), finished.played.penalty());
        let line = format!("game {round}: {engine} ({color}) {penalty}: {fault}");
        Some(Self { round, engine, kind: FaultKind::of(fault).name(), message: fault.to_string(), line })
    }
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
    wins: u32,
    draws: u32,
    losses: u32,
    crashes: u32,
    timeouts: u32,
    illegal: u32,
    elo: Option<f64>,
    error: Option<f64>,
}

impl<'a> EngineRecord<'a> {
    fn new(standing: &'a Standing) -> Self {
        let Counts { wins, draws, losses, crashes, timeouts, illegal } = standing.counts;
        let [elo, error] = split(standing.pairs.elo_and_error());
        Self { name: &standing.name, wins, draws, losses, crashes, timeouts, illegal, elo, error }
    }
}

fn split(elo: Option<[f64; 2]>) -> [Option<f64>; 2] {
    elo.map_or([None; 2], |numbers| numbers.map(Some))
}

pub(super) fn print(tally: &Tally, is_incomplete: bool, output: &mut Output) -> io::Result<()> {
    let word = if is_incomplete { "incomplete: " } else { "" };
    output.line(format_args!("{word}games {}", output.grouping().of(tally.games())))?;
    let width = tally.standings().iter().map(|standing| standing.name.chars().count()).max().unwrap_or(0);
    let mut ranking: Vec<&Standing> = tally.standings().iter().collect();
    if ranking.len() > 2 {
        ranking.sort_by(|a, b| b.share().total_cmp(&a.share()));
    }
    for standing in ranking {
        let Standing { name, counts, pairs } = standing;
        let Counts { wins, draws, losses, crashes, timeouts, illegal } = counts;
        let elo = pairs.elo_and_error();
        let elo = elo.map_or(String::new(), |[elo, error]| format!("  Elo {elo:+.1} ± {error:.1}"));
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
    let first = &tally.standings()[0].pairs;
    if tally.standings().len() == 2 {
        output.line(format_args!("pairs {} (0, 1/2, 1, 3/2, 2 points): {first}", first.count()))?;
    }
    if let Some((Sprt { elo0, elo1 }, llr)) = tally.test() {
        let decision = tally.decision().map_or("not decided".to_owned(), |decision| decision.to_string());
        let bound = Sprt::BOUND;
        output.line(format_args!(
            "SPRT [{elo0}, {elo1}]: LLR {llr:.2} (-{bound:.2}, {bound:.2}), {decision}"
        ))?;
    }
    Ok(())
}

pub(super) fn print_json(
    tally: &Tally,
    incomplete: bool,
    faults: &[FaultRecord],
    output: &mut Output,
) -> io::Result<()> {
    let first = &tally.standings()[0].pairs;
    let is_duel = tally.standings().len() == 2;
    let [elo, error] = split(first.elo_and_error().filter(|_| is_duel));
    output.json(&Record {
        incomplete,
        games: tally.games(),
        engines: tally.standings().iter().map(EngineRecord::new).collect(),
        elo,
        error,
        llr: tally.test().map(|(_, llr)| llr),
        decision: tally.decision().map(|decision| match decision {
            Decision::H0 => "H0",
            Decision::H1 => "H1",
        }),
        pairs: is_duel.then_some(first.0),
        faults,
    })
}
