//! `chess perft --distinct`.

use std::{env, fs, process};

use serde_json::json;

use crate::run::chess;

#[test]
fn the_number_and_what_it_was_counted_with() {
    let run = chess(&["perft", "4", "--distinct"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("distinct 72078\n"), "{}", run.stdout);
    for name in ["seconds ", "threads 1", "memory 1024", "backend "] {
        assert!(run.stdout.lines().any(|line| line.starts_with(name)), "{name}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("nodes"), "{}", run.stdout);
}

#[test]
fn every_ply_as_json() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let run =
        chess(&["perft", "3", "--fen", fen, "--distinct", "--threads", "2", "--memory", "64", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut report = run.json();
    let keys = report.as_object_mut().unwrap();
    assert!(keys.remove("seconds").is_some() && keys.remove("backend").is_some());
    let plies = [1, 48, 2038, 57_548];
    assert_eq!(
        report,
        json!({"fen": fen, "depth": 3, "threads": 2, "memory": 64, "distinct": 57_548, "plies": plies})
    );
}

#[test]
fn full_memory_is_spilled_or_refused() {
    let args = ["perft", "5", "--distinct", "--memory", "1", "--threads", "0"];
    let run = chess(&args);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("--memory") && run.stderr.contains("no folder"), "{}", run.stderr);

    let folder = env::temp_dir().join(format!("chess-distinct-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    let run = chess(&[&args[..], &["--spill", folder.to_str().unwrap()]].concat());
    assert!(
        run.code == Some(0) && run.stdout.starts_with("distinct 822518\n"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    fs::remove_dir(&folder).unwrap();

    let run = chess(&[&args[..], &["--spill", folder.to_str().unwrap()]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("--spill") && run.stderr.contains("chess-distinct"), "{}", run.stderr);
}

#[test]
fn options_that_mean_something_else_are_refused() {
    for args in [
        &["--distinct", "--divide"][..],
        &["--distinct", "--hash", "1"],
        &["--distinct", "--mode", "list"],
        &["--distinct", "--memory", "0"],
        &["--memory", "64"],
        &["--spill", "."],
    ] {
        let run = chess(&[&["perft", "2"], args].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}
