use std::fmt::Debug;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput};

/// Criterion with CPU times, and one second of measurement for each bench: those of one program take about half a minute.
pub(crate) struct Harness(Criterion<ProcessorTime>);

impl Harness {
    pub(crate) fn new() -> Self {
        let config = Criterion::default().with_measurement(ProcessorTime).configure_from_args();
        let config = config.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        Self(config.sample_size(20))
    }

    /// Measures the work of a program, whose result must be the same every time; times are per `elements`.
    pub(crate) fn bench<R: Debug + PartialEq>(
        &mut self,
        group: &str,
        program: &str,
        elements: usize,
        expected: &R,
        mut work: impl FnMut() -> R,
    ) {
        let mut group = self.0.benchmark_group(group);
        group.throughput(Throughput::Elements(elements as u64));
        // Work that takes milliseconds.
        if elements > 100_000 {
            group.sample_size(10);
        }
        group.bench_function(program, |b| b.iter(|| assert_eq!(&work(), expected)));
    }

    pub(crate) fn finish(&self) {
        self.0.final_summary();
    }
}

/// The CPU time of the thread, so that other programs on the machine do not count.
struct ProcessorTime;

impl Measurement for ProcessorTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, start: ThreadTime) -> Duration {
        start.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_secs_f64() * 1e9
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        // It formats nanoseconds of any clock.
        WallTime.formatter()
    }
}
