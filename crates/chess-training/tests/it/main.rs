//! Training files, and those that other programs have written.

#[cfg(feature = "batches")]
mod batches;
mod edges;
mod faults;
mod pgn;
mod round_trips;

use std::path::Path;
use std::{fs, iter};

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_notation::pgn::GameResult;
use chess_testkit::{Random, chess960, double_chess960};
use chess_training::{Conversion, Format, ReadError, Reader, Record, Writer};
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
    let start = match random.below(3) {
        0 => Position::START,
        1 => chess960(random),
        _ => double_chess960(random),
    };
    // Games that do not begin with the first move.
    let before = random.below(40);
    let mut position = chess_testkit::game(start, before, 1, random).pop().unwrap();
    // Few formats hold a double push without a legal capture. A game has at least one move.
    if position.skipped_square() != position.ep_square() || !position.has_legal_move() {
        position = Position::START;
    }
    let result = random.pick(&GameResult::ALL[..3]);
    let mut records = Vec::new();
    for _ in 0..=random.below(plies) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = random.pick(&moves);
        records.push(Record {
            position,
            mv: Some(mv),
            score: Some(score(position.side_to_move(), random)),
            result,
            ply: records.len() as u32,
            starts_game: records.is_empty(),
        });
        position.play_unchecked(mv);
    }
    records
}

/// A game of at least so many moves.
fn long_game(least: usize, random: &mut Random) -> Vec<Record> {
    iter::repeat_with(|| game(40, random)).find(|records| records.len() >= least).unwrap()
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

/// The worked game of viriformat's README: 1. e4 (+10) e5 (+20) 2. Qh5 (-30) Ke7 (+32767) 3. Qxe5# (+32767), White wins.
///
/// Older versions of the README have the halves of each byte exchanged in its second line: `6124 5216 0000 0000 8888 8888 e9ac
/// da9e`.
const VIRI: &str = "ffff00000000ffff 1642256100000000 888888889ecaade9 400001000000020\
                    0 0c070a00 34091400 c309e2ff 3c0dff7f 2709ff7f 00000000";

/// A file of the tests of `binpack-rust`: after the first move, the pawn on c4 cannot be taken in passing, since Black is in
/// check.
const EN_PASSANT: &str =
    "42494e5026000000828290d208c04652483a40005110127 19b050000000000000a680191004400000002 1d18f508";

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits: Vec<u32> = hexadecimal.chars().filter_map(|c| c.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (16 * pair[0] + pair[1]) as u8).collect()
}

/// A file of `../shared/data`, if it is there.
fn beside(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/training");
    fs::read(folder.join(name)).ok()
}

fn uci(format: Format, bytes: &[u8]) -> String {
    let moves = read(format, bytes).into_iter().filter_map(|record| record.mv);
    moves.map(|mv| mv.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_worked_game_of_viriformat() {
    let bytes = bytes(VIRI);
    assert_eq!(bytes.len(), 56);
    let records = read(Format::Viri, &bytes);
    assert_eq!(uci(Format::Viri, &bytes), "e2e4 e7e5 d1h5 e8e7 h5e5");
    let scores: Vec<_> = records.iter().map(|record| record.score.unwrap()).collect();
    assert_eq!(scores, [10, 20, -30, 32767, 32767]);
    assert!(records.iter().all(|record| record.result == GameResult::WhiteWins));
    assert_eq!(records.iter().map(|record| record.starts_game).filter(|&it| it).count(), 1);
    assert_eq!(write(Format::Viri, &records), bytes);

    // With the halves exchanged, there are bishops on d1 and e8.
    let exchanged: Vec<_> =
        (0..56).map(|i| bytes[i].rotate_left(if (8..24).contains(&i) { 4 } else { 0 })).collect();
    let fault = Reader::new(Format::Viri, &exchanged[..]).find_map(Result::err).unwrap();
    assert_eq!(fault.to_string(), "byte 44: move 0x0d3c is not legal");
}

#[test]
fn an_illegal_en_passant_capture_is_no_target() {
    let bytes = bytes(EN_PASSANT);
    assert_eq!(bytes.len(), 46);
    let records = read(Format::Binpack, &bytes);
    assert_eq!(uci(Format::Binpack, &bytes), "c2c4 d4d3 g2b7");
    assert_eq!(records[0].position.to_string(), "1q5b/1r5k/4p2p/1b2P1pN/3p4/6PP/1nP3B1/1Q2B1K1 w - - 0 35");
    // 201 below zero for White, 254 above zero for Black, 220 below zero for White.
    let scores: Vec<_> = records.iter().map(|record| record.score.unwrap()).collect();
    assert_eq!(scores, [-201, -254, -220]);
    assert_eq!(write(Format::Binpack, &records), bytes);
}

#[test]
fn a_chunk_of_binpack_of_one_mebibyte() {
    let Some(bytes) = beside("small.binpack") else { return };
    let mut writer = Writer::new(Format::Binpack, Vec::new());
    let (mut records, mut chains, mut special, mut sure) = (0, 0, [0; 3], [0; 2]);
    for record in Reader::new(Format::Binpack, &bytes[..]) {
        let record = record.unwrap();
        records += 1;
        chains += u32::from(record.starts_game);
        if let Some(mv) = record.mv {
            let kinds = [mv.is_castle(), mv.is_en_passant(), mv.is_promotion()];
            (0..3).for_each(|i| special[i] += u32::from(kinds[i]));
        }
        let score = record.score.unwrap();
        if let Some(winner) = record.result.winner().filter(|_| score.abs() > 2000) {
            sure[usize::from(GameResult::win(winner) == GameResult::WhiteWins) ^ usize::from(score > 0)] += 1;
        }
        writer.write(&record).unwrap();
    }
    assert_eq!((records, chains, special), (434_921, 4304, [6230, 238, 1030]));
    // Scores have the right sign: the side with 2,000 more wins.
    assert_eq!(sure, [40_393, 3499]);
    assert!(writer.losses().is_empty());
    assert!(writer.finish().unwrap() == bytes);
}

#[test]
fn the_records_of_bullet() {
    let Some(bytes) = beside("batch.bf") else { return };
    let records = read(Format::Bullet, &bytes);
    assert_eq!(records.len(), 16_273);
    assert!(write(Format::Bullet, &records) == bytes);
    for format in [Format::Marlin, Format::Plain, Format::Binpack, Format::Viri, Format::Pgn] {
        let there = write(format, &records);
        assert!(write(Format::Bullet, &read(format, &there)) == bytes, "{format}");
    }
}

#[test]
fn a_conversion_is_a_reader_before_a_writer() {
    let mut random = Random::new(28);
    let records = games(6, 40, &mut random);
    let mut damaged = 0;
    for (from, to) in Format::ALL.iter().flat_map(|&from| Format::ALL.map(|to| (from, to))) {
        let mut bytes = write(from, &records);
        let middle = bytes.len() / 2;
        bytes[middle..][..64].fill(b'}');
        let (there, faults) = read_all(from, &bytes);
        damaged += usize::from(!faults.is_empty());
        let (mut reader, mut writer) = (Reader::new(from, &bytes[..]), Writer::new(to, Vec::new()));
        reader.by_ref().flatten().for_each(|record| writer.write(&record).unwrap());
        let (written, mut losses) = (writer.written(), writer.losses());
        losses += reader.losses();

        let (mut source, mut out) = (&bytes[..], Vec::new());
        let mut conversion = Conversion::new(Reader::new(from, &mut source), to, &mut out);
        for fault in faults {
            let told = conversion.next_fault().unwrap().map(|fault| fault.to_string());
            assert_eq!(told, Some(fault.to_string()), "{from} {to}");
        }
        assert!(conversion.next_fault().unwrap().is_none(), "{from} {to}");
        let games = there.iter().filter(|record| record.starts_game).count();
        assert_eq!((conversion.records(), conversion.games()), (there.len() as u64, games as u64));
        assert_eq!((conversion.written(), conversion.losses()), (written, losses), "{from} {to}");
        conversion.finish().unwrap();
        assert!(out == writer.finish().unwrap(), "{from} {to}");
    }
    // Some formats take the bytes for a comment or for another record, now and then.
    assert!(damaged >= 18, "{damaged} of 36");
}
