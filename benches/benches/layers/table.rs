//! The table at the end, which compares this workspace with its peers, from criterion's results.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use chess_benches::{Library, Ours};
use serde_json::Value;

/// Prints the times of all groups that were measured since `since` for this workspace and for a peer. Unreadable results are
/// omitted.
pub(crate) fn print(since: SystemTime) {
    // The folder that the environment names, or the one in the target folder that this program was built in.
    let program = std::env::current_exe().unwrap_or_default();
    let folder = std::env::var_os("CRITERION_HOME").map(PathBuf::from).or_else(|| {
        program.ancestors().map(|folder| folder.join("criterion")).find(|folder| folder.is_dir())
    });
    // By group and program.
    let mut groups = BTreeMap::<String, BTreeMap<String, f64>>::new();
    for function in folder.iter().flat_map(|folder| folders(folder)).flat_map(|group| folders(&group)) {
        if let Some((group, program, time)) = measured(&function.join("new"), since) {
            groups.entry(group).or_default().insert(program, time);
        }
    }
    groups.retain(|_, programs| programs.contains_key(Ours::NAME) && programs.len() > 1);
    let peers: BTreeSet<_> =
        groups.values().flat_map(BTreeMap::keys).filter(|name| *name != Ours::NAME).collect();
    if peers.is_empty() {
        return;
    }
    println!(
        "\nNanoseconds of processor time for each element, medians; how many times faster ours is than the best peer\n"
    );
    let row = |cells: &[String]| cells.iter().fold(String::new(), |row, cell| row + &format!(" {cell:>15}"));
    let heads = [Ours::NAME].into_iter().chain(peers.iter().map(|peer| &peer[..])).chain(["times faster"]);
    println!("{:<20}{}", "", row(&heads.map(str::to_owned).collect::<Vec<_>>()));
    for (group, programs) in &groups {
        let ours = programs[Ours::NAME];
        let theirs: Vec<Option<f64>> = peers.iter().map(|&peer| programs.get(peer).copied()).collect();
        let best = theirs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        let times = [Some(ours)].into_iter().chain(theirs);
        let cells =
            times.map(|time| time.map_or("-".to_owned(), digits)).chain([format!("{:.2}", best / ours)]);
        println!("{group:<20}{}", row(&cells.collect::<Vec<_>>()));
    }
}

/// The group, the program, and the median of its times for one element in nanoseconds.
fn measured(folder: &Path, since: SystemTime) -> Option<(String, String, f64)> {
    let estimates = folder.join("estimates.json");
    if fs::metadata(&estimates).ok()?.modified().ok()? < since {
        return None;
    }
    let read = |path: PathBuf| serde_json::from_str::<Value>(&fs::read_to_string(path).ok()?).ok();
    let (bench, estimates) = (read(folder.join("benchmark.json"))?, read(estimates)?);
    let time = estimates["median"]["point_estimate"].as_f64()? / bench["throughput"]["Elements"].as_f64()?;
    Some((bench["group_id"].as_str()?.to_owned(), bench["function_id"].as_str()?.to_owned(), time))
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
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
