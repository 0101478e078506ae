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
    let wiki: f64 = records[..6].iter().map(|record| record["seconds"].as_f64().unwrap()).sum();
    assert!((summary["wiki_seconds"].as_f64().unwrap() - wiki).abs() < 1e-6);
    assert_eq!((&summary["depth"], &summary["hash"]), (&4.into(), &1.into()));
    for record in &lines {
        assert!((0.01..=0.99).contains(&record["hash_hits"].as_f64().unwrap()), "{record}");
        assert!(record["nps"].as_u64().unwrap() > 1000, "{record}");
    }
}

#[test]
fn the_signature_is_of_the_defaults_only() {
    assert_eq!(chess(&["bench", "--check", "--depth", "3"]).code, Some(2));
}
