use std::collections::{HashSet, TryReserveError};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use chess_types::SplitMix64;

use super::affinity::{groups, keep_thread};
use super::game::{End, Played, Rules, play};
use super::openings::{Openings, opening_key};
use super::player::{Player, Side, tag_value};
use super::schedule::{FaultKind, Pairing, Schedule, Score};
use crate::engine::{EngineSpec, Fault, StartError};

/// A match of two or more engines.
pub struct Match {
    /// The engines, each with its limits. The command [`RANDOM`](super::RANDOM) is a player of random moves.
    pub engines: Vec<EngineSpec>,
    /// The order of the games.
    pub schedule: Schedule,
    /// The openings, each of which is played with either colour.
    pub openings: Openings,
    /// The rules beyond those of chess.
    pub rules: Rules,
    /// Whether the engines play Chess960.
    pub is_chess960: bool,
    /// The time in which an engine has to answer anything but `go`, and the silence after which it counts as stalled.
    pub patience: Duration,
    /// The number from which, with its place, the random moves of each game follow.
    pub seed: u64,
    /// The number of games at once.
    pub concurrency: usize,
    /// Whether each of them has processors of its own, on which its engines run.
    pub has_affinity: bool,
    /// The pair and the place in it of each game that was played before.
    pub done: HashSet<(u64, usize)>,
    /// What the results depend on besides the engines, in words, for a tag of each game; none if it is empty.
    pub settings: String,
    /// Whether the comments of games have nodes and nodes a second as well.
    pub has_nodes: bool,
    /// The tags `Event` and `Site` of the games.
    pub place: [String; 2],
}

/// A game that was played, with its place.
pub struct Finished {
    /// The number of the pair, from 0 on.
    pub pair: u64,
    /// 0 or 1: the place in the pair.
    pub game: usize,
    /// White, then Black, as places among the engines.
    pub players: [usize; 2],
    /// The game.
    pub played: Played,
}

/// The reason why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// There is no memory for a search that judges openings.
    #[error("out of memory: {0}")]
    Memory(#[from] TryReserveError),
    /// The thread of a game does not start.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The games at once cannot have processors of their own.
    #[error("{0}")]
    Affinity(io::Error),
    /// The system does not start an engine's program, for which no engine loses.
    #[error("{0}")]
    Program(String),
    /// A value is too long for a tag of the games.
    #[error("{0}")]
    Tag(String),
}

impl Match {
    /// A match of all against all, without end if `games` has no value, with random openings, 20 seconds of patience and one game at a
    /// time. `games` are those of each two engines, rounded up to pairs.
    pub fn new(engines: Vec<EngineSpec>, games: Option<u64>) -> Self {
        Self {
            schedule: Schedule::new(engines.len(), false, games),
            engines,
            openings: Openings::random(None, 1, false),
            rules: Rules::default(),
            is_chess960: false,
            patience: Duration::from_secs(20),
            seed: 1,
            concurrency: 1,
            has_affinity: false,
            done: HashSet::new(),
            settings: String::new(),
            has_nodes: false,
            place: ["chess match", "?"].map(str::to_owned),
        }
    }

    /// The names of the engines, each of which is started once. Equal names are numbered.
    ///
    /// # Errors
    /// An engine does not start, or lacks an option.
    pub fn names(&self) -> Result<Vec<String>, StartError> {
        let mut names: Vec<String> = Vec::new();
        for engine in &self.engines {
            let name = tag_value(&Player::new(engine, self.is_chess960, self.patience).name()?);
            let numbered = (2..).map(|number| format!("{name} {number}"));
            let free = std::iter::once(name.clone()).chain(numbered).find(|name| !names.contains(name));
            names.extend(free);
        }
        Ok(names)
    }

    /// Plays the games that are left. `take` gets each one on this thread when it ends; its error ends the match. `stop` ends all
    /// games, and is set on an error.
    ///
    /// # Errors
    /// That of `take`, or there is no thread, no memory or no process of an engine.
    pub fn play<E: From<MatchError>>(
        &self,
        stop: &AtomicBool,
        mut take: impl FnMut(Finished) -> Result<(), E>,
    ) -> Result<(), E> {
        let groups = if self.has_affinity { groups(self.concurrency) } else { Ok(Vec::new()) };
        let groups = groups.map_err(|error| E::from(MatchError::Affinity(error)))?;
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let (sender, games): (Sender<Finished>, Receiver<Finished>) = channel();
        thread::scope(|scope| {
            let spawned = (0..self.concurrency).try_for_each(|place| {
                let group = groups.get(place);
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                let work = move || {
                    let kept = group.map_or(Ok(()), |group| keep_thread(group)).map_err(MatchError::Affinity);
                    if let Err(error) = kept.and_then(|()| self.play_pairs(next, stop, &sender))
                        && let Ok(mut failure) = failure.lock()
                    {
                        stop.store(true, Ordering::Relaxed);
                        *failure = Some(error);
                    }
                };
                thread::Builder::new().spawn_scoped(scope, work).map(drop)
            });
            drop(sender);
            let spawned = spawned.map_err(|error| E::from(MatchError::Thread(error)));
            let taken = spawned.and_then(|()| games.into_iter().try_for_each(&mut take));
            // The scope ends when all threads have.
            taken.inspect_err(|_| stop.store(true, Ordering::Relaxed))
        })?;
        match failure.into_inner() {
            Ok(Some(error)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Plays one pair after the other, until there are no more.
    fn play_pairs(
        &self,
        next: &AtomicU64,
        stop: &AtomicBool,
        sender: &Sender<Finished>,
    ) -> Result<(), MatchError> {
        let player = |spec| Player::new(spec, self.is_chess960, self.patience);
        let mut players: Vec<_> = self.engines.iter().map(player).collect();
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            let Some(Pairing { players: [first, second], opening }) = self.schedule.pairing(pair) else {
                return Ok(());
            };
            let rest: Vec<usize> = (0..2).filter(|&game| !self.done.contains(&(pair, game))).collect();
            if rest.is_empty() {
                continue;
            }
            let opening = self.openings.opening(opening)?;
            for game in rest {
                let colors = if game == 0 { [first, second] } else { [second, first] };
                let Ok([a, b]) = players.get_disjoint_mut([first, second]) else { return Ok(()) };
                let seats: [&mut dyn Side; 2] = if game == 0 { [a, b] } else { [b, a] };
                let seed = SplitMix64::new(self.seed).stream(2 * pair + game as u64).next_u64();
                let Some(played) = play(seats, opening.clone(), seed, &self.rules, stop) else {
                    return Ok(());
                };
                if let End::Fault(_, Fault::NotStarted(reason)) = played.end {
                    return Err(MatchError::Program(reason));
                }
                if sender.send(Finished { pair, game, players: colors, played }).is_err() {
                    return Ok(());
                }
            }
        }
    }
}

impl Finished {
    /// The place of the game as a tag has it: the pair and the game, from 1 on.
    pub fn round(&self) -> String {
        format!("{}.{}", self.pair + 1, self.game + 1)
    }

    /// The result, for statistics.
    pub fn score(&self) -> Score {
        let Self { pair, game, players, ref played } = *self;
        let fault = match &played.end {
            End::Fault(color, fault) => Some((players[color.index()], FaultKind::of(fault))),
            End::Rules(_) | End::Adjudicated(_) => None,
        };
        let moves = played.game.moves();
        let moves = &moves[..moves.len() - played.answers.len()];
        let opening = Some(opening_key(played.game.start(), moves.iter().copied()));
        Score { pair, game, players, result: played.result, fault, opening }
    }
}
