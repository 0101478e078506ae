use std::io;
use std::time::Duration;

use chess_board::Position;
use chess_probers::answer::Work;
use chess_probers::contest::{Contestant, Entrant, Measured};
use chess_probers::sets::{Set, shuffle};
use chess_probers::{cold, entrants};
use chess_testkit::Random;

use crate::options::Options;

/// Shorter measurements are repeated until they have taken this long.
const LEAST: Duration = Duration::from_millis(20);

/// The medians of a library with its tables open.
pub(crate) struct Warm {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    /// Nanoseconds for each probe, one figure for each set.
    pub(crate) sets: Vec<f64>,
    /// Million probes a second of two threads, by their processor time and by the time that passed; sets as one.
    pub(crate) together: Option<[f64; 2]>,
}

/// The medians of a library that is opened in a fresh process.
pub(crate) struct Cold {
    pub(crate) name: &'static str,
    pub(crate) work: Work,
    /// Microseconds: opening, the first probe of each ending, the probes of a set.
    pub(crate) alone: [f64; 3],
    /// The first probes and those of the set, by each of two threads at once: processor time of both.
    pub(crate) together: [f64; 2],
}

/// Lets the libraries take turns. In each round the positions are in another order, which is the same for all.
pub(crate) fn warm(contestants: &mut [Box<dyn Contestant>], sets: &[Set], options: &Options) -> Vec<Warm> {
    let mut random = Random::new(1);
    let mut rows = Vec::new();
    for &work in &options.works {
        let mut able: Vec<_> = contestants.iter_mut().filter(|contestant| contestant.can(work)).collect();
        let mut figures: Vec<_> = able.iter().map(|_| vec![Vec::new(); sets.len()]).collect();
        let mut together: Vec<_> = able.iter().map(|_| [const { Vec::new() }; 2]).collect();
        for _ in 0..options.rounds {
            for (index, set) in sets.iter().enumerate() {
                let positions = shuffled(&set.positions, &mut random);
                let least = if work == Work::Root { 5 * LEAST } else { LEAST };
                let all: Vec<_> =
                    able.iter_mut().map(|contestant| contestant.measure(work, &positions, least)).collect();
                assert_same(&all);
                for (figures, measured) in figures.iter_mut().zip(all) {
                    figures[index].push(measured.nanoseconds());
                }
            }
            if work != Work::Root {
                let all: Vec<_> = sets.iter().flat_map(|set| &set.positions).copied().collect();
                let lists = [shuffled(&all, &mut random), shuffled(&all, &mut random)];
                for (contestant, together) in able.iter().zip(&mut together) {
                    let measured = contestant.measure_together(work, &lists, 2 * LEAST);
                    assert_same(&measured);
                    let rates = measured.iter().map(|one| 1000.0 / one.nanoseconds());
                    together[0].push(rates.sum());
                    together[1].push(measured.iter().map(Measured::rate_by_the_clock).sum());
                }
            }
        }
        for ((contestant, mut figures), mut together) in able.iter().zip(figures).zip(together) {
            let sets = figures.iter_mut().map(|figures| median(figures)).collect();
            let together = (work != Work::Root).then(|| [0, 1].map(|kind| median(&mut together[kind])));
            rows.push(Warm { name: contestant.name(), work, sets, together });
        }
    }
    rows
}

/// Lets processes of the libraries take turns.
pub(crate) fn cold(options: &Options) -> io::Result<Vec<Cold>> {
    let mut rows = Vec::new();
    for &work in options.works.iter().filter(|work| **work != Work::Root) {
        let is_asked = |entrant: &Entrant| (entrant.can)(work) && entrant.name.starts_with(&options.library);
        let able: Vec<_> = entrants().into_iter().filter(is_asked).collect();
        let mut figures: Vec<_> = able.iter().map(|_| [const { Vec::new() }; 5]).collect();
        for _ in 0..options.rounds {
            let mut sum = None;
            for (Entrant { name, .. }, figures) in able.iter().zip(&mut figures) {
                let alone = cold::in_a_process(&options.folder, name, work, 1)?;
                let together = cold::in_a_process(&options.folder, name, work, 2)?;
                for sum_of in [alone.sum, together.sum] {
                    assert_eq!(*sum.get_or_insert(sum_of), sum_of, "answers of {name}");
                }
                let all = [alone.open, alone.first, alone.next, together.first, together.next];
                figures.iter_mut().zip(all).for_each(|(figures, figure)| figures.push(figure));
            }
        }
        for (Entrant { name, .. }, mut figures) in able.iter().zip(figures) {
            let [open, first, next, both_first, both_next] =
                [0, 1, 2, 3, 4].map(|index| median(&mut figures[index]));
            rows.push(Cold { name, work, alone: [open, first, next], together: [both_first, both_next] });
        }
    }
    Ok(rows)
}

fn shuffled(positions: &[Position], random: &mut Random) -> Vec<Position> {
    let mut positions = positions.to_vec();
    shuffle(&mut positions, random);
    positions
}

fn assert_same(all: &[Measured]) {
    for measured in all {
        assert_eq!(measured.sum, all[0].sum, "the libraries have not probed the same");
    }
}

fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
