//! Records at the limits of the formats, and faults of each kind.

use std::io::{self, Write};

use chess_board::Position;
use chess_data::chunks::Origin;
use chess_data::columns::Base;
use chess_data::filter::Filter;
use chess_notation::pgn::GameResult;
use chess_testkit::Random;
use chess_training::{
    Fault, Format, Loss, Reader, Record, Writer, binpack, bullet, encode_games, marlin, plain, viri,
};

use crate::{games, long_game, read, read_all, write};

/// A file of one position.
fn file(format: Format, fen: &str) -> Vec<u8> {
    write(format, &[Record::new(fen.parse().unwrap(), 1, GameResult::Draw)])
}

/// The only fault of a file whose bytes are changed so, with its offset.
fn fault(format: Format, fen: &str, changes: &[(usize, u8)]) -> (u64, String) {
    let mut bytes = file(format, fen);
    for &(at, byte) in changes {
        bytes[at] = byte;
    }
    let (records, faults) = read_all(format, &bytes);
    let [fault] = &faults[..] else { panic!("{records:?} {faults:?}") };
    assert!(records.is_empty());
    (fault.offset, fault.fault.to_string())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FEW: &str = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";

#[test]
fn records_of_32_bytes_have_faults_of_all_kinds() {
    for format in [Format::Marlin, Format::Bullet] {
        let pieces = |code: &str| (0, format!("code {code} is not a piece"));
        assert_eq!(fault(format, START, &[(3, 1)]), (0, "more than 32 pieces".to_owned()));
        assert_eq!(fault(format, FEW, &[(8, 0x57)]), pieces("7"));
        assert_eq!(fault(format, FEW, &[(8, 0x5f)]), pieces("15"));
        assert_eq!(fault(format, FEW, &[(8, 0xf7)]), pieces("7"));
        assert_eq!(fault(format, FEW, &[(9, 0x1d)]), (0, "piece codes after the last piece".to_owned()));
        assert_eq!(fault(format, FEW, &[(23, 0x10)]), (0, "piece codes after the last piece".to_owned()));
        let (_, kings) = fault(format, FEW, &[(8, 0x50), (9, 0x05)]);
        assert!(kings.contains("king"), "{kings}");
    }
    let result = |byte: u8| (0, format!("{byte} is not a result"));
    assert_eq!(fault(Format::Marlin, FEW, &[(30, 3)]), result(3));
    assert_eq!(fault(Format::Bullet, FEW, &[(26, 255)]), result(255));
    for byte in [65, 127] {
        let expected = (0, format!("{byte} is not an en passant square"));
        assert_eq!(fault(Format::Marlin, FEW, &[(24, byte)]), expected);
        assert_eq!(fault(Format::Marlin, FEW, &[(24, 128 + byte)]), expected);
    }
    let kings = (0, "the king squares do not match the board".to_owned());
    assert_eq!(fault(Format::Bullet, FEW, &[(27, 5)]), kings);
    assert_eq!(fault(Format::Bullet, FEW, &[(28, 5)]), kings);
    // A rook that may castle, in a format without castling.
    let rook = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let code = (0, "code 6 is not a piece".to_owned());
    assert_eq!(fault(Format::Bullet, rook, &[(8, 0x56)]), code);
    assert_eq!(fault(Format::Bullet, "r3k3/8/8/8/8/8/8/4K3 w - - 0 1", &[(8, 0xe5)]), code);
}

#[test]
fn bytes_without_meaning_are_counted() {
    for (format, places) in [(Format::Marlin, &[31][..]), (Format::Bullet, &[29, 30, 31])] {
        for &place in places {
            let mut bytes = file(format, FEW);
            bytes[place] = 1;
            let mut reader = Reader::new(format, &bytes[..]);
            assert_eq!(reader.by_ref().map(Result::unwrap).count(), 1);
            assert_eq!(reader.losses().iter().collect::<Vec<_>>(), [(Loss::Head, 1)], "{format} {place}");
        }
        let bytes = file(format, FEW);
        let mut reader = Reader::new(format, &bytes[..]);
        assert_eq!((reader.by_ref().count(), reader.losses().is_empty()), (1, true));
    }
    // A move number of 0 is 1.
    let mut bytes = file(Format::Marlin, FEW);
    bytes[26] = 0;
    assert_eq!(read(Format::Marlin, &bytes)[0].position.fullmove_number(), 1);
}

#[test]
fn bullet_loses_moves_and_counters() {
    for (fen, has_move, expected) in [
        (FEW, false, vec![]),
        (FEW, true, vec![(Loss::Move, 1)]),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 3 1", false, vec![(Loss::Counters, 1)]),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 7", true, vec![(Loss::Move, 1), (Loss::Counters, 1)]),
    ] {
        let position: Position = fen.parse().unwrap();
        let mut record = Record::new(position, 1, GameResult::Draw);
        record.mv = chess_notation::read_uci(&position, "a2a3").ok().filter(|_| has_move);
        let mut writer = Writer::new(Format::Bullet, Vec::new());
        writer.write(&record).unwrap();
        assert_eq!(writer.losses().iter().collect::<Vec<_>>(), expected, "{fen}");
    }
}

#[test]
fn stems_of_binpack_have_faults_of_all_kinds() {
    // The name and the size of the chunk are before the stem.
    let fault = |fen: &str, changes: &[(usize, u8)]| {
        let changes: Vec<_> = changes.iter().map(|&(at, byte)| (8 + at, byte)).collect();
        fault(Format::Binpack, fen, &changes)
    };
    let at_stem = |text: &str| (8, text.to_owned());
    assert_eq!(fault(START, &[(3, 1)]), at_stem("more than 32 pieces"));
    assert_eq!(fault(FEW, &[(23, 0x10)]), at_stem("piece codes after the last piece"));
    // The king on e1 is the first piece, the pawn on a2 the second, the other king the third.
    for pawn in ["4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"] {
        assert_eq!(fault(pawn, &[(8, 0xca)]), at_stem("code 12 is not a piece"));
    }
    assert_eq!(fault(FEW, &[(28, 0xc0)]), at_stem("3 is not a result"));
    assert_eq!(fault(FEW, &[(24, 0x08), (25, 0x80)]), at_stem("move 0x0880 is not legal"));
    // Bits of a promotion, and of castling, in another move: a2 to a3 is 8 to 16.
    for (high, low) in [(0x48, 0x43), (0x88, 0x40), (0xc8, 0x40), (0x08, 0x41)] {
        let text = format!("move 0x{high:02x}{low:02x} is not legal");
        assert_eq!(fault(FEW, &[(24, high), (25, low)]), at_stem(&text));
    }
    // A count of moves behind a position without a move.
    assert_eq!(fault(FEW, &[(33, 1)]), at_stem("a move that is not legal"));
    let (_, text) = fault(FEW, &[(8, 0x0a), (9, 0x0a)]);
    assert!(text.contains("king"), "{text}");
}

/// A ply is even where White is to move. Another one is not kept, which is counted.
#[test]
fn a_stem_with_the_ply_of_the_other_side_loses_its_counters() {
    for fen in [FEW, "4k3/8/8/8/8/8/P7/4K3 b - - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 5 40"] {
        for (flipped, expected) in [(0, vec![]), (1, vec![(Loss::Counters, 1)])] {
            let mut bytes = file(Format::Binpack, fen);
            bytes[8 + 29] ^= flipped;
            let mut reader = Reader::new(Format::Binpack, &bytes[..]);
            let positions: Vec<_> =
                reader.by_ref().map(|record| record.unwrap().position.to_string()).collect();
            assert_eq!(positions, [fen]);
            assert_eq!(reader.losses().iter().collect::<Vec<_>>(), expected, "{fen} {flipped}");
        }
    }
}

#[test]
fn an_uncapturable_double_push_is_no_target_in_binpack() {
    let position = Position::START.after(chess_notation::read_uci(&Position::START, "e2e4").unwrap());
    assert!(position.skipped_square().is_some() && position.ep_square().is_none());
    let mut writer = Writer::new(Format::Binpack, Vec::new());
    writer.write(&Record::new(position, 0, GameResult::Draw)).unwrap();
    assert_eq!(writer.losses().count(Loss::EnPassant), 1);
    let there = read(Format::Binpack, &writer.finish().unwrap());
    assert_eq!(there[0].position.skipped_square(), None);
    // A file that has the code of such a pawn, between the kings.
    let mut bytes = file(Format::Binpack, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    assert_eq!(bytes[16], 0x0a);
    bytes[16] = 0xca;
    assert_eq!(read(Format::Binpack, &bytes)[0].position.skipped_square(), None);
}

#[test]
fn chunks_of_binpack_tell_what_is_missing() {
    let chunk = file(Format::Binpack, FEW);
    assert_eq!(chunk.len(), 8 + 34);
    // The size in the head is that of two stems.
    let mut bytes = chunk.clone();
    bytes[4] = 68;
    let (records, faults) = read_all(Format::Binpack, &bytes);
    assert_eq!((records.len(), faults.len(), faults[0].offset), (1, 1, 42));
    assert!(matches!(faults[0].fault, Fault::Truncated { missing: 34 }), "{faults:?}");
    // A stem that ends within a whole chunk, behind which the next one is read.
    let mut bytes = chunk.clone();
    bytes[4] = 34 + 20;
    bytes.extend([0; 20]);
    bytes.extend(&chunk);
    let (records, faults) = read_all(Format::Binpack, &bytes);
    assert_eq!((records.len(), faults.len(), faults[0].offset), (2, 1, 62));
    assert!(matches!(faults[0].fault, Fault::Truncated { missing: 14 }), "{faults:?}");
    for (size, is_too_large) in [(binpack::MAX_CHUNK, false), (binpack::MAX_CHUNK + 1, true)] {
        let bytes = [&b"BINP"[..], &size.to_le_bytes()].concat();
        let (_, faults) = read_all(Format::Binpack, &bytes);
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        match fault.fault {
            Fault::ChunkSize(found) => assert!(is_too_large && found == size && fault.offset == 0),
            Fault::Truncated { missing } => {
                assert!(!is_too_large && missing == size as usize && fault.offset == 8);
            }
            _ => panic!("{fault}"),
        }
    }
    // An empty chunk has no record, and neither has an empty file.
    assert!(read(Format::Binpack, b"BINP\0\0\0\0BINP\0\0\0\0").is_empty());
    assert_eq!(write(Format::Binpack, &[]), b"");
}

#[test]
fn movetext_of_binpack_names_pieces_and_targets_that_are_there() {
    // A king in a corner behind its own pawns, which are blocked: 1. Kg1 is the only move.
    let position: Position = "7k/8/8/8/8/6pp/6PP/7K w - - 0 1".parse().unwrap();
    let after = position.after(chess_notation::read_uci(&position, "h1g1").unwrap());
    let reply = chess_notation::read_uci(&after, "h8g8").unwrap();
    let mut records = [Record::new(position, 0, GameResult::Draw), Record::new(after, 0, GameResult::Draw)];
    records[0].mv = chess_notation::read_uci(&position, "h1g1").ok();
    (records[1].mv, records[1].ply, records[1].starts_game) = (Some(reply), 1, false);
    let bytes = write(Format::Binpack, &records);
    assert_eq!(read(Format::Binpack, &bytes), records);
    // Two bits for one of three pieces: the pawn on g3 has targets, the pieces behind the last one are none.
    assert_eq!(bytes.len(), 8 + 34 + 2);
    let illegal = |first: u8| {
        let mut bytes = bytes.clone();
        bytes[8 + 34] = first;
        let (records, faults) = read_all(Format::Binpack, &bytes);
        (records.len(), faults.first().map(|fault| (fault.offset, fault.fault.to_string())))
    };
    let no_move = |offset: u64| (1, Some((offset, "a move that is not legal".to_owned())));
    assert_eq!(illegal(0b1100_0000), no_move(42));
    // The pawn on a3 cannot move: a2 is blocked, and b2 is empty.
    let blocked: Position = "7k/8/8/8/8/p7/P7/K7 b - - 0 1".parse().unwrap();
    let mut record = Record::new(blocked, 0, GameResult::Draw);
    record.mv = chess_notation::read_uci(&blocked, "h8g8").ok();
    let mut bytes = write(Format::Binpack, &[record]);
    // After Kg8, White's pawn, the second of two pieces, has no target.
    bytes[4] += 1;
    bytes[8 + 33] = 1;
    bytes.push(0b1000_0000);
    let (records, faults) = read_all(Format::Binpack, &bytes);
    assert_eq!((records.len(), faults.len()), (1, 1));
    assert!(matches!(faults[0].fault, Fault::MoveIndex) && faults[0].offset == 42, "{faults:?}");
}

#[test]
fn words_of_viriformat_are_those_of_legal_moves_alone() {
    let position: Position = "r3k2r/P6P/8/8/8/8/8/R3K2R w KQkq - 0 1".parse().unwrap();
    for (uci960, word) in [
        ("e1h1", 2 << 14 | 7 << 6 | 4_u16),
        ("e1a1", 2 << 14 | 4),
        ("h7g8q", 0),
        ("e1e2", 12 << 6 | 4),
        ("a7a8n", 0),
    ] {
        let Ok(mv) = chess_notation::read_uci(&position, uci960) else { continue };
        let mut record = Record::new(position, 5, GameResult::Draw);
        record.mv = Some(mv);
        let bytes = write(Format::Viri, &[record]);
        assert_eq!(u16::from_le_bytes([bytes[32], bytes[33]]), word, "{uci960}");
        assert_eq!(read(Format::Viri, &bytes)[0].mv, Some(mv));
        // The same squares with other types of moves.
        for other in (0..4_u16).map(|kind| word & 0xfff | kind << 14).filter(|&other| other != word) {
            let mut bytes = bytes.clone();
            bytes[32..34].copy_from_slice(&other.to_le_bytes());
            let (records, faults) = read_all(Format::Viri, &bytes);
            assert!(records.is_empty() && matches!(faults[0].fault, Fault::Move(found) if found == other));
            assert_eq!(faults[0].offset, 32);
        }
    }
}

#[test]
fn en_passant_has_its_own_type_in_viriformat() {
    let position: Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2".parse().unwrap();
    let mut record = Record::new(position, 5, GameResult::Draw);
    record.mv = chess_notation::read_uci(&position, "e5d6").ok();
    let bytes = write(Format::Viri, &[record]);
    assert_eq!(u16::from_le_bytes([bytes[32], bytes[33]]), (1 << 14) + (43 << 6) + 36);
}

#[test]
fn heads_and_extensions_of_viriformat_are_counted() {
    let game = write(Format::Viri, games(1, 5, &mut Random::new(31)).iter());
    let extension = [0, 0, 0, 0, 0, 0, 0, 0, 7, 0, 2, 1, 0, 0, 0, 0];
    let long = [&extension[..12], &[0; 258 + 4]].concat();
    let mut odd = game.clone();
    (odd[28], odd[31]) = (5, 1);
    let bytes = [&long[..], &long, &odd, &odd, &game, &long].concat();
    let mut reader = Reader::new(Format::Viri, &bytes[..]);
    let count = reader.by_ref().map(Result::unwrap).count();
    assert_eq!(count, 3 * read(Format::Viri, &game).len());
    let losses: Vec<_> = reader.losses().iter().collect();
    assert_eq!(losses, [(Loss::Head, 4), (Loss::Extension, 3)]);
    // The file ends within an extension.
    for length in 12..long.len() {
        let (_, faults) = read_all(Format::Viri, &long[..length]);
        let missing = long.len() - length;
        assert!(
            matches!(faults[..], [ref fault] if matches!(fault.fault, Fault::Truncated { missing: found } if found == missing)),
            "{length} {faults:?}"
        );
    }
}

#[test]
fn what_does_not_follow_begins_a_game() {
    let mut random = Random::new(32);
    let records = long_game(8, &mut random);
    let changes: [fn(&mut Record); 3] = [
        |_| {},
        |record| record.starts_game = true,
        |record| {
            record.result =
                if record.result == GameResult::Draw { GameResult::WhiteWins } else { GameResult::Draw }
        },
    ];
    for (i, change) in changes.into_iter().enumerate() {
        let mut records = records.clone();
        change(&mut records[4]);
        for format in [Format::Viri, Format::Binpack, Format::Pgn] {
            let there = read(format, &write(format, &records));
            let starts: Vec<usize> = (0..there.len()).filter(|&at| there[at].starts_game).collect();
            let expected = match i {
                0 => vec![0],
                1 => vec![0, 4],
                _ => vec![0, 4, 5],
            };
            assert_eq!(starts, expected, "{format} {i}");
        }
    }
}

#[test]
fn a_chunk_of_exactly_the_size_is_written() {
    let mut position = Position::START;
    let (mut chain, mut length) = (Vec::new(), 0);
    for (ply, uci) in (0..).zip(["g1f3", "g8f6", "f3g1", "f6g8"].into_iter().cycle()) {
        if length == 34 + 16 {
            break;
        }
        let mv = chess_notation::read_uci(&position, uci).ok();
        let record = Record::new(position, 0, GameResult::Draw);
        chain.push(Record { mv, ply, starts_game: ply == 0, ..record });
        position.play_unchecked(mv.unwrap());
        length = write(Format::Binpack, &chain).len() - 8;
    }
    let alone = [Record::new(Position::START, 0, GameResult::Draw)];
    let count = (binpack::CHUNK - 50) / 34;
    assert_eq!(34 * count + 50, binpack::CHUNK);
    let bytes = write(Format::Binpack, alone.iter().cycle().take(count).chain(&chain).chain(&alone));
    let size = u32::from_le_bytes([bytes[4], bytes[5], bytes[6], bytes[7]]) as usize;
    assert_eq!((size, &bytes[8 + size..16 + size]), (binpack::CHUNK, &b"BINP\x22\0\0\0"[..]));
}

#[test]
fn writers_count_and_flush() {
    #[derive(Default)]
    struct Flushed(u64, u64);
    impl Write for Flushed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len() as u64;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            self.1 += 1;
            Ok(())
        }
    }
    let mut records = games(3, 20, &mut Random::new(33));
    records[1].score = None;
    for format in Format::ALL {
        let mut flushed = Flushed::default();
        let mut writer = Writer::new(format, &mut flushed as &mut dyn Write);
        for record in &records {
            writer.write(record).unwrap();
        }
        let left_out = u64::from(format != Format::Pgn);
        assert_eq!(writer.written(), records.len() as u64 - left_out, "{format}");
        assert_eq!(writer.losses().count(Loss::NoScore), left_out, "{format}");
        let _ = writer.finish().unwrap();
        let Flushed(bytes, flushes) = flushed;
        assert_eq!((bytes, flushes), (write(format, &records).len() as u64, 1), "{format}");
    }
}

#[test]
fn errors_of_pieces_are_placed_in_the_file() {
    let text = b"1. e4 *\n\n1. d4 Ke4 *\n";
    let piece = encode_games(Format::Plain, text, &Base::default(), &Filter::ALL);
    let origin = Origin { input: 0, games: 10, lines: 100, offset: 1000 };
    let [fault] = &piece.faults[..] else { panic!("{:?}", piece.faults) };
    assert_eq!((fault.line, fault.offset), (3, 15));
    let placed =
        piece.faults.into_iter().map(|fault| fault.placed(|error| origin.place(error))).next().unwrap();
    assert_eq!((placed.line, placed.offset), (103, 1015));
    assert!(placed.to_string().starts_with("game 12, line 103, byte 1015, `Ke4`"), "{placed}");
    let other = read_all(Format::Binpack, b"BINK\0\0\0\0").1.remove(0);
    let other = other.placed(|_| panic!("no game"));
    assert!(matches!(other.fault, Fault::ChunkName));
}

#[test]
fn readers_end_where_nothing_can_be_read() {
    let (marlin, viri) = (file(Format::Marlin, FEW), file(Format::Viri, FEW));
    let cut = &marlin[..31];
    let mut reader = marlin::Reader::new(cut);
    assert!(
        matches!(reader.next(), Some(Err(error)) if matches!(error.fault, Fault::Truncated { missing: 1 }))
    );
    assert!(reader.next().is_none() && bullet::Reader::new(&b""[..]).next().is_none());
    let mut reader = viri::Reader::new(&viri[..34]);
    assert!(
        matches!(reader.next(), Some(Err(error)) if matches!(error.fault, Fault::Truncated { missing: 2 }))
    );
    assert!(reader.next().is_none() && reader.next().is_none());
    assert!(plain::Reader::new(&b"\n\n"[..]).next().is_none());
}
