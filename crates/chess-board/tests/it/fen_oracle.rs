//! Arbitrary texts: none makes the reader panic, the oracle, a plain reader and writer of FEN, reads all of them alike, and every
//! accepted text can be written.

use std::collections::BTreeSet;

use chess_board::{
    CastlingStyle, EnPassantStyle, FenError, FenField, FenRule, ParsePositionError, Position, Setup,
};
use chess_testkit::{Random, known};
use chess_types::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

const FENS: &[&str] = &[
    known::START,
    known::KIWIPETE,
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 65535",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "4k3/8/8/8/8/8/8/RR2K1RR w GB - 99 100",
];

pub(crate) const FIELDS: [FenField; 7] = [
    FenField::Board,
    FenField::SideToMove,
    FenField::Castling,
    FenField::EnPassant,
    FenField::HalfmoveClock,
    FenField::FullmoveNumber,
    FenField::End,
];

/// The text after up to five insertions, replacements and deletions of one character.
fn changed(fen: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = fen.chars().collect();
    for _ in 0..random.below(6) {
        let letter = match random.below(5) {
            0 => random.character(),
            _ => random.pick(b"pnbrqkPNBRQK12345678/ w-KQkqabcdefghABCDEFGH0936").into(),
        };
        let at = random.below(letters.len() + 1);
        match random.below(3) {
            0 => letters.insert(at, letter),
            _ if at == letters.len() => {}
            1 => letters[at] = letter,
            _ => drop(letters.remove(at)),
        }
    }
    letters.into_iter().collect()
}

fn check(text: &[u8]) {
    let found = Setup::from_fen(text);
    assert_eq!(found, read(text));
    match found {
        Ok(setup) => {
            assert_eq!(setup.to_string(), write(&setup, CastlingStyle::XFen));
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
        Err(error) => assert!(error.offset <= text.len()),
    }
    let position = Position::from_fen(text);
    if let Ok(text) = std::str::from_utf8(text) {
        assert_eq!(Setup::from_fen(text), found);
        assert_eq!(Position::from_fen(text), position);
    }
    match position {
        Ok(position) => {
            assert_eq!(position.fen(CastlingStyle::XFen, EnPassantStyle::Always).parse(), Ok(position));
            assert_eq!(Position::from_setup(&position.to_setup()), Ok(position));
        }
        Err(ParsePositionError::Fen(error)) => assert_eq!(found, Err(error)),
        Err(ParsePositionError::Invalid(invalid)) => {
            assert_eq!(found.map(|setup| setup.validate()), Ok(Err(invalid)));
        }
        Err(error) => panic!("{error:?}"),
    }
}

/// Checks many texts.
fn check_all(text: impl Fn(&mut Random) -> Vec<u8>) {
    for mut random in Random::cases(20_000) {
        check(&text(&mut random));
    }
}

#[test]
fn any_text() {
    check_all(|random| (0..random.below(33)).map(|_| random.character()).collect::<String>().into());
}

#[test]
fn any_bytes() {
    check_all(|random| (0..random.below(90)).map(|_| random.word() as u8).collect());
}

#[test]
fn any_text_of_the_letters_of_fen() {
    check_all(|random| random.text("pnbrqkPNBRQK12345678/ w-", 0..=90).into());
}

#[test]
fn fen_shaped_text() {
    check_all(|random| {
        let board = [(); 8].map(|()| random.text("pnbrqkPNBRQK12345678", 1..=8)).join("/");
        let side = random.text("wb", 1..=1);
        let castling = random.text("KQkqABCDEFGHabcdefgh", 1..=5);
        let en_passant = random.text("abcdefgh", 1..=1) + &random.text("12345678", 1..=1);
        let [castling, en_passant] = [castling, en_passant].map(|it| random.pick(&["-", &it]).to_owned());
        let [halfmoves, number] = [(); 2].map(|()| random.text("0123456789", 1..=6));
        [board, side, castling, en_passant, halfmoves, number].join(" ").into()
    });
}

#[test]
fn fen_with_changes() {
    check_all(|random| changed(random.pick(FENS), random).into());
}

/// Every rule is broken by some of these texts.
#[test]
fn prefixes_deletions_and_substitutions_agree_with_the_oracle() {
    let mut rules = BTreeSet::new();
    let mut check = |text: &[u8]| {
        check(text);
        rules.extend(Setup::from_fen(text).err().map(|error| error.rule as usize));
    };
    for fen in FENS.iter().map(|fen| fen.as_bytes()) {
        for at in 0..fen.len() {
            check(&fen[..at]);
            check(&[&fen[..at], &fen[at + 1..]].concat());
            for byte in 0..=u8::MAX {
                check(&[&fen[..at], &[byte], &fen[at + 1..]].concat());
            }
        }
    }
    assert!(rules.into_iter().eq(0..FenRule::ALL.len()));
}

/// Checks every board made of up to `count` of these tokens, between two texts.
fn every_board(before: &str, tokens: &[&str], count: u32, after: &str) {
    for count in 0..=count {
        for number in 0..tokens.len().pow(count) {
            let mut rest = number;
            let mut text = before.to_owned();
            for _ in 0..count {
                text += tokens[rest % tokens.len()];
                rest /= tokens.len();
            }
            check((text + after).as_bytes());
        }
    }
}

#[test]
fn every_sequence_of_whole_ranks_and_slashes() {
    every_board("", &["8", "/"], 16, " w");
}

#[test]
fn every_sequence_of_half_ranks_and_slashes() {
    every_board("k7/8/8/8/", &["3p", "p3", "/"], 10, "/7K b");
}

#[test]
fn every_short_rank_of_pieces_and_runs() {
    every_board("4k3/8/8/8/8/", &["P", "1", "2", "3", "5", "8", "/"], 5, "/8/4K3 w - -");
    every_board("", &["n", "1"], 9, "/8/8/8/8/8/8/8 w - -");
}

#[test]
fn texts_of_a_million_bytes() {
    for token in ["8/", "/", "p", "1", "8", " ", "0", "8/8/8/8/8/8/8/8 w - - 0 1 ", "\u{80}"] {
        check(token.repeat(1_000_000 / token.len()).as_bytes());
    }
    let zeros = "0".repeat(1_000_000);
    check(format!("8/8/8/8/8/8/8/8 w - - {zeros} {zeros}1").as_bytes());
}

fn read(text: &[u8]) -> Result<Setup, FenError> {
    let words = words(text);
    let mut setup = Setup::EMPTY;
    for (i, field) in FIELDS.into_iter().enumerate() {
        let Some(&(start, word)) = words.get(i) else {
            if i < 2 {
                return Err(FenError { field, offset: text.len(), rule: FenRule::Missing });
            }
            break;
        };
        match field {
            FenField::Board => read_board(&mut setup, word),
            FenField::SideToMove => read_side_to_move(&mut setup, word),
            FenField::Castling => read_castling(&mut setup, word),
            FenField::EnPassant => read_en_passant(&mut setup, word),
            FenField::HalfmoveClock => read_number(word).map(|number| setup.halfmove_clock = number),
            FenField::FullmoveNumber => read_number(word).map(|number| setup.fullmove_number = number.max(1)),
            _ => Err((0, FenRule::Trailing)),
        }
        .map_err(|(index, rule)| FenError { field, offset: start + index, rule })?;
    }
    Ok(setup)
}

pub(crate) fn write(setup: &Setup, style: CastlingStyle) -> String {
    let board = Rank::ALL.map(|rank| written_rank(setup, rank.flip())).join("/");
    let castling: String =
        Color::ALL.into_iter().map(|color| written_castling(setup, color, style)).collect();
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    let en_passant = setup.en_passant.map_or(String::new(), |square| square.to_string());
    [
        board,
        setup.side_to_move.to_string(),
        or_dash(castling),
        or_dash(en_passant),
        setup.halfmove_clock.to_string(),
        setup.fullmove_number.to_string(),
    ]
    .join(" ")
}

/// Returns the words of a text with the offsets where they begin.
fn words(text: &[u8]) -> Vec<(usize, &[u8])> {
    let mut words = Vec::new();
    let mut start = 0;
    for word in text.split(|byte| b" \t\n\r\x0c".contains(byte)) {
        if !word.is_empty() {
            words.push((start, word));
        }
        start += word.len() + 1;
    }
    words
}

type Broken = (usize, FenRule);

fn read_board(setup: &mut Setup, word: &[u8]) -> Result<(), Broken> {
    let (mut ranks, mut files) = (0, 0);
    for (i, &byte) in word.iter().enumerate() {
        match byte {
            b'1'..=b'8' if i > 0 && matches!(word[i - 1], b'1'..=b'8') => {
                return Err((i, FenRule::AdjacentDigits));
            }
            b'1'..=b'8' => files += usize::from(byte - b'0'),
            b'/' if files < 8 => return Err((i, FenRule::RankTooShort)),
            b'/' if ranks == 7 => return Err((i, FenRule::TooManyRanks)),
            b'/' => (ranks, files) = (ranks + 1, 0),
            _ => {
                let piece = Piece::ALL.into_iter().find(|piece| piece.letter() == char::from(byte));
                let piece = piece.ok_or((i, FenRule::BoardCharacter))?;
                if files < 8 {
                    setup.board.put(piece, Square::new(File::ALL[files], Rank::ALL[7 - ranks]));
                }
                files += 1;
            }
        }
        if files > 8 {
            return Err((i, FenRule::RankTooLong));
        }
    }
    match (files, ranks) {
        (8, 7) => Ok(()),
        (8, _) => Err((word.len(), FenRule::TooFewRanks)),
        _ => Err((word.len(), FenRule::RankTooShort)),
    }
}

fn read_side_to_move(setup: &mut Setup, word: &[u8]) -> Result<(), Broken> {
    let color = Color::ALL.into_iter().find(|color| color.to_string().as_bytes() == word);
    setup.side_to_move = color.ok_or((0, FenRule::SideToMove))?;
    Ok(())
}

fn read_castling(setup: &mut Setup, word: &[u8]) -> Result<(), Broken> {
    let letters = if word == b"-" { b"" } else { word };
    for (i, &letter) in letters.iter().enumerate() {
        let color = if letter.is_ascii_lowercase() { Color::Black } else { Color::White };
        let file = match letter {
            b'K' | b'k' => outermost(setup, color, CastlingSide::King).unwrap_or(File::H),
            b'Q' | b'q' => outermost(setup, color, CastlingSide::Queen).unwrap_or(File::A),
            b'A'..=b'H' => File::ALL[usize::from(letter - b'A')],
            b'a'..=b'h' => File::ALL[usize::from(letter - b'a')],
            _ => return Err((i, FenRule::CastlingLetter)),
        };
        let rook = Square::new(file, color.back_rank()).bitboard();
        if setup.castling_rooks.intersects(rook) {
            return Err((i, FenRule::CastlingTwice));
        }
        setup.castling_rooks |= rook;
    }
    Ok(())
}

fn read_en_passant(setup: &mut Setup, word: &[u8]) -> Result<(), Broken> {
    if word == b"-" {
        return Ok(());
    }
    let text = String::from_utf8_lossy(word);
    let square = text.parse::<Square>().map_err(|_| (0, FenRule::EnPassantSquare))?;
    match (setup.side_to_move, square.rank()) {
        (Color::White, Rank::Sixth) | (Color::Black, Rank::Third) => {}
        (Color::White, Rank::Fifth) | (Color::Black, Rank::Fourth) => {
            return Err((1, FenRule::EnPassantPawnSquare));
        }
        _ => return Err((1, FenRule::EnPassantRank)),
    }
    setup.en_passant = Some(square);
    Ok(())
}

fn read_number(word: &[u8]) -> Result<u16, Broken> {
    let mut number = 0;
    for (i, &byte) in word.iter().enumerate() {
        let digit = char::from(byte).to_digit(10).ok_or((i, FenRule::Number))?;
        number = 10 * number + digit;
        if number > 65_535 {
            return Err((i, FenRule::Number));
        }
    }
    Ok(number as u16)
}

/// Returns the file of the outermost rook on a side of the king on the back rank. If there are several kings, the
/// first one counts.
fn outermost(setup: &Setup, color: Color, side: CastlingSide) -> Option<File> {
    let at = |file: &File| setup.board.piece_at(Square::new(*file, color.back_rank()));
    let king = File::ALL.into_iter().find(|file| at(file) == Some(Piece::new(color, PieceType::King)))?;
    let is_rook = |file: &File| at(file) == Some(Piece::new(color, PieceType::Rook));
    match side {
        CastlingSide::Queen => File::ALL.into_iter().filter(|file| *file < king).find(is_rook),
        CastlingSide::King => File::ALL.into_iter().rev().filter(|file| *file > king).find(is_rook),
    }
}

fn written_rank(setup: &Setup, rank: Rank) -> String {
    let mut text = String::new();
    for file in File::ALL {
        match (setup.board.piece_at(Square::new(file, rank)), text.chars().last()) {
            (Some(piece), _) => text.push(piece.letter()),
            (None, Some(run @ '1'..='7')) => {
                text.pop();
                text.push(char::from(run as u8 + 1));
            }
            (None, _) => text.push('1'),
        }
    }
    text
}

fn written_castling(setup: &Setup, color: Color, style: CastlingStyle) -> String {
    let rooks: Bitboard = setup.castling_rooks & color.back_rank().bitboard();
    let files =
        File::ALL.into_iter().rev().filter(|file| rooks.contains(Square::new(*file, color.back_rank())));
    let letters = files.map(|file| match style {
        CastlingStyle::XFen if outermost(setup, color, CastlingSide::King) == Some(file) => 'k',
        CastlingStyle::XFen if outermost(setup, color, CastlingSide::Queen) == Some(file) => 'q',
        _ => file.letter(),
    });
    letters.map(|letter| if color == Color::White { letter.to_ascii_uppercase() } else { letter }).collect()
}
