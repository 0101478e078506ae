use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use std::{io, thread};

use chess_notation::pgn::GameResult;
use chess_search::engine::Engine;

use super::game::{Played, Rules, play};
use super::openings::Openings;
use super::player::Player;
use crate::engines::{EngineSpec, Limits};
use crate::outcome::CliError;
use crate::threads::STACK;

/// The order of the games: pairs of games with the same opening, of each pairing in turn.
pub(super) struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// The number of pairs in all; without end if there is none.
    pairs: Option<u64>,
}

/// A pair of games. The first of the players has White in the first of them.
#[derive(Clone, Copy)]
pub(super) struct Pairing {
    pub(super) players: [usize; 2],
    pub(super) opening: u64,
}

/// The result of a game.
#[derive(Clone, Copy)]
pub(super) struct Score {
    pub(super) pair: u64,
    /// 0 or 1: the place in the pair.
    pub(super) game: usize,
    /// White, then Black.
    pub(super) players: [usize; 2],
    pub(super) result: GameResult,
    /// The player who lost by a fault.
    pub(super) fault: Option<(usize, Kind)>,
}

/// The kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Crash,
    Time,
    Hang,
    Illegal,
}

/// A game that was played, with its place.
pub(super) struct Finished {
    pub(super) pair: u64,
    pub(super) game: usize,
    pub(super) players: [usize; 2],
    pub(super) played: Played,
}

impl Schedule {
    /// Pairings of so many players with `games` games each, rounded up to pairs: of all with all, or of the first with all others.
    pub(super) fn new(players: usize, is_gauntlet: bool, games: Option<u64>) -> Self {
        let firsts = if is_gauntlet { 1 } else { players };
        let pairings: Vec<_> = (0..firsts).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect();
        let pairs = games.map(|games| games.div_ceil(2).saturating_mul(pairings.len() as u64));
        Self { pairings, pairs }
    }

    /// The number of games in all.
    pub(super) fn games(&self) -> Option<u64> {
        self.pairs.map(|pairs| pairs.saturating_mul(2))
    }

    /// The pair with this number; `None` after the last one.
    pub(super) fn pairing(&self, pair: u64) -> Option<Pairing> {
        if self.pairs.is_some_and(|pairs| pair >= pairs) {
            return None;
        }
        let len = self.pairings.len() as u64;
        let players = *self.pairings.get(pair.checked_rem(len)? as usize)?;
        Some(Pairing { players, opening: pair / len })
    }
}

/// All that the threads which play games share.
pub(super) struct Series<'a> {
    pub(super) schedule: &'a Schedule,
    pub(super) engines: &'a [EngineSpec],
    /// The limits of each engine.
    pub(super) limits: &'a [Limits],
    pub(super) openings: &'a Openings,
    pub(super) rules: &'a Rules,
    pub(super) is_chess960: bool,
    pub(super) patience: Duration,
    /// The games that were played before.
    pub(super) done: &'a HashSet<(u64, usize)>,
    /// Ends all games.
    pub(super) stop: &'a AtomicBool,
}

impl Series<'_> {
    /// Plays so many games at once. `take` gets each game, on this thread.
    pub(super) fn run(
        &self,
        concurrency: usize,
        mut take: impl FnMut(Finished) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let next = AtomicU64::new(0);
        let failure = Mutex::new(None);
        let (sender, games): (Sender<Finished>, Receiver<Finished>) = channel();
        thread::scope(|scope| {
            for _ in 0..concurrency {
                let (sender, next, failure) = (sender.clone(), &next, &failure);
                let work = move || {
                    if let Err(error) = self.play_pairs(next, &sender)
                        && let Ok(mut failure) = failure.lock()
                    {
                        *failure = Some(error);
                    }
                };
                thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, work)
                    .map_err(too_few_threads)?;
            }
            drop(sender);
            for game in games {
                if let Err(error) = take(game) {
                    self.stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(())
        })
        .inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
        match failure.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Plays one pair after the other, until there are no more.
    fn play_pairs(&self, next: &AtomicU64, sender: &Sender<Finished>) -> Result<(), CliError> {
        let player = |spec| Player::new(spec, self.is_chess960, self.patience);
        let mut players: Vec<_> = self.engines.iter().map(player).collect();
        let mut judge = Engine::new(1 << 18)?;
        loop {
            let pair = next.fetch_add(1, Ordering::Relaxed);
            let Some(Pairing { players: [first, second], opening }) = self.schedule.pairing(pair) else {
                return Ok(());
            };
            let rest: Vec<usize> = (0..2).filter(|&game| !self.done.contains(&(pair, game))).collect();
            if rest.is_empty() {
                continue;
            }
            let opening = self.openings.opening(opening, &mut judge);
            for game in rest {
                let colors = if game == 0 { [first, second] } else { [second, first] };
                let Ok([a, b]) = players.get_disjoint_mut([first, second]) else { return Ok(()) };
                let seats = if game == 0 { [a, b] } else { [b, a] };
                let limits = colors.map(|player| self.limits[player]);
                if self.stop.load(Ordering::Relaxed) {
                    return Ok(());
                }
                let Some(played) = play(seats, limits, opening.clone(), self.rules, self.stop) else {
                    return Ok(());
                };
                if sender.send(Finished { pair, game, players: colors, played }).is_err() {
                    return Ok(());
                }
            }
        }
    }
}

fn too_few_threads(error: io::Error) -> CliError {
    CliError::option("--concurrency", error)
}
