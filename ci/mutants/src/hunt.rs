//! The search for a test that notices a mutant.

use std::cmp::Ordering as Order;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::compile::Binary;
use crate::coverage::{Coverage, Test};
use crate::error::Error;
use crate::process::{self, Mode, Outcome};
use crate::results::Verdict;

/// A mutant that waits for its answer.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub index: usize,
    /// By which it is switched on.
    pub number: usize,
    /// Its function, whose mutants tend to be caught by the same tests.
    pub function: usize,
}

/// Runs the tests that reach each mutant, the quickest first, until one fails. `told` gets each answer as it comes, one at a time.
///
/// # Errors
///
/// A binary that cannot be started, or the error of `told`.
pub fn hunt(
    binaries: &[Binary],
    coverage: &Coverage,
    wanted: &[Wanted],
    workers: &[PathBuf],
    grace: f64,
    told: impl FnMut(&Wanted, Verdict, String) -> Result<(), Error> + Send,
) -> Result<(), Error> {
    let mut reaching: HashMap<usize, Vec<usize>> = HashMap::new();
    for (index, test) in coverage.tests.iter().enumerate().filter(|(_, test)| !test.is_left_out) {
        for &number in &test.reached {
            reaching.entry(number).or_default().push(index);
        }
    }
    let next = AtomicUsize::new(0);
    let told = Mutex::new(told);
    let killers: Mutex<HashMap<usize, Vec<usize>>> = Mutex::default();
    let failed: Mutex<Option<Error>> = Mutex::default();
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| {
                let worker = worker.join("tmp");
                while let Some(mutant) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tests = reaching.get(&mutant.number).map_or(&[][..], Vec::as_slice);
                    let known = killers
                        .lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .get(&mutant.function)
                        .cloned()
                        .unwrap_or_default();
                    let answer = one(binaries, coverage, tests, &known, mutant.number, &worker, grace)
                        .and_then(|(verdict, test)| {
                            if let Some(killer) = coverage.tests.iter().position(|known| known.name == test) {
                                let mut killers = killers.lock().unwrap_or_else(PoisonError::into_inner);
                                let list = killers.entry(mutant.function).or_default();
                                list.retain(|&known| known != killer);
                                list.insert(0, killer);
                                list.truncate(3);
                            }
                            (told.lock().unwrap_or_else(PoisonError::into_inner))(mutant, verdict, test)
                        });
                    if let Err(error) = answer {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                        next.store(wanted.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

fn one(
    binaries: &[Binary],
    coverage: &Coverage,
    reaching: &[usize],
    known: &[usize],
    number: usize,
    temporary: &std::path::Path,
    grace: f64,
) -> Result<(Verdict, String), Error> {
    if reaching.is_empty() {
        return Ok((Verdict::Unreached, String::new()));
    }
    for batch in batches(&coverage.tests, reaching, known) {
        let names: Vec<&str> = batch.iter().map(|&test| coverage.tests[test].name.as_str()).collect();
        let seconds: f64 = batch.iter().map(|&test| coverage.tests[test].seconds).sum();
        let limit = Duration::from_secs_f64(10.0 * seconds + grace);
        let binary = &binaries[coverage.tests[batch[0]].binary];
        match process::run(binary, &names, Mode::Mutant(number), temporary, limit)? {
            Outcome::Passed => {}
            Outcome::Failed(test) => return Ok((Verdict::Caught, test)),
            Outcome::TimedOut => return Ok((Verdict::TimedOut, names.join(" "))),
        }
    }
    Ok((Verdict::Survived, String::new()))
}

/// The tests in the order of their cost, as groups of one binary and of rising cost.
///
/// Tests that have caught a mutant of the same function come first, unless they are slow. Among tests of about the same cost, those
/// that reach fewer mutants come first: they are about what they reach.
fn batches(tests: &[Test], reaching: &[usize], known: &[usize]) -> Vec<Vec<usize>> {
    let mut order = reaching.to_vec();
    let cost = |test: usize| (tests[test].seconds.max(0.004) * 250.0).log2().round() as i64;
    order.sort_by(|&one, &other| {
        let is_known = |test: usize| known.contains(&test) && tests[test].seconds < 1.0;
        (!is_known(one), cost(one), tests[one].reached.len(), one)
            .partial_cmp(&(!is_known(other), cost(other), tests[other].reached.len(), other))
            .unwrap_or(Order::Equal)
    });
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let (mut budget, mut spent) = (0.03, 0.0);
    let mut open: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut flush = |open: &mut HashMap<usize, Vec<usize>>| {
        let mut groups: Vec<_> = open.drain().collect();
        groups.sort();
        batches.extend(groups.into_iter().map(|(_, group)| group));
    };
    for test in order {
        open.entry(tests[test].binary).or_default().push(test);
        spent += tests[test].seconds;
        if spent > budget {
            flush(&mut open);
            budget = (budget * 3.0_f64).min(8.0);
            spent = 0.0;
        }
    }
    flush(&mut open);
    batches
}

#[cfg(test)]
mod tests {
    use super::batches;
    use crate::coverage::Test;

    #[test]
    fn quick_tests_come_first_and_binaries_are_apart() {
        let test = |binary, seconds, reached: usize| Test {
            binary,
            name: String::new(),
            seconds,
            reached: (0..reached).collect(),
            is_left_out: false,
        };
        let tests =
            [test(0, 2.0, 9), test(0, 0.004, 9), test(1, 0.004, 3), test(0, 0.004, 5), test(1, 0.3, 1)];
        let all = [0, 1, 2, 3, 4];
        assert_eq!(batches(&tests, &all, &[]), [vec![3, 1], vec![2, 4], vec![0]].map(|batch| batch.clone()));
        assert_eq!(batches(&tests, &all, &[4])[0], [4]);
        assert_eq!(batches(&tests, &[0], &[]), [[0]]);
    }
}
