//! Training files that this project writes and the crates of the formats' authors read, and the other way round.
//!
//! Every value of every record is compared, by the other crate's own functions where it has them.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::io::Cursor;
use std::path::PathBuf;
use std::{env, fs, iter};

use bulletformat::{BulletFormat, ChessBoard, DataLoader};
use chess_board::{CastlingStyle, EnPassantStyle, Position};
use chess_movegen::PositionExt;
use chess_notation::epd::{Epd, Operation};
use chess_notation::pgn::{GameResult, Replay};
use chess_testkit::{POSITIONS, Random, chess960, double_chess960, likely_move};
use chess_training::{Format, Reader, Record, Writer};
use chess_types::{Color, Move, PieceType};
use sfbinpack::chess::{coords::Square as SfSquare, piece::Piece as SfPiece};
use sfbinpack::chess::{r#move::Move as SfMove, position::Position as SfPosition};
use sfbinpack::{CompressedTrainingDataEntryReader, CompressedTrainingDataEntryWriter, TrainingDataEntry};
use viriformat::chess::board::Board;
use viriformat::dataformat::Game;

/// The least number of records of each file of games.
const RECORDS: usize = 5000;

/// Games from these starts with scores that all formats hold. Moves are likely or careless, and rare ones frequent.
fn games(mut start: impl FnMut(&mut Random) -> Position, seed: u64) -> Vec<Record> {
    let mut random = Random::new(seed);
    let mut records = Vec::new();
    while records.len() < RECORDS {
        let mut position = start(&mut random);
        let (noise, result) = (random.pick(&[60, 400, 3000]), random.pick(&GameResult::ALL[..3]));
        // Not every game begins with the first move. Few formats hold a double push without a legal capture.
        let (first, mut ply) = (random.below(30), 0);
        for i in 0..220 {
            // viriformat asserts that no game goes on after fifty moves without a capture or a move of a pawn.
            if position.halfmove_clock() >= 100 {
                break;
            }
            let Some(likely) = likely_move(&position, None, noise, &mut random) else { break };
            let is_rare = |mv: &Move| mv.is_en_passant() || mv.is_castle() || mv.is_promotion();
            let rare: Vec<_> = position.legal_moves().into_iter().filter(is_rare).collect();
            let mv = if rare.is_empty() || i % 3 == 0 { likely } else { random.pick(&rare) };
            if ply > 0 || i >= first && position.skipped_square() == position.ep_square() {
                let (score, starts_game) = (Some(score(position.side_to_move(), &mut random)), ply == 0);
                records.push(Record { position, mv: Some(mv), score, result, ply, starts_game });
                ply += 1;
            }
            position.play_unchecked(mv);
        }
    }
    let mut found = forms(&records);
    // The lowest number of White is one less; this one occurs by accident.
    found.remove("White with score -32767");
    assert_eq!(found.len(), 19, "a form does not occur: {found:?}");
    records
}

/// Returns a score of White. The lowest number of 16 bits is one where White is to move: Black's view of it is out of range.
fn score(side_to_move: Color, random: &mut Random) -> i32 {
    match random.below(8) {
        0 => i32::from(random.word() as i16).max(-i32::from(i16::MAX)),
        1 => i32::from(i16::MAX),
        2 => i32::from(i16::MIN) + i32::from(side_to_move == Color::Black),
        _ => random.below(2000) as i32 - 1000,
    }
}

/// Returns the names of the error-prone forms that occur.
fn forms(records: &[Record]) -> BTreeSet<String> {
    let forms = records.iter().flat_map(|record| {
        let (position, mv, score) = (record.position, record.mv.unwrap(), record.score.unwrap());
        let side = position.side_to_move();
        [
            Some(format!("{side:?} to move")),
            Some(format!("{:?}", record.result)),
            mv.promotion().map(|piece| format!("promotion to {piece:?}")),
            mv.is_castle().then(|| format!("{side:?} castles")),
            mv.is_en_passant().then(|| format!("{side:?} takes en passant")),
            position.after(mv).is_checkmate().then(|| format!("{side:?} mates")),
            (score.abs() >= i32::from(i16::MAX)).then(|| format!("{side:?} with score {score}")),
        ]
    });
    forms.flatten().collect()
}

fn all_chess(seed: u64) -> Vec<Record> {
    let starts = [|_: &mut Random| Position::START, chess960, double_chess960];
    games(|random| random.pick(&starts)(random), seed)
}

/// Positions of all kinds and of games, without their moves.
fn positions(seed: u64) -> Vec<Record> {
    let mut random = Random::new(seed);
    let played = all_chess(seed).into_iter().map(|record| record.position);
    let all = POSITIONS.iter().copied().filter(|it| it.halfmove_clock() <= 255).chain(played);
    let record = |position: Position| {
        let score = score(position.side_to_move(), &mut random);
        Record::new(position, score, random.pick(&GameResult::ALL[..3]))
    };
    all.map(record).collect()
}

fn write(format: Format, records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(format, Vec::new());
    records.iter().try_for_each(|record| writer.write(record)).unwrap();
    writer.finish().unwrap()
}

fn read(format: Format, bytes: &[u8]) -> Vec<Record> {
    Reader::new(format, bytes).collect::<Result<_, _>>().unwrap()
}

/// Asserts that both sides agree on every record.
fn assert_same<T: PartialEq + Debug>(ours: impl Iterator<Item = T>, theirs: impl IntoIterator<Item = T>) {
    let (ours, theirs) = (ours.collect::<Vec<_>>(), theirs.into_iter().collect::<Vec<_>>());
    assert!(ours.len() >= RECORDS && ours.len() == theirs.len());
    for (ours, theirs) in iter::zip(ours, theirs) {
        assert_eq!(ours, theirs, "ours and theirs");
    }
}

/// Score and result of a record from this side's point of view; 0 is a lost game, 1 a draw, 2 a won one.
fn seen_by(side: Color, record: &Record) -> (i16, u8) {
    let sign = if side == Color::White { 1 } else { -1 };
    let result = record.result.winner().map_or(1, |winner| if winner == side { 2 } else { 0 });
    ((sign * record.score.unwrap()) as i16, result)
}

/// FEN, move, score and result of a record. viriformat's own FEN does not contain the castling rook.
fn line(record: &Record, en_passant: EnPassantStyle) -> String {
    let fen = record.position.fen(CastlingStyle::Shredder, en_passant);
    let mv = record.mv.map(|mv| mv.uci960().to_string()).unwrap_or_default();
    format!("{fen} {mv} {:?}", seen_by(Color::White, record))
}

fn viri_line(board: &Board, mv: &str, score: i16, result: u8) -> String {
    let (fen, rights) = (board.to_string(), board.castling_rights().display(true).to_string());
    let mut fields: Vec<_> = fen.split(' ').collect();
    if fields[2] != "-" {
        fields[2] = &rights;
    }
    format!("{} {mv} {:?}", fields.join(" "), (score, result))
}

fn viri_board(position: &Position) -> Board {
    let fen = position.fen(CastlingStyle::Shredder, EnPassantStyle::Always);
    let mut board = Board::new();
    board.set_from_fen(&fen, true).unwrap();
    board
}

#[test]
fn viri() {
    let records = all_chess(1);
    let ours = write(Format::Viri, &records);
    let (mut rest, mut lines) = (&ours[..], Vec::new());
    while !rest.is_empty() {
        let game = Game::deserialise_from(&mut rest, Vec::new()).unwrap();
        let (_, _, result, _) = Board::unpack(&game.initial_position);
        let mut moves = game.moves().map(|mv| mv.display(true).to_string());
        game.visit_positions(|board, score| {
            lines.push(viri_line(board, &moves.next().unwrap(), score as i16, result));
        });
    }
    // They store the square behind a pawn if another pawn is next to it.
    assert_same(records.iter().map(|record| line(record, EnPassantStyle::PseudoLegal)), lines);

    let mut theirs = Vec::new();
    for records in records.chunk_by(|_, next| !next.starts_game) {
        let mut board = viri_board(&records[0].position);
        let (_, result) = seen_by(Color::White, &records[0]);
        let mut game = Game { initial_position: board.to_marlinformat(0, result, 0), moves: Vec::new() };
        for record in records {
            let uci = record.mv.unwrap().uci960().to_string();
            let mv = board.legal_moves().into_iter().find(|mv| mv.display(true).to_string() == uci).unwrap();
            game.add_move(mv, record.score.unwrap() as i16);
            board.make_move_simple(mv);
        }
        game.serialise_into(&mut theirs).unwrap();
    }
    assert!(read(Format::Viri, &theirs) == records);
}

#[test]
fn marlin() {
    let records = positions(2);
    let ours = write(Format::Marlin, &records);
    let lines = ours.chunks(32).map(|bytes| {
        // Their positions can only be read as the start of a game.
        let game = Game::deserialise_from(&mut &[bytes, &[0; 4]].concat()[..], Vec::new()).unwrap();
        let (board, score, result, _) = Board::unpack(&game.initial_position);
        viri_line(&board, "", score, result)
    });
    assert_same(records.iter().map(|record| line(record, EnPassantStyle::Always)), lines);

    let theirs = records.iter().flat_map(|record| {
        let (score, result) = seen_by(Color::White, record);
        viri_board(&record.position).to_marlinformat(score, result, 0).as_bytes()
    });
    assert!(read(Format::Marlin, &theirs.collect::<Vec<_>>()) == records);
}

/// Pieces by squares, score and result, and kings, all from the point of view of the side to move.
type Bullet = (Vec<(u8, u8)>, (i16, u8), [u8; 2]);

fn bullet(record: &Record) -> Bullet {
    let side = record.position.side_to_move();
    let board = if side == Color::White { record.position } else { record.position.flip_colors() };
    let pieces = board.occupied().into_iter().map(|square| {
        let piece = board.piece_at(square).unwrap();
        (piece.piece_type() as u8 + 8 * piece.color() as u8, square as u8)
    });
    let kings =
        [board.king(Color::White), board.king(Color::Black).relative_to(Color::Black)].map(|king| king as u8);
    (pieces.collect(), seen_by(side, record), kings)
}

fn their_bullet(board: ChessBoard) -> Bullet {
    let seen = (board.score(), board.result_idx() as u8);
    (board.into_iter().collect(), seen, [board.our_ksq(), board.opp_ksq()])
}

#[test]
fn bullet_and_plain() {
    let records = positions(3);
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), write(Format::Bullet, &records)).unwrap();
    let mut loaded = Vec::new();
    DataLoader::new(file.path(), 1).unwrap().map_positions(|&board| loaded.push(their_bullet(board)));
    assert_same(records.iter().map(bullet), loaded);
    let plain = String::from_utf8(write(Format::Plain, &records)).unwrap();
    assert_same(records.iter().map(bullet), plain.lines().map(|line| their_bullet(line.parse().unwrap())));

    let theirs = records.iter().map(|record| {
        let board = record.position;
        let types = PieceType::ALL.into_iter().map(|piece| board.by_type(piece).0);
        let sets: Vec<_> = Color::ALL.into_iter().map(|side| board.by_color(side).0).chain(types).collect();
        let (score, result) = seen_by(Color::White, record);
        let side = board.side_to_move() as usize;
        ChessBoard::from_raw(sets.try_into().unwrap(), side, score, f32::from(result) / 2.0).unwrap()
    });
    let theirs = read(Format::Bullet, ChessBoard::as_bytes_slice(&theirs.collect::<Vec<_>>()));
    assert_same(theirs.iter().map(bullet), records.iter().map(bullet));
}

fn sf_entry(record: &Record) -> TrainingDataEntry {
    let (side, mv) = (record.position.side_to_move(), record.mv.unwrap());
    let (from, to) = (SfSquare::new(mv.from() as u32), SfSquare::new(mv.to() as u32));
    let mv = match mv.promotion() {
        // They number pieces by type and then by colour.
        Some(piece) => SfMove::promotion(from, to, SfPiece::from_id(2 * piece as i32 + side as i32)),
        None if mv.is_castle() => SfMove::castle(from, to),
        None if mv.is_en_passant() => SfMove::en_passant(from, to),
        None => SfMove::normal(from, to),
    };
    let pos = SfPosition::from_fen(&record.position.to_string()).unwrap();
    let (score, result) = seen_by(side, record);
    TrainingDataEntry { pos, mv, score, ply: record.position.ply() as u16, result: i16::from(result) - 1 }
}

#[test]
fn binpack() {
    // Their positions have no castling of Chess960, and their reader negates each score.
    let mut records = games(|_| Position::START, 4);
    for record in &mut records {
        record.score = record.score.max(Some(-32_767));
    }
    let ours = write(Format::Binpack, &records);
    let mut reader = CompressedTrainingDataEntryReader::new(Cursor::new(&ours)).unwrap();
    let entries = iter::from_fn(|| {
        let starts_game = !reader.is_next_entry_continuation();
        reader.has_next().then(|| (reader.next().to_string(), starts_game))
    });
    assert_same(records.iter().map(|record| (sf_entry(record).to_string(), record.starts_game)), entries);

    let mut writer = CompressedTrainingDataEntryWriter::new_in_memory().unwrap();
    records.iter().try_for_each(|record| writer.write_entry(&sf_entry(record))).unwrap();
    let theirs = writer.into_bytes().unwrap();
    assert!(theirs == ours && read(Format::Binpack, &theirs) == records);
}

/// Writes for readers in other languages: training files, EPD, and the games of a file anew.
#[test]
#[ignore = "ci/long/readers.sh gives it a folder with a file of games"]
fn files_for_others() {
    let folder = PathBuf::from(env::var_os("CHESS_READERS").unwrap());
    for (name, records) in [("standard", games(|_| Position::START, 5)), ("chess960", games(chess960, 6))] {
        for format in [Format::Viri, Format::Plain] {
            fs::write(folder.join(format!("{name}.{format}")), write(format, &records)).unwrap();
        }
        let lines = records.iter().map(|record| {
            let (position, mv) = (record.position, Operation::SuppliedMove(record.mv.unwrap()));
            let (score, result) = seen_by(position.side_to_move(), record);
            let (score, result) = (Operation::Centipawns(score.into()), Operation::Id(result.to_string()));
            Epd { position, operations: vec![score, result, mv] }.to_string() + "\n"
        });
        fs::write(folder.join(format!("{name}.epd")), lines.collect::<String>()).unwrap();
    }
    let text = fs::read(folder.join("generated.pgn")).unwrap();
    let mut replay = Replay::new(&text[..]);
    let games = iter::from_fn(|| replay.next_game().unwrap().map(|game| format!("{game}\n")));
    fs::write(folder.join("rewritten.pgn"), games.collect::<String>()).unwrap();
}
