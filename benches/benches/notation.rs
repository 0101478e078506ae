//! Notation beside the peers: FEN, SAN and UCI on positions of games, and PGN with its moves replayed.
//!
//! `CHESS_BENCH_PGN` names the file of games; without it there are random ones.

mod common;

use std::hint::black_box;

use chess_benches::notation::{Case, Notation, Replay, cases, pgn};
use chess_benches::peers::{Cozy, Shakmaty};
use chess_benches::{Ours, Program};
use criterion::Throughput;

use crate::common::{Criterion, group};

fn main() {
    let mut criterion = common::criterion();
    let pgn = pgn();
    let cases = cases(&pgn);
    bench::<Ours>(&mut criterion, &cases);
    bench::<Shakmaty>(&mut criterion, &cases);
    bench::<Cozy>(&mut criterion, &cases);
    let moves = Ours::replay(&pgn);
    replay::<Ours>(&mut criterion, &pgn, moves);
    replay::<Shakmaty>(&mut criterion, &pgn, moves);
    criterion.final_summary();
}

fn bench<P: Notation + Program>(c: &mut Criterion, cases: &[Case]) {
    let positions: Vec<_> = cases.iter().map(|case| <P as Notation>::read_fen(&case.fen)).collect();
    let moves: Vec<_> =
        positions.iter().zip(cases).map(|(position, case)| P::read_uci(position, &case.uci)).collect();
    let expected =
        |field: fn(&Case) -> &String| cases.iter().map(field).map(String::as_str).collect::<String>();
    let count = cases.len() as u64;
    let mut text = String::with_capacity(1 << 20);

    let fens = expected(|case| &case.fen);
    group(c, "notation/fen-write", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            text.clear();
            for position in &positions {
                P::write_fen(black_box(position), &mut text);
            }
            assert_eq!(text, fens);
        });
    });
    group(c, "notation/fen-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for case in cases {
                black_box(<P as Notation>::read_fen(black_box(&case.fen)));
            }
        });
    });
    group(c, "notation/san-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for ((position, case), mv) in positions.iter().zip(cases).zip(&moves) {
                assert!(P::read_san(black_box(position), &case.san) == *mv);
            }
        });
    });
    let sans = expected(|case| &case.san);
    group(c, "notation/san-write", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            text.clear();
            for (position, mv) in positions.iter().zip(&moves) {
                P::write_san(black_box(position), *mv, &mut text);
            }
            assert_eq!(text, sans);
        });
    });
    group(c, "notation/uci-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for ((position, case), mv) in positions.iter().zip(cases).zip(&moves) {
                assert!(P::read_uci(black_box(position), &case.uci) == *mv);
            }
        });
    });
}

fn replay<P: Replay + Program>(c: &mut Criterion, pgn: &[u8], expected: usize) {
    let mut group = c.benchmark_group("notation/pgn-replay");
    group.throughput(Throughput::Bytes(pgn.len() as u64));
    group.bench_function(P::NAME, |b| b.iter(|| assert_eq!(P::replay(black_box(pgn)), expected)));
}
