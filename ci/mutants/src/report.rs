//! The answers about a crate, as a table, a list and JSON.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Serialize;

use crate::equivalent::Entry;
use crate::render::number;
use crate::results::Verdict;
use crate::scan::Scan;
use crate::site::Mutant;

/// The share of caught mutants, in percent, with which a crate passes.
pub const PASS: f64 = 98.0;

/// What a run knows about a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Class {
    /// It is not compiled on this machine, or needs instructions that this one does not have.
    NotHere,
    /// The compiler refuses it.
    Uncompiled,
    /// Only the compiler runs its function.
    CompileTime,
    /// It is not part of the run.
    NotRun,
    Answered(Verdict, String),
}

/// A mutant that no test notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missed {
    pub number: usize,
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub function: String,
    pub original: String,
    pub mutant: String,
    /// From 1, among mutants of the function with the same texts.
    pub ordinal: usize,
    /// A test reaches it.
    pub reached: bool,
}

/// The answers about a crate.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub package: String,
    /// All mutants of the sources.
    pub mutants: usize,
    /// Those whose answer is known.
    pub run: usize,
    pub caught: usize,
    pub timed_out: usize,
    pub equivalent: usize,
    pub compile_time: usize,
    pub not_here: usize,
    pub uncompiled: usize,
    pub missed: Vec<Missed>,
    /// The names of tests that took too long to be run for each mutant.
    pub left_out: Vec<String>,
    /// Entries of the list that do not hold: the line, and why.
    pub stale: Vec<(usize, String)>,
    /// Caught of those that could be, in percent.
    pub score: f64,
    pub passed: bool,
}

impl Report {
    /// Counts. The list of equivalents is held against the answers; if the run is `whole`, every entry must have one.
    pub fn new(
        package: &str,
        scan: &Scan,
        classes: Vec<Class>,
        keys: &[String],
        listed: &HashMap<&str, &Entry>,
        whole: bool,
    ) -> Self {
        let mut report = Self { package: package.to_owned(), mutants: classes.len(), ..Self::default() };
        let mut stale = HashMap::new();
        for entry in listed.values() {
            if whole {
                stale.insert(entry.key.clone(), (entry.line, "there is no such mutant".to_owned()));
            }
        }
        for (index, class) in classes.into_iter().enumerate() {
            let entry = listed.get(keys[index].as_str());
            let mut holds = false;
            let what = match &class {
                Class::NotRun => {
                    stale.remove(&keys[index]);
                    continue;
                }
                Class::NotHere => {
                    report.not_here += 1;
                    holds = true;
                    String::new()
                }
                Class::Uncompiled => {
                    report.uncompiled += 1;
                    "it does not compile".to_owned()
                }
                Class::CompileTime => {
                    report.compile_time += 1;
                    "only the compiler runs it".to_owned()
                }
                Class::Answered(verdict, test) => {
                    report.run += 1;
                    match verdict {
                        Verdict::Caught => {
                            report.caught += 1;
                            format!("it is caught by {test}")
                        }
                        Verdict::TimedOut => {
                            report.timed_out += 1;
                            "with it tests do not end".to_owned()
                        }
                        _ => {
                            holds = true;
                            if entry.is_some() {
                                report.equivalent += 1;
                            } else {
                                report.missed.push(missed(scan, index, *verdict));
                            }
                            String::new()
                        }
                    }
                }
            };
            if let Some(entry) = entry {
                if holds {
                    stale.remove(&keys[index]);
                } else {
                    stale.insert(keys[index].clone(), (entry.line, what));
                }
            }
        }
        report.stale = stale.into_values().collect();
        report.stale.sort();
        let caught = report.caught + report.timed_out;
        let all = caught + report.missed.len();
        report.score = if all == 0 { 100.0 } else { 100.0 * count(caught) / count(all) };
        // A run without a mutant shows nothing.
        let is_empty = report.run == 0 && report.mutants > 0;
        report.passed = report.score >= PASS && report.stale.is_empty() && !is_empty;
        report
    }

    /// The missed mutants in the form of the list of equivalents, and what is wrong with the list.
    pub fn details(&self) -> String {
        let mut text = String::new();
        for missed in &self.missed {
            let reach = if missed.reached { "survived" } else { "not reached" };
            let Missed { number, file, line, column, function, original, mutant, ordinal, .. } = missed;
            let _ = writeln!(text, "// {file}:{line}:{column}, mutant {number}, {reach}");
            let _ = writeln!(text, "[{}] {file} {function}\n- {original}\n+ {mutant}", self.package);
            if *ordinal > 1 {
                let _ = writeln!(text, "# {ordinal}");
            }
            text.push('\n');
        }
        for (line, what) in &self.stale {
            let _ = writeln!(text, "stale: line {line} of the list of equivalents: {what}");
        }
        text
    }

    /// The result in one line.
    pub fn sentence(&self) -> String {
        let Self { package, score, stale, run, .. } = self;
        let left = self.mutants - self.run - self.compile_time - self.not_here - self.uncompiled;
        let verdict = match self {
            Self { passed: true, .. } => "passed",
            Self { run: 0, .. } => "NOTHING RUN",
            _ => "FAILED",
        };
        format!(
            "{package}: {verdict}, {score:.1} % of {PASS:.0} %, {run} run, {} stale entries; not run: {left} outside the sample, {} that only \
             the compiler runs, {} for other machines, {} that do not compile, and all doctests{}",
            stale.len(),
            self.compile_time,
            self.not_here,
            self.uncompiled,
            self.left_out.iter().fold(String::new(), |text, test| text + ", " + test),
        )
    }
}

/// A number of mutants, which is exact.
fn count(mutants: usize) -> f64 {
    f64::from(u32::try_from(mutants).unwrap_or(u32::MAX))
}

fn missed(scan: &Scan, index: usize, verdict: Verdict) -> Missed {
    let mutant = &scan.mutants[index];
    Missed {
        number: number(index),
        file: scan.path(index).display().to_string(),
        line: mutant.line,
        column: mutant.column,
        function: scan.functions[mutant.function].path.clone(),
        original: mutant.original.clone(),
        mutant: mutant.replacement.clone(),
        ordinal: mutant.ordinal,
        reached: verdict == Verdict::Survived,
    }
}

/// The table of all crates.
pub fn table(reports: &[Report]) -> String {
    let mut text = String::from(
        "| crate | mutants | run | caught | timed out | survived | not reached | equivalent | compile time | not here | does not compile | score |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for report in reports {
        let survived = report.missed.iter().filter(|missed| missed.reached).count();
        let _ = writeln!(
            text,
            "| `{}` | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.1} % |",
            report.package,
            report.mutants,
            report.run,
            report.caught,
            report.timed_out,
            survived,
            report.missed.len() - survived,
            report.equivalent,
            report.compile_time,
            report.not_here,
            report.uncompiled,
            report.score,
        );
    }
    text
}

/// All mutants of a crate, one a line.
pub fn list(scan: &Scan) -> String {
    let mut text = String::new();
    for (index, mutant) in scan.mutants.iter().enumerate() {
        let (path, function) = (scan.path(index).display(), &scan.functions[mutant.function].path);
        let Mutant { line, column, original, replacement, .. } = mutant;
        let when = if scan.compile_time.contains(&mutant.function) { " (compile time)" } else { "" };
        let place = format!("{path}:{line}:{column} {function}{when}");
        let _ = writeln!(text, "{} {place}: {original} -> {replacement}", number(index));
    }
    text
}
