use std::hint::black_box;

use chess_benches::position::{
    CHILD_MOVES, CHILD_PIECES, CHILD_REPLIES, checksum, expected_checksum, lookups,
};
use chess_benches::{Library, Ours};
use chess_movegen::machine::Backend;
use chess_movegen::{Position, Setup};
use chess_movegen_perft::{PerftMode, perft_on, perft_with};
use chess_notation::{PackedPosition, polyglot};
use chess_slider::Slider;
use chess_slider::internals::{Pext, TABLE_LEN};
use chess_testkit::{Random, from_scratch};
use chess_types::{Bitboard, Color, Move, Piece, PieceType, Square};
use chess_unmoves::{UnMoveOptions, each_unmove};

use crate::harness::Harness;
use crate::libraries;

/// No program is named where this workspace is alone.
const ALONE: &str = "";

/// The benches of this workspace alone.
pub(crate) fn bench(harness: &mut Harness) {
    types_and_sliders(harness);
    backends(harness);
    making(harness);
    unmoves(harness);
    libraries::perft::<Ours>(harness, "perft/copy/leaves", ALONE, |position, depth| {
        perft_with(position, depth, PerftMode::Copy)
    });
    let children = Ours::children();
    let keys: Vec<_> = children.iter().map(polyglot::key).collect();
    harness.bench("polyglot/key/positions", ALONE, children.len(), &true, || {
        black_box(&children).iter().map(polyglot::key).eq(keys.iter().copied())
    });
    // Positions packed in 32 bytes each, then unpacked and validated.
    let packed: Vec<_> = children.iter().map(PackedPosition::new).collect();
    harness.bench("packed/pack/positions", ALONE, children.len(), &true, || {
        black_box(&children).iter().map(PackedPosition::new).eq(packed.iter().copied())
    });
    harness.bench("packed/unpack/positions", ALONE, children.len(), &true, || {
        let mut unpacked = black_box(&packed).iter().map(PackedPosition::unpack).zip(&children);
        unpacked.all(|(unpacked, child)| unpacked.as_ref() == Ok(child))
    });
}

fn types_and_sliders(harness: &mut Harness) {
    // All words of 16 bits: two of the sixteen flag codes are no moves, six are captures.
    harness.bench("types/move/words", ALONE, 1 << 16, &(14 << 12, 6 << 12), || {
        let moves = (0..=u16::MAX).flat_map(|word| Move::from_raw(black_box(word)));
        moves.fold((0, 0), |(moves, captures), mv| {
            (moves + 1, captures + u32::from(black_box(mv).is_capture()))
        })
    });
    // The attacks without tables, which build scripts and tests use.
    let lookups = lookups();
    let expected = checksum(&lookups, Ours::rook_attacks);
    harness.bench("slider/walk/lookups", ALONE, lookups.len(), &expected, || {
        expected_checksum(black_box(&lookups), Slider::Rook)
    });
    // The work of the build script of `chess-magic`, optimised.
    let mut table = vec![Bitboard::EMPTY; TABLE_LEN];
    harness.bench("slider/fill/entries", ALONE, TABLE_LEN, &true, || {
        table.fill(Bitboard::EMPTY);
        for slider in Slider::ALL {
            for (square, pext) in Square::ALL.into_iter().zip(Pext::all(slider)) {
                assert_eq!(pext.fill(slider, square, &mut table), Ok(()));
            }
        }
        black_box(&table).iter().all(|attacks| !attacks.is_empty())
    });
}

/// Each backend of this processor: the lists of `generate/list/moves`, and the number of replies to all moves in them, with which
/// perft counts leaves.
fn backends(harness: &mut Harness) {
    let children = Ours::children();
    for backend in Backend::ALL.into_iter().filter(|backend| backend.is_available()) {
        let mut bench = |name, mode, depth, leaves: usize| {
            harness.bench(name, backend.name(), leaves, &(leaves as u64), || {
                black_box(&children).iter().map(|child| perft_on(child, depth, mode, backend)).sum()
            });
        };
        bench("backend/list/moves", PerftMode::List, 1, CHILD_MOVES);
        bench("backend/replies/moves", PerftMode::Count, 2, CHILD_REPLIES);
    }
}

/// The moves of `make/copy/moves`, made and unmade in place; and the changes of each move, without making it.
fn making(harness: &mut Harness) {
    let games = Ours::children().into_iter().map(|child| (Ours::list(&child).as_ref().to_vec(), child));
    let mut games: Vec<_> = games.collect();
    let before = games.clone();
    harness.bench("make/unmake/moves", ALONE, CHILD_MOVES, &CHILD_PIECES, || {
        let mut pieces = 0;
        for (moves, position) in black_box(&mut games) {
            for &mv in moves.iter() {
                let undo = position.make(mv);
                pieces += u64::from(black_box(&*position).occupied().count());
                position.unmake(undo);
            }
        }
        pieces
    });
    assert_eq!(games, before);

    let sum_of = |pieces: &[(Piece, Square)]| -> u64 {
        pieces.iter().map(|&(piece, square)| 64 * piece as u64 + square as u64).sum()
    };
    // The oracle: the difference of the boards.
    let board_sum = |position: &Position| {
        let pieces = Square::ALL.into_iter().filter_map(|square| Some((position.piece_at(square)?, square)));
        sum_of(&pieces.collect::<Vec<_>>())
    };
    let moves = games.iter().flat_map(|(moves, position)| moves.iter().map(move |&mv| (position, mv)));
    let expected = moves.fold(0_u64, |sum, (position, mv)| {
        sum.wrapping_add(board_sum(&position.after(mv))).wrapping_sub(board_sum(position))
    });
    harness.bench("make/changes/moves", ALONE, CHILD_MOVES, &expected, || {
        let mut sum = 0_u64;
        for (moves, position) in black_box(&games) {
            for &mv in moves {
                let changes = position.changes(mv);
                sum = sum.wrapping_add(sum_of(changes.added())).wrapping_sub(sum_of(changes.removed()));
            }
        }
        sum
    });
}

/// The un-moves that a solver of endings needs, quiet ones without promotions, and the keys of the positions before them: in
/// endings of four pieces, and in the positions of `make/unmake/moves`, where all un-moves are listed as well.
fn unmoves(harness: &mut Harness) {
    let quiet = UnMoveOptions::SAME_KEY.captured(&[]).without_unpromotions().castling(None);
    let mut bench = |name: &str, positions: &[Position], options| {
        let lists: Vec<_> =
            positions.iter().map(|position| chess_unmoves::unmoves(position, options)).collect();
        let listed = lists.iter().map(|list| list.len()).sum();
        harness.bench(&format!("unmoves/list-{name}/moves"), ALONE, listed, &listed, || {
            let mut count = 0;
            for position in black_box(positions) {
                each_unmove(position, options, |unmove| {
                    black_box(unmove);
                    count += 1;
                });
            }
            count
        });
        // The oracle takes no key over from the position after the move.
        let keys = positions.iter().zip(&lists).fold(0_u64, |sum, (position, list)| {
            let before = list.iter().map(|unmove| from_scratch(&unmove.before(position)).key());
            before.fold(sum, u64::wrapping_add)
        });
        harness.bench(&format!("unmoves/before-{name}/positions"), ALONE, listed, &keys, || {
            let mut sum = 0_u64;
            for position in black_box(positions) {
                each_unmove(position, options, |unmove| {
                    sum = sum.wrapping_add(unmove.before(position).key());
                });
            }
            sum
        });
    };
    bench("ending", &endings(), quiet);
    bench("quiet", &Ours::children(), quiet);
    bench("all", &Ours::children(), UnMoveOptions::SAME_KEY);
}

/// A thousand positions of king and two pieces against king and of king and piece against king and piece.
fn endings() -> Vec<Position> {
    let mut random = Random::new(4);
    let mut positions = Vec::new();
    while positions.len() < 1000 {
        let mut setup = Setup { side_to_move: random.pick(&Color::ALL), ..Setup::EMPTY };
        setup.board.put(Piece::WhiteKing, random.square());
        setup.board.put(Piece::BlackKing, random.square());
        for color in [Color::White, random.pick(&Color::ALL)] {
            let piece_type = random.pick(&PieceType::ALL[..5]);
            setup.board.put(Piece::new(color, piece_type), random.square());
        }
        if setup.board.occupied().count() == 4 {
            positions.extend(Position::from_setup(&setup));
        }
    }
    positions
}
