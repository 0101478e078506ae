//! `chess perft`.

use std::fs;

use chess_movegen::machine::Backend;
use chess_testkit::known::KIWIPETE;
use serde_json::{Value, json};

use crate::run::{Run, chess, chess_without_reader, folder, text};

/// The keys of a JSON object in the order they are written in.
fn keys(run: &Run) -> Vec<&str> {
    // A map of serde_json is sorted, so the text is looked at: no key and no value here has a quoted colon.
    run.stdout
        .split('"')
        .zip(run.stdout.split('"').skip(1))
        .filter(|(_, next)| next.starts_with(':'))
        .map(|(key, _)| key)
        .collect()
}

fn nodes(run: &Run) -> u64 {
    run.json()["nodes"].as_u64().unwrap()
}

#[test]
fn start_position_as_text() {
    let run = chess(&["perft", "4"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.lines().any(|line| line == "nodes 197281"), "{}", run.stdout);
    for name in ["seconds ", "mnps ", "mode count", "threads 1", "backend "] {
        assert!(run.stdout.lines().any(|line| line.starts_with(name)), "{name}: {}", run.stdout);
    }
    assert_eq!(run.stderr, "");
}

#[test]
fn start_position_as_json() {
    let run = chess(&["perft", "4", "--json"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert_eq!(keys(&run), ["fen", "depth", "mode", "backend", "threads", "nodes", "seconds", "mnps"]);
    let report = run.json();
    assert_eq!(report["fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(report["depth"], 4);
    assert_eq!(report["mode"], "count");
    assert_eq!(report["backend"], Backend::best().name());
    assert_eq!(report["threads"], 1);
    assert_eq!(report["nodes"], 197_281);
    assert!(report["seconds"].is_f64() && report["mnps"].is_f64(), "{report}");
}

#[test]
fn small_depths() {
    for (depth, leaves) in [("0", 1), ("1", 48), ("2", 2039), ("3", 97862)] {
        for mode in ["count", "list", "make", "copy"] {
            let run = chess(&["perft", depth, "--fen", KIWIPETE, "--mode", mode, "--json"]);
            assert_eq!((run.code, nodes(&run)), (Some(0), leaves), "depth {depth}, mode {mode}");
            assert_eq!(run.json()["mode"], mode);
        }
    }
}

#[test]
fn a_backend_is_forced_or_refused() {
    for backend in Backend::ALL {
        let run = chess(&["perft", "4", "--fen", KIWIPETE, "--backend", backend.name(), "--json"]);
        if backend.is_available() {
            assert_eq!((run.code, nodes(&run)), (Some(0), 4_085_603), "{backend}: {}", run.stderr);
            assert_eq!(run.json()["backend"], backend.name());
        } else {
            assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""), "{backend}");
            assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
            assert!(run.stderr.contains(backend.name()), "{}", run.stderr);
        }
    }
    let auto = chess(&["perft", "3", "--backend", "auto"]);
    assert!(auto.stdout.contains(&format!("\nbackend {}\n", Backend::best())), "{}", auto.stdout);
}

#[test]
fn a_hash_table_changes_no_count() {
    let without = chess(&["perft", "5", "--fen", KIWIPETE, "--divide", "--json"]);
    for threads in ["1", "2"] {
        let args =
            ["perft", "5", "--fen", KIWIPETE, "--divide", "--json", "--hash", "1", "--threads", threads];
        let with = chess(&args);
        assert_eq!((with.code, nodes(&with)), (Some(0), 193_690_690), "{}", with.stderr);
        assert_eq!(with.json()["divide"], without.json()["divide"]);
        assert_eq!(with.json()["hash"], 1);
    }
    assert!(without.json()["hash"].is_null());
    assert!(chess(&["perft", "3", "--hash", "2"]).stdout.contains("\nhash 2\n"));
}

/// The leaves of two kings exceed 64 bits at 24 plies, which only a table gets to.
#[test]
fn too_many_leaves() {
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let most = chess(&["perft", "23", "--fen", kings, "--hash", "16", "--json"]);
    assert!(nodes(&most) == 8_934_501_555_889_985_874, "{}", most.stdout);
    let run = chess(&["perft", "24", "--fen", kings, "--hash", "16", "--json"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert_eq!(run.stderr, "error: the number of leaves does not fit in 64 bits\n");
}

#[test]
fn no_legal_move() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    for (depth, leaves) in [("0", 1), ("1", 0), ("2", 0), ("5", 0), ("64", 0)] {
        assert_eq!(nodes(&chess(&["perft", depth, "--fen", stalemate, "--json"])), leaves, "depth {depth}");
    }
}

#[test]
fn divide_sums_to_the_total() {
    for depth in ["1", "2", "3"] {
        let run = chess(&["perft", depth, "--fen", KIWIPETE, "--divide", "--json"]);
        assert!(keys(&run).starts_with(&[
            "fen", "depth", "mode", "backend", "threads", "nodes", "seconds", "mnps", "divide"
        ]));
        let report = run.json();
        let divide = report["divide"].as_object().unwrap();
        assert_eq!(divide.len(), 48);
        assert_eq!(divide.values().filter_map(Value::as_u64).sum::<u64>(), nodes(&run), "depth {depth}");
    }
}

/// Source: the chess programming wiki, "Perft Results", and for the kinds of check `the_counted_positions` of
/// chess-movegen-perft.
#[test]
fn stats_of_kiwipete() {
    for threads in ["1", "3"] {
        let run = chess(&["perft", "4", "--fen", KIWIPETE, "--stats", "--json", "--threads", threads]);
        assert_eq!((run.code, nodes(&run)), (Some(0), 4_085_603), "{}", run.stderr);
        let expected = concat!(
            r#""stats":{"captures":757163,"en_passant":1929,"castles":128013,"promotions":15172,"checks":25523,"#,
            r#""discovered_checks":42,"double_checks":6,"checkmates":43,"by_kind":{"direct_checks":25432,"#,
            r#""single_discovered_checks":42,"direct_discovered_checks":6,"double_discovered_checks":0,"#,
            r#""total_checks":25480,"direct_mates":43,"single_discovered_mates":0,"direct_discovered_mates":0,"#,
            r#""double_discovered_mates":0,"total_mates":43}}"#,
            "}\n"
        );
        assert!(run.stdout.ends_with(expected), "{}", run.stdout);
    }
    let text = chess(&["perft", "4", "--fen", KIWIPETE, "--stats"]).stdout;
    for line in ["nodes 4085603", "captures 757163", "checks 25523", "total_checks 25480", "total_mates 43"] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
}

#[test]
fn stats_go_alone() {
    for with in
        [&["--divide"][..], &["--distinct"], &["--hash", "1"], &["--mode", "list"], &["--mode", "copy"]]
    {
        let run = chess(&[&["perft", "2", "--stats"], with].concat());
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{with:?}");
        assert!(run.stderr.contains("--stats"), "{}", run.stderr);
    }
}

#[test]
fn divide_as_text_is_sorted() {
    let run = chess(&["perft", "2", "--divide"]);
    let moves: Vec<&str> = run.stdout.lines().take_while(|line| !line.starts_with("nodes")).collect();
    assert_eq!(moves.len(), 20);
    assert!(moves.contains(&"e2e4 20"));
    assert!(moves.is_sorted());
    assert!(run.stdout.contains("\nnodes 400\n"));
}

#[test]
fn divide_of_depth_0_has_no_moves() {
    let run = chess(&["perft", "0", "--divide", "--json"]);
    assert_eq!(nodes(&run), 1);
    assert_eq!(run.json()["divide"], json!({}));
}

#[test]
fn castling_is_spelled_for_the_game_at_hand() {
    let divide = |fen| chess(&["perft", "1", "--fen", fen, "--divide", "--json"]).json()["divide"].clone();
    let standard = divide("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert!(standard["e1g1"] == 1 && standard["e1c1"] == 1 && standard["e1h1"].is_null(), "{standard}");
    // The king steps to g1, too, which standard spelling could not tell from castling.
    let chess960 = divide("5k2/8/8/8/8/8/8/5K1R w H - 0 1");
    assert!(chess960["f1g1"] == 1 && chess960["f1h1"] == 1, "{chess960}");
    let inner_rook = divide("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    assert!(inner_rook["e1g1"] == 1 && inner_rook["e1f1"] == 1, "{inner_rook}");
}

#[test]
fn all_threads_count_what_one_counts() {
    let one = chess(&["perft", "4", "--fen", KIWIPETE, "--divide", "--json"]).json();
    for threads in ["0", "2", "7"] {
        let many =
            chess(&["perft", "4", "--fen", KIWIPETE, "--divide", "--threads", threads, "--json"]).json();
        assert_eq!(many["nodes"], 4_085_603, "{threads} threads");
        assert_eq!(many["divide"], one["divide"], "{threads} threads");
        assert!(many["threads"].as_u64().unwrap() >= 1);
    }
}

#[test]
fn bad_fen_names_the_field() {
    for (fen, words) in [
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move field, byte 20"),
        ("4k3/8/8/8/8/8/8/4K3 w - e4 0 1", "en passant field"),
        ("", "board field"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "no king"),
    ] {
        let run = chess(&["perft", "3", "--fen", fen]);
        assert_eq!(run.code, Some(1), "{fen}");
        assert_eq!(run.stdout, "", "{fen}");
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
        assert!(run.stderr.starts_with("error: ") && run.stderr.contains(words), "{}", run.stderr);
    }
}

#[test]
fn bad_arguments() {
    for args in [
        &["perft"][..],
        &["perft", "-1"],
        &["perft", "65"],
        &["perft", "three"],
        &["perft", "3", "--mode", "fast"],
        &["perft", "3", "--backend", "mmx"],
        &["suite", "any.epd", "--backend", "mmx"],
        &["perft", "3", "--threads", "many"],
        &["perft", "3", "--nonsense"],
        &["perft", "3", "--hash", "-1"],
        &["perft", "3", "--hash", "1", "--mode", "list"],
        &["suite"],
        &["nonsense"],
        &[],
    ] {
        let run = chess(args);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert_ne!(run.stderr, "", "{args:?}");
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let run = chess_without_reader(&["perft", "3", "--divide"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

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

    let folder = folder("perft/spill");
    let run = chess(&[&args[..], &["--spill", text(&folder)]].concat());
    assert!(
        run.code == Some(0) && run.stdout.starts_with("distinct 822518\n"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    fs::remove_dir(&folder).unwrap();

    let run = chess(&[&args[..], &["--spill", text(&folder)]].concat());
    assert_eq!((run.code, run.stdout.as_str()), (Some(1), ""));
    assert!(run.stderr.contains("--spill") && run.stderr.contains("perft/spill"), "{}", run.stderr);
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
