//! Words of the movetext that are not moves in SAN, as lenient reading takes them.

use chess_board::Position;
use chess_movegen::PositionExt;
use chess_types::{Move, PieceType};

use super::error::PgnRule;
use super::language::{Languages, PlainWord};
use crate::characters::{first_char, plain};
use crate::san::{San, SanError, Spoken, read_capital_move, without_marks};

/// The meaning of a word of the movetext that is not a legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) enum LenientWord {
    /// A legal move, which is the whole word or is before a sign.
    Move { mv: Move, length: usize },
    /// A legal move that is not spelled in full. The rule says how it is read.
    Mended { mv: Move, length: usize, rule: PgnRule },
    /// A sign of chess literature, as a numeric annotation glyph.
    Nag(u8),
    /// A sign without a glyph, or a word that only says that the move before gives check.
    Mark,
    /// Neither a move nor a sign.
    Stray,
    /// A move that is not legal, or not unique, or misspelt, or a word that may hold one.
    BadMove(PgnRule),
}

/// The signs of chess literature that are written without a dollar sign, with their glyphs (Edwards, "Portable Game Notation
/// Specification", 10; those above 139 as databases write them).
const SIGNS: [(&str, u8); 34] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("=", 10),
    ("∞", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("□", 7),
    ("N", 146),
    ("D", 220),
    ("⨀", 22),
    ("⊙", 22),
    ("↑↑", 32),
    ("=∞", 44),
    ("∞=", 44),
    ("=/∞", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
];

/// Words after a move that say no more than a mark of check or mate.
const CHECKS: [&str; 7] = ["mate", "checkmate", "check", "ch", "dblch", "disch", "dis"];

impl LenientWord {
    /// Reads the word of `length` bytes that the text begins with, with the letters of the game's languages.
    pub(in crate::pgn) fn read(
        position: &Position,
        text: &[u8],
        length: usize,
        languages: Languages,
    ) -> Self {
        let (word, ahead) = text.split_at(length);
        if let Some(glyph) = sign(word) {
            return Self::Nag(glyph);
        }
        let read = |text: &[u8]| languages.read(position, text);
        let length = word.len() - sign_length(word);
        // A mark of annotation would be passed as a part of the move.
        let lengths =
            if sign(&word[length..]).is_some() { [length, word.len()] } else { [word.len(), length] };
        for length in lengths {
            let Some(text) = plain_word(&word[..length]) else { continue };
            if let Some(mv) = read(&text).ok().or_else(|| castling(position, &text)) {
                return Self::Move { mv, length };
            }
        }
        for length in lengths {
            let Some(text) = plain_word(&word[..length]) else { continue };
            if let Some(mv) = short_capture(position, &text).or_else(|| queening(position, &text)) {
                return Self::Mended { mv, length, rule: PgnRule::ReadAs(San::new(position, mv)) };
            }
        }
        let text = plain_word(&word[..length]).unwrap_or_default();
        if let Some(mv) = in_capitals(&text, languages).and_then(|text| read(&text).ok()) {
            return Self::Move { mv, length };
        }
        let before = length_before_number(word).filter(|_| ahead.starts_with(b"."));
        if let Some((mv, length)) = before.and_then(|length| Some((read(&word[..length]).ok()?, length))) {
            return Self::Move { mv, length };
        }
        if is_like_a_move(&word[..length]) || holds_square(word) || is_half_a_move(&text, languages) {
            return Self::BadMove(read(&text).err().unwrap_or(PgnRule::Stray));
        }
        let is_sign = length == 0 && first_char(word).is_some_and(|(c, _)| !c.is_ascii());
        let is_check = || CHECKS.iter().any(|check| text.eq_ignore_ascii_case(check.as_bytes()));
        if is_sign || is_check() { Self::Mark } else { Self::Stray }
    }
}

/// The languages that have the letters of a word of the movetext, if it has the form of a move.
pub(in crate::pgn) fn languages_of(word: &[u8]) -> Languages {
    let text = plain_word(&word[..word.len() - sign_length(word)]).unwrap_or_default();
    Languages::with_letters_of(without_punctuation(&text))
}

/// The word with each character as the standard has it and without blanks; `None` if it is longer than any move.
fn plain_word(word: &[u8]) -> Option<PlainWord> {
    let mut text = PlainWord::new();
    let mut rest = word;
    while let Some((c, length)) = first_char(rest) {
        let (character, behind) = rest.split_at(length);
        let mut buffer = [0; 4];
        let character = match plain(c) {
            Some(plain) => plain.as_bytes(),
            None if character[0] == b'&' && length > 1 => c.encode_utf8(&mut buffer).as_bytes(),
            None => character,
        };
        text.try_extend_from_slice(character.trim_ascii()).ok()?;
        rest = behind;
    }
    Some(text)
}

fn sign(word: &[u8]) -> Option<u8> {
    let text = plain_word(word)?;
    let is_same = |sign: &str| sign.as_bytes() == &text[..] || (*word == [0xb1] && sign == "±");
    SIGNS.iter().find(|&&(sign, _)| is_same(sign)).map(|&(_, glyph)| glyph)
}

/// The length of the sign or the punctuation at the end of a word. It has no letters and digits, so that the rest of a word cannot
/// be a result, whether it is read or skipped.
fn sign_length(word: &[u8]) -> usize {
    let (mut at, mut start) = (0, 0);
    while let Some((c, length)) = first_char(&word[at..]) {
        at += length;
        if c.is_alphanumeric() {
            start = at;
        }
    }
    word.len() - start
}

/// Reads castling without dashes.
fn castling(position: &Position, text: &[u8]) -> Option<Move> {
    let name = match without_marks(text) {
        b"OO" | b"oo" | b"00" => "O-O",
        b"OOO" | b"ooo" | b"000" => "O-O-O",
        _ => return None,
    };
    read_capital_move(position, name).ok()
}

/// Reads the capture of a pawn that names only the two files. One that promotes becomes a queen.
fn short_capture(position: &Position, text: &[u8]) -> Option<Move> {
    let (from, to) = match *without_marks(text) {
        [from, to] | [from, b'x' | b':', to] => (char::from(from), char::from(to)),
        _ => return None,
    };
    let moves = position.legal_moves();
    let mut found = moves.into_iter().filter(|mv| {
        mv.is_capture()
            && (mv.from().file().letter(), mv.to().file().letter()) == (from, to)
            && position.piece_type_at(mv.from()) == Some(PieceType::Pawn)
            && mv.promotion().is_none_or(|piece_type| piece_type == PieceType::Queen)
    });
    found.next().filter(|_| found.next().is_none())
}

/// Reads a promotion that names no piece as one to a queen.
fn queening(position: &Position, text: &[u8]) -> Option<Move> {
    if read_capital_move(position, text) != Err(SanError::PromotionMissing) {
        return None;
    }
    let mut queening = PlainWord::try_from(without_marks(text)).ok()?;
    queening.try_extend_from_slice(b"=Q").ok()?;
    read_capital_move(position, &queening).ok()
}

/// The text without signs before its first letter or digit.
fn without_punctuation(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let Some((_, length)) = first_char(rest).filter(|(c, _)| !c.is_alphanumeric()) {
        rest = &rest[length..];
    }
    rest
}

/// A pawn's move in capitals, `E4`, in small letters. A capital that is also the letter of a piece is none.
fn in_capitals(text: &[u8], languages: Languages) -> Option<PlainWord> {
    let end = text.iter().rposition(u8::is_ascii_digit)? + 1;
    let (squares, promotion) = text.split_at(end);
    let is_capital = matches!(squares, [b'A'..=b'H', b'1'..=b'8' | b'X' | b'x', ..]);
    if !is_capital || languages.have_piece(&squares[..1]) {
        return None;
    }
    let mut word: PlainWord = squares.iter().map(u8::to_ascii_lowercase).collect();
    word.try_extend_from_slice(promotion).ok()?;
    Some(word)
}

/// The length of a word before the number of the next move, which nothing sets apart: `d53. Nc3`.
fn length_before_number(word: &[u8]) -> Option<usize> {
    let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 1).then(|| word.len() - digits + 1)
}

/// Tests whether the text is the letter of a piece with one file or rank.
fn is_half_a_move(text: &[u8], languages: Languages) -> bool {
    match without_punctuation(text) {
        [piece @ .., b'x' | b':' | b'-', b'a'..=b'h' | b'1'..=b'8']
        | [piece @ .., b'a'..=b'h' | b'1'..=b'8'] => languages.have_piece(piece),
        _ => false,
    }
}

/// Tests whether a word has the name of a square, which that of an HTML tag is not.
fn holds_square(word: &[u8]) -> bool {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    !word.starts_with(b"<") && word.windows(2).any(is_square)
}

/// True if a word may be meant as a move: it names a square, castles, passes, or is a pawn's capture between two files, and all of its
/// characters occur in moves of some language.
///
/// Skipping such a word would give the moves after it to the wrong side.
pub(in crate::pgn) fn is_like_a_move(word: &[u8]) -> bool {
    let Some(word) = plain_word(word) else { return false };
    let is_file = |byte: u8| matches!(byte, b'a'..=b'h');
    let is_of_a_move = |&byte: &u8| {
        !byte.is_ascii()
            || byte.is_ascii_uppercase()
            || is_file(byte)
            || byte.is_ascii_digit()
            || b"xkqrnpo-:=/()+#!?.".contains(&byte)
    };
    let names_a_square = word.windows(2).any(|pair| is_file(pair[0]) && matches!(pair[1], b'1'..=b'8'));
    let castles = word.windows(2).any(|pair| matches!(pair, b"O-" | b"o-" | b"0-" | b"OO"));
    let is_between_files = match *word {
        [from, to] | [from, b'x', to] => is_file(from) && is_file(to) && from.abs_diff(to) == 1,
        _ => false,
    };
    word.iter().all(is_of_a_move) && (names_a_square || castles || is_between_files)
        || matches!(Spoken::parse(&word), Ok(Spoken::Null))
}
