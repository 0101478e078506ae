//! The signature of the engine: the nodes of searches of fixed depth on one thread, each with an empty table.
//!
//! It holds all that decides which nodes are searched: margins, reductions, extensions, the order of moves, the terms of the
//! evaluation. A change that is not meant to change the search leaves it as it is. After one that is, the test prints the new
//! lines of `signature.txt`:
//!
//!     cargo test -p chess-search --test it signature

use chess_board::Position;
use chess_movegen::GameState;
use chess_search::engine::{Engine, Limits, Signals, Wdl};
use chess_search::evaluate::evaluate;
use chess_testkit::SAME_POSITIONS;
use chess_types::PieceType;

use crate::engine::says;

const SIGNATURE: &str = include_str!("signature.txt");

/// The hash of the evaluations of all [`SAME_POSITIONS`], in order.
const EVALUATION: u64 = 6_391_408_935_582_009_491;

/// Small, so that entries of the table are replaced.
const TABLE_BYTES: usize = 1 << 16;

/// Searches the position of a line again, and returns the line with what was found: depth or, with the letter n, a limit of nodes;
/// number of lines, nodes, probes of the table that found an entry, deepest ply, score, moves of the last line, and the position.
fn searched(engine: &mut Engine, line: &str) -> String {
    let fields: Vec<&str> = line.splitn(8, ' ').collect();
    let [limit, lines, .., fen] = fields[..] else { panic!("{line}") };
    let position: Position = fen.parse().expect(line);
    let limits = match limit.strip_prefix('n') {
        Some(nodes) => Limits { nodes: nodes.parse().ok(), ..Limits::default() },
        None => Limits { depth: limit.parse().ok(), ..Limits::default() },
    };
    engine.new_game();
    engine.set_lines(lines.parse().expect(line));
    let game = GameState::new(position);
    if limits.nodes.is_some() {
        // The second search shows what the first one, which is broken off, has left in the table.
        engine.search(&game, &limits, &Signals::new(), |_| ());
    }
    let mut deepest = 0;
    let finding = engine.search(&game, &limits, &Signals::new(), |report| deepest = report.selective_depth);
    let (nodes, hits) = (finding.nodes, finding.hits);
    let last = finding.lines.last().expect(line);
    let moves: Vec<String> = last.line.iter().map(ToString::to_string).collect();
    format!("{limit} {lines} {nodes} {hits} {deepest} {} {} {fen}", last.score, moves.join(","))
}

#[test]
fn the_signature_of_the_search_is_that_of_this_version() {
    let mut engine = Engine::new(TABLE_BYTES).unwrap();
    let lines: Vec<String> = SIGNATURE.lines().map(|line| searched(&mut engine, line)).collect();
    let expected: Vec<&str> = SIGNATURE.lines().collect();
    assert!(expected.len() > 40);
    assert!(
        lines == expected,
        "the search has changed; if it was meant to, signature.txt is now\n{}\n",
        lines.join("\n")
    );
}

/// The result that the material tells. Not all positions have one.
fn by_material(position: &Position) -> Option<Wdl> {
    let of = |color| -> i32 {
        let values = PieceType::ALL.into_iter().zip([1, 3, 3, 5, 9, 0]);
        values.map(|(piece_type, value)| value * position.pieces(color, piece_type).count() as i32).sum()
    };
    let us = position.side_to_move();
    let wdl = match of(us) - of(!us) {
        3.. => Wdl::Win,
        1..=2 => Wdl::CursedWin,
        0 => Wdl::Draw,
        -2..=-1 => Wdl::BlessedLoss,
        _ => Wdl::Loss,
    };
    (position.key() % 8 != 0).then_some(wdl)
}

/// Position, depth, probe depth, fifty-move rule; nodes, hits, answers of tables and score.
type WithTables = (&'static str, u8, u8, bool, [u64; 3], i32);

const WITH_TABLES: [WithTables; 8] = [
    ("8/8/1k6/8/1pP5/8/1P1K4/8 w - - 0 1", 8, 1, true, [2423, 936, 10], 185),
    ("8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", 7, 3, true, [2672, 834, 24], 1365),
    ("8/5k2/8/3p4/4P3/8/2R2K2/8 w - - 0 1", 7, 1, false, [2557, 957, 257], 19_997),
    ("8/2k5/2p5/8/3N4/1P6/4n3/3K4 b - - 3 40", 7, 1, true, [893, 272, 10], 374),
    ("8/1kr5/8/1p6/8/3R4/1P3K2/8 w - - 0 1", 7, 2, false, [13367, 2898, 16], -27),
    ("8/8/3k4/8/8/8/4Q2p/3K4 w - - 0 1", 6, 1, true, [5879, 1777, 61], 20_000),
    ("6k1/1r6/8/8/8/8/1B3PK1/8 b - - 12 60", 8, 4, true, [882, 471, 24], 19_999),
    ("8/8/4k3/3p4/8/4K3/4P3/6B1 w - - 0 1", 9, 1, true, [1888, 808, 67], 19_993),
];

#[test]
fn the_signature_with_tables_is_that_of_this_version() {
    let mut engine = Engine::new(TABLE_BYTES).unwrap();
    engine.set_endgame_tables(Some(says(4, by_material)));
    let found = WITH_TABLES.map(|(fen, depth, probe_depth, fifty_move_rule, ..)| {
        engine.new_game();
        engine.set_probe_depth(probe_depth);
        engine.set_fifty_move_rule(fifty_move_rule);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let finding = engine.search(&GameState::new(fen.parse().unwrap()), &limits, &Signals::new(), |_| ());
        let counts = [finding.nodes, finding.hits, finding.tb_hits];
        (fen, depth, probe_depth, fifty_move_rule, counts, finding.score)
    });
    assert_eq!(
        found, WITH_TABLES,
        "the search has changed; if it was meant to, the left list is the new one"
    );
}

#[test]
fn the_signature_of_the_evaluation_is_that_of_this_version() {
    let mix = |hash: u64, value: i32| {
        (hash ^ u64::from(value as u32)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    };
    let signature = SAME_POSITIONS.iter().map(evaluate).fold(0, mix);
    assert_eq!(
        signature, EVALUATION,
        "the evaluation has changed; if it was meant to, the left number is the new one"
    );
}
