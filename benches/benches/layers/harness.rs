#![allow(
    clippy::cast_precision_loss,
    clippy::print_stdout,
    reason = "run by hand, with counts of far fewer than 52 bits"
)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::hint::black_box;
use std::time::Duration;

use chess_benches::{Library, Ours};
use cpu_time::ThreadTime;
use criterion::{Criterion, Throughput};

/// Criterion with CPU times of the thread, so that other programs on the machine do not count, and one second of measurement for
/// each bench.
pub(crate) struct Harness {
    criterion: Criterion,
    /// By bench and program, the time of an element in nanoseconds.
    means: BTreeMap<String, Vec<(&'static str, f64)>>,
}

impl Harness {
    pub(crate) fn new() -> Self {
        let config = Criterion::default().configure_from_args();
        let config = config.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        Self { criterion: config.sample_size(20), means: BTreeMap::new() }
    }

    /// Measures the work of a program, whose result must be the same every time; times are per `elements`.
    ///
    /// The name consists of the layer, the work and the unit of an element. It is followed by the program, if there are several.
    pub(crate) fn bench<R: Debug + PartialEq>(
        &mut self,
        name: &str,
        program: &'static str,
        elements: usize,
        expected: &R,
        mut work: impl FnMut() -> R,
    ) {
        let (layer, rest) = name.split_once('/').expect("a layer");
        let has_peers = cfg!(feature = "peers") || program != Ours::NAME;
        let id = if program.is_empty() || !has_peers { rest.into() } else { format!("{rest}/{program}") };
        let mut group = self.criterion.benchmark_group(layer);
        group.throughput(Throughput::Elements(elements as u64));
        // Work that takes milliseconds.
        if elements > 100_000 {
            group.sample_size(10);
        }
        let (mut time, mut runs, mut samples) = (Duration::ZERO, 0, 0);
        group.bench_function(id, |b| {
            b.iter_custom(|iterations| {
                let start = ThreadTime::now();
                for _ in 0..iterations {
                    assert_eq!(&black_box(work()), expected);
                }
                let elapsed = start.elapsed();
                (time, runs, samples) = (time + elapsed, runs + iterations, samples + 1);
                elapsed
            });
        });
        // A single sample is a test.
        if samples > 1 {
            let mean = time.as_secs_f64() * 1e9 / runs as f64 / elements as f64;
            self.means.entry(name.into()).or_default().push((program, mean));
        }
    }

    /// Prints the benches with a peer as a table.
    pub(crate) fn finish(&self) {
        let compared = self.means.iter().filter(|(_, means)| means[0].0 == Ours::NAME && means.len() > 1);
        for (number, (name, means)) in compared.enumerate() {
            if number == 0 {
                println!("{:<30}   ns for each, by program; times the fastest peer", "bench");
            }
            let fastest = means[1..].iter().map(|(_, mean)| *mean).fold(f64::INFINITY, f64::min);
            let cells = means.iter().map(|(program, mean)| format!("{program} {mean:>9.2}"));
            println!("{name:<30} {}   {:>5.2}", cells.collect::<Vec<_>>().join("   "), fastest / means[0].1);
        }
    }
}
