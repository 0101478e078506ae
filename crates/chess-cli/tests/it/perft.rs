//! `chess perft` and `chess suite` on every backend.

use chess_movegen::machine::Backend;
use chess_testkit::known::KIWIPETE;

use crate::run::chess;

const SMOKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/smoke.epd");

#[test]
fn a_backend_is_forced_or_refused() {
    for backend in Backend::ALL {
        let run = chess(&["perft", "4", "--fen", KIWIPETE, "--backend", backend.name(), "--json"]);
        let suite = chess(&["suite", SMOKE, "--backend", backend.name()]);
        if backend.is_available() {
            assert_eq!(run.json()["nodes"], 4_085_603, "{backend}: {}", run.stderr);
            assert_eq!(run.json()["backend"], backend.name());
            assert!(
                suite.code == Some(0) && suite.stdout.contains(" 25 ok, "),
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
