use std::time::Duration;

use cpu_time::ThreadTime;

use crate::bench::Bench;
use crate::case::Run;

/// Shorter work is repeated until it has taken this long.
const SHORTEST: Duration = Duration::from_millis(50);

/// The median figures of one program, case by case.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) figures: Vec<f64>,
}

impl Row {
    #[expect(clippy::cast_precision_loss, reason = "there are few cases")]
    pub(crate) fn geomean(&self) -> f64 {
        let logarithms: f64 = self.figures.iter().map(|figure| figure.ln()).sum();
        (logarithms / self.figures.len() as f64).exp()
    }
}

/// The medians of several rounds, in each of which every program takes its turn on every case.
///
/// # Panics
///
/// If programs do not agree on what they have counted.
pub(crate) fn measure(bench: &Bench, rounds: usize) -> Vec<Row> {
    let mut rows: Vec<_> =
        bench.entries.iter().map(|entry| Row { name: entry.name, figures: Vec::new() }).collect();
    for case in &bench.cases {
        let runs: Vec<Run> = bench.entries.iter().map(|entry| (entry.prepare)(case)).collect();
        let expected = (bench.known)(case).unwrap_or_else(&runs[0]);
        let mut figures = vec![Vec::new(); runs.len()];
        for _ in 0..rounds {
            for ((run, figures), entry) in runs.iter().zip(&mut figures).zip(&bench.entries) {
                let (mut taken, mut count) = (Duration::ZERO, 0);
                while taken < SHORTEST {
                    let start = ThreadTime::now();
                    let result = run();
                    taken += start.elapsed();
                    assert_eq!(result, expected, "{}, {} on {}", bench.name, entry.name, case.name);
                    count += result.0;
                }
                figures.push(bench.unit.figure(count, taken.as_secs_f64()));
            }
        }
        for (row, figures) in rows.iter_mut().zip(&mut figures) {
            row.figures.push(median(figures));
        }
    }
    rows
}

/// The median; of an even number the mean of the two in the middle.
pub(crate) fn median(figures: &mut [f64]) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len().is_multiple_of(2) {
        f64::midpoint(figures[middle - 1], figures[middle])
    } else {
        figures[middle]
    }
}
