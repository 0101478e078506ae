use std::collections::HashMap;
use std::error::Error;
use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::bench::Bench;
use crate::libraries::{Cozy, Ours, Shakmaty};
use crate::library::Library;
use crate::measure::median;

/// Figures of several copies of the program, each started several times.
///
/// There is a file of each copy, with what its runs have printed as JSON Lines.
pub(crate) struct Report {
    /// By bench, program and case, for each copy the median of its runs.
    medians: HashMap<(String, String, String), Vec<f64>>,
}

/// The case that stands for all of a bench.
const GEOMEAN: &str = "geomean";

/// A median of copies, and the least and the greatest of them.
#[derive(Clone, Copy)]
struct Figure {
    median: f64,
    least: f64,
    greatest: f64,
}

impl Report {
    /// Reads the files of all copies.
    pub(crate) fn read(files: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut medians: HashMap<_, Vec<f64>> = HashMap::new();
        for file in files {
            let mut runs: HashMap<_, Vec<f64>> = HashMap::new();
            for line in fs::read_to_string(file)?.lines() {
                let line: Value = serde_json::from_str(line)?;
                let field = |name: &str| line[name].as_str().map(str::to_owned).ok_or(format!("no {name}"));
                let figure = line["figure"].as_f64().ok_or("no figure")?;
                runs.entry((field("bench")?, field("program")?, field("case")?)).or_default().push(figure);
            }
            for (key, mut figures) in runs {
                medians.entry(key).or_default().push(median(&mut figures));
            }
        }
        Ok(Self { medians })
    }

    fn figure(&self, bench: &str, program: &str, case: &str) -> Option<Figure> {
        let mut figures = self.medians.get(&(bench.to_owned(), program.to_owned(), case.to_owned()))?.clone();
        let median = median(&mut figures);
        Some(Figure { median, least: figures[0], greatest: figures[figures.len() - 1] })
    }

    /// The speed of a program on a case divided by that of the best peer; `None` if no peer has been measured.
    fn times_the_best_peer(&self, bench: &Bench, program: &str, case: &str) -> Option<f64> {
        let own = self.figure(bench.name, program, case)?.median;
        let peers = bench.entries.iter().filter(|entry| !entry.name.starts_with(Ours::NAME));
        let peers = peers.filter_map(|entry| self.figure(bench.name, entry.name, case));
        peers.map(|peer| bench.unit.ratio(own, peer.median)).reduce(f64::min)
    }

    /// A table for each bench, and one for all calls, as Markdown.
    pub(crate) fn page(&self, benches: &[Bench]) -> String {
        let mut page = String::new();
        let (calls, walks): (Vec<_>, Vec<_>) = benches.iter().partition(|bench| bench.is_call());
        for bench in walks {
            let _ = write!(page, "\n### {}\n\n| program |", bench.title);
            let cases: Vec<_> = bench.cases.iter().map(|case| case.name.as_str()).collect();
            for case in &cases {
                let _ = write!(page, " {case} |");
            }
            let rule = "---:|".repeat(cases.len());
            let _ = writeln!(page, " all (over the copies) | times the best peer |\n|---|{rule}---:|---:|");
            for entry in &bench.entries {
                self.row(&mut page, bench, entry.name, &cases);
            }
        }
        self.calls(&mut page, &calls);
        page
    }

    /// One row for each call, with the programs side by side.
    fn calls(&self, page: &mut String, calls: &[&Bench]) {
        let Some(programs) = calls.iter().map(|bench| &bench.entries).max_by_key(|entries| entries.len())
        else {
            return;
        };
        page.push_str("\n### Calls; ns each\n\n| call |");
        for program in programs {
            let _ = write!(page, " {} |", program.name);
        }
        let _ = writeln!(page, " times the best peer |\n|---|{}", "---:|".repeat(programs.len() + 1));
        for bench in calls {
            for case in &bench.cases {
                let _ = write!(page, "| {}, {} |", bench.title, case.name);
                for program in programs {
                    match self.figure(bench.name, program.name, &case.name) {
                        Some(Figure { median, least, greatest }) => {
                            let _ = write!(page, " {median:.1} ({least:.1} to {greatest:.1}) |");
                        }
                        None => page.push_str(" |"),
                    }
                }
                let ratio = self.times_the_best_peer(bench, Ours::NAME, &case.name);
                let _ =
                    writeln!(page, " {} |", ratio.map_or(String::new(), |ratio| format!("**{ratio:.2}**")));
            }
        }
    }

    fn row(&self, page: &mut String, bench: &Bench, program: &str, cases: &[&str]) {
        let Some(Figure { median, least, greatest }) = self.figure(bench.name, program, GEOMEAN) else {
            return;
        };
        let _ = write!(page, "| {program} |");
        for case in cases {
            let figure = self.figure(bench.name, program, case).map_or(f64::NAN, |figure| figure.median);
            let _ = write!(page, " {figure:.1} |");
        }
        let ratio = self
            .times_the_best_peer(bench, program, GEOMEAN)
            .map_or(String::new(), |ratio| format!("{ratio:.2}"));
        let _ = writeln!(page, " **{median:.1}** ({least:.1} to {greatest:.1}) | {ratio} |");
    }

    /// The first rows of the README's figures.
    pub(crate) fn readme(&self, benches: &[Bench]) -> String {
        let mut text = format!(
            "| natural use, plain build | {} | {} | {} | times the best peer |\n|---|---:|---:|---:|---:|\n",
            "chess-movegen",
            Cozy::NAME,
            Shakmaty::NAME
        );
        for (name, program, title) in README_ROWS {
            let Some(bench) = benches.iter().find(|bench| bench.name == name) else { continue };
            let _ = write!(text, "| {title} |");
            for program in [program, Cozy::NAME, Shakmaty::NAME] {
                let figure = self.figure(name, program, GEOMEAN).map_or(f64::NAN, |figure| figure.median);
                let decimals = usize::from(figure < 100.0);
                let _ = write!(text, " {figure:.decimals$} |");
            }
            let ratio = self.times_the_best_peer(bench, program, GEOMEAN).unwrap_or(f64::NAN);
            let _ = writeln!(text, " **{ratio:.2}** |");
        }
        text
    }
}

/// Bench, program of ours, and what the README calls it.
const README_ROWS: [(&str, &str, &str); 5] = [
    ("perft", "ours, after", "perft, every leaf made, by `after`; million leaves/s"),
    ("perft", "ours, make", "the same by `make` and `unmake`"),
    ("games", "ours", "random games; ns a ply"),
    ("walk", "ours", "alpha-beta with captures below, the same text on each; million nodes/s"),
    ("idiom", "ours, task", "the same tree in the best idiom of each, ours as a `Task`"),
];
