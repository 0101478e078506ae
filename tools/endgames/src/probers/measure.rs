use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::{array, env};

use chess_board::Position;
use chess_syzygy::{Dtz, Tables};
use chess_testkit::Random;
use clap::Args;
use cpu_time::ProcessTime;

use super::library::{Library, Measured, Prober, Work};
#[cfg(feature = "peers")]
use super::peers;
use crate::ending::Ending;

/// Shorter measurements are repeated until they have taken this long.
const LEAST: Duration = Duration::from_millis(20);

/// The positions of each set that are compared and measured; in fresh processes a third of them.
const SIZE: usize = 3000;

/// A library that can be opened, once in a process.
pub(crate) struct Entrant {
    pub(crate) name: &'static str,
    pub(crate) has_dtz: bool,
    pub(crate) open: fn(&Path) -> Box<dyn Prober>,
}

/// Returns the libraries that are compiled, ours first.
pub(crate) fn entrants() -> Vec<Entrant> {
    fn entrant<L: Library>() -> Entrant {
        Entrant { name: L::NAME, has_dtz: L::HAS_DTZ, open: |folder| Box::new(L::open(folder)) }
    }
    vec![
        entrant::<Tables>(),
        #[cfg(feature = "peers")]
        entrant::<peers::Shakmaty>(),
        #[cfg(feature = "peers")]
        entrant::<peers::Pyrrhic>(),
        #[cfg(feature = "peers")]
        entrant::<peers::Fathom>(),
    ]
}

/// Compares the answers of all libraries, then measures them: with open tables, and in fresh processes. Without rounds, it only
/// compares. The tables of all endings of three and four pieces are in `folder`.
///
/// # Errors
/// A process cannot run, or the text cannot be written.
pub fn compare_and_measure(folder: &Path, rounds: usize, out: &mut impl Write) -> io::Result<()> {
    let entrants = entrants();
    let mut probers: Vec<_> = entrants.iter().map(|entrant| (entrant.open)(folder)).collect();
    let sets = sets(SIZE);
    let all: Vec<_> = sets.iter().flat_map(|(_, set)| set).copied().collect();
    let (distances, rounded) = compare(&entrants, &mut probers, &all);
    if rounds > 0 {
        for (name, work) in Work::NAMED {
            warm(name, work, &entrants, &mut probers, &sets, rounds, out)?;
        }
        drop(probers);
        for (name, work) in Work::NAMED.into_iter().filter(|(_, work)| *work != Work::Root) {
            cold(name, work, &entrants, folder, rounds, out)?;
        }
    }
    writeln!(
        out,
        "\nAll libraries returned the same outcomes of {} positions. Of {distances} comparisons of distances,\n\
         {rounded} differ, by a ply where both are rounded.",
        all.len()
    )
}

/// Returns three named sets of random positions, which are always the same. The endings of a set are about equally frequent.
fn sets(size: usize) -> [(&'static str, Vec<Position>); 3] {
    let mut random = Random::new(16);
    [("3 pieces", 3, false), ("4 pieces, no pawns", 4, false), ("4 pieces, pawns", 4, true)].map(
        |(name, men, pawns)| {
            let endings: Vec<_> = Ending::all(men)
                .into_iter()
                .filter(|it| men == 3 || pawns == (it.pawns() != [0, 0]))
                .collect();
            let positions = endings.iter().cycle().take(size).map(|ending| ending.random(&mut random));
            let positions: Vec<_> = positions.collect();
            (name, shuffled(&positions, &mut random))
        },
    )
}

pub(crate) fn shuffled<T: Copy>(items: &[T], random: &mut Random) -> Vec<T> {
    let mut items = items.to_vec();
    for count in (2..=items.len()).rev() {
        items.swap(count - 1, random.below(count));
    }
    items
}

/// Compares the answers of all libraries at each position with those of the first. Returns the number of distances compared, and
/// of those that differ by a ply where both are rounded. Any other difference is a panic.
fn compare(entrants: &[Entrant], probers: &mut [Box<dyn Prober>], positions: &[Position]) -> (u64, u64) {
    let mut answers =
        probers.iter_mut().map(|prober| (prober.values(positions), prober.distances(positions)));
    let (values, distances) = answers.next().expect("our library");
    let (mut compared, mut rounded) = (0, 0);
    for (entrant, (other_values, other_distances)) in entrants[1..].iter().zip(answers) {
        for (index, position) in positions.iter().enumerate() {
            let name = entrant.name;
            assert_eq!(values[index], other_values[index], "values of ours and {name} at {position}");
            let (ours, theirs) = (distances[index], other_distances[index]);
            assert!(agree(ours, theirs), "distances at {position}: {ours}, and {theirs} of {name}");
            compared += 1;
            rounded += u64::from(ours.plies() != theirs.plies());
        }
    }
    (compared, rounded)
}

/// Tests for equal distances, or a difference of a ply where both are rounded.
fn agree(one: Dtz, other: Dtz) -> bool {
    let is_rounded = !one.is_exact() && !other.is_exact();
    one.plies() == other.plies()
        || is_rounded && one.plies().abs_diff(other.plies()) == 1 && one.wdl() == other.wdl()
}

/// Measures with open tables, and prints a table. The libraries take turns. In each round the positions are in another order,
/// which is the same for all.
fn warm(
    name: &str,
    work: Work,
    entrants: &[Entrant],
    probers: &mut [Box<dyn Prober>],
    sets: &[(&str, Vec<Position>)],
    rounds: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut random = Random::new(1);
    let all: Vec<_> = sets.iter().flat_map(|(_, set)| set).copied().collect();
    let mut able: Vec<_> =
        entrants.iter().zip(probers).filter(|(entrant, _)| work != Work::Dtz || entrant.has_dtz).collect();
    let mut figures = vec![Vec::new(); able.len()];
    for _ in 0..rounds {
        let least = if work == Work::Root { 5 * LEAST } else { LEAST };
        let orders: Vec<_> = sets.iter().map(|(_, set)| [shuffled(set, &mut random)]).collect();
        let both = [shuffled(&all, &mut random), shuffled(&all, &mut random)];
        let mut sums = Vec::new();
        for ((_, prober), figures) in able.iter_mut().zip(&mut figures) {
            let measured: Vec<_> =
                orders.iter().flat_map(|lists| prober.measure(work, lists, least)).collect();
            let mut row: Vec<f64> = measured.iter().map(Measured::nanoseconds).collect();
            sums.push(measured.iter().map(|measured| measured.sum).collect::<Vec<_>>());
            if work != Work::Root {
                let measured = prober.measure(work, &both, 2 * LEAST);
                assert_eq!(measured[0].sum, measured[1].sum, "the threads have not probed the same");
                row.push(measured.iter().map(|one| 1000.0 / one.nanoseconds()).sum());
                row.push(measured.iter().map(Measured::rate_by_the_clock).sum());
            }
            figures.push(row);
        }
        assert!(sums.iter().all(|sum| *sum == sums[0]), "the libraries have not probed the same");
    }
    let mut heading: Vec<_> = sets.iter().map(|(name, _)| *name).chain(["mean", "million/s"]).collect();
    if work != Work::Root {
        heading.extend(["2 threads, million/s", "by the clock"]);
    }
    let rows = able.iter().zip(&figures).map(|((entrant, _), figures)| {
        let medians = medians(figures);
        let (sets, together) = medians.split_at(sets.len());
        #[expect(clippy::cast_precision_loss, reason = "there are few sets")]
        let mean = sets.iter().sum::<f64>() / sets.len() as f64;
        let mut cells: Vec<_> = sets.iter().map(|figure| format!("{figure:.0}")).collect();
        cells.extend([format!("**{mean:.0}**"), format!("{:.3}", 1000.0 / mean)]);
        cells.extend(together.iter().map(|rate| format!("{rate:.2}")));
        (entrant.name, cells, mean)
    });
    table(out, &format!("{name}, warm: nanoseconds a probe"), &heading, rows.collect())
}

/// Measures in fresh processes of the libraries, which take turns, and prints a table.
fn cold(
    name: &str,
    work: Work,
    entrants: &[Entrant],
    folder: &Path,
    rounds: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let able: Vec<_> =
        entrants.iter().enumerate().filter(|(_, entrant)| work != Work::Dtz || entrant.has_dtz).collect();
    let mut figures = vec![Vec::new(); able.len()];
    let mut expected = None;
    for _ in 0..rounds {
        for ((library, entrant), figures) in able.iter().zip(&mut figures) {
            let mut row = Vec::new();
            for threads in ["1", "2"] {
                let folder = folder.to_string_lossy();
                let args = ["cold", "--path", &folder, &library.to_string(), name, threads];
                let [open, first, next, sum] = run_again(&args)?;
                let sum = sum.to_bits();
                assert_eq!(*expected.get_or_insert(sum), sum, "answers of {}", entrant.name);
                row.extend(if threads == "1" { vec![open, first, next] } else { vec![first, next] });
            }
            figures.push(row);
        }
    }
    let heading =
        ["open", "35 endings once", "3,000 positions", "all", "2 threads: 35 endings", "3,000 positions"];
    let rows = able.iter().zip(&figures).map(|((_, entrant), figures)| {
        let medians = medians(figures);
        let all = medians[..3].iter().sum();
        let mut cells: Vec<_> = medians.iter().map(|figure| format!("{figure:.0}")).collect();
        cells.insert(3, format!("**{all:.0}**"));
        (entrant.name, cells, all)
    });
    table(out, &format!("{name}, cold: microseconds in a fresh process"), &heading, rows.collect())
}

/// Measures in this process, in which no library may have been opened.
#[derive(Args)]
pub struct Cold {
    library: usize,
    work: String,
    threads: usize,
}

impl Cold {
    /// Returns the microseconds of CPU time on all threads: for opening the folder, then for probing a position of each ending,
    /// which opens all tables, and then for probing sets of positions once. The last number is the sum of all answers.
    pub fn measure(&self, folder: &Path) -> [f64; 4] {
        let (_, work) =
            Work::NAMED.into_iter().find(|(name, _)| *name == self.work).expect("a kind of probe");
        let mut random = Random::new(35);
        let first: Vec<_> =
            [3, 4].into_iter().flat_map(Ending::all).map(|it| it.random(&mut random)).collect();
        let next: Vec<_> = sets(SIZE / 3).into_iter().flat_map(|(_, set)| set).collect();
        let start = ProcessTime::now();
        let mut prober = (entrants()[self.library].open)(folder);
        let opened = start.elapsed();
        let mut sum = 0;
        let mut pass = |positions: &[_]| {
            let lists: Vec<_> = (0..self.threads).map(|_| shuffled(positions, &mut random)).collect();
            let measured = prober.measure(work, &lists, Duration::ZERO);
            sum += measured[0].sum;
            measured.iter().map(|measured| measured.processor).sum::<Duration>()
        };
        let times = [opened, pass(&first), pass(&next)].map(|time| time.as_secs_f64() * 1e6);
        [times[0], times[1], times[2], f64::from(i32::try_from(sum).expect("a small sum"))]
    }
}

/// Runs this program with other arguments, and reads the numbers that it prints.
///
/// # Errors
/// It cannot run, or it prints something else; the text is its stderr.
pub(crate) fn run_again<const N: usize>(args: &[&str]) -> io::Result<[f64; N]> {
    let output = Command::new(env::current_exe()?).args(args).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut numbers = text.split_whitespace().filter_map(|word| word.parse().ok());
    let numbers: [Option<f64>; N] = array::from_fn(|_| numbers.next());
    if numbers.contains(&None) || !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("{}: {complaint}", args.join(" "))));
    }
    Ok(numbers.map(Option::unwrap_or_default))
}

impl Measured {
    /// Returns the nanoseconds of a probe, of the thread's CPU time.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 probes")]
    fn nanoseconds(&self) -> f64 {
        self.processor.as_secs_f64() * 1e9 / self.probes as f64
    }

    /// Returns the probes a second of the time that passed, in millions.
    #[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^53 probes")]
    fn rate_by_the_clock(&self) -> f64 {
        self.probes as f64 / 1e6 / self.wall.as_secs_f64()
    }
}

/// Returns the median of each column.
fn medians(rows: &[Vec<f64>]) -> Vec<f64> {
    let column = |index| {
        let mut figures: Vec<f64> = rows.iter().map(|row| row[index]).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    (0..rows[0].len()).map(column).collect()
}

/// Prints a table of libraries, each with its cells and the figure that is compared with that of the first.
fn table(
    out: &mut impl Write,
    title: &str,
    heading: &[&str],
    rows: Vec<(&str, Vec<String>, f64)>,
) -> io::Result<()> {
    let mut text = format!("\n### {title}\n\n| library | {} | times ours |\n", heading.join(" | "));
    let _ = writeln!(text, "|---|{}", "---:|".repeat(heading.len() + 1));
    let ours = rows[0].2;
    for (name, cells, figure) in rows {
        let _ = writeln!(text, "| {name} | {} | {:.2} |", cells.join(" | "), figure / ours);
    }
    out.write_all(text.as_bytes())
}
