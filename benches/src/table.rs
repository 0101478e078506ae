//! The table that ends `cargo bench --features peers`: this workspace beside its peers, as text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use crate::ours::Ours;
use crate::program::Program;

/// The folder where criterion keeps its results: the one that the environment names, or the one in the target folder that
/// this program was built in.
pub fn results_folder() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("CRITERION_HOME") {
        return Some(folder.into());
    }
    let program = std::env::current_exe().ok()?;
    program.ancestors().map(|folder| folder.join("criterion")).find(|folder| folder.is_dir())
}

/// The table of all groups of benches that were measured since `since` for this workspace and for a peer; `None` if there is
/// no such group. Unreadable results are left out.
pub fn table(results: &Path, since: SystemTime) -> Option<String> {
    let mut groups = Groups::new();
    for group in folders(results) {
        for function in folders(&group) {
            if let Some(result) = Measured::read(&function.join("new"), since) {
                groups.entry(result.group).or_default().insert(result.program, result.nanoseconds);
            }
        }
    }
    groups.retain(|_, programs| programs.contains_key(Ours::NAME) && programs.len() > 1);
    (!groups.is_empty()).then(|| text(&groups))
}

/// The time per element of each program, by the names of group and program, in nanoseconds.
type Groups = BTreeMap<String, BTreeMap<String, f64>>;

/// The median of one program in one group.
struct Measured {
    group: String,
    program: String,
    /// Per element.
    nanoseconds: f64,
}

impl Measured {
    fn read(folder: &Path, since: SystemTime) -> Option<Self> {
        let estimates = folder.join("estimates.json");
        if fs::metadata(&estimates).ok()?.modified().ok()? < since {
            return None;
        }
        let [bench, estimates] = [folder.join("benchmark.json"), estimates]
            .map(|path| serde_json::from_str::<Value>(&fs::read_to_string(path).ok()?).ok());
        let (bench, estimates) = (bench?, estimates?);
        let elements = bench["throughput"]["Elements"].as_f64()?;
        Some(Self {
            group: bench["group_id"].as_str()?.to_owned(),
            program: bench["function_id"].as_str()?.to_owned(),
            nanoseconds: estimates["median"]["point_estimate"].as_f64()? / elements,
        })
    }
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
}

fn text(groups: &Groups) -> String {
    let mut peers: Vec<&str> = groups.values().flat_map(BTreeMap::keys).map(String::as_str).collect();
    peers.sort_unstable();
    peers.dedup();
    peers.retain(|&program| program != Ours::NAME);

    let mut text = "Nanoseconds of processor time for each element, medians; and how many times faster ours is than the best peer\n\n".to_owned();
    let mut row = |name: &str, cells: &[String]| {
        let _ = write!(text, "{name:<20}");
        for cell in cells {
            let _ = write!(text, " {cell:>15}");
        }
        text.push('\n');
    };
    let heads = [Ours::NAME].into_iter().chain(peers.iter().copied()).chain(["times faster"]);
    row("", &heads.map(str::to_owned).collect::<Vec<_>>());
    for (group, programs) in groups {
        let ours = programs.get(Ours::NAME).copied().unwrap_or(f64::NAN);
        let theirs: Vec<Option<f64>> = peers.iter().map(|&peer| programs.get(peer).copied()).collect();
        let best = theirs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        let cells = [Some(ours)].into_iter().chain(theirs).map(|time| time.map_or("-".to_owned(), digits));
        row(group, &cells.chain([format!("{:.2}", best / ours)]).collect::<Vec<_>>());
    }
    text
}

/// Three significant digits, where they are behind the point.
fn digits(number: f64) -> String {
    match number {
        ..1.0 => format!("{number:.3}"),
        ..10.0 => format!("{number:.2}"),
        ..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn measure(folder: &Path, group: &str, program: &str, elements: u64, nanoseconds: f64) {
        let folder = folder.join(group.replace('/', "_")).join(program).join("new");
        fs::create_dir_all(&folder).unwrap();
        let bench = serde_json::json!({
            "group_id": group, "function_id": program, "throughput": {"Elements": elements},
        });
        fs::write(folder.join("benchmark.json"), bench.to_string()).unwrap();
        let estimates = serde_json::json!({"median": {"point_estimate": nanoseconds}});
        fs::write(folder.join("estimates.json"), estimates.to_string()).unwrap();
    }

    #[test]
    fn groups_that_ours_and_a_peer_have() {
        let folder = std::env::temp_dir().join(format!("chess-benches-table-{}", std::process::id()));
        let since = SystemTime::now() - Duration::from_mins(1);
        measure(&folder, "perft/count", Ours::NAME, 1000, 300.0);
        measure(&folder, "perft/count", "cozy-chess", 1000, 2500.0);
        measure(&folder, "perft/count", "shakmaty", 1000, 3600.0);
        measure(&folder, "fen/parse", Ours::NAME, 6, 600.0);
        measure(&folder, "fen/parse", "shakmaty", 6, 900.0);
        measure(&folder, "types/move", Ours::NAME, 1, 1.0);
        measure(&folder, "slider/rook", "shakmaty", 1, 1.0);
        fs::write(folder.join("slider_rook/shakmaty/new/estimates.json"), "{").unwrap();
        let found = table(&folder, since);
        let later = table(&folder, since + Duration::from_hours(1));
        fs::remove_dir_all(&folder).unwrap();
        let (_, rows) = found.as_ref().unwrap().split_once("\n\n").unwrap();
        let cells: Vec<Vec<&str>> = rows.lines().map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(
            cells,
            [
                vec![Ours::NAME, "cozy-chess", "shakmaty", "times", "faster"],
                vec!["fen/parse", "100", "-", "150", "1.50"],
                vec!["perft/count", "0.300", "2.50", "3.60", "8.33"],
            ]
        );
        assert_eq!(later, None);
    }
}
