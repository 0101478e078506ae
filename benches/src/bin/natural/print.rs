use crate::bench::Bench;
use crate::libraries::Ours;
use crate::library::Library;
use crate::measure::Row;

/// A table of all programs, each with how many times faster it is than the best peer.
pub(crate) fn print_table(bench: &Bench, rows: &[Row]) {
    println!("\n{}{}\n", bench.title, if bench.is_call() { "; ns" } else { "" });
    print!("| program |");
    for case in &bench.cases {
        print!(" {} |", case.name);
    }
    println!(" geomean | times the best peer |\n|---|{}", "---:|".repeat(bench.cases.len() + 2));
    let best = best_peer(bench, rows);
    for row in rows {
        print!("| {} |", row.name);
        for figure in &row.figures {
            print!(" {figure:.1} |");
        }
        let ratio =
            best.map_or(String::new(), |best| format!("{:.2}", bench.unit.ratio(row.geomean(), best)));
        println!(" {:.1} | {ratio} |", row.geomean());
    }
}

/// The same as JSON Lines, one for each figure.
pub(crate) fn print_json(bench: &Bench, rows: &[Row]) {
    for row in rows {
        let print = |case: &str, figure: f64| {
            let (bench, unit, program) = (bench.name, bench.unit.name(), row.name);
            let line = serde_json::json!({
                "bench": bench, "program": program, "case": case, "unit": unit, "figure": figure,
            });
            println!("{line}");
        };
        for (case, &figure) in bench.cases.iter().zip(&row.figures) {
            print(&case.name, figure);
        }
        print("geomean", row.geomean());
    }
}

/// The best geometric mean of the peers.
fn best_peer(bench: &Bench, rows: &[Row]) -> Option<f64> {
    let peers = rows.iter().filter(|row| !row.name.starts_with(Ours::NAME)).map(Row::geomean);
    peers.reduce(|best, figure| if bench.unit.ratio(figure, best) > 1.0 { figure } else { best })
}
