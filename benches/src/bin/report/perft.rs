use std::error::Error;
use std::fmt::Write;
use std::process::Command;

use chess_benches::driver::{cells, geomean, ruled};
use chess_benches::{Library, Ours};

use crate::Options;
use crate::machine::Machine;
use crate::run::{Built, Figures, GEOMEAN};
use crate::svg;

const COMMAND: &str = "cargo run --release -p chess-benches --bin report";

/// The way in which a perft counts its leaves.
pub(crate) struct Mode {
    /// The bench of the program `perft`.
    name: &'static str,
    pub(crate) title: &'static str,
    /// The line below the title in the picture.
    pub(crate) note: &'static str,
    explanation: &'static str,
}

pub(crate) const MODES: [Mode; 3] = [
    Mode {
        name: "count",
        title: "Leaves counted",
        note: "Perft in million leaves a second, geometric mean of six positions, one thread, no hash",
        explanation: "\
The moves of the last ply are counted without listing them, by each program in the fastest way that it publishes. shakmaty
always builds a list. The column `children` says how a program finds the positions before the last ply: it makes each, or forms
eight in the *lanes* of registers, or counts the replies to all moves of a piece as *sums* over sets and makes few of them.

Two programs in C and C++, compiled for the processor (AMD EPYC, family 25, model 17; Gigantua by clang 19 with lookup
tables of ours, since its own are not stored where its source was found; templechess by gcc 12 with a profile), in one run with a
plain build of ours, million leaves a second, cpw4 at depth 6: Gigantua, which makes each position, 1487; templechess, which
sums as well, 962; chess-movegen avx512 3764, avx2 2637, bmi2 2661, portable 1837.",
    },
    Mode {
        name: "list",
        title: "Leaves listed",
        note: "The same, when the last ply is the length of a move list",
        explanation: "The last ply is the length of a list that is built.",
    },
    Mode {
        name: "make",
        title: "Leaves made",
        note: "The same, when every leaf is made on the board",
        explanation: "\
Every leaf is made: by chess-movegen in place, and unmade, or on copies; by the peers on copies, the only way that they
offer.",
    },
];

/// Measures perft, and writes its page, the picture and the README's sentence.
pub(crate) fn report(options: &Options) -> Result<(), Box<dyn Error>> {
    // A build for any machine of the architecture, and one for this machine.
    let plain =
        Built { program: "perft", build: "plain", profile: "bench", rustflags: "", features: "peer-chess" };
    let features = if has_pext() { "peers-pext,peer-chess" } else { "peer-chess" };
    let native = Built { build: "native", rustflags: "-C target-cpu=native", features, ..plain };
    let programs = [(plain, plain.path(options)?), (native, native.path(options)?)];
    let mut results = Results([("plain", Figures::default()), ("native", Figures::default())]);
    // The builds take turns, mode by mode and round by round, so that other work on the machine slows all of them.
    for round in 1..=options.rounds {
        for mode in &MODES {
            for ((build, path), (_, figures)) in programs.iter().zip(&mut results.0) {
                eprintln!("perft: round {round} of {}, {}, {}", options.rounds, mode.name, build.build);
                figures.run(Command::new(path).args(["--only", mode.name]), options)?;
            }
        }
    }
    options.write("docs/figures/perft.svg", &svg::plot(&results, &options.machine))?;
    options.write("docs/figures/perft.md", &results.page(options))?;
    options.fill("README.md", "perft", &results.readme(options))
}

fn has_pext() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The figures of each build.
pub(crate) struct Results([(&'static str, Figures); 2]);

/// The best speeds of a program, in million leaves a second.
pub(crate) struct Row<'a> {
    pub(crate) build: &'static str,
    /// The name in the output of `perft`.
    program: &'a str,
    speeds: Vec<f64>,
}

impl Row<'_> {
    pub(crate) fn is_ours(&self) -> bool {
        self.program.starts_with(Ours::NAME)
    }

    /// The name for readers.
    pub(crate) fn name(&self) -> String {
        let name = self.program.replacen(Ours::NAME, "chess-movegen", 1);
        name.replace(", copied", ", on copies").replace("cozy-chess+pext", "cozy-chess, PEXT")
    }

    /// The way in which the program finds the positions before the counted ply.
    fn children(&self) -> &'static str {
        match (self.is_ours(), self.program.contains("avx512")) {
            (true, true) => "lanes",
            (true, false) => "sums",
            (false, _) => "made",
        }
    }

    pub(crate) fn geomean(&self) -> f64 {
        geomean(&self.speeds)
    }

    /// The peers of the comparison: each in a native build, and cozy-chess in a plain one.
    pub(crate) fn is_reference(&self) -> bool {
        match self.program {
            "cozy-chess" => self.build == "plain",
            _ => !self.is_ours() && self.build == "native",
        }
    }
}

impl Results {
    /// The rows of a mode, the fastest first.
    pub(crate) fn rows(&self, mode: &Mode) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        for (build, figures) in &self.0 {
            for program in figures.each(mode.name, |one| &one.program) {
                let of_program =
                    figures.of_bench(mode.name).filter(|one| one.program == program && one.case != GEOMEAN);
                let best = of_program.map(|one| one.figures.iter().copied().fold(0.0, f64::max));
                rows.push(Row { build, program, speeds: best.collect() });
            }
        }
        rows.sort_by(|one, other| other.geomean().total_cmp(&one.geomean()));
        rows
    }

    fn page(&self, options: &Options) -> String {
        let Machine { processor, cores, date, compiler, commit, peers } = &options.machine;
        let rounds = options.rounds;
        let mut page = format!(
            "<!-- Written by `{COMMAND}`. -->

# Perft beside other crates

![Geometric means of all programs as bars](perft.svg)

One thread, no hash table; the six positions of <https://www.chessprogramming.org/Perft_Results>, depths in the heads of
the tables. Figures are million leaves a second of processor time (Mnps), the best of {rounds} rounds in which all
programs and builds took turns. Every count is checked against the published one.

| | |
|---|---|
| processor | {processor}, {cores} cores |
| date | {date} |
| compiler | {compiler} |
| peers | {peers} |
| commit | {commit} |

A *plain* build is `cargo build --profile bench`; a *native* one has `-C target-cpu=native`, with which
cozy-chess is also given its PEXT feature. chess-movegen chooses its backend at run time in both.
"
        );
        for mode in &MODES {
            let cases = cells(self.0[0].1.each(mode.name, |one| &one.case));
            let counts = mode.name == "count";
            let head =
                format!("| program | build |{}{cases} geomean |", if counts { " children |" } else { "" });
            let head = ruled(2 + usize::from(counts), &head);
            let _ = writeln!(page, "\n## {}\n\n{}\n\n{head}", mode.title, mode.explanation);
            let rows = self.rows(mode);
            for row in &rows {
                let speeds = cells(row.speeds.iter().map(|speed| format!("{speed:.0}")));
                let (name, build, mean) = (row.name(), row.build, row.geomean());
                let children = if counts { cells([row.children()]) } else { String::new() };
                let _ = writeln!(page, "| {name} | {build} |{children}{speeds} **{mean:.0}** |");
            }
            page.push('\n');
            ratios(&mut page, &rows);
        }
        page
    }

    /// The README's sentence: our fastest plain build, and the fastest build of a peer.
    fn readme(&self, options: &Options) -> String {
        let rows = self.rows(&MODES[0]);
        let ours = rows.iter().find(|row| row.is_ours() && row.build == "plain").expect("ours was measured");
        let peer = rows.iter().find(|row| row.is_reference()).expect("a peer was measured");
        format!(
            "A plain build counts {:.1} billion leaves of perft a second on one core ({}),\n\
             [{:.1} times as many as {}](docs/figures/perft.md), the fastest peer.\n",
            ours.geomean() / 1000.0,
            options.machine.processor,
            ours.geomean() / peer.geomean(),
            peer.name().replace(", PEXT", " with PEXT")
        )
    }
}

/// The number of times that this workspace is faster: by the geometric means, and on the positions with the least and the
/// greatest ratio.
fn ratios(page: &mut String, rows: &[Row<'_>]) {
    let references: Vec<_> = rows.iter().filter(|row| row.is_reference()).collect();
    let heads = cells(references.iter().map(|row| format!("{}, {}", row.name(), row.build)));
    let _ = writeln!(page, "{}", ruled(2, &format!("| times faster (least to most) | build |{heads}")));
    for row in rows.iter().filter(|row| row.is_ours()) {
        let factors = references.iter().map(|reference| {
            let ratios = row.speeds.iter().zip(&reference.speeds).map(|(speed, other)| speed / other);
            let least = ratios.clone().fold(f64::INFINITY, f64::min);
            let most = ratios.fold(0.0, f64::max);
            format!("**{:.2}** ({least:.2} to {most:.2})", row.geomean() / reference.geomean())
        });
        let _ = writeln!(page, "| {} | {} |{}", row.name(), row.build, cells(factors));
    }
}
