use cpu_time::ProcessTime;
use std::collections::BTreeSet;
use std::fs;
use std::io::{BufWriter, Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use chess_endgames::{Comparison, Ending, Endings, Images, Plan, Sample, Statistics, Sum};
use chess_syzygy::Tables;

use crate::args::{Command, CompareArgs, SamplesArgs, Selection, SolveArgs, ValuesArgs};
use crate::progress::Progress;
use crate::report::{self, HEADINGS, Row};

/// Any error that ends the program.
pub(crate) type AnyError = Box<dyn std::error::Error + Send + Sync>;

/// Runs a command. Returns `false` if it has found something wrong.
pub(crate) fn run(command: Command) -> Result<bool, AnyError> {
    let threads = match &command {
        Command::Solve(args) => args.selection.threads,
        Command::Compare(args) => args.selection.threads,
        Command::Samples(args) => args.threads,
        Command::Values(args) => args.threads,
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    pool.install(|| match command {
        Command::Solve(args) => solve(&args),
        Command::Compare(args) => compare(&args),
        Command::Samples(args) => samples(&args),
        Command::Values(args) => values(&args),
    })
}

/// Solves endings and those that they lead to, in order. Calls `f` after each of them with the values of all that are
/// needed for it, the ending, and the processor time that it took.
fn each_solved(
    plan: &Plan,
    progress: &Progress,
    mut f: impl FnMut(&Endings, Ending, Duration) -> Result<(), AnyError>,
) -> Result<(), AnyError> {
    let mut endings = Endings::new();
    for (ending, droppable) in &plan.steps {
        progress.begin(*ending, "solving");
        let start = ProcessTime::now();
        endings.solve(*ending, &|indices| progress.add(indices))?;
        f(&endings, *ending, start.elapsed())?;
        for ending in droppable {
            endings.remove(*ending);
        }
    }
    Ok(())
}

/// Solves the selected endings, prints a row for each, after `compare`, and the total.
fn rows(
    selection: &Selection,
    passes: u64,
    mut compare: impl FnMut(&Endings, Ending, &Progress),
) -> Result<(), AnyError> {
    let wanted = selection.endings();
    let plan = Plan::of(&wanted);
    let progress = Progress::new(&plan, |ending| wanted.contains(&ending), passes);
    let mut total = Row::default();
    let clock = Instant::now();
    let print = |row: &Row, ending| {
        progress.print(&if selection.json { row.json(ending) } else { row.text(ending) });
    };
    if !selection.json {
        progress.print(HEADINGS);
    }
    each_solved(&plan, &progress, |endings, ending, solved| {
        if !wanted.contains(&ending) {
            return Ok(());
        }
        let start = ProcessTime::now();
        compare(endings, ending, &progress);
        let compared = start.elapsed();
        let statistics = Statistics::of(endings, ending).unwrap_or_default();
        let on_whole_board = statistics.positions() * ending.forms();
        let row = Row { statistics, on_whole_board, solved, compared, bytes: endings.bytes() };
        print(&row, Some(ending));
        total.add(&row);
        Ok(())
    })?;
    print(&total, None);
    if !selection.json {
        progress.print(&format!("{:.1} seconds by the clock", clock.elapsed().as_secs_f64()));
    }
    Ok(())
}

fn solve(args: &SolveArgs) -> Result<bool, AnyError> {
    let (mut checked, mut wrong) = (0, 0);
    rows(&args.selection, if args.check { 2 } else { 1 }, |endings, ending, progress| {
        if !args.check {
            return;
        }
        progress.begin(ending, "checking");
        let found = endings.check_forward(ending, &|indices| progress.add(indices));
        checked += found.positions;
        if let Some((position, value, by_moves)) = found.wrong {
            wrong += 1;
            progress.print(&format!("{position}: {value:?}, and by its moves {by_moves:?}"));
        }
    })?;
    if args.check {
        println!("{checked} positions checked by their moves, {wrong} endings with a contradiction");
    }
    Ok(wrong == 0)
}

fn compare(args: &CompareArgs) -> Result<bool, AnyError> {
    let tables = Tables::open(&args.path)?;
    let images = match args.sample {
        Some(of) => Images::Sample(of),
        None if args.all_images => Images::All,
        None => Images::One,
    };
    let mut total = Comparison::default();
    rows(&args.selection, 2, |endings, ending, progress| {
        progress.begin(ending, "comparing");
        let found =
            endings.compare(ending, &tables, images, &|indices| progress.add(indices)).unwrap_or_default();
        for difference in &found.shown {
            progress.print(&report::difference(difference, args.selection.json));
        }
        total = std::mem::take(&mut total).plus(found);
    })?;
    println!("{}", report::comparison(&total, args.selection.json));
    Ok(total.different == 0 && total.equal > 0)
}

fn samples(args: &SamplesArgs) -> Result<bool, AnyError> {
    let mut samples = Vec::new();
    for file in &args.files {
        let read = Sample::read(&fs::read_to_string(file).map_err(|error| about(file, &error))?);
        samples.extend(read.map_err(|error| about(file, &error))?);
    }
    let tables = Tables::open(&args.path)?;
    let mut probed = 0;
    if !tables.is_empty() {
        for sample in &samples {
            if sample.is_probed(&tables)? {
                probed += 1;
            } else {
                let (wdl, dtz) = (tables.probe_wdl(&sample.position)?, tables.probe_dtz(&sample.position)?);
                println!("{}: {} {}, in tables {wdl:?} {dtz}", sample.position, sample.wdl, sample.dtz);
            }
        }
        println!(
            "{} samples: {probed} probed with the same values, {} with others",
            samples.len(),
            samples.len() - probed
        );
    }
    let of_samples: BTreeSet<_> =
        samples.iter().filter_map(|sample| Ending::of(&sample.position)).map(|(ending, _)| ending).collect();
    let wanted: Vec<_> = of_samples.into_iter().filter(|ending| ending.men() > 2).collect();
    let plan = Plan::of(&wanted);
    let progress = Progress::new(&plan, |_| false, 1);
    let (mut equal, mut different) = (0, 0);
    each_solved(&plan, &progress, |endings, ending, _| {
        for sample in
            samples.iter().filter(|sample| Ending::of(&sample.position).is_some_and(|of| of.0 == ending))
        {
            if sample.agrees(endings) == Some(true) {
                equal += 1;
            } else {
                different += 1;
                let value = endings.value(&sample.position);
                progress
                    .print(&format!("{}: {} {}, solved {value:?}", sample.position, sample.wdl, sample.dtz));
            }
        }
        Ok(())
    })?;
    let left = samples.len() - equal - different;
    println!(
        "{} samples: {equal} solved with the same values, {different} with others, {left} not solved",
        samples.len()
    );
    Ok(different == 0 && left == 0 && equal > 0 && (tables.is_empty() || probed == samples.len()))
}

fn values(args: &ValuesArgs) -> Result<bool, AnyError> {
    let plan = Plan::of(&[args.ending]);
    let progress = Progress::new(&plan, |_| false, 1);
    let mut out = BufWriter::new(stdout().lock());
    let mut written = Ok(());
    each_solved(&plan, &progress, |endings, ending, _| {
        if ending == args.ending {
            endings.each(ending, |position, value| {
                if written.is_ok() {
                    written = writeln!(out, "{position}\t{}\t{}", value.wdl(), value.dtz());
                }
            });
        }
        Ok(())
    })?;
    written?;
    out.flush()?;
    Ok(true)
}

fn about(file: &Path, error: &dyn std::error::Error) -> AnyError {
    format!("{}: {error}", file.display()).into()
}
