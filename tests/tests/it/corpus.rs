use std::fs;
use std::process::Command;

/// The files in the order in which they are checked, each with a correct record, a part of it, and a wrong one in its place.
#[rustfmt::skip]
const RECORDS: [(&str, &str, &str, &str); 8] = [
    ("notation/fen_illegal_sample.jsonl", r#"{"fen": "8/8/8/8/8/8/8/4K3 w - - 0 1", "python_chess_status": ["NO_BLACK_KING"], "consensus_refuse": true}"#, "NO_BLACK_KING", "PAWNS_ON_BACKRANK"),
    ("notation/fen_malformed_sample.jsonl", r#"{"fen": "4k3/8/8/8/8/8/8/4K3 x - - 0 1", "cls": "bad-side-to-move"}"#, "bad-side-to-move", "bad-fullmove"),
    ("notation/fen_odd_ok_sample.jsonl", r#"{"fen": "4k3/8/8/8/4P3/8/8/4K2R b H e3", "xfen": "4k3/8/8/8/4P3/8/8/4K2R b K - 0 1", "xfen_ep_always": "4k3/8/8/8/4P3/8/8/4K2R b K e3 0 1", "shredder": "4k3/8/8/8/4P3/8/8/4K2R b H - 0 1", "legal_moves": 5}"#, ": 5}", ": 6}"),
    ("notation/polyglot_keys_sample.tsv", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\t463b96181691fc9c\tnone", "1fc9c", "1fc9d"),
    ("notation/polyglot_published9.tsv", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\t823c9b50fd114196", "823c", "023c"),
    ("notation/san_invalid_sample.jsonl", r#"{"fen": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "san": "Re1", "chess960": false, "python_chess": "illegal"}"#, "illegal", "ambiguous"),
    ("notation/san_triples_sample.jsonl", r#"{"fen": "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "uci": "e1g1", "san": "O-O+", "chess960": false}"#, "O-O+", "O-O"),
    ("games/frc_engine_games.tsv", "1\t2\t5k2/8/8/8/8/8/8/4K2R w H - 0 1\t6k1/8/8/8/8/8/8/5RK1 w - - 2 2\t94fcda32b52aac46\tO-O+ Kg8\te1h1 f8g8", "94fc", "04fc"),
];

#[test]
fn chess_corpus_stops_at_a_wrong_record() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["notation", "games"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    let fails_at = |place: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_chess-corpus")).arg(folder.path()).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains(place), "{place}: {error}");
    };
    for (file, record, right, wrong) in RECORDS {
        fs::write(folder.path().join(file), record.replacen(right, wrong, 1)).unwrap();
        fails_at(&format!("{file}:1: "));
        fs::write(folder.path().join(file), record).unwrap();
    }
    // Next are games, which are missing.
    fails_at("kind: NotFound");
}
