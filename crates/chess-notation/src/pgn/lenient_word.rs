use chess_board::Position;
use chess_types::Move;

use crate::any_move::read_move;

/// The meaning of a word of the movetext that is no legal move in SAN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LenientWord {
    /// A legal move, which is the whole word or stands before a sign.
    Move { mv: Move, length: usize },
    /// A sign of chess literature, as a numeric annotation glyph.
    Nag(u8),
    /// Neither a move nor a sign.
    Stray,
    /// A move that is not legal, or not unique, or misspelt.
    BadMove,
}

/// The signs of chess literature that are written without a dollar sign, with their glyphs (Edwards, "Portable Game Notation
/// Specification", 10; those above 139 as databases write them).
const SIGNS: [(&str, u8); 17] = [
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
];

impl LenientWord {
    pub(super) fn read(position: &Position, word: &[u8]) -> Self {
        if let Ok(mv) = read_move(position, word) {
            return Self::Move { mv, length: word.len() };
        }
        if let Some(glyph) = sign(word) {
            return Self::Nag(glyph);
        }
        let length = word.len() - sign_length(word);
        if let Ok(mv) = read_move(position, &word[..length]) {
            return Self::Move { mv, length };
        }
        if is_like_a_move(&word[..length]) { Self::BadMove } else { Self::Stray }
    }
}

fn sign(word: &[u8]) -> Option<u8> {
    SIGNS.iter().find(|(sign, _)| sign.as_bytes() == word).map(|&(_, glyph)| glyph)
}

/// The length of the sign or the punctuation at the end of a word. It does not begin with a digit, so that the rest of a word
/// cannot be a result, whether it is read or skipped.
fn sign_length(word: &[u8]) -> usize {
    let is_alphanumeric = |&byte: &u8| byte.is_ascii_alphanumeric();
    let length = word.iter().rev().take_while(|byte| !is_alphanumeric(byte)).count();
    let rest = &word[word.len() - length..];
    if rest.is_ascii() || sign(rest).is_some() { length } else { 0 }
}

/// True if a word may be meant for a move: it names a square, castles, or is a pawn's capture between two files, and has no
/// characters that moves in any language do not have.
///
/// To pass such a word would give the moves after it to the wrong side.
fn is_like_a_move(word: &[u8]) -> bool {
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
        [from, to] | [from, b'x', to] => is_file(from) && is_file(to),
        _ => false,
    };
    word.iter().all(is_of_a_move) && (names_a_square || castles || is_between_files)
}
