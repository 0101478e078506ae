//! Training files.

mod edges;
mod faults;
mod filtered;
mod naive;
mod pgn;
mod round_trips;
mod samples;
mod words;

use std::iter;

use chess_board::Position;
use chess_data::training::{Format, ReadError, Reader, Record, Writer};
use chess_movegen::legal_moves;
use chess_notation::pgn::GameResult;
use chess_testkit::{Random, chess960, double_chess960};
use chess_types::Color;

/// All records of a file without faults.
fn read(format: Format, bytes: &[u8]) -> Vec<Record> {
    Reader::new(format, bytes).collect::<Result<_, _>>().unwrap()
}

/// The records of a file, and its faults.
fn read_all(format: Format, bytes: &[u8]) -> (Vec<Record>, Vec<ReadError>) {
    let (mut records, mut faults) = (Vec::new(), Vec::new());
    for record in Reader::new(format, bytes) {
        match record {
            Ok(record) => records.push(record),
            Err(fault) => faults.push(fault),
        }
        assert!(faults.len() <= bytes.len(), "{format} never ends");
    }
    (records, faults)
}

/// The file with these records.
fn write<'a>(format: Format, records: impl IntoIterator<Item = &'a Record>) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    records.into_iter().for_each(|record| writer.write(record).unwrap());
    writer.finish().unwrap()
}

/// Games of random moves and scores from chess, Chess960 and double Chess960.
fn games(count: usize, plies: usize, random: &mut Random) -> Vec<Record> {
    iter::repeat_with(|| game(plies, random)).take(count).flatten().collect()
}

fn game(plies: usize, random: &mut Random) -> Vec<Record> {
    let mut position = match random.below(3) {
        0 => Position::START,
        1 => chess960(random),
        _ => double_chess960(random),
    };
    // Games that do not begin with the first move.
    for _ in 0..random.below(40) {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        position.play(random.pick(&moves));
    }
    // A pawn that cannot be taken in passing is told by few formats.
    if position.passed_square() != position.ep_square() {
        position = Position::START;
    }
    let result = random.pick(&GameResult::ALL[..3]);
    let mut records = Vec::new();
    for _ in 0..=random.below(plies) {
        let moves = legal_moves(&position);
        if moves.is_empty() {
            break;
        }
        let mv = random.pick(&moves);
        records.push(Record {
            position,
            mv: Some(mv),
            score: Some(score(position.side_to_move(), random)),
            result,
            ply: position.ply(),
            starts_game: records.is_empty(),
        });
        position.play(mv);
    }
    records
}

/// A score that all formats hold: small ones are frequent, and the ends of the range occur.
fn score(side_to_move: Color, random: &mut Random) -> i32 {
    let score = match random.below(8) {
        0 => i32::from(random.word() as i16).max(-i32::from(i16::MAX)),
        1 => i32::from(i16::MAX),
        _ => random.below(400) as i32 - 200,
    };
    if side_to_move == Color::White { score } else { -score }
}
