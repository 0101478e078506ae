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
    let number = |key: &str| summary[key].as_f64().unwrap();
    if summary["backend"] == "portable" {
        assert!(summary["portable_nps"].is_null() && summary["gain"].is_null());
    } else {
        assert!((number("gain") - number("nps") / number("portable_nps")).abs() < 1e-6);
    }
    for record in &lines {
        assert!((0.01..=0.99).contains(&record["hash_hits"].as_f64().unwrap()), "{record}");
        assert!(record["nps"].as_u64().unwrap() > 1000, "{record}");
    }
}

#[test]
fn the_portable_backend_visits_the_same_nodes_and_gains_nothing() {
    let run = |backend| {
        let run = chess(&["bench", "--depth", "4", "--hash", "1", "--json", "--backend", backend]);
        run.json_lines().pop().unwrap()
    };
    let (best, portable) = (run("auto"), run("portable"));
    assert_eq!(best["nodes"], portable["nodes"]);
    assert_eq!(portable["backend"], "portable");
    assert!(portable["portable_nps"].is_null() && portable["gain"].is_null());
}

#[test]
fn the_signature_is_of_the_defaults_only() {
    assert_eq!(chess(&["bench", "--check", "--depth", "3"]).code, Some(2));
}
