use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::breeding::{Breeding, Candidate, place_of};
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

/// Packings that are improved side by side, whatever the number of cores.
const CHAINS: usize = 8;

/// Steps between two comparisons of the chains.
const ROUND: u32 = 100;

/// The length of the table that packing aims at first; once it is reached, at one that is shorter by half a percent, and so
/// on. Where the aim is far, all chains settle with some big square beyond it.
const FIRST_AIM: u32 = 90_000;

/// The cost by which a packing may be worse at the beginning of a step and still be accepted.
const HEAT: u32 = 300;

/// The search for a small table: breeding of candidates, then packing. Everything that goes on is in its fields, so
/// that it can be written down between two steps and continued.
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
        [(self.breeding.generation(), self.budget.generations), (self.steps, self.budget.steps)]
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
        // A square without a magic keeps the breeding going for as long as it takes. What is being packed stays as it is.
        while (self.breeding.generation() < self.budget.generations || self.breeding.entries().is_none())
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

    /// Each chain goes on by itself; then those that cost most take over the state of those that cost least.
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

    /// The best packing found, settled and as a file; none if there is none yet.
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

    /// The state as text, to go on with later.
    pub(crate) fn state(&self) -> String {
        let mut text = format!(
            "search {:#x} generation {} step {} aim {}\n",
            self.budget.seed,
            self.breeding.generation(),
            self.steps,
            self.aim
        );
        for (square, gap, factor) in self.breeding.factors() {
            let (slider, place) = place_of(square);
            let _ = writeln!(text, "candidate {square} {gap} {factor:#018x} {slider} {place}");
        }
        let mut push = |name: &str, spots: &[Spot]| {
            let _ = write!(text, "{name}");
            for spot in spots {
                let _ = write!(text, " {}@{}", spot.candidate, spot.start);
            }
            text.push('\n');
        };
        for spots in &self.chains {
            push("chain", spots);
        }
        if let Some((_, spots)) = &self.best {
            push("best", spots);
        }
        text
    }

    /// The search that wrote this state, with a budget of the same seed.
    pub(crate) fn resume(budget: Budget, state: &str) -> Result<Self, String> {
        let mut lines = state.lines();
        let header: Vec<&str> = lines.next().unwrap_or_default().split(' ').collect();
        let &["search", seed, "generation", generation, "step", step, "aim", aim] = header.as_slice() else {
            return Err("line 1 is not `search SEED generation N step N aim N`".into());
        };
        if seed != format!("{:#x}", budget.seed) {
            return Err(format!("the search has the seed {seed}, not {:#x}", budget.seed));
        }
        let number = |text: &str| text.parse::<u32>().map_err(|error| format!("{text}: {error}"));
        let (generation, steps, aim) = (number(generation)?, number(step)?, number(aim)?);
        let mut factors = Vec::new();
        let (mut chains, mut best) = (Vec::new(), None);
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            match words.as_slice() {
                ["candidate", square, gap, factor, ..] => {
                    let factor =
                        factor.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
                    let factor = factor.ok_or_else(|| format!("no candidate: {line}"))?;
                    factors.push((number(square)? as usize, number(gap)? as usize, factor));
                }
                ["chain", spots @ ..] => chains.push(parse_spots(spots)?),
                ["best", spots @ ..] => best = Some(parse_spots(spots)?),
                _ => return Err(format!("neither candidate nor chain nor best: {line}")),
            }
        }
        let breeding = Breeding::resume(budget.seed, generation, factors);
        let shapes = Shape::all(&breeding.candidates());
        let placed =
            |spots: &Vec<Spot>| Packing::with_spots(&shapes, aim, spots).map(|packing| packing.len());
        if chains.iter().any(|spots| placed(spots).is_none()) {
            return Err("two squares of a chain share an entry".into());
        }
        let best = match best {
            None => None,
            Some(spots) => {
                Some((placed(&spots).ok_or("two squares of the best packing share an entry")?, spots))
            }
        };
        Ok(Self { budget, breeding, steps, aim, chains, best })
    }
}

fn parse_spots(words: &[&str]) -> Result<Vec<Spot>, String> {
    words
        .iter()
        .map(|word| {
            let (candidate, start) = word.split_once('@')?;
            Some(Spot { candidate: candidate.parse().ok()?, start: start.parse().ok()? })
        })
        .collect::<Option<_>>()
        .ok_or_else(|| "a spot is not CANDIDATE@START".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget { seed: 26, generations: 2, steps: 12 };

    /// The same on any number of cores, and if it is interrupted, written down and continued.
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
        assert_eq!(refused(""), "line 1 is not `search SEED generation N step N aim N`");
        assert_eq!(
            refused("search 0x1 generation 1 step 0 aim 9\n"),
            "the search has the seed 0x1, not 0x1a"
        );
        assert!(refused("search 0x1a generation x step 0 aim 9\n").starts_with("x: "));
        let refused = |line: &str| refused(&format!("search 0x1a generation 1 step 0 aim 9\n{line}\n"));
        assert!(refused("candidate 0 0 xyz").starts_with("no candidate"));
        assert_eq!(refused("chain 1-2"), "a spot is not CANDIDATE@START");
        assert_eq!(refused("chain 0@0"), "two squares of a chain share an entry");
        assert!(refused("what").starts_with("neither"));
    }
}
