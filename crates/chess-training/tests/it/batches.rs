//! Batches for training: what is in them, and that their order depends on nothing but the inputs and the options.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::slice;

use chess_board::Position;
use chess_data::input::Input;
use chess_notation::PackedPosition;
use chess_notation::pgn::GameResult;
use chess_testkit::Random;
use chess_training::FeatureSet;
use chess_training::batches::{Batch, BatchError, Batches, Contents, Options, WIDTH};
use chess_training::{Format, Record};
use chess_types::{Color, Move};

use crate::faults::Broken;
use crate::round_trips::{positions_of_surplus_material, records_of_stockfish};
use crate::{beside, games, read, write};

const INPUTS: Contents = Contents::Inputs { set: FeatureSet::HALFKA_HM, padding: -1 };

fn options(contents: &Contents, seed: Option<u64>) -> Options {
    Options { contents: *contents, seed, batch_size: 1000, pool: 4000, ..Options::default() }
}

fn batches(inputs: &[Input], options: &Options) -> Vec<Batch> {
    Batches::new(inputs, options.clone()).unwrap().collect::<Result<_, _>>().unwrap()
}

/// Files of all formats that hold records of their own, whose scores number them.
fn files() -> (Vec<Input>, usize) {
    let (mut random, mut count, mut inputs) = (Random::new(53), 0, Vec::new());
    for (index, format) in Format::ALL.into_iter().cycle().take(9).enumerate() {
        let mut records = games(90, 60, &mut random);
        for record in &mut records {
            record.score = Some(count as i32 - 15_000);
            count += 1;
        }
        inputs.push(Input::bytes(format!("{index}{}", format.ending()), write(format, &records)));
    }
    (inputs, count)
}

fn scores(batches: &[Batch]) -> Vec<i32> {
    batches.iter().flat_map(|batch| batch.score.iter().copied()).collect()
}

fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values
}

#[test]
fn the_order_depends_on_the_seed_and_continues_from_offset() {
    let (inputs, count) = files();
    let whole = batches(&inputs, &options(&Contents::Positions, None));
    assert!(whole.len() > 9 && whole.iter().rev().skip(1).all(|batch| batch.score.len() == 1000));
    // White's scores; those of bullet, whose side to move is White, are in order up to their sign.
    assert_eq!(scores(&whole).iter().map(|score| score.abs()).min(), Some(0));
    assert_eq!(scores(&whole).len(), count);
    for (contents, seed) in [(INPUTS, Some(1)), (Contents::Planes, Some(2)), (Contents::Positions, None)] {
        let options = options(&contents, seed);
        let one = batches(&inputs, &options);
        assert_eq!(scores(&one).len(), count, "every row once");
        for threads in [1, 2, 7] {
            assert!(batches(&inputs, &Options { threads, ..options.clone() }) == one, "{threads} threads");
            for offset in [1, one.len() / 2, one.len(), one.len() + 3] {
                let rest = batches(&inputs, &Options { threads, offset: offset as u64, ..options.clone() });
                assert!(rest == one[offset.min(one.len())..], "{threads} threads, from {offset} on");
            }
        }
        let other = batches(&inputs, &Options { seed: seed.map(|seed| seed + 9), ..options.clone() });
        assert_eq!(scores(&other) == scores(&one), seed.is_none());
    }
}

#[test]
fn every_row_goes_to_one_worker_and_none_is_lost() {
    let (mut inputs, _) = files();
    // A stream that cannot be cut is shared row by row.
    let game = inputs.iter().position(|input| input.name().ends_with("5.pgn")).unwrap();
    for inputs in [&inputs.clone()[..], &inputs.split_off(game)[..1]] {
        let options = Options { pool: 1, ..options(&INPUTS, Some(3)) };
        let key = |batch: Batch| {
            let rows = batch.mover.chunks(WIDTH).map(<[i32]>::to_vec);
            rows.zip(batch.score).zip(batch.ply).collect::<Vec<_>>()
        };
        let all = sorted(batches(inputs, &options).into_iter().flat_map(key).collect());
        for workers in [2, 3, 5] {
            let share = |worker| batches(inputs, &Options { worker: (worker, workers), ..options.clone() });
            let shares: Vec<Vec<_>> =
                (0..workers).map(|worker| share(worker).into_iter().flat_map(key).collect()).collect();
            assert!(shares.iter().filter(|share| share.is_empty()).count() <= workers / 2, "{workers}");
            assert!(sorted(shares.concat()) == all, "{workers}");
        }
    }
}

/// Inputs that are read whole go to one worker each if there are enough.
#[test]
fn workers_share_no_game_of_as_many_inputs() {
    let game = |eval: &str| format!("1. e4 {{[%eval {eval}]}} e5 {{[%eval {eval}]}} 1-0\n").repeat(500);
    let inputs = ["0.01", "0.02"].map(|eval| Input::bytes(format!("{eval}.pgn"), game(eval).into_bytes()));
    let share = |worker| {
        let found =
            batches(&inputs, &Options { worker: (worker, 2), ..options(&Contents::Positions, Some(3)) });
        let mut scores = sorted(scores(&found));
        scores.dedup();
        scores
    };
    assert_eq!(sorted(vec![share(0), share(1)]), [[1], [2]]);
}

/// It has no places that are those of its contents.
#[test]
fn a_compressed_file_is_read_whole() {
    // Blocks that are stored as they are.
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n".repeat(8000);
    let mut bytes = b"\x28\xB5\x2F\xFD\x00\x50".to_vec();
    for block in text.as_bytes().chunks(1 << 16) {
        bytes.extend(&((block.len() as u32) << 3).to_le_bytes()[..3]);
        bytes.extend(block);
    }
    bytes.extend([1, 0, 0]);
    for seed in [None, Some(1)] {
        let found = batches(&[Input::bytes("a.plain.zst", &bytes)], &options(&INPUTS, seed));
        assert_eq!(scores(&found), vec![31; 8000]);
    }
}

#[test]
fn rows_are_mixed_across_the_pool() {
    let line = |i| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | {} | 0.5", i - 10_000);
    let lines = (0..20_000).map(line).collect::<Vec<_>>().join("\n");
    let inputs = [Input::bytes("a.plain", lines)];
    let found = scores(&batches(&inputs, &Options { pool: 1 << 16, ..options(&INPUTS, Some(1)) }));
    assert_eq!(sorted(found.clone()), (-10_000..10_000).collect::<Vec<_>>());
    // Each fifth of the order has about a fifth of each fifth of the lines: 800, give or take 6 times 22.
    for fifth in found.chunks(4000) {
        for start in (-10_000..10_000).step_by(4000) {
            let there = fifth.iter().filter(|score| (start..start + 4000).contains(*score)).count();
            assert!((668..=932).contains(&there), "{there} from {start} on");
        }
    }
    let neighbours = found.windows(2).filter(|pair| (pair[0] - pair[1]).abs() == 1).count();
    assert!(neighbours < 12, "{neighbours}");
}

/// What a batch holds for a record, computed slowly.
fn expected(record: &Record, set: &FeatureSet) -> (Vec<i32>, Vec<i32>, Vec<usize>, i32, i8) {
    let (position, us) = (&record.position, record.position.side_to_move());
    let view = |side: Color| {
        let view = set.view(side, position.king(side));
        sorted(view.indices(position).map(|index| index as i32).collect())
    };
    let sign = if us == Color::White { 1 } else { -1 };
    let result = match record.result.winner() {
        None => 0,
        Some(winner) => {
            if winner == us {
                1
            } else {
                -1
            }
        }
    };
    let planes = position.board().placements().map(|(piece, square)| {
        let plane = piece.piece_type().index() + if piece.color() == us { 0 } else { 6 };
        64 * plane + square.relative_to(us).index()
    });
    (view(us), view(!us), sorted(planes.collect()), sign * record.score.unwrap(), result)
}

#[test]
fn rows_are_the_records_as_the_mover_sees_them() {
    let records = games(60, 80, &mut Random::new(8));
    for format in [Format::Binpack, Format::Marlin, Format::Bullet, Format::Viri, Format::Plain] {
        let bytes = write(format, &records);
        let records = read(format, &bytes);
        let inputs = [Input::bytes("games", bytes)];
        for set in [FeatureSet::CHESS768, FeatureSet::HALFKA_HM, FeatureSet::buckets(&[3; 64], true)] {
            let contents = Contents::Inputs { set, padding: set.inputs() as i32 };
            let all = Options { format: Some(format), batch_size: records.len(), ..options(&contents, None) };
            let [batch] = &batches(&inputs, &all)[..] else { panic!() };
            let [planes] = &batches(&inputs, &Options { contents: Contents::Planes, ..all.clone() })[..]
            else {
                panic!()
            };
            assert_eq!((batch.score.len(), planes.planes.len()), (records.len(), 768 * records.len()));
            for (row, record) in records.iter().enumerate() {
                let (mover, other, set_planes, score, result) = expected(record, &set);
                let count = usize::from(batch.count[row]);
                for (found, expected) in [(&batch.mover, mover), (&batch.other, other)] {
                    let found = &found[row * WIDTH..][..WIDTH];
                    assert_eq!(sorted(found[..count].to_vec()), expected, "{}", record.position);
                    assert!(found[count..].iter().all(|&index| index == set.inputs() as i32));
                }
                let planes = &planes.planes[768 * row..][..768];
                assert_eq!((0..768).filter(|&at| planes[at] == 1).collect::<Vec<_>>(), set_planes);
                assert_eq!(
                    (batch.score[row], batch.result[row], batch.ply[row]),
                    (score, result, record.ply as i32)
                );
            }
        }
        let all = Options { format: Some(format), ..options(&Contents::Positions, None) };
        let found = batches(&inputs, &all);
        let positions = found.iter().flat_map(|batch| batch.positions.chunks(32));
        for (found, record) in positions.zip(&records) {
            assert_eq!(found, PackedPosition::new(&record.position).to_bytes());
        }
        let moves: Vec<u16> = found.into_iter().flat_map(|batch| batch.moves).collect();
        assert_eq!(moves, records.iter().map(|record| record.mv.map_or(0, Move::raw)).collect::<Vec<_>>());
    }
}

#[test]
fn rows_have_more_material_than_a_game_can_reach() {
    let records = positions_of_surplus_material();
    for format in Format::ALL {
        let input = Input::bytes(format!("a{}", format.ending()), write(format, &records));
        for contents in [Contents::Positions, Contents::Planes, INPUTS] {
            let batches = batches(slice::from_ref(&input), &options(&contents, None));
            let rows: usize = batches.iter().map(|batch| batch.score.len()).sum();
            assert_eq!(rows, records.len(), "{format}");
        }
    }
}

#[test]
fn filters_and_random_shares_keep_what_they_say() {
    let records = games(200, 80, &mut Random::new(9));
    let inputs = [Input::bytes("a.binpack", write(Format::Binpack, &records))];
    let count = |options: Options| scores(&batches(&inputs, &options)).len();
    let base = options(&INPUTS, Some(1));
    let with = |filter: &str| Options { filter: filter.parse().unwrap(), ..base.clone() };
    let of =
        |keep: fn(&Record, &Position) -> bool| records.iter().filter(|it| keep(it, &it.position)).count();
    assert_eq!(
        count(with("not capture and not check")),
        of(|it, at| !it.mv.unwrap().is_capture() && !at.is_in_check())
    );
    assert_eq!(
        count(with("ply >= 16 and result = 1")),
        of(|it, at| it.ply >= 16 && it.result == GameResult::win(at.side_to_move()))
    );
    let seen = |it: &Record| {
        if it.position.side_to_move() == Color::White { it.score } else { it.score.map(|score| -score) }
    };
    assert_eq!(
        scores(&batches(&inputs, &with("score > 20"))).iter().min(),
        records.iter().filter_map(seen).filter(|&it| it > 20).min().as_ref()
    );
    // A third, give or take more than 6 deviations.
    let (all, third) = (records.len(), count(Options { skip: 2, ..base.clone() }));
    assert!(all > 5000 && third.abs_diff(all / 3) < all / 20, "{third} of {all}");
    let mut weights = [0.0; 33];
    (weights[32], weights[31]) = (2.0, 1.0);
    let kept = batches(&inputs, &Options { piece_weights: Some(weights), ..base.clone() });
    let mut counts = BTreeMap::new();
    kept.iter().flat_map(|batch| &batch.count).for_each(|&count| *counts.entry(count).or_insert(0) += 1);
    let there = |pieces: u32| records.iter().filter(|it| it.position.occupied().count() == pieces).count();
    assert_eq!((counts.len(), counts[&32]), (2, there(32)));
    assert!(
        (counts[&31] * 3 / there(31)..=counts[&31] * 3 / there(31)).all(|thirds| thirds == 1),
        "{counts:?}"
    );
}

#[test]
fn errors_name_the_input_its_format_and_the_place() {
    let error = |name: &str, bytes: &[u8], options: &Options| {
        let found = Batches::new(&[Input::bytes(name, bytes)], options.clone())
            .and_then(Iterator::collect::<Result<Vec<_>, _>>);
        found.unwrap_err().to_string()
    };
    let base = options(&INPUTS, Some(1));
    for (name, filter, expected) in [
        ("a.bf", "not capture", "a.bf: the filter names `capture`, which records of bullet do not have"),
        ("a.bf", "ply >= 16", "a.bf: the filter names `ply`, which records of bullet do not have"),
        ("a.bf", "side = white", "a.bf: the filter names `side`, which records of bullet do not have"),
        ("a.plain.zst", "quiet", "a.plain.zst: the filter names `quiet`, which records of plain do not have"),
        (
            "a.bin",
            "",
            "a.bin: the extension names no format; expected viri, marlin, bullet, binpack, plain or pgn",
        ),
    ] {
        assert_eq!(error(name, b"", &Options { filter: filter.parse().unwrap(), ..base.clone() }), expected);
    }
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n";
    let text = line.repeat(4000) + "x\n" + line;
    assert_eq!(
        error("a.plain", text.as_bytes(), &base),
        format!("a.plain: byte {}: expected FEN | score | result", 4000 * line.len())
    );
    assert_eq!(
        error("a.plain", &text.as_bytes()[3999 * line.len()..], &base),
        format!("a.plain: line 2, byte {}: expected FEN | score | result", line.len())
    );
    let lenient = Options { is_lenient: true, ..base.clone() };
    assert_eq!(scores(&batches(&[Input::bytes("a.plain", &text)], &lenient)).len(), 4001);
    assert_eq!(error("a.pgn", b"1. e4 e5 1-0", &lenient), "a.pgn: no position has a score and a result");
    // A source that fails is no broken record.
    let failing = Input::reader("a.plain", io::Cursor::new(line.repeat(9)).chain(Broken));
    let failed = Batches::new(&[failing], lenient).unwrap().find_map(Result::err);
    assert_eq!(failed.unwrap().to_string(), "a.plain: no cable");
    // Nothing follows an error, though the next input has rows.
    let both = [Input::bytes("a.plain", b"x\n"), Input::bytes("b.plain", line.repeat(4000))];
    let mut broken = Batches::new(&both, options(&INPUTS, None)).unwrap();
    assert!(broken.next().unwrap().is_err() && broken.next().is_none() && broken.next().is_none());
    let error = Batches::new(&[Input::file("/no/such.plain")], base).unwrap().next().unwrap().unwrap_err();
    assert!(matches!(error, BatchError::Open(..)), "{error}");
}

#[test]
fn batches_that_are_dropped_stop_their_threads() {
    let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 31 | 1.0\n".repeat(100_000);
    for seed in [None, Some(1)] {
        let mut reading =
            Batches::new(&[Input::bytes("a.plain", &text)], Options { threads: 3, ..options(&INPUTS, seed) })
                .unwrap();
        assert_eq!(reading.next().unwrap().unwrap().count, [3; 1000]);
    }
}

#[test]
fn a_chunk_of_binpack_is_read_whole() {
    let Some(bytes) = beside("small.binpack") else { return };
    let inputs = [Input::bytes("small.binpack", [&bytes[..], &bytes[..]].concat())];
    let found = batches(&inputs, &Options { batch_size: 16_384, threads: 2, ..options(&INPUTS, Some(1)) });
    assert_eq!(scores(&found).len(), 2 * 434_921);
}

#[test]
fn files_of_records_are_cut_between_them_whatever_their_length() {
    let record = write(Format::Marlin, &games(1, 9, &mut Random::new(4))[..1]);
    let count = (5 << 20) / 32 + 77;
    let inputs = [Input::bytes("a.marlin", record.repeat(count))];
    let found =
        batches(&inputs, &Options { batch_size: 1 << 14, pool: 1 << 17, ..options(&INPUTS, Some(1)) });
    assert_eq!(scores(&found).len(), count);
}

/// A part that began inside a record would lack its first lines.
#[test]
fn files_of_stockfish_records_are_read_whole() {
    let mut records = games(90, 60, &mut Random::new(66));
    for (number, record) in records.iter_mut().enumerate() {
        record.score = Some(number as i32);
    }
    let text = records_of_stockfish(&records);
    assert!(text.len() > 3 << 16, "{} bytes are more than three parts", text.len());
    for text in [text.clone(), format!("\u{feff}{text}"), format!("\n \r\n{text}")] {
        for seed in [None, Some(1)] {
            let inputs = [Input::bytes("a.plain", &text)];
            let found = scores(&batches(&inputs, &options(&Contents::Positions, seed)));
            let numbers = found.iter().map(|score| score.abs()).collect();
            assert!(sorted(numbers) == (0..records.len() as i32).collect::<Vec<_>>(), "{}", found.len());
        }
    }
}
