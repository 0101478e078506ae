//! Slow twins: the formats square by square, as their descriptions say it.

use chess_board::Position;
use chess_data::training::{Format, Record};
use chess_magic::{attacks, pawn_attacks};
use chess_notation::pgn::GameResult;
use chess_testkit::{POSITIONS, Random};
use chess_types::{CastlingSide, Color, Move, PieceType, Rank, Square};

use super::{games, write};

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
    bytes.push(side + position.passed_square().map_or(64, |square| square.index() as u8));
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
    let ours: Vec<_> = Square::ALL.into_iter().filter(|&it| position.color_at(it) == Some(us)).collect();
    let from = mv.from();
    let piece = ours.iter().position(|&it| it == from).unwrap();
    let piece_type = position.piece_type_at(from).unwrap();
    let is_free = |square: Square| position.piece_at(square).is_none();
    let is_target = |to: Square| {
        if piece_type != PieceType::Pawn {
            return attacks(piece_type, us, from, position.occupied()).contains(to)
                && position.color_at(to) != Some(us);
        }
        if pawn_attacks(us, from).contains(to) {
            return position.color_at(to) == Some(!us) || position.ep_square() == Some(to);
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
