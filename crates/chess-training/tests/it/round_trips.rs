//! Records that are written and read again. Names of formats and of losses, and the texts of errors.

use std::collections::HashSet;
use std::error::Error;
use std::path::Path;

use chess_board::{CastlingRules, CastlingStyle, EnPassantStyle, Position, Reason, Setup};
use chess_movegen::PositionExt;
use chess_notation::pgn::GameResult;
use chess_testkit::{POSITIONS, Random};
use chess_training::{
    Fault, Format, Loss, Losses, ReadError, Reader, Record, Writer, binpack, bullet, marlin, plain, viri,
};
use chess_types::Color;

use crate::{games, long_game, read, read_all, score, write};

fn positions() -> Vec<Record> {
    let mut random = Random::new(1);
    let record = |position: &Position| {
        let score = score(position.side_to_move(), &mut random);
        Record::new(*position, score, random.pick(&GameResult::ALL[..3]))
    };
    POSITIONS.iter().map(record).collect()
}

/// Positions with more material than a game can reach, such as lenient readers of games give writers, and moves that lead on from them.
pub(crate) fn positions_of_surplus_material() -> Vec<Record> {
    let mut random = Random::new(81);
    let mut records = Vec::new();
    let mut add = |fen: &str, random: &mut Random| {
        let Ok(mended) = Position::from_fen_lenient(fen, CastlingRules::Chess960) else { return };
        if Position::from_fen(fen).is_ok() || mended.position.legal_moves().is_empty() {
            return;
        }
        let position = mended.position;
        let (mv, score) = (random.pick(&position.legal_moves()), score(position.side_to_move(), random));
        let result = random.pick(&GameResult::ALL[..3]);
        let record = Record { mv: Some(mv), ..Record::new(position, score, result) };
        records.push(record);
        let next = position.after(mv);
        // Few formats hold a double push without a legal capture.
        if next.skipped_square() == next.ep_square() && !next.legal_moves().is_empty() {
            let mv = Some(random.pick(&next.legal_moves()));
            records.push(Record { position: next, mv, ply: 1, starts_game: false, ..record });
        }
    };
    add("qnrrkrnb/pppppppp/8/8/8/8/PPPPPPPP/QNRRKRNB w - - 0 1", &mut random);
    for _ in 0..2_000 {
        let ranks = [(); 2].map(|()| {
            let mut rank: Vec<u8> = (0..8).map(|_| random.pick(b"QRRBBNN")).collect();
            rank[random.below(8)] = b'K';
            String::from_utf8(rank).unwrap()
        });
        let [white, black] = &ranks;
        let side = random.pick(&["w", "b"]);
        let black = black.to_lowercase();
        add(&format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} {side} KQkq - 3 9"), &mut random);
    }
    records
}

#[test]
fn every_format_reads_back_more_material_than_a_game_can_reach() {
    let records = positions_of_surplus_material();
    assert!(records.len() > 1_000, "{}", records.len());
    for format in Format::ALL {
        let bytes = write(format, &records);
        let back = read(format, &bytes);
        assert_eq!(back.len(), records.len(), "{format}");
        assert!(write(format, &back) == bytes, "{format}");
        for (record, back) in records.iter().zip(&back) {
            let position = record.position;
            let expected = match (format, position.side_to_move()) {
                (Format::Bullet, Color::White) => *position.board(),
                (Format::Bullet, Color::Black) => *position.flip_colors().board(),
                _ => {
                    assert_eq!(position, back.position, "{format}");
                    *position.board()
                }
            };
            assert_eq!(expected, *back.position.board(), "{format} {position}");
        }
        // A move is read from such a position too.
        if matches!(format, Format::Viri | Format::Binpack | Format::Pgn) {
            let moves = |records: &[Record]| records.iter().map(|record| record.mv).collect::<Vec<_>>();
            assert!(moves(&back) == moves(&records), "{format}");
        }
    }
    let mut text = records.clone();
    for record in &mut text {
        record.score = record.score.map(|score| score.max(-i32::from(i16::MAX)));
    }
    assert!(read(Format::Plain, records_of_stockfish(&text).as_bytes()) == text);
}

#[test]
fn readers_refuse_more_material_than_lists_of_moves_hold() {
    let fen = "qqqqkqqq/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1";
    let setup = Setup::from_fen(fen).unwrap();
    let invalid = Position::restore(&setup).unwrap_err().to_string();
    let text = format!("{fen} | 5 | 0.5\nfen {fen}\nscore 5\nresult 0\ne\n");
    let (records, faults) = read_all(Format::Plain, text.as_bytes());
    assert_eq!((records.len(), faults.len()), (0, 2));
    assert!(
        faults
            .iter()
            .all(|error| matches!(error.fault, Fault::Fen(_)) && error.to_string().ends_with(&invalid))
    );
    // The pieces of a start with fewer queens become queens. Codes of four bits are in the order of the squares.
    let fewer = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
    for format in [Format::Viri, Format::Marlin, Format::Bullet, Format::Binpack] {
        let mut bytes = write(format, [&Record::new(fewer, 5, GameResult::Draw)]);
        let (first, queen) = if format == Format::Binpack { (16, 0x88) } else { (8, 0x44) };
        // All but the king's half of a byte.
        for at in [0, 1, 3] {
            bytes[first + at] = queen;
        }
        let (records, faults) = read_all(format, &bytes);
        assert!(records.is_empty(), "{format}");
        let Fault::Position(error) = &faults[0].fault else { panic!("{format} {}", faults[0]) };
        assert!(error.reasons().eq([Reason::Material]), "{format} {error}");
    }
}

fn losses(format: Format, records: &[Record]) -> Losses {
    let mut writer = Writer::new(format, Vec::new());
    for record in records {
        writer.write(record).unwrap();
    }
    writer.losses()
}

#[test]
fn games_come_back() {
    let mut random = Random::new(2);
    let records = games(150, 120, &mut random);
    for format in [Format::Viri, Format::Binpack] {
        let bytes = write(format, &records);
        assert!(read(format, &bytes) == records, "{format}");
        assert!(write(format, &read(format, &bytes)) == bytes, "{format}");
        assert!(losses(format, &records).iter().all(|(loss, _)| loss == Loss::EnPassant), "{format}");
    }
    // PGN has fewer scores, because those near a mate are mates.
    let is_plain = |record: &Record| record.score.unwrap().abs() < 31_000;
    let mut tame = records.clone();
    tame.iter_mut().filter(|record| !is_plain(record)).for_each(|record| record.score = Some(-31_000));
    assert!(read(Format::Pgn, &write(Format::Pgn, &tame)) == tame);
}

#[test]
fn positions_come_back() {
    let records = positions();
    for format in [Format::Marlin, Format::Plain, Format::Viri] {
        let bytes = write(format, &records);
        let back = read(format, &bytes);
        for (record, back) in records.iter().zip(&back) {
            assert!(record == back || record.position.halfmove_clock() > 255, "{format} {}", record.position);
        }
        assert_eq!(back.len(), records.len());
        assert!(write(format, &back) == bytes, "{format}");
    }
    assert_eq!(write(Format::Marlin, &records).len(), marlin::SIZE * records.len());
}

#[test]
fn binpack_keeps_positions_and_what_en_passant_is_legal() {
    let records = positions();
    let back = read(Format::Binpack, &write(Format::Binpack, &records));
    assert_eq!(back.len(), records.len());
    for (record, back) in records.iter().zip(&back) {
        let fen = |it: &Record| it.position.to_string();
        assert_eq!(fen(record), fen(back));
        assert_eq!((record.score, record.result, None), (back.score, back.result, back.mv));
    }
    assert_eq!(losses(Format::Binpack, &records).count(Loss::NullMove), records.len() as u64);
}

#[test]
fn bullet_keeps_the_mover_s_view_of_the_board() {
    let records = positions();
    let bytes = write(Format::Bullet, &records);
    assert_eq!(bytes.len(), bullet::SIZE * records.len());
    let back = read(Format::Bullet, &bytes);
    assert!(write(Format::Bullet, &back) == bytes);
    for (record, back) in records.iter().zip(&back) {
        let (position, score, result) = match record.position.side_to_move() {
            Color::White => (record.position, record.score, record.result),
            Color::Black => {
                let result =
                    record.result.winner().map_or(GameResult::Draw, |winner| GameResult::win(!winner));
                (record.position.flip_colors(), record.score.map(|score| -score), result)
            }
        };
        assert_eq!(position.board(), back.position.board());
        assert_eq!((score, result), (back.score, back.result));
        assert_eq!(back.position.side_to_move(), Color::White);
    }
    let losses = losses(Format::Bullet, &records);
    let count = |is: fn(&Position) -> bool| records.iter().filter(|it| is(&it.position)).count() as u64;
    assert_eq!(losses.count(Loss::SideToMove), count(|it| it.side_to_move() == Color::Black));
    assert_eq!(losses.count(Loss::Castling), count(|it| !it.castling_rooks().is_empty()));
    assert_eq!(losses.count(Loss::EnPassant), count(|it| it.skipped_square().is_some()));
    assert_eq!(losses.count(Loss::Move), 0);
}

#[test]
fn unscored_positions_are_omitted_and_games_continue() {
    let mut random = Random::new(4);
    let mut records = long_game(10, &mut random);
    records[3].score = None;
    for format in [Format::Viri, Format::Binpack] {
        let back = read(format, &write(format, &records));
        let expected: Vec<_> = [&records[..3], &records[4..]].concat();
        assert_eq!(back.len(), expected.len());
        for (i, (back, expected)) in back.iter().zip(&expected).enumerate() {
            // The first position after the gap is stored without a skipped square that no pawn can capture on.
            assert_eq!(
                (back.position.to_string(), back.mv, back.score),
                (expected.position.to_string(), expected.mv, expected.score)
            );
            assert_eq!(back.starts_game, i == 0 || i == 3);
        }
        assert_eq!(losses(format, &records).count(Loss::NoScore), 1);
    }
    for record in &mut records {
        record.result = GameResult::Unknown;
    }
    for format in [Format::Viri, Format::Binpack, Format::Marlin, Format::Bullet, Format::Plain] {
        assert_eq!(write(format, &records), b"", "{format}");
        assert_eq!(losses(format, &records).count(Loss::NoResult), records.len() as u64 - 1);
    }
}

#[test]
fn a_last_position_is_no_move() {
    let mut random = Random::new(5);
    let mut records = long_game(2, &mut random);
    let last = records.last_mut().unwrap();
    last.mv = None;
    assert_eq!(losses(Format::Viri, &records).count(Loss::LastPosition), 1);
    assert_eq!(read(Format::Viri, &write(Format::Viri, &records)).len(), records.len() - 1);
    // Binpack has a chain of its own for it.
    let back = read(Format::Binpack, &write(Format::Binpack, &records));
    assert_eq!(back.len(), records.len());
    assert!(back.last().unwrap().mv.is_none() && back.last().unwrap().starts_game);
}

#[test]
fn scores_out_of_range_become_the_nearest() {
    let position = Position::START;
    let black = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1").unwrap();
    for (position, score, nearest) in [
        (position, 40_000, 32_767),
        (position, i32::MIN, -32_768),
        (black, i32::MAX, 32_767),
        (black, i32::MIN, -32_768),
    ] {
        let record = [Record::new(position, score, GameResult::Draw)];
        for format in [Format::Marlin, Format::Viri, Format::Plain] {
            assert_eq!(read(format, &write(format, &record))[0].score, Some(nearest), "{format}");
            assert_eq!(losses(format, &record).count(Loss::ScoreRange), 1);
        }
        // Black's lowest score is White's highest.
        let back = read(Format::Binpack, &write(Format::Binpack, &record))[0].score.unwrap();
        assert!((back - nearest).abs() <= 1 && losses(Format::Binpack, &record).count(Loss::ScoreRange) == 1);
    }
}

#[test]
fn counters_out_of_range_become_the_greatest() {
    let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 300 9000").unwrap();
    let record = [Record::new(position, 1, GameResult::Draw)];
    let back = read(Format::Marlin, &write(Format::Marlin, &record))[0].position;
    assert_eq!((back.halfmove_clock(), back.fullmove_number()), (255, 9000));
    assert_eq!(losses(Format::Marlin, &record).count(Loss::Counters), 1);
    for (side, greatest) in [("b", 16_383), ("w", 16_382)] {
        let position = format!("4k3/8/8/8/8/8/4P3/4K3 {side} - - 300 9000").parse().unwrap();
        let record = [Record::new(position, 1, GameResult::Draw)];
        let bytes = write(Format::Binpack, &record);
        let mut reader = Reader::new(Format::Binpack, &bytes[..]);
        let back: Vec<_> = reader.by_ref().map(Result::unwrap).collect();
        assert!(reader.losses().is_empty());
        assert_eq!((back[0].position.halfmove_clock(), back[0].position.ply()), (300, greatest));
        assert_eq!(write(Format::Binpack, &back), bytes);
        assert_eq!(losses(Format::Binpack, &record).count(Loss::Counters), 1);
    }
    assert!(losses(Format::Plain, &record).is_empty());
}

#[test]
fn chunks_are_cut_when_they_are_large_enough() {
    let mut random = Random::new(6);
    let records = games(1, 80, &mut random);
    let mut writer = binpack::Writer::new(Vec::new());
    let mut count = 0;
    while count < 1_200_000 {
        for record in &records {
            writer.write(record).unwrap();
        }
        count += records.len();
    }
    let bytes = writer.finish().unwrap();
    let (mut rest, mut sizes) = (&bytes[..], Vec::new());
    while let [b'B', b'I', b'N', b'P', s0, s1, s2, s3, more @ ..] = rest {
        sizes.push(u32::from_le_bytes([*s0, *s1, *s2, *s3]) as usize);
        rest = &more[sizes[sizes.len() - 1]..];
    }
    assert!(rest.is_empty() && sizes.len() > 2, "{sizes:?}");
    let chain = write(Format::Binpack, &records).len() - 8;
    for size in &sizes[..sizes.len() - 1] {
        assert!((binpack::CHUNK..binpack::CHUNK + chain).contains(size), "{size}");
    }
    assert_eq!(binpack::Reader::new(&bytes[..]).count(), count);
}

#[test]
fn a_chain_beyond_its_count_of_moves_is_cut() {
    // Knights go out and back.
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let mut position = Position::START;
    let mut records = Vec::new();
    for i in 0..70_000_u32 {
        let mv = chess_notation::read_uci(&position, moves[i as usize % 4]).unwrap();
        let (score, result) = (Some(0), GameResult::Draw);
        records.push(Record { position, mv: Some(mv), score, result, ply: i, starts_game: i == 0 });
        position.play_unchecked(mv);
    }
    let back = read(Format::Binpack, &write(Format::Binpack, &records));
    assert_eq!(back.len(), records.len());
    let starts: Vec<_> = (0..back.len()).filter(|&i| back[i].starts_game).collect();
    assert_eq!(starts, [0, 65_536]);
    assert!(back.iter().zip(&records).all(|(back, record)| back.mv == record.mv));
    assert_eq!(viri::Reader::new(&write(Format::Viri, &records)[..]).count(), 70_000);
}

#[test]
fn plain_takes_several_spellings_of_results() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (result, spellings) in [
        (GameResult::WhiteWins, ["1.0", "[1.0]", "1", "1-0"]),
        (GameResult::Draw, ["0.5", "[0.5]", "1/2", "1/2-1/2"]),
        (GameResult::BlackWins, ["0.0", "[0.0]", "0", "0-1"]),
    ] {
        for spelling in spellings {
            let line = format!("\r\n  {fen}|-5 |  {spelling}\r\n\n");
            let record = plain::Reader::new(line.as_bytes()).next().unwrap().unwrap();
            assert_eq!((record.result, record.score), (result, Some(-5)));
        }
    }
}

/// Records as Stockfish's tools write them: score and result are those of the side to move.
pub(crate) fn records_of_stockfish(records: &[Record]) -> String {
    let mut text = String::new();
    for (i, Record { position, mv, score, result, .. }) in records.iter().enumerate() {
        let us = position.side_to_move();
        let score = score.unwrap() * if us == Color::White { 1 } else { -1 };
        let result = result.winner().map_or(0, |winner| if winner == us { 1 } else { -1 });
        // Half of the games have the square that a double push passes only if a capture is legal, as in Stockfish.
        let style = if i % 2 == 0 { EnPassantStyle::Legal } else { EnPassantStyle::Always };
        let fen = position.fen(CastlingStyle::Shredder, style);
        let (mv, ply) = (mv.unwrap().uci960(), position.ply());
        let lines =
            [format!("fen {fen}"), format!("move {mv}"), format!("score {score}"), format!("ply {ply}")];
        text += &[&lines.join("\n"), &format!("\nresult {result}\n"), "e\n"].concat();
    }
    text
}

/// Only the file begins with a mark, and no line.
#[test]
fn a_byte_order_mark_is_that_of_the_file() {
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 1.0\n";
    let (records, faults) = read_all(Format::Plain, format!("\u{feff}{line}\u{feff}{line}{line}").as_bytes());
    assert_eq!((records.len(), faults.len(), faults[0].line), (2, 1, 2), "{faults:?}");
}

#[test]
fn plain_takes_the_records_of_stockfish() {
    let mut random = Random::new(66);
    let mut records = games(400, 40, &mut random);
    for record in &mut records {
        record.score = record.score.map(|score| score.max(-i32::from(i16::MAX)));
    }
    let text = records_of_stockfish(&records);
    for text in [
        text.clone(),
        text.replace('\n', " \r\n"),
        text.replace("\nfen", "\n\nfen"),
        format!("\u{feff}{text}"),
    ] {
        assert!(read(Format::Plain, text.as_bytes()) == records);
    }
    for format in [Format::Viri, Format::Binpack] {
        let there = read(format, &write(format, &read(Format::Plain, text.as_bytes())));
        assert!(there == read(format, &write(format, &records)), "{format}");
        assert_eq!(there.len(), records.len());
    }
}

#[test]
fn a_record_of_stockfish_is_read_whole_or_its_fault_is_named() {
    const FEN: &str = "fen 4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\n";
    let read_one = |lines: &str| {
        let text = format!(
            "{lines}e\nfen 4k3/8/8/8/8/8/4P3/4K3 w - -\nscore 7\nresult 0\ne\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 | 5 | 0.5\n"
        );
        let (records, faults) = read_all(Format::Plain, text.as_bytes());
        let scores: Vec<_> = records.iter().map(|record| record.score.unwrap()).collect();
        (scores, faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let whole = "expected the lines fen, move, score (a number), ply, result (1, 0 or -1) and e";
    for (lines, fault) in [
        ("move e8d8\nscore -5\nply 79\nresult -1\n", String::new()),
        ("result 1\nscore -5\n", String::new()),
        ("move 0000\nscore -5\nresult 0\n", String::new()),
        ("move e8e6\nscore -5\nresult 1\n", "line 2, byte 37: a move that is not legal".to_owned()),
        ("score x\nscore 5\nresult 1\n", "line 2, byte 37: expected a score from -32768 to 32767".to_owned()),
        ("score 40000\nresult 1\n", "line 2, byte 37: expected a score from -32768 to 32767".to_owned()),
        ("score 5\nresult 0.5\n", format!("line 3, byte 45: {whole}")),
        ("score 5\nresult 1\nrating 3\n", format!("line 4, byte 54: {whole}")),
        ("score 5\n", format!("line 3, byte 45: {whole}")),
        ("result 1\n", format!("line 3, byte 46: {whole}")),
    ] {
        let expected = if fault.is_empty() { vec![5, 7, 5] } else { vec![7, 5] };
        assert_eq!(read_one(&format!("{FEN}{lines}")), (expected, fault), "{lines}");
    }
    // The next record begins before this one has ended.
    let two = format!("{FEN}score 1\nresult 1\n{FEN}score -5\nresult 1\n");
    assert_eq!(read_one(&two), (vec![5, 7, 5], format!("line 4, byte 54: {whole}")));
    let (records, faults) = read_all(Format::Plain, format!("{FEN}score 1\nresult 1\n").as_bytes());
    assert_eq!((records.len(), faults.len()), (0, 1));
    // The number of the move is that of the ply, if the FEN lacks it.
    let record = read(Format::Plain, b"fen 4k3/8/8/8/8/8/4P3/4K3 b - -\nscore 1\nply 31\nresult 1\ne\n")[0];
    assert_eq!((record.position.ply(), record.ply), (31, 0));
}

#[test]
fn a_line_with_a_result_alone_lacks_the_score() {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";
    for (line, is_result) in [
        ("FEN 0 1; [1.0]", true),
        ("FEN 0 1 [0.5]", true),
        ("FEN 0 1 | 0.0", true),
        ("FEN c9 \"1/2-1/2\";", true),
        ("FEN 0 1, 0-1\r", true),
        ("FEN 0 1", false),
        ("FEN 0 1 | 1", false),
        ("FEN", false),
        ("hello", false),
    ] {
        let (_, faults) = read_all(Format::Plain, line.replace("FEN", FEN).as_bytes());
        let [fault] = &faults[..] else { panic!("{line}") };
        let expected = if is_result { "the score is missing: " } else { "" };
        assert_eq!(
            fault.to_string(),
            format!("line 1, byte 0: {expected}expected FEN | score | result"),
            "{line}"
        );
    }
}

#[test]
fn formats_are_named_as_their_modules_and_known_by_extensions() {
    for format in Format::ALL {
        let name = format!("{format:?}").to_lowercase();
        assert_eq!((format.name(), name.parse()), (&*name, Ok(format)));
        assert_eq!(format!("{format:>9}"), format!("{name:>9}"));
        assert_eq!(Format::of_path(Path::new(&format!("a/b.{name}"))), Some(format));
    }
    for (extension, format) in [
        ("vf", Some(Format::Viri)),
        ("VF", Some(Format::Viri)),
        ("viriformat", Some(Format::Viri)),
        ("marlinformat", Some(Format::Marlin)),
        ("bf", Some(Format::Bullet)),
        ("bulletformat", Some(Format::Bullet)),
        ("BinPack", Some(Format::Binpack)),
        ("txt", Some(Format::Plain)),
        ("bin", None),
        ("", None),
    ] {
        assert_eq!(Format::of_path(Path::new(&format!("a.{extension}"))), format, "{extension}");
    }
    assert_eq!(Format::of_path(Path::new("pgn")), None);
    for text in ["", "Viri", "vf", "binpack "] {
        let error = text.parse::<Format>().unwrap_err();
        assert!(Format::ALL.iter().all(|format| error.to_string().contains(format.name())), "{error}");
    }
}

/// `NoScore` as `no_score`.
fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}

#[test]
fn losses_have_names_and_texts_of_their_own() {
    let texts: HashSet<String> = Loss::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(texts.len(), Loss::ALL.len());
    for loss in Loss::ALL {
        assert_eq!(loss.name(), snake_case(&format!("{loss:?}")));
        assert!(loss.to_string().split(' ').count() > 1, "{loss}");
    }
    assert_eq!(format!("{:>15}", Loss::Move), "  moves dropped");
}

#[test]
fn losses_are_written_with_their_numbers() {
    assert_eq!(Losses::NONE.to_string(), "nothing");
    let game = b"1. e4 {[%eval 0.1]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} 1-0";
    let losses = [Format::Marlin, Format::Plain].map(|format| {
        let mut writer = Writer::new(format, Vec::new());
        for record in read(Format::Pgn, game) {
            writer.write(&record).unwrap();
        }
        writer.losses()
    });
    assert_eq!(losses[0], losses[1]);
    let losses = losses[0];
    assert_eq!(losses.to_string(), "1 positions without a score left out, 2 moves dropped");
    let counts: Vec<_> = losses.iter().collect();
    assert_eq!(counts, [(Loss::NoScore, 1), (Loss::Move, 2)]);
    let mut sum = losses;
    sum += losses;
    assert_eq!((sum.count(Loss::Move), sum.count(Loss::NoScore), sum.count(Loss::Head)), (4, 2, 0));
    assert!(!sum.is_empty() && Losses::default().is_empty());
}

#[test]
fn an_error_tells_its_place_and_its_cause() {
    let line = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (text, expected) in [
        (format!("{line} | 1\n"), "line 1, byte 0: expected FEN | score | result"),
        (format!("\n{line} | 1 | 1.0 | 2\n"), "line 2, byte 1: expected FEN | score | result"),
        (format!("{line} | +-1 | 1.0"), "line 1, byte 0: expected a score from -32768 to 32767"),
        (format!("{line} | 1 | [1.0"), "line 1, byte 0: expected a result of 1.0, 0.5 or 0.0"),
    ] {
        let (_, faults) = read_all(Format::Plain, text.as_bytes());
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert_eq!(fault.to_string(), expected);
        let cause = fault.source().unwrap().downcast_ref::<Fault>().unwrap();
        assert!(expected.ends_with(&cause.to_string()));
    }
    let (_, faults) = read_all(Format::Plain, b"k7/8 | 1 | 1.0");
    assert!(matches!(&faults[..], [ReadError { fault: Fault::Fen(_), line: 1, offset: 0 }]), "{faults:?}");
}

#[test]
fn a_line_has_a_limit_with_its_end() {
    let line = format!("{:<1$}", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 1 | 1.0", plain::MAX_LINE - 1);
    for (text, is_too_long) in [
        (line.clone(), false),
        (format!("{line}\n"), false),
        (format!("{line} "), true),
        (format!("{line} \n"), true),
    ] {
        let (records, faults) = read_all(Format::Plain, text.as_bytes());
        assert_eq!((records.len(), faults.len()), if is_too_long { (0, 1) } else { (1, 0) });
        assert!(faults.iter().all(|fault| matches!(fault.fault, Fault::LineLength)));
    }
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let text = format!("{}\nbad\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 | 1 | 1.0\n", "x".repeat(200_000));
    let (records, faults) = read_all(Format::Plain, text.as_bytes());
    let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.offset)).collect();
    assert_eq!((records.len(), places), (1, vec![(1, 0), (2, 200_001)]));
}
