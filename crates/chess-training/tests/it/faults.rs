//! Files that are cut off, damaged or hostile, and oracles: the formats square by square, by their descriptions.

use std::io::{self, Read};

use chess_board::Position;
use chess_magic::{attacks, pawn_attacks};
use chess_notation::pgn::GameResult;
use chess_testkit::{POSITIONS, Random, Slow};
use chess_training::{Fault, Format, Reader, Record, marlin, plain};
use chess_types::{CastlingSide, Color, Move, PieceType, Rank, Square};

use crate::{games, read, read_all, write};

#[test]
fn a_cut_file_gives_its_records_and_its_length() {
    let mut random = Random::new(21);
    let mut records = games(4, 12, &mut random);
    for record in &mut records {
        record.score = record.score.map(|score| score % 1000);
    }
    for format in [Format::Viri, Format::Marlin, Format::Bullet, Format::Binpack] {
        let bytes = write(format, &records);
        let whole = read(format, &bytes);
        let mut most = 0;
        for length in 0..bytes.len() {
            let (part, faults) = read_all(format, &bytes[..length]);
            assert!(part == whole[..part.len()], "{format} {length}");
            assert!(part.len() >= most, "{format} {length}");
            most = part.len();
            let is_between = match format {
                Format::Marlin | Format::Bullet => length % marlin::SIZE == 0,
                _ => length == 0 || faults.is_empty(),
            };
            assert_eq!(faults.is_empty(), is_between, "{format} {length}");
            for fault in faults {
                assert!(
                    matches!(fault.fault, Fault::Truncated { missing } if missing > 0),
                    "{format}: {fault}"
                );
                assert!(fault.offset <= length as u64 && fault.to_string().contains("ends too early"));
            }
        }
        // The last byte of a game of viriformat is behind its last record; elsewhere it is part of it.
        assert_eq!(most, whole.len() - usize::from(format != Format::Viri));
    }
}

#[test]
fn reading_goes_on_behind_a_fault() {
    let mut random = Random::new(22);
    let records = games(3, 30, &mut random);
    for format in [Format::Marlin, Format::Bullet] {
        let mut bytes = write(format, &records);
        let place = 32 * 2 + if format == Format::Marlin { 30 } else { 26 };
        bytes[place] = 3;
        let (there, faults) = read_all(format, &bytes);
        assert_eq!(there.len(), records.len() - 1);
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(matches!(fault.fault, Fault::Result(3)));
        assert_eq!(fault.to_string(), "byte 64: 3 is not a result");
    }

    let one = write(Format::Viri, games(1, 30, &mut random).iter());
    let mut bad = one.clone();
    bad[32] ^= 63;
    let bytes = [&one[..], &bad, &one].concat();
    let (there, faults) = read_all(Format::Viri, &bytes);
    assert_eq!(there.len(), 2 * read(Format::Viri, &one).len());
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert!(matches!(fault.fault, Fault::Move(_)) && fault.offset == one.len() as u64 + 32, "{fault}");

    let chunk = write(Format::Binpack, games(1, 30, &mut random).iter());
    let mut bad = chunk.clone();
    bad[8 + 24] ^= 63;
    let bytes = [&chunk[..], &bad, &chunk].concat();
    let (there, faults) = read_all(Format::Binpack, &bytes);
    assert_eq!(there.len(), 2 * read(Format::Binpack, &chunk).len());
    let [fault] = &faults[..] else { panic!("{faults:?}") };
    assert_eq!(fault.offset, chunk.len() as u64 + 8, "{fault}");

    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 7 | 1.0\n";
    let long = "x".repeat(3 * plain::MAX_LINE);
    let text =
        format!("{line}{}{line}{}{long}\n{line}", line.replace('7', "70000"), line.replace("1.0", "2"));
    let (there, faults) = read_all(Format::Plain, text.as_bytes());
    assert_eq!(there.len(), 3);
    let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "line 2, byte 42: expected a score from -32768 to 32767",
            "line 4, byte 130: expected a result of 1.0, 0.5 or 0.0",
            "line 5, byte 170: the line is too long",
        ]
    );

    let pgn = "1. e4 {[%eval 1]} 1-0\n\n1. e4 {[%eval 1]} Ke4 1-0\n\n1. d4 1-0";
    let (there, faults) = read_all(Format::Pgn, pgn.as_bytes());
    assert_eq!(there.len(), 2 + 2 + 1);
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].to_string(), "game 2, line 3, byte 41, `Ke4`: no such move is legal here");
}

#[test]
fn a_chunk_with_another_name_ends_the_file() {
    let (there, faults) = read_all(Format::Binpack, b"BIMP\x00\x00\x00\x00BINP\x00\x00\x00\x00");
    assert!(there.is_empty() && faults.len() == 1 && matches!(faults[0].fault, Fault::ChunkName));
}

/// A source may report more bytes than there was room for: it gives those of the buffer, which are zero.
#[test]
fn a_source_gives_no_more_than_the_buffer_holds() {
    struct Liar(bool);
    impl Read for Liar {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            Ok(if std::mem::take(&mut self.0) { bytes.len() + 1 } else { 0 })
        }
    }
    let faults = Reader::new(Format::Marlin, Liar(true)).filter(Result::is_err).count();
    assert_eq!(faults, (1 << 16) / marlin::SIZE);
}

/// A source that fails.
pub(crate) struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("no cable"))
    }
}

#[test]
fn a_source_that_fails_ends_the_file() {
    let mut random = Random::new(24);
    let records = games(1, 20, &mut random);
    for format in Format::ALL {
        let bytes = write(format, &records);
        let whole = read(format, &bytes);
        let source: &mut dyn Read = &mut (&bytes[..bytes.len() - 1]).chain(Broken);
        let mut reader = Reader::new(format, source);
        let mut there = 0;
        let failed = loop {
            match reader.next().unwrap() {
                Ok(_) => there += 1,
                Err(failed) => break failed,
            }
        };
        // All records before the one of the missing byte have been delivered.
        let is_partial = !matches!(format, Format::Viri | Format::Pgn);
        assert_eq!(there, whole.len() - usize::from(is_partial), "{format}");
        assert!(
            matches!(failed.fault, Fault::Io(_)) && failed.to_string() == "no cable",
            "{format}: {failed}"
        );
        assert!(reader.next().is_none(), "{format}");
    }
}

#[test]
fn sources_may_give_little_at_a_time() {
    let mut random = Random::new(25);
    let records = games(2, 20, &mut random);
    for format in Format::ALL {
        let bytes = write(format, &records);
        let source: &mut dyn Read = &mut Slow::new(&bytes[..]);
        let slow: Vec<_> = Reader::new(format, source).map(Result::unwrap).collect();
        assert!(slow == read(format, &bytes), "{format}");
    }
}

/// The code of the piece on a square, in marlinformat.
fn code(position: &Position, square: Square) -> Option<u8> {
    let piece = position.piece_at(square)?;
    let is_castling_rook = position.castling_rooks().contains(square);
    let code = if is_castling_rook { 6 } else { piece.piece_type() as u8 };
    Some(if piece.color() == Color::White { code } else { code + 8 })
}

fn nibbles(codes: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut bytes = vec![0; 16];
    for (i, code) in codes.enumerate() {
        bytes[i / 2] |= code << (4 * (i % 2));
    }
    bytes
}

fn naive_marlin(position: &Position, score: i16, result: u8) -> Vec<u8> {
    let mut occupied = 0_u64;
    Square::ALL.iter().filter(|&&it| code(position, it).is_some()).for_each(|it| occupied |= 1 << it.index());
    let mut bytes = occupied.to_le_bytes().to_vec();
    bytes.extend(nibbles(Square::ALL.iter().filter_map(|&square| code(position, square))));
    let side = if position.side_to_move() == Color::Black { 128 } else { 0 };
    bytes.push(side + position.skipped_square().map_or(64, |square| square.index() as u8));
    bytes.push(position.halfmove_clock().min(255) as u8);
    bytes.extend(position.fullmove_number().to_le_bytes());
    bytes.extend(score.to_le_bytes());
    bytes.extend([result, 0]);
    bytes
}

fn naive_bullet(position: &Position, score: i16, result: u8) -> Vec<u8> {
    let us = position.side_to_move();
    let relative = |square: &Square| if us == Color::White { *square } else { square.flip_ranks() };
    let (mut occupied, mut codes, mut kings) = (0_u64, Vec::new(), [0; 2]);
    for square in Square::ALL {
        let Some(piece) = position.piece_at(relative(&square)) else { continue };
        occupied |= 1 << square.index();
        let is_ours = piece.color() == us;
        codes.push(piece.piece_type() as u8 + if is_ours { 0 } else { 8 });
        if piece.piece_type() == PieceType::King {
            kings[usize::from(!is_ours)] = (if is_ours { square } else { square.flip_ranks() }).index() as u8;
        }
    }
    let mut bytes = occupied.to_le_bytes().to_vec();
    bytes.extend(nibbles(codes.into_iter()));
    bytes.extend((if us == Color::White { score } else { -score }).to_le_bytes());
    bytes.extend([if us == Color::White { result } else { 2 - result }, kings[0], kings[1], 0, 0, 0]);
    bytes
}

#[test]
fn positions_of_32_bytes() {
    let mut random = Random::new(11);
    for position in POSITIONS.iter() {
        let (score, result) = (random.below(60_000) as i16, random.below(3) as u8);
        let score = score.max(-i16::MAX);
        let winner = [GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins][usize::from(result)];
        let record = [Record::new(*position, i32::from(score), winner)];
        assert_eq!(write(Format::Marlin, &record), naive_marlin(position, score, result), "{position}");
        assert_eq!(write(Format::Bullet, &record), naive_bullet(position, score, result), "{position}");
    }
}

/// The bits of a file as text.
fn bits(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:08b}"))
}

/// A number in just enough bits for numbers below `count`.
fn number(number: usize, count: usize) -> String {
    let mut width = 0;
    while 1 << width < count {
        width += 1;
    }
    if width == 0 { String::new() } else { format!("{number:0width$b}") }
}

/// A move as the movetext of binpack has it.
fn naive_move(position: &Position, mv: Move) -> String {
    let us = position.side_to_move();
    let ours: Vec<_> = position.by_color(us).into_iter().collect();
    let from = mv.from();
    let piece = ours.iter().position(|&it| it == from).unwrap();
    let piece_type = position.piece_type_at(from).unwrap();
    let is_free = |square: Square| position.piece_at(square).is_none();
    let is_target = |to: Square| {
        if piece_type != PieceType::Pawn {
            return attacks(piece_type, us, from, position.occupied()).contains(to)
                && !position.by_color(us).contains(to);
        }
        if pawn_attacks(us, from).contains(to) {
            return position.by_color(!us).contains(to) || position.ep_square() == Some(to);
        }
        let step = from.step(us.forward()).unwrap();
        let is_double = from.rank() == Rank::Second.relative_to(us) && step.step(us.forward()) == Some(to);
        is_free(step) && is_free(to) && (step == to || is_double)
    };
    let targets: Vec<_> = Square::ALL.into_iter().filter(|&to| is_target(to)).collect();
    let index = targets.iter().position(|&to| to == mv.to());
    let target = match piece_type {
        PieceType::Pawn if from.rank() == Rank::Seventh.relative_to(us) => {
            let promotions = [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen];
            let promotion = promotions.iter().position(|&it| Some(it) == mv.promotion()).unwrap();
            number(4 * index.unwrap() + promotion, 4 * targets.len())
        }
        PieceType::King => {
            let sides = [CastlingSide::Queen, CastlingSide::King];
            let castlings: Vec<_> =
                sides.into_iter().filter_map(|it| position.castling_rook(us, it)).collect();
            let castling = castlings.iter().position(|&rook| mv.is_castle() && rook == mv.to());
            let index = castling.map_or_else(|| index.unwrap(), |it| targets.len() + it);
            number(index, targets.len() + castlings.len())
        }
        _ => number(index.unwrap(), targets.len()),
    };
    number(piece, ours.len()) + &target
}

/// A difference of scores.
fn naive_score(difference: i32) -> String {
    let mut rest = if difference < 0 { 2 * -(difference + 1) + 1 } else { 2 * difference };
    let mut text = String::new();
    loop {
        let follows = u8::from(rest >= 16);
        text = format!("{text}{follows}{:04b}", rest % 16);
        rest /= 16;
        if rest == 0 {
            return text;
        }
    }
}

#[test]
fn movetext() {
    let mut random = Random::new(12);
    for _ in 0..300 {
        let mut records = games(1, 100, &mut random);
        for record in &mut records {
            record.score = record.score.map(|score| score % 8000);
        }
        if records.is_empty() {
            continue;
        }
        let file = write(Format::Binpack, &records);
        let (head, movetext) = file.split_at(8 + 34);
        assert_eq!(usize::from(u16::from_be_bytes([head[40], head[41]])), records.len() - 1);
        let mut expected = String::new();
        for pair in records.windows(2) {
            let relative = |record: &Record| match record.position.side_to_move() {
                Color::White => record.score.unwrap(),
                Color::Black => -record.score.unwrap(),
            };
            expected += &naive_move(&pair[1].position, pair[1].mv.unwrap());
            expected += &naive_score(relative(&pair[1]) + relative(&pair[0]));
        }
        while expected.len() % 8 != 0 {
            expected.push('0');
        }
        assert_eq!(bits(movetext), expected);
    }
}
