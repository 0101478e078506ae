//! Measurements in fresh processes.

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{env, io};

use chess_testkit::Random;
use cpu_time::ProcessTime;

use crate::answer::Work;
use crate::libraries::entrants;
use crate::sets;

/// The times of a fresh process, in microseconds of processor time on all threads.
#[derive(Clone, Copy, Debug)]
pub struct Cold {
    /// Opening the folder.
    pub open: f64,
    /// Then probing a position of each ending, which opens all tables.
    pub first: f64,
    /// Then probing a set of positions once.
    pub next: f64,
    /// The sum of all answers, by which libraries are compared.
    pub sum: i64,
}

/// Measures in a process of its own. That process is this program, which must call [`measure`] when its arguments are
/// `cold FOLDER LIBRARY WORK THREADS`.
///
/// # Errors
///
/// Returns the error of the system if the process cannot run.
pub fn in_a_process(folder: &Path, library: &str, work: Work, threads: usize) -> io::Result<Cold> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("cold").arg(folder).args([library, work.name(), &threads.to_string()]);
    let output = command.output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.split_whitespace();
    let mut times = words.by_ref().take(3).map(|word| word.parse().expect("a time"));
    match (times.next(), times.next(), times.next(), words.next().and_then(|word| word.parse().ok())) {
        (Some(open), Some(first), Some(next), Some(sum)) => Ok(Cold { open, first, next, sum }),
        _ => Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned())),
    }
}

/// Measures in this process, in which the library may not have been opened. With more threads than one, each of them probes all
/// positions, in orders of their own.
pub fn measure(folder: &Path, library: &str, work: Work, threads: usize) -> Cold {
    let entrant = entrants().into_iter().find(|entrant| entrant.name == library).expect("a library");
    let first = sets::one_of_each();
    let next: Vec<_> = sets::sets(1000).into_iter().flat_map(|set| set.positions).collect();
    let start = ProcessTime::now();
    let mut contestant = (entrant.open)(folder);
    let opened = start.elapsed();
    let mut sum = 0;
    let mut pass = |positions: &[_]| {
        if threads == 1 {
            let measured = contestant.measure(work, positions, Duration::ZERO);
            sum += measured.sum;
            return measured.processor;
        }
        let lists: Vec<_> = (0..threads)
            .map(|thread| {
                let mut list = positions.to_vec();
                sets::shuffle(&mut list, &mut Random::new(thread as u64));
                list
            })
            .collect();
        let measured = contestant.measure_together(work, &lists, Duration::ZERO);
        sum += measured[0].sum;
        measured.iter().map(|measured| measured.processor).sum()
    };
    let (first, next) = (pass(&first), pass(&next));
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    Cold { open: micros(opened), first: micros(first), next: micros(next), sum }
}
