//! `chess bench`.

use crate::run::chess;

#[test]
fn the_summary_adds_up_and_is_the_same_every_time() {
    let run = || chess(&["bench", "--depth", "4", "--hash", "1", "--json"]).json_lines();
    let (lines, again) = (run(), run());
    let (summary, records) = lines.split_last().unwrap();
    let sum: u64 = records.iter().map(|record| record["nodes"].as_u64().unwrap()).sum();
    assert_eq!(summary["nodes"].as_u64(), Some(sum));
    assert!(sum > 1000 && records.len() > 10);
    let nodes = |lines: &[serde_json::Value]| -> Vec<u64> {
        lines.iter().map(|record| record["nodes"].as_u64().unwrap()).collect()
    };
    assert_eq!(nodes(&lines), nodes(&again));
    assert!((0.0..=1.0).contains(&summary["hash_hits"].as_f64().unwrap()));
}

#[test]
fn the_signature_is_of_the_defaults_only() {
    assert_eq!(chess(&["bench", "--check", "--depth", "3"]).code, Some(2));
}
