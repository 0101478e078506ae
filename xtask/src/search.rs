use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::breeding::{Breeding, Candidate};
use crate::magics_file::MagicsFile;
use crate::packing::{Packing, Shape, Spot};
use crate::random::Random;

/// The length of a search, in steps and not in seconds, so that the result is the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    pub(crate) seed: u64,
    /// Generations of breeding.
    pub(crate) generations: u32,
    /// Packing steps of each chain.
    pub(crate) steps: u32,
}

/// The number of packings that are improved in parallel, on any number of cores.
const CHAINS: usize = 8;

/// Steps between two comparisons of the chains.
const ROUND: u32 = 100;

/// The length of the table that packing aims at first; once it is reached, at one that is shorter by half a percent, and so on.
/// If the aim is far, all chains settle with some big square beyond it.
const FIRST_AIM: u32 = 90_000;

/// The cost by which a packing may be worse at the beginning of a step and still be accepted.
const HEAT: u32 = 300;

/// The search for a small table: breeding of candidates, then packing. Its fields are the whole state, which can be written
/// between two steps and continued.
pub(crate) struct Search {
    budget: Budget,
    breeding: Breeding,
    /// Steps that each chain has made.
    steps: u32,
    /// The length that is aimed at.
    aim: u32,
    /// The squares' spots by chain, once packing has begun.
    chains: Vec<Vec<Spot>>,
    /// The shortest packing so far, and its length.
    best: Option<(u32, Vec<Spot>)>,
}

/// The record of a search.
#[derive(Serialize, Deserialize)]
struct State {
    seed: u64,
    generation: u32,
    steps: u32,
    aim: u32,
    /// By square and gap.
    factors: Vec<(usize, usize, u64)>,
    chains: Vec<Vec<Spot>>,
    best: Option<Vec<Spot>>,
}

impl Search {
    pub(crate) fn new(budget: Budget) -> Self {
        Self {
            budget,
            breeding: Breeding::new(budget.seed),
            steps: 0,
            aim: FIRST_AIM,
            chains: Vec::new(),
            best: None,
        }
    }

    /// Generations and steps, done and in all.
    pub(crate) fn progress(&self) -> [(u32, u32); 2] {
        [(self.breeding.generation, self.budget.generations), (self.steps, self.budget.steps)]
    }

    /// The result so far, in words.
    pub(crate) fn best_figure(&self) -> String {
        match (&self.best, self.breeding.entries()) {
            (Some((len, _)), _) => format!("{len} entries"),
            (None, Some(entries)) => format!("{entries} entries, not packed"),
            (None, None) => "not yet a magic for every square".into(),
        }
    }

    /// Goes on to the end of the budget, or until `stop` is set; `report` is called after each part.
    pub(crate) fn run(&mut self, stop: &AtomicBool, mut report: impl FnMut(&Self)) {
        // Breeding goes on until every square has a magic. The packings in progress stay as they are.
        while (self.breeding.generation < self.budget.generations || self.breeding.entries().is_none())
            && self.chains.is_empty()
        {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            self.breeding.advance();
            report(self);
        }
        let candidates = self.breeding.candidates();
        let shapes = Shape::all(&candidates);
        let aim = self.aim;
        let mut chains: Vec<Packing> =
            self.chains.iter().filter_map(|spots| Packing::with_spots(&shapes, aim, spots)).collect();
        chains.resize(CHAINS, Packing::new(&shapes, aim));
        while self.steps < self.budget.steps && !stop.load(Ordering::Relaxed) {
            self.round(&mut chains);
            report(self);
        }
    }

    /// Runs the chains independently; then those that cost most take over the state of those that cost least.
    fn round(&mut self, chains: &mut Vec<Packing>) {
        let Budget { seed, steps, .. } = self.budget;
        let now = self.steps;
        let count = ROUND.min(steps - now);
        let shortest: Vec<_> = chains
            .par_iter_mut()
            .enumerate()
            .map(|(number, packing)| {
                let mut random = Random::new(seed, &[u64::MAX, now.into(), number as u64]);
                let mut best = (u32::MAX, Vec::new());
                for step in now..now + count {
                    let heat = (u64::from(HEAT) * u64::from(steps - step) / u64::from(steps)) as u32;
                    packing.step(heat, &mut random);
                    if packing.len() < best.0 {
                        best = (packing.len(), packing.spots());
                    }
                }
                best
            })
            .collect();
        for (len, spots) in shortest {
            if self.best.as_ref().is_none_or(|best| len < best.0) {
                self.best = Some((len, spots));
            }
        }
        self.steps += count;
        if let Some((len, _)) = self.best
            && len <= self.aim
        {
            self.aim = len - len / 200;
            for packing in &mut *chains {
                packing.aim_at(self.aim);
            }
        }
        chains.sort_by_key(Packing::cost);
        if (self.steps / ROUND).is_multiple_of(4) {
            let (better, worse) = chains.split_at_mut(CHAINS - CHAINS / 4);
            worse.clone_from_slice(&better[..CHAINS / 4]);
        }
        self.chains = chains.iter().map(Packing::spots).collect();
    }

    /// The best packing found, settled and as a file; `None` if there is none yet.
    pub(crate) fn outcome(&self) -> Option<MagicsFile> {
        let (_, spots) = self.best.as_ref()?;
        let candidates = self.breeding.candidates();
        let shapes = Shape::all(&candidates);
        let mut packing = Packing::with_spots(&shapes, self.aim, spots)?;
        packing.settle();
        let mut magics = [[(0, 0); 64]; 2];
        for (square, spot) in packing.spots().into_iter().enumerate() {
            let Candidate { factor, .. } = candidates[square][spot.candidate];
            let offset = spot.start.wrapping_sub(shapes[square][spot.candidate].first);
            magics[square / 64][square % 64] = (factor, offset);
        }
        let Budget { seed, generations, steps } = self.budget;
        let command =
            format!("gen-magics --pack --seed {seed:#x} --generations {generations} --steps {steps}");
        Some(MagicsFile { command, len: packing.len(), magics })
    }

    /// The state as text, to continue from later.
    pub(crate) fn state(&self) -> String {
        let state = State {
            seed: self.budget.seed,
            generation: self.breeding.generation,
            steps: self.steps,
            aim: self.aim,
            factors: self.breeding.factors(),
            chains: self.chains.clone(),
            best: self.best.as_ref().map(|(_, spots)| spots.clone()),
        };
        serde_json::to_string(&state).expect("numbers and lists")
    }

    /// Restores the search of this state, with a budget of the same seed.
    pub(crate) fn resume(budget: Budget, state: &str) -> Result<Self, String> {
        let state = serde_json::from_str(state).map_err(|error| error.to_string())?;
        let State { seed, generation, steps, aim, factors, chains, best } = state;
        if seed != budget.seed {
            return Err(format!("the search has the seed {seed:#x}, not {:#x}", budget.seed));
        }
        let breeding = Breeding::resume(seed, generation, factors);
        let shapes = Shape::all(&breeding.candidates());
        let len = |spots: &[Spot]| {
            let packing = Packing::with_spots(&shapes, aim, spots).map(|packing| packing.len());
            packing.ok_or("two squares of a packing share an entry")
        };
        chains.iter().try_for_each(|spots| len(spots).map(drop))?;
        let best = best.map(|spots| Ok::<_, &str>((len(&spots)?, spots))).transpose()?;
        Ok(Self { budget, breeding, steps, aim, chains, best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { seed: 26, generations: 2, steps: 12 };

    /// The result is the same on any number of cores, and after interrupting and continuing.
    #[test]
    fn a_search_leads_to_the_same_magics_however_it_is_run() {
        let run = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let mut search = Search::new(BUDGET);
            pool.install(|| search.run(&AtomicBool::new(false), |_| ()));
            search
        };
        let search = run(1);
        let outcome = search.outcome().unwrap();
        assert_eq!(outcome.verify(), Ok(()));
        assert_eq!(run(3).outcome().as_ref(), Some(&outcome));

        let mut parts = Search::new(BUDGET);
        for _ in 0..3 {
            let stop = AtomicBool::new(false);
            parts.run(&stop, |_| stop.store(true, Ordering::Relaxed));
            parts = Search::resume(BUDGET, &parts.state()).unwrap();
        }
        parts.run(&AtomicBool::new(false), |_| ());
        assert_eq!(parts.outcome(), Some(outcome));
        assert_eq!(parts.state(), search.state());
    }

    #[test]
    fn a_damaged_state_is_refused() {
        let refused = |state: &str| Search::resume(BUDGET, state).err().unwrap();
        assert!(refused("").starts_with("EOF"));
        let whole = Search::new(BUDGET).state();
        assert!(Search::resume(BUDGET, &whole).is_ok());
        assert!(refused(&whole[1..]).contains("line 1"));
        let changed = |from, to| refused(&whole.replace(from, to));
        assert_eq!(changed("\"seed\":26", "\"seed\":1"), "the search has the seed 0x1, not 0x1a");
        assert!(changed("\"chains\":[]", "\"chains\":[[{\"start\":0}]]").starts_with("missing field"));
        let shared = "two squares of a packing share an entry";
        assert_eq!(changed("\"chains\":[]", "\"chains\":[[{\"candidate\":0,\"start\":0}]]"), shared);
        assert_eq!(changed("\"best\":null", "\"best\":[]"), shared);
    }
}
