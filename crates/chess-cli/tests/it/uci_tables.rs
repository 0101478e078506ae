//! `chess uci` with endgame tables.

use std::path::Path;
use std::{env, fs};

use crate::made_tables::{file, rook_tables, shared, write};
use crate::uci_engine::{Engine, after};

/// King and rook against king, where the tables of the tests have the last word.
const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";

/// The last line about a search, after a search of this position.
fn searched(engine: &mut Engine, fen: &str, go: &str) -> String {
    engine.tell(&format!("position fen {fen}"));
    engine.tell(go);
    let lines = engine.until("bestmove");
    lines[lines.len() - 2].clone()
}

#[test]
fn endgame_tables_are_found_used_and_changed_between_searches() {
    let (rooks, queens, empty) = (rook_tables(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write(queens.path(), "KQvK");
    let path = |folders: &[&Path]| env::join_paths(folders).unwrap().into_string().unwrap();
    let queen = "8/8/8/3k4/8/8/8/K5Q1 w - - 0 1";
    let mut engine = Engine::start();
    assert_eq!(after(&searched(&mut engine, ROOK, "go depth 3"), "tbhits"), "0");
    let found = |count, pieces| {
        format!("info string SyzygyPath: found {count} WDL and {count} DTZ tables of up to {pieces} pieces")
    };
    let cases = [
        (path(&[rooks.path()]), found(1, 3), true, false),
        (path(&[empty.path(), queens.path(), rooks.path()]), found(2, 3), true, true),
        (path(&[queens.path()]), found(1, 3), false, true),
        (path(&[empty.path()]), found(0, 0), false, false),
    ];
    for (value, told, knows_rook, knows_queen) in cases {
        engine.tell(&format!("setoption name SyzygyPath value {value}"));
        assert_eq!(engine.until("info string"), [told]);
        for (fen, is_known) in [(ROOK, knows_rook), (queen, knows_queen)] {
            let line = searched(&mut engine, fen, "go depth 3");
            assert_eq!(after(&line, "tbhits") != "0", is_known, "{value} {line}");
            assert_eq!(line.contains(" score cp 20000 "), is_known, "{value} {line}");
        }
    }
    engine.tell(&format!("setoption name SyzygyPath value {}", path(&[rooks.path()])));
    engine.until("info string");
    engine.tell("setoption name SyzygyPath value <empty>");
    assert_eq!(after(&searched(&mut engine, ROOK, "go depth 3"), "tbhits"), "0");
    engine.quit();
}

#[test]
fn a_folder_that_is_not_there_is_said_and_the_others_count() {
    let rooks = rook_tables();
    let path = env::join_paths([Path::new("/no/such/folder"), rooks.path()]).unwrap();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", path.display()));
    engine.tell("isready");
    let lines = engine.until("readyok");
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("info string ") && lines[0].contains("/no/such/folder"), "{lines:?}");
    assert!(lines[1].contains("found 1 WDL and 1 DTZ tables"), "{lines:?}");
    engine.quit();
}

#[test]
fn a_broken_table_and_castling_rights_end_no_search() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(file(folder.path(), "KRvK", "rtbw"), "no table").unwrap();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    engine.tell("setoption name SyzygyProbeDepth value 2");
    engine.tell("setoption name Syzygy50MoveRule value false");
    engine.until("info string");
    for fen in [ROOK, "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        assert_eq!(after(&searched(&mut engine, fen, "go depth 4"), "tbhits"), "0");
    }
    engine.quit();
}

#[test]
fn the_search_asks_tables_of_fewer_pieces_below_the_root() {
    // The rook can take a pawn, or lose it.
    let fen = "8/8/8/8/8/3k4/p7/K6R w - - 0 1";
    let folder = rook_tables();
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {}", folder.path().display()));
    engine.until("info string");
    let line = searched(&mut engine, fen, "go depth 6");
    assert_ne!(after(&line, "tbhits"), "0", "{line}");
    assert!(line.contains(" score cp 199") && line.contains(" pv "), "{line}");
    engine.tell("setoption name SyzygyProbeDepth value 100");
    engine.tell("ucinewgame");
    assert_eq!(after(&searched(&mut engine, fen, "go depth 6"), "tbhits"), "0");
    engine.quit();
}

#[test]
fn real_tables_win_with_few_nodes() {
    let Some(folder) = shared() else { return };
    let mut engine = Engine::start();
    engine.tell(&format!("setoption name SyzygyPath value {folder}"));
    assert!(engine.until("info string")[0].ends_with(" tables of up to 4 pieces"));
    // Bishop and knight, far from a mate that a search could see.
    let line = searched(&mut engine, "8/8/8/8/8/2k5/8/KBN5 w - - 0 1", "go nodes 1000");
    assert!(line.contains(" score cp 20000 "), "{line}");
    // The mate comes after the fifty-move rule, unless the rule is off.
    let late = "8/8/8/8/8/2k5/8/KBN5 w - - 60 80";
    let line = searched(&mut engine, late, "go nodes 1000");
    assert!(line.contains(" score cp 0 "), "{line}");
    engine.tell("setoption name Syzygy50MoveRule value false");
    let line = searched(&mut engine, late, "go nodes 1000");
    assert!(line.contains(" score cp 20000 "), "{line}");
    engine.quit();
}
