use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use chess_benches::driver::{cells, median, ruled};
use chess_benches::{Library, Ours};

use crate::Options;
use crate::run::{Built, Figures, GEOMEAN};

/// Figures must not depend on the places of the program's file and stack. Copies under names of different lengths take turns, and
/// each start has another number of bytes in its environment.
const COPIES: [&str; 5] = [
    "n",
    "natural",
    "natural-use",
    "copies/of/the/program/natural",
    "another-folder/with-a-longer-name/natural-use-of-the-public-api",
];

/// The rows of the README: bench, our program, and the text in the README.
const README_ROWS: [(&str, &str, &str); 5] = [
    ("perft", "ours, after", "perft, every leaf made, by `after`; million leaves/s"),
    ("perft", "ours, make", "the same by `make` and `unmake`"),
    ("games", "ours", "random games; ns a ply"),
    ("walk", "ours", "alpha-beta with a quiescence search, the same text on each; million nodes/s"),
    ("idiom", "ours, task", "the same tree in the best idiom of each, ours as a `Task`"),
];

const PEERS: [&str; 2] = ["cozy-chess", "shakmaty"];

/// Measures natural use of the public API, and fills `docs/figures/natural.md` and the table of the README.
pub(crate) fn report(options: &Options) -> Result<(), Box<dyn Error>> {
    let build = Built {
        program: "natural",
        build: "natural",
        profile: "release",
        rustflags: "",
        features: "peer-chess",
    };
    let program = build.path(options)?;
    let folder = program.with_file_name("copies");
    let mut copies = Copies(COPIES.map(|_| Figures::default()));
    for round in 0..options.rounds as usize {
        for (index, name) in COPIES.iter().enumerate() {
            eprintln!("natural: round {} of {}, copy {}", round + 1, options.rounds, index + 1);
            let copy = folder.join(name);
            fs::create_dir_all(copy.parent().ok_or("a copy is in a folder")?)?;
            fs::copy(&program, &copy)?;
            let padding = " ".repeat(1 + 61 * (round * COPIES.len() + index));
            copies.0[index].run(Command::new(&copy).env_clear().env("PADDING", padding), options)?;
        }
    }
    let machine = options.machine.line();
    options.fill("docs/figures/natural.md", "machine", &format!("{machine}\n"))?;
    options.fill("docs/figures/natural.md", "results", &copies.page())?;
    let readme = format!(
        "{}\nMedians over five copies of the program, {} rounds, one thread; the best peer may also be the crate `chess`.\n\
         {machine} [All figures](docs/figures/natural.md)\n",
        copies.readme(),
        options.rounds
    );
    options.fill("README.md", "natural", &readme)
}

/// The figures of the copies.
struct Copies([Figures; COPIES.len()]);

impl Copies {
    /// The median of the medians of copies, and the least and the greatest of them; `None` if the program was not measured.
    fn figure(&self, bench: &str, program: &str, case: &str) -> Option<[f64; 3]> {
        let of_copies = self.0.iter().map(|copy| copy.of(bench, program, case));
        let mut medians: Vec<f64> =
            of_copies.map(|one| Some(median(&mut one?.figures.clone()))).collect::<Option<_>>()?;
        Some([median(&mut medians), medians[0], medians[medians.len() - 1]])
    }

    fn median(&self, bench: &str, program: &str, case: &str) -> f64 {
        self.figure(bench, program, case).map_or(f64::NAN, |[median, ..]| median)
    }

    /// The speed of a program on a case divided by that of the best peer; empty if no peer has been measured.
    fn times_the_best_peer(&self, bench: &str, program: &str, case: &str) -> String {
        let Some([own, ..]) = self.figure(bench, program, case) else { return String::new() };
        let peers =
            self.0[0].of_bench(bench).filter(|one| one.case == case && !one.program.starts_with(Ours::NAME));
        let ratios = peers.map(|peer| peer.unit.ratio(own, self.median(bench, &peer.program, case)));
        ratios.reduce(f64::min).map_or(String::new(), |ratio| format!("{ratio:.2}"))
    }

    /// A table for each bench, and one for all calls, as Markdown.
    fn page(&self) -> String {
        let mut page = String::new();
        let first = &self.0[0];
        let names = first.each("", |one| &one.bench);
        let (calls, walks): (Vec<&str>, Vec<_>) = names.iter().partition(|name| name.starts_with("call/"));
        for bench in walks {
            let (title, cases) = (first.each(bench, |one| &one.title)[0], first.each(bench, |one| &one.case));
            let head = format!("| program |{} all (over the copies) | times the best peer |", cells(&cases));
            let _ = writeln!(page, "\n### {title}\n\n{}", ruled(1, &head));
            for program in first.each(bench, |one| &one.program) {
                let figures =
                    cells(cases.iter().map(|case| format!("{:.1}", self.median(bench, program, case))));
                let ratio = self.times_the_best_peer(bench, program, GEOMEAN);
                if let Some([median, least, greatest]) = self.figure(bench, program, GEOMEAN) {
                    let all = format!("**{median:.1}** ({least:.1} to {greatest:.1})");
                    let _ = writeln!(page, "| {program} |{figures} {all} | {ratio} |");
                }
            }
        }
        // One row for each call, one column for each program.
        let programs = first.each("call/", |one| &one.program);
        let head = format!("| call |{} times the best peer |", cells(&programs));
        let _ = writeln!(page, "\n### Calls; ns each\n\n{}", ruled(1, &head));
        for bench in calls {
            let title = first.each(bench, |one| &one.title)[0];
            for case in first.each(bench, |one| &one.case) {
                let figures = programs.iter().map(|program| {
                    let figure = self.figure(bench, program, case);
                    figure.map_or(String::new(), |[median, least, greatest]| {
                        format!("{median:.1} ({least:.1} to {greatest:.1})")
                    })
                });
                let mut ratio = self.times_the_best_peer(bench, Ours::NAME, case);
                if !ratio.is_empty() {
                    ratio = format!("**{ratio}**");
                }
                let _ = writeln!(page, "| {title}, {case} |{} {ratio} |", cells(figures));
            }
        }
        page
    }

    fn readme(&self) -> String {
        let head =
            format!("| natural use, plain build | chess-movegen |{} times the best peer |", cells(PEERS));
        let mut text = ruled(1, &head) + "\n";
        for (bench, program, title) in README_ROWS {
            let figures = [program].into_iter().chain(PEERS).map(|program| {
                let figure = self.median(bench, program, GEOMEAN);
                format!("{figure:.0$}", usize::from(figure < 100.0))
            });
            let ratio = self.times_the_best_peer(bench, program, GEOMEAN);
            let _ = writeln!(text, "| {title} |{} **{ratio}** |", cells(figures));
        }
        text
    }
}
