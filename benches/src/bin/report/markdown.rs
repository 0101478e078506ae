use std::fmt::Write;

use chess_benches::position::POSITIONS;

use crate::machine::Machine;
use crate::mode::Mode;
use crate::options::{Options, PAGE};
use crate::results::{Results, Row};

const COMMAND: &str = "cargo run --release -p chess-benches --bin report";

/// The README's table stands between these lines.
const BEGIN: &str = "<!-- perft: written by `cargo run --release -p chess-benches --bin report` -->";
const END: &str = "<!-- end of perft -->";

/// `docs/perft.md`.
pub(crate) fn page(results: &Results, machine: &Machine, options: &Options) -> String {
    let Machine { processor, cores, date, compiler, commit, peers } = machine;
    let rounds = options.rounds;
    let name = &options.page;
    let arguments = if *name == PAGE { String::new() } else { format!(" -- --page {name}") };
    let mut page = format!(
        "<!-- Written by `{COMMAND}{arguments}`. -->

# Perft beside other crates

![Geometric means of all programs as bars]({name}.svg)

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
    for mode in Mode::ALL {
        let _ = write!(page, "\n## {}\n\n{}\n\n", mode.title(), explanation(mode));
        speeds(&mut page, results, mode);
        page.push('\n');
        ratios(&mut page, results, mode);
    }
    page
}

fn explanation(mode: Mode) -> &'static str {
    match mode {
        Mode::Count => {
            "The moves of the last ply are counted without listing them, by each program in the fastest way that it \
             publishes. shakmaty\nalways builds a list. The avx512 and avx2 backends of chess-movegen count the last two plies \
             together, with the positions\nbetween them in the lanes of registers."
        }
        Mode::List => "The last ply is the length of a list that is built.",
        Mode::Make => {
            "Every leaf is made: by chess-movegen in place, and unmade, or on copies; by the peers on copies, the only way \
             that they\noffer."
        }
    }
}

fn speeds(page: &mut String, results: &Results, mode: Mode) {
    page.push_str("| program | build |");
    for (position, depth) in POSITIONS.iter().zip(results.depths(mode)) {
        let _ = write!(page, " {} d{depth} |", position.name);
    }
    let _ = writeln!(page, " geomean |\n|---|---|{}", "---:|".repeat(7));
    for row in results.rows(mode) {
        let _ = write!(page, "| {} | {} |", row.name(), row.build.name());
        for speed in row.speeds {
            let _ = write!(page, " {speed:.0} |");
        }
        let _ = writeln!(page, " **{:.0}** |", row.geomean());
    }
}

/// The number of times that this workspace is faster: by the geometric means, and on the positions with the least and the
/// greatest ratio.
fn ratios(page: &mut String, results: &Results, mode: Mode) {
    let references = results.references(mode);
    page.push_str("| times faster (least to most) | build |");
    for reference in &references {
        let _ = write!(page, " {}, {} |", reference.name(), reference.build.name());
    }
    let _ = writeln!(page, "\n|---|---|{}", "---:|".repeat(references.len()));
    for row in results.rows(mode).into_iter().filter(|row| row.is_ours()) {
        let _ = write!(page, "| {} | {} |", row.name(), row.build.name());
        for reference in &references {
            let (least, most) = extremes(row, reference);
            let ratio = row.geomean() / reference.geomean();
            let _ = write!(page, " **{ratio:.2}** ({least:.2} to {most:.2}) |");
        }
        page.push('\n');
    }
}

fn extremes(row: &Row, reference: &Row) -> (f64, f64) {
    row.ratios(reference)
        .fold((f64::INFINITY, 0.0), |(least, most), ratio| (f64::min(least, ratio), f64::max(most, ratio)))
}

/// The README with a new table in the place of the old one.
pub(crate) fn fill_readme(readme: &str, results: &Results, machine: &Machine) -> Result<String, String> {
    let parts = readme.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = parts.ok_or_else(|| format!("README.md lacks the lines {BEGIN} and {END}"))?;
    let best = results.best(Mode::Count).ok_or("nothing was measured")?;
    let mut references = results.references(Mode::Count);
    // It bears the name that the README is about, and says little more than cozy-chess.
    references.retain(|row| row.name() != "chess");
    Ok(format!("{head}{BEGIN}\n{}{END}{tail}", summary(best, &references, results, machine)))
}

fn summary(best: &Row, references: &[&Row], results: &Results, machine: &Machine) -> String {
    let mut text = String::from("\n| perft, one thread, no hash | depth | leaves |");
    let rows: Vec<_> = [best].iter().chain(references).copied().collect();
    for row in &rows {
        let _ = write!(text, " {}, {} |", row.name(), row.build.name());
    }
    let _ = writeln!(text, "\n|---|---|---|{}", "---:|".repeat(rows.len()));
    let labels = ["start position", "[Kiwipete](https://www.chessprogramming.org/Perft_Results)"];
    for (index, label) in labels.into_iter().enumerate() {
        let depth = results.depths(Mode::Count)[index];
        let leaves = grouped(POSITIONS[index].leaves(depth).unwrap_or_default());
        let _ = write!(text, "| {label} | {depth} | {leaves} |");
        for row in &rows {
            let _ = write!(text, " {:.0} |", row.speeds[index]);
        }
        text.push('\n');
    }
    text.push_str("| geometric mean of six positions | | |");
    for row in &rows {
        let _ = write!(text, " {:.0} |", row.geomean());
    }
    text.push_str("\n| times slower | | | |");
    for row in references {
        let _ = write!(text, " **{:.1}** |", best.geomean() / row.geomean());
    }
    let Machine { processor, cores, date, .. } = machine;
    let _ = write!(
        text,
        "\n\nMillion leaves a second, counted on one of {cores} cores of {processor}, {date}. *Plain* is\n\
         `cargo build --profile bench`, *native* has `-C target-cpu=native`. [All figures](docs/perft.md)\n\n"
    );
    text
}

/// The number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
