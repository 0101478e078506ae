//! `chess bench`, and `chess perft` and `chess suite` on every backend.

use chess_movegen::machine::Backend;
use chess_testkit::known::KIWIPETE;

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

/// The text has what the records have: one line for each position, then the sums.
#[test]
fn the_text_says_what_the_records_say() {
    let text = chess(&["bench", "--depth", "3", "--hash", "1"]);
    let records = chess(&["bench", "--depth", "3", "--hash", "1", "--json"]).json_lines();
    let (summary, records) = records.split_last().unwrap();
    let lines: Vec<&str> = text.stdout.lines().collect();
    assert_eq!(text.code, Some(0), "{}", text.stderr);
    let (positions, sums) = lines.split_at(records.len());
    let text_of = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    for (line, record) in positions.iter().zip(records) {
        let words: Vec<&str> = line[12..].split_whitespace().collect();
        let [best, nodes, "nodes", seconds, "s", nps, "nps", hits, "%", "hits"] = words[..] else {
            panic!("{line}")
        };
        assert_eq!(line[..12].trim_end(), text_of(&record["name"]));
        assert_eq!((best, nodes.parse().ok()), (&*text_of(&record["best"]), record["nodes"].as_u64()));
        assert!((hits.parse::<f64>().unwrap() - 100.0 * record["hash_hits"].as_f64().unwrap()).abs() < 0.051);
        assert!(seconds.parse::<f64>().unwrap() >= 0.0 && nps.parse::<u64>().unwrap() > 1000, "{line}");
    }
    let keys: Vec<&str> = sums.iter().map(|line| line.split([' ', '.']).next().unwrap()).collect();
    let compared = ["portable", "gain"].iter().filter(|_| summary["backend"] != "portable");
    let expected: Vec<&str> =
        ["nodes", "time", "speed"].iter().chain(compared).chain(&["hash", "depth"]).copied().collect();
    assert_eq!(keys, expected);
    assert_eq!(sums[0], format!("nodes {}", summary["nodes"]));
    let hits: f64 = sums[sums.len() - 2].split(' ').nth(2).unwrap().parse().unwrap();
    assert!((hits - 100.0 * summary["hash_hits"].as_f64().unwrap()).abs() < 0.051, "{hits}");
    // The share of hits of the whole lies between the shares of the positions.
    let shares: Vec<f64> = records.iter().map(|record| record["hash_hits"].as_f64().unwrap()).collect();
    assert!(
        shares.iter().any(|&share| 100.0 * share < hits) && shares.iter().any(|&share| 100.0 * share > hits)
    );
    assert!(sums.last().unwrap().starts_with("depth 3 on the wiki's positions in "), "{sums:?}");
}

const SUITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../chess-testkit/data/standard.epd");

#[test]
fn a_backend_is_forced_or_refused() {
    for backend in Backend::ALL {
        let run = chess(&["perft", "4", "--fen", KIWIPETE, "--backend", backend.name(), "--json"]);
        let suite = chess(&["suite", SUITE, "--max-nodes", "10000", "--backend", backend.name()]);
        if backend.is_available() {
            assert_eq!(run.json()["nodes"], 4_085_603, "{backend}: {}", run.stderr);
            assert_eq!(run.json()["backend"], backend.name());
            assert!(
                suite.code == Some(0) && suite.stdout.contains(" ok, 0 failed, "),
                "{backend}: {}",
                suite.stdout
            );
        } else {
            assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{backend}");
            assert_eq!((suite.code, suite.stdout.as_str()), (Some(1), ""), "{backend}");
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
            assert!(run.stderr.contains(backend.name()), "{}", run.stderr);
        }
    }
    let auto = chess(&["perft", "3", "--backend", "auto"]);
    assert!(auto.stdout.contains(&format!("\nbackend {}\n", Backend::best())), "{}", auto.stdout);
}
