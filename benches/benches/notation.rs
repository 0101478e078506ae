//! Notation beside the peers: FEN, SAN and UCI on positions of games, and PGN with its moves replayed.
//!
//! `CHESS_BENCH_PGN` names the file of games; without it there are random ones.

mod common;

use std::hint::black_box;

use chess_benches::notation::{Case, Notation, Replay, Texts, cases, pgn};
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
    let texts = |field: fn(&Case) -> &str| cases.iter().map(field).collect::<Texts>();
    let (fens, sans, ucis) = (texts(|case| &case.fen), texts(|case| &case.san), texts(|case| &case.uci));
    let positions: Vec<_> = fens.iter().map(<P as Notation>::read_fen).collect();
    let moves: Vec<_> =
        positions.iter().zip(ucis.iter()).map(|(position, uci)| P::read_uci(position, uci)).collect();
    let count = cases.len() as u64;
    let mut text = String::with_capacity(1 << 20);

    group(c, "notation/fen-write", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            text.clear();
            for position in &positions {
                P::write_fen(black_box(position), &mut text);
            }
            assert_eq!(text, fens.joined());
        });
    });
    group(c, "notation/fen-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for fen in fens.iter() {
                black_box(<P as Notation>::read_fen(black_box(fen)));
            }
        });
    });
    group(c, "notation/san-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for ((position, san), mv) in positions.iter().zip(sans.iter()).zip(&moves) {
                assert!(P::read_san(black_box(position), san) == *mv);
            }
        });
    });
    group(c, "notation/san-write", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            text.clear();
            for (position, mv) in positions.iter().zip(&moves) {
                P::write_san(black_box(position), *mv, &mut text);
            }
            assert_eq!(text, sans.joined());
        });
    });
    group(c, "notation/uci-read", count).bench_function(P::NAME, |b| {
        b.iter(|| {
            for ((position, uci), mv) in positions.iter().zip(ucis.iter()).zip(&moves) {
                assert!(P::read_uci(black_box(position), uci) == *mv);
            }
        });
    });
}

fn replay<P: Replay + Program>(c: &mut Criterion, pgn: &[u8], expected: usize) {
    let mut group = c.benchmark_group("notation/pgn-replay");
    group.throughput(Throughput::Bytes(pgn.len() as u64));
    group.bench_function(P::NAME, |b| b.iter(|| assert_eq!(P::replay(black_box(pgn)), expected)));
}
