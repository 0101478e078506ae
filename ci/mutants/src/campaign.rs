//! The run over the mutants of one crate.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::compile::{self, Binary};
use crate::copy::Copy;
use crate::coverage::Coverage;
use crate::equivalent::Entry;
use crate::error::Error;
use crate::hash::Hash;
use crate::hunt::{self, Wanted};
use crate::progress::Progress;
use crate::render::number;
use crate::report::{Class, Report};
use crate::results::{Answer, Results, Verdict};
use crate::scan::Scan;
use crate::workspace::{Package, Workspace};

/// What a run is asked for.
#[derive(Clone, Debug)]
pub struct Options {
    /// Processes at a time, and jobs of the build.
    pub workers: usize,
    /// The number of mutants, chosen at random.
    pub sample: Option<usize>,
    pub seed: u64,
    /// A part of a file's path.
    pub only: Option<String>,
    /// A single mutant, by its number.
    pub mutant: Option<usize>,
    /// Earlier answers are not used.
    pub fresh: bool,
    /// Packages whose tests run for mutants that the crate's own tests miss.
    pub with: Vec<String>,
    /// Tests that take more CPU time than this are left out.
    pub longest: Option<Duration>,
    /// Seconds of CPU time that tests may take beyond ten times their usual time.
    pub grace: f64,
}

/// Runs the mutants of a crate.
///
/// # Errors
///
/// What keeps the tool from an answer: a crate that does not compile, or tests that fail without a mutant.
pub fn run(
    workspace: &Workspace,
    name: &str,
    options: &Options,
    entries: &[Entry],
    progress: &Progress,
) -> Result<Report, Error> {
    let package = workspace.package(name)?;
    let folder = workspace.folder(name);
    let all_workers = workers(&folder, options.workers)?;
    let workers = apart(package, &all_workers)?;
    let scan = Scan::read(package.folder(), &package.roots())?;
    let mutated: Vec<PathBuf> = scan.sources.iter().map(|source| source.path.clone()).collect();
    let copy = Copy::update(workspace, package, &mutated)?;
    let keys: Vec<String> = (0..scan.mutants.len()).map(|mutant| scan.key(mutant)).collect();
    let package_hash = package_hash(package)?;
    let mut results = Results::open(&folder.join("results.jsonl"), scan.hash, package_hash, options.fresh)?;

    let is_refused =
        |key: &String| results.get(key).is_some_and(|answer| answer.verdict == Verdict::Uncompiled);
    let mut active: Vec<bool> = keys.iter().map(|key| !is_refused(key)).collect();
    let build = compile::compile(&copy, &scan, &mut active, options.workers, |round, dropped| {
        progress.stage(&format!("{name}: build {round}, {dropped} mutants do not compile"));
    })?;
    for (mutant, key) in keys.iter().enumerate() {
        if !active[mutant] && results.get(key).is_none() {
            results.add(key.clone(), Verdict::Uncompiled, String::new())?;
        }
    }
    let configuration = build.configuration(package)?;
    let coverage =
        measured(name, &build.binaries, options, &folder.join("coverage.json"), workers, progress)?;
    let left_out: Vec<String> =
        coverage.tests.iter().filter(|test| test.is_left_out).map(|test| test.name.clone()).collect();
    let reached: HashSet<usize> =
        coverage.tests.iter().flat_map(|test| test.reached.iter().copied()).collect();

    let mut classes: Vec<Class> = (0..scan.mutants.len())
        .map(|mutant| {
            let is_reached = reached.contains(&number(mutant));
            if !scan.mutants[mutant].conditions.iter().all(|condition| configuration.holds(condition)) {
                Class::NotHere
            } else if !active[mutant] {
                Class::Uncompiled
            } else if !is_reached && scan.compile_time.contains(&scan.mutants[mutant].function) {
                Class::CompileTime
            } else {
                Class::NotRun
            }
        })
        .collect();

    let listed: HashMap<&str, &Entry> = entries
        .iter()
        .filter(|entry| entry.package == name)
        .map(|entry| (entry.key.as_str(), entry))
        .collect();
    let chosen = chosen(&scan, &classes, &keys, &listed, options);
    let names: HashSet<&str> = coverage.tests.iter().map(|test| test.name.as_str()).collect();
    // The test that caught it is still there. A text with a blank is that of a crash, or names a test of another package.
    let holds = |answer: &Answer| {
        let test = answer.test.as_str();
        options.mutant.is_none()
            && (answer.verdict != Verdict::Caught || test.contains(' ') || names.contains(test))
    };
    let mut wanted = Vec::new();
    for &index in &chosen {
        match results.get(&keys[index]) {
            Some(answer) if holds(answer) => {
                classes[index] = Class::Answered(answer.verdict, answer.test.clone());
            }
            _ => wanted.push(Wanted { index, number: number(index), function: scan.mutants[index].function }),
        }
    }
    let mut missed = (0..scan.mutants.len()).filter(|&index| is_missed(&classes[index])).count();
    progress.begin(name, chosen.len(), chosen.len() - wanted.len(), missed);
    hunt::hunt(&build.binaries, &coverage, &wanted, workers, options.grace, |mutant, verdict, test| {
        // With more tests to come it is not yet an answer.
        if (options.with.is_empty() && left_out.is_empty())
            || matches!(verdict, Verdict::Caught | Verdict::TimedOut)
        {
            results.add(keys[mutant.index].clone(), verdict, test.clone())?;
        }
        missed += usize::from(matches!(verdict, Verdict::Survived | Verdict::Unreached));
        classes[mutant.index] = Class::Answered(verdict, test);
        progress.step(missed);
        Ok(())
    })?;
    progress.end();

    for other in &options.with {
        above(
            workspace,
            &copy,
            other,
            &scan,
            &mut classes,
            &mut results,
            &keys,
            &all_workers,
            options,
            progress,
        )?;
    }
    let is_whole = options.only.is_none() && options.mutant.is_none();
    Ok(Report { left_out, ..Report::new(name, &scan, classes, &keys, &listed, is_whole) })
}

/// Runs the tests of another package for the mutants that are missed.
#[allow(clippy::too_many_arguments, reason = "the state of one run")]
fn above(
    workspace: &Workspace,
    copy: &Copy,
    other: &str,
    scan: &Scan,
    classes: &mut [Class],
    results: &mut Results,
    keys: &[String],
    workers: &[PathBuf],
    options: &Options,
    progress: &Progress,
) -> Result<(), Error> {
    let missed: Vec<usize> = (0..classes.len()).filter(|&index| is_missed(&classes[index])).collect();
    if missed.is_empty() {
        return Ok(());
    }
    progress.stage(&format!("{}: build of the tests of {other}", copy.name));
    let workers = apart(workspace.package(other)?, workers)?;
    let build = compile::other(copy, other, options.workers)?;
    let kept = workspace.folder(&copy.name).join(format!("coverage-{other}.json"));
    let coverage = measured(other, &build.binaries, options, &kept, workers, progress)?;
    let wanted: Vec<Wanted> = missed
        .iter()
        .map(|&index| Wanted { index, number: number(index), function: scan.mutants[index].function })
        .collect();
    let mut left = missed.len();
    progress.begin(other, wanted.len(), 0, left);
    hunt::hunt(&build.binaries, &coverage, &wanted, workers, options.grace, |mutant, verdict, test| {
        if matches!(verdict, Verdict::Caught | Verdict::TimedOut) {
            let test = format!("{other}: {test}");
            results.add(keys[mutant.index].clone(), verdict, test.clone())?;
            classes[mutant.index] = Class::Answered(verdict, test);
            left -= 1;
        } else if verdict == Verdict::Survived {
            classes[mutant.index] = Class::Answered(verdict, test);
        }
        progress.step(left);
        Ok(())
    })?;
    progress.end();
    Ok(())
}

fn is_missed(class: &Class) -> bool {
    matches!(class, Class::Answered(Verdict::Survived | Verdict::Unreached, _))
}

fn measured(
    name: &str,
    binaries: &[Binary],
    options: &Options,
    kept: &Path,
    workers: &[PathBuf],
    progress: &Progress,
) -> Result<Coverage, Error> {
    progress.stage(&format!("{name}: each test alone"));
    Coverage::measure(binaries, options.longest, kept, workers, |done, all| {
        progress.say(&format!("{name}: test {} of {all} alone", done + 1));
    })
}

/// The mutants of this run, in the order of the source.
fn chosen(
    scan: &Scan,
    classes: &[Class],
    keys: &[String],
    listed: &HashMap<&str, &Entry>,
    options: &Options,
) -> Vec<usize> {
    let can_run = |index: &usize| classes[*index] == Class::NotRun;
    let mut all: Vec<usize> = (0..classes.len()).filter(can_run).collect();
    if let Some(wanted) = options.mutant {
        all.retain(|&index| number(index) == wanted);
        return all;
    }
    if let Some(part) = &options.only {
        all.retain(|&index| scan.path(index).display().to_string().contains(part.as_str()));
    }
    if let Some(count) = options.sample {
        let mut shuffled: Vec<(u64, usize)> = all
            .iter()
            .map(|&index| {
                let mut hash = Hash::new();
                hash.add(&options.seed.to_string());
                hash.add(&keys[index]);
                // The low bits of FNV depend on few of the text's.
                (hash.value().wrapping_mul(0x9e37_79b9_7f4a_7c15).swap_bytes(), index)
            })
            .collect();
        shuffled.sort_unstable();
        let sample: HashSet<usize> = shuffled.into_iter().take(count).map(|(_, index)| index).collect();
        // The list is checked by every run.
        all.retain(|&index| sample.contains(&index) || listed.contains_key(keys[index].as_str()));
    }
    all
}

/// A folder with a `tmp` for each worker.
fn workers(folder: &Path, count: usize) -> Result<Vec<PathBuf>, Error> {
    let folders: Vec<PathBuf> =
        (0..count.max(1)).map(|index| folder.join(format!("worker-{index}"))).collect();
    for folder in &folders {
        let temporary = folder.join("tmp");
        let _ = fs::remove_dir_all(&temporary);
        fs::create_dir_all(&temporary).map_err(|error| Error::file(&temporary, &error))?;
    }
    Ok(folders)
}

/// The workers that can run tests of a package side by side: one, if its tests write to the folder that Cargo gives to all of them.
fn apart<'w>(package: &Package, workers: &'w [PathBuf]) -> Result<&'w [PathBuf], Error> {
    const SHARED: &[u8] = b"CARGO_TARGET_TMPDIR";
    let mut files = Vec::new();
    collect(package.folder(), &mut files)?;
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let bytes = fs::read(file).map_err(|error| Error::file(file, &error))?;
        if bytes.windows(SHARED.len()).any(|window| window == SHARED) {
            return Ok(&workers[..1]);
        }
    }
    Ok(workers)
}

/// The hash of all files of a package.
fn package_hash(package: &Package) -> Result<u64, Error> {
    let mut files = Vec::new();
    collect(package.folder(), &mut files)?;
    files.sort();
    let mut hash = Hash::new();
    for file in files {
        hash.add(&file.display().to_string());
        hash.add_bytes(&fs::read(&file).map_err(|error| Error::file(&file, &error))?);
    }
    Ok(hash.value())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(|error| Error::file(folder, &error))? {
        let path = entry.map_err(|error| Error::file(folder, &error))?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files)?;
            }
        } else if path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
