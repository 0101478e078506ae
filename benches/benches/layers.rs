//! Every layer of this workspace, from the move word to perft.

mod common;
mod program;

use std::hint::black_box;

use chess_benches::position::{CHILD_MOVES, CHILD_PIECES, CHILD_REPLIES};
use chess_benches::slider::{checksum, expected_checksum, lookups};
use chess_benches::{Ours, Program};
use chess_movegen::machine::Backend;
use chess_movegen::{Position, Setup, UnMoveOptions, each_unmove, is_legal};
use chess_movegen_perft::{PerftMode, perft_on};
use chess_notation::{PackedPosition, polyglot};
use chess_slider::{Pext, Slider, TABLE_LEN};
use chess_types::{Bitboard, Color, Move, Piece, PieceType, SplitMix64, Square};

use crate::common::{Criterion, group};

fn main() {
    let mut criterion = common::criterion();
    move_words(&mut criterion);
    slider_walk(&mut criterion);
    slider_fill(&mut criterion);
    program::bench::<Ours>(&mut criterion);
    backends(&mut criterion);
    unmake(&mut criterion);
    changes(&mut criterion);
    perft_copy(&mut criterion);
    legality(&mut criterion);
    unmoves(&mut criterion);
    polyglot_keys(&mut criterion);
    packed_positions(&mut criterion);
    criterion.final_summary();
}

/// Decodes all words of 16 bits: two of the sixteen flag codes are no moves, six are captures.
fn move_words(c: &mut Criterion) {
    group(c, "types/move", 1 << 16).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            let moves = (0..=u16::MAX).filter_map(|word| Move::from_raw(black_box(word)));
            let counted = moves.fold((0, 0), |(moves, captures), mv| {
                (moves + 1, captures + u32::from(black_box(mv).is_capture()))
            });
            assert_eq!(counted, (14 << 12, 6 << 12));
        });
    });
}

/// The attacks without tables, which build scripts and tests use.
fn slider_walk(c: &mut Criterion) {
    let lookups = lookups();
    let expected = checksum(&lookups, Ours::rook_attacks);
    group(c, "slider/walk", lookups.len() as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| assert_eq!(expected_checksum(black_box(&lookups), Slider::Rook), expected));
    });
}

/// The work of the build script of `chess-magic`, optimised.
fn slider_fill(c: &mut Criterion) {
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    let mut group = group(c, "slider/fill", TABLE_LEN as u64);
    group.sample_size(10).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            table.fill(Bitboard::EMPTY);
            for slider in Slider::ALL {
                for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
                    assert_eq!(pext.fill(slider, square, &mut table), Ok(()));
                }
            }
            assert!(black_box(&table).iter().all(|attacks| !attacks.is_empty()));
        });
    });
}

/// Each backend there is on this processor: the lists of `generate/list`, and the replies counted to all moves in them,
/// which is what perft counts leaves with.
fn backends(c: &mut Criterion) {
    let children = Ours::children();
    let mut bench = |name, mode, depth, leaves: usize| {
        let mut group = group(c, name, leaves as u64);
        for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
            group.bench_function(backend.name(), |b| {
                b.iter(|| {
                    let counted =
                        black_box(&children).iter().map(|child| perft_on(child, depth, mode, backend));
                    assert_eq!(counted.sum::<u64>(), leaves as u64);
                });
            });
        }
    };
    bench("backend/list", PerftMode::List, 1, CHILD_MOVES);
    bench("backend/replies", PerftMode::Count, 2, CHILD_REPLIES);
}

/// The moves of `make/copy`, made and unmade in place.
fn unmake(c: &mut Criterion) {
    let mut games: Vec<_> = Ours::children().into_iter().map(|child| (Ours::moves(&child), child)).collect();
    let before = games.clone();
    group(c, "make/unmake", CHILD_MOVES as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            let mut pieces = 0;
            for (moves, position) in black_box(&mut games) {
                for &mv in moves.iter() {
                    let undo = position.make(mv);
                    pieces += u64::from(black_box(&*position).occupied().count());
                    position.unmake(undo);
                }
            }
            assert_eq!(pieces, CHILD_PIECES);
        });
    });
    assert_eq!(games, before);
}

/// The pieces that each of the moves of `make/unmake` takes off the board and puts on it: all of them read, none made.
fn changes(c: &mut Criterion) {
    let games: Vec<_> = Ours::children().into_iter().map(|child| (Ours::moves(&child), child)).collect();
    let sum_of = |pieces: &[(Piece, Square)]| -> u64 {
        pieces.iter().map(|&(piece, square)| 64 * piece as u64 + square as u64).sum()
    };
    // The slow twin: what the board has lost and won.
    let board_sum = |position: &Position| -> u64 {
        let pieces = Square::ALL.into_iter().filter_map(|square| Some((position.piece_at(square)?, square)));
        pieces.map(|(piece, square)| 64 * piece as u64 + square as u64).sum()
    };
    let expected = games.iter().fold(0_u64, |sum, (moves, position)| {
        moves.iter().fold(sum, |sum, &mv| {
            sum.wrapping_add(board_sum(&position.after(mv))).wrapping_sub(board_sum(position))
        })
    });
    group(c, "make/changes", CHILD_MOVES as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            let mut sum = 0_u64;
            for (moves, position) in black_box(&games) {
                for &mv in moves {
                    let changes = position.changes(mv);
                    sum = sum.wrapping_add(sum_of(changes.added())).wrapping_sub(sum_of(changes.removed()));
                }
            }
            assert_eq!(sum, expected);
        });
    });
}

/// The leaves of `perft/make`, each made on a copy.
fn perft_copy(c: &mut Criterion) {
    program::perft_bench::<Ours>(c, "perft/copy", Ours::perft_copy);
}

/// The test of a move that comes from elsewhere: every legal move in its position, and after it in the next, where
/// it is somebody else's.
fn legality(c: &mut Criterion) {
    let games: Vec<_> = Ours::children().into_iter().map(|child| (Ours::moves(&child), child)).collect();
    group(c, "generate/is_legal", 2 * CHILD_MOVES as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            let legal =
                black_box(&games).iter().zip(black_box(&games).iter().cycle().skip(1)).map(|(game, next)| {
                    let (moves, position) = game;
                    let here = moves.iter().filter(|&&mv| is_legal(position, mv)).count();
                    let there = moves.iter().filter(|&&mv| is_legal(&next.1, mv)).count();
                    (here, there)
                });
            let (here, _) = legal.fold((0, 0), |sum, (here, there)| (sum.0 + here, sum.1 + black_box(there)));
            assert_eq!(here, CHILD_MOVES);
        });
    });
}

/// The un-moves that a solver of endings asks for, quiet ones without promotions, and the keys of the positions before
/// them: in endings of four pieces, and in the positions of `make/unmake`, where all un-moves are listed as well.
fn unmoves(c: &mut Criterion) {
    let quiet = UnMoveOptions::SAME_KEY.captured(&[]).without_unpromotions().castling(None);
    let mut bench = |name, positions: &[Position], options| {
        let listed: usize =
            positions.iter().map(|position| chess_movegen::unmoves(position, options).len()).sum();
        // The slow twin takes no key over from the position after the move.
        let keys = positions.iter().fold(0_u64, |sum, position| {
            let list = chess_movegen::unmoves(position, options);
            let before = list.iter().map(|unmove| unmove.before(position).with_keys_from_scratch().key());
            before.fold(sum, u64::wrapping_add)
        });
        let mut group = group(c, name, listed as u64);
        group.bench_function("list", |b| {
            b.iter(|| {
                let mut count = 0;
                for position in black_box(positions) {
                    each_unmove(position, options, |unmove| {
                        black_box(unmove);
                        count += 1;
                    });
                }
                assert_eq!(count, listed);
            });
        });
        group.bench_function("before", |b| {
            b.iter(|| {
                let mut sum = 0_u64;
                for position in black_box(positions) {
                    each_unmove(position, options, |unmove| {
                        sum = sum.wrapping_add(unmove.before(position).key());
                    });
                }
                assert_eq!(sum, keys);
            });
        });
    };
    bench("unmoves/ending", &endings(), quiet);
    bench("unmoves/quiet", &Ours::children(), quiet);
    bench("unmoves/all", &Ours::children(), UnMoveOptions::SAME_KEY);
}

/// A thousand positions of king and two pieces against king and of king and piece against king and piece.
fn endings() -> Vec<Position> {
    let mut random = SplitMix64::new(4);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    let mut positions = Vec::new();
    while positions.len() < 1000 {
        let mut setup = Setup { side_to_move: Color::ALL[below(2)], ..Setup::EMPTY };
        setup.board.put(Piece::WhiteKing, Square::ALL[below(64)]);
        setup.board.put(Piece::BlackKing, Square::ALL[below(64)]);
        for color in [Color::White, Color::ALL[below(2)]] {
            let piece_type = PieceType::ALL[below(5)];
            setup.board.put(Piece::new(color, piece_type), Square::ALL[below(64)]);
        }
        if setup.board.occupied().count() == 4 {
            positions.extend(Position::from_setup(&setup));
        }
    }
    positions
}

/// The keys of Polyglot's books, from scratch.
fn polyglot_keys(c: &mut Criterion) {
    let children = Ours::children();
    let keys: Vec<_> = children.iter().map(polyglot::key).collect();
    group(c, "polyglot/key", children.len() as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| assert!(black_box(&children).iter().map(polyglot::key).eq(keys.iter().copied())));
    });
}

/// Positions in 32 bytes each, and back with all that they say checked.
fn packed_positions(c: &mut Criterion) {
    let children = Ours::children();
    let packed: Vec<_> = children.iter().map(PackedPosition::new).collect();
    group(c, "packed/pack", children.len() as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| assert!(black_box(&children).iter().map(PackedPosition::new).eq(packed.iter().copied())));
    });
    group(c, "packed/unpack", children.len() as u64).bench_function(Ours::NAME, |b| {
        b.iter(|| {
            let unpacked = black_box(&packed).iter().map(PackedPosition::unpack);
            assert!(unpacked.zip(&children).all(|(unpacked, child)| unpacked.as_ref() == Ok(child)));
        });
    });
}
