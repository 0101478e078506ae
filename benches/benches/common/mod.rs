//! The harness that all benches share.

mod processor_time;

use std::time::Duration;

use criterion::{BenchmarkGroup, Throughput};

use self::processor_time::ProcessorTime;

/// The harness, which takes processor time.
pub(crate) type Criterion = criterion::Criterion<ProcessorTime>;

/// One second of measurement each: all benches of one program take about half a minute.
pub(crate) fn criterion() -> Criterion {
    let config = criterion::Criterion::default().with_measurement(ProcessorTime).configure_from_args();
    config.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1)).sample_size(20)
}

/// A group whose times are per `elements`.
pub(crate) fn group<'a>(
    c: &'a mut Criterion,
    name: &str,
    elements: u64,
) -> BenchmarkGroup<'a, ProcessorTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(elements));
    group
}
