//! The letters of pieces in languages other than English.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::Move;

use crate::san::{SanError, read_move, without_marks};

/// A language with its letters for the pieces.
#[derive(PartialEq, Eq, Debug)]
pub(in crate::pgn) struct Language {
    pub(in crate::pgn) name: &'static str,
    /// King, queen, rook, bishop and knight.
    letters: [&'static [u8]; 5],
}

/// The English letters, in the same order.
const ENGLISH: [u8; 5] = *b"KQRBN";

/// The languages, those first that more files have. A Cyrillic one is in UTF-8 and in Windows-1251.
static LANGUAGES: [Language; 16] = [
    Language::new("German", [b"K", b"D", b"T", b"L", b"S"]),
    Language::new("French", [b"R", b"D", b"T", b"F", b"C"]),
    Language::new("Spanish", [b"R", b"D", b"T", b"A", b"C"]),
    Language::new("Portuguese", [b"R", b"D", b"T", b"B", b"C"]),
    Language::new("Dutch", [b"K", b"D", b"T", b"L", b"P"]),
    Language::new(
        "Russian",
        ["Кр".as_bytes(), "Ф".as_bytes(), "Л".as_bytes(), "С".as_bytes(), "К".as_bytes()],
    ),
    Language::new("Russian", [b"\xca\xf0", b"\xd4", b"\xcb", b"\xd1", b"\xca"]),
    Language::new("Polish", [b"K", b"H", b"W", b"G", b"S"]),
    Language::new("Czech", [b"K", b"D", b"V", b"S", b"J"]),
    Language::new("Hungarian", [b"K", b"V", b"B", b"F", b"H"]),
    Language::new("Romanian", [b"R", b"D", b"T", b"N", b"C"]),
    Language::new("Finnish", [b"K", b"D", b"T", b"L", b"R"]),
    Language::new("Icelandic", [b"K", b"D", b"H", b"B", b"R"]),
    Language::new(
        "Ukrainian",
        ["Кр".as_bytes(), "Ф".as_bytes(), "Т".as_bytes(), "С".as_bytes(), "К".as_bytes()],
    ),
    Language::new(
        "Bulgarian",
        ["Ц".as_bytes(), "Д".as_bytes(), "Т".as_bytes(), "О".as_bytes(), "К".as_bytes()],
    ),
    Language::new("Greek", ["Ρ".as_bytes(), "Β".as_bytes(), "Π".as_bytes(), "Α".as_bytes(), "Ι".as_bytes()]),
];

impl Language {
    const fn new(name: &'static str, letters: [&'static [u8]; 5]) -> Self {
        Self { name, letters }
    }

    /// The letter of a piece in English and the text after it, for each letter that the text begins with.
    fn letters<'a>(&self, text: &'a [u8]) -> impl Iterator<Item = (u8, &'a [u8])> {
        ENGLISH
            .into_iter()
            .zip(self.letters)
            .filter_map(|(english, letter)| Some((english, text.strip_prefix(letter)?)))
    }

    /// Reads a move with the letters of this language; `None` if it has none of them.
    pub(in crate::pgn) fn read(&self, position: &Position, text: &[u8]) -> Option<Result<Move, SanError>> {
        let mut read = None;
        for (english, behind) in self.letters(text) {
            let mut word: ArrayVec<u8, 32> = core::iter::once(english).collect();
            word.try_extend_from_slice(behind).ok()?;
            let mv = read_move(position, &word);
            if mv.is_ok() {
                return Some(mv);
            }
            read = read.or(Some(mv));
        }
        read.or_else(|| self.promotion(position, text))
    }

    /// Reads a promotion, the letter of which is at the end.
    fn promotion(&self, position: &Position, text: &[u8]) -> Option<Result<Move, SanError>> {
        let text = without_marks(text);
        let mut pieces = ENGLISH.into_iter().zip(self.letters).skip(1);
        pieces.find_map(|(english, letter)| {
            let before = text.strip_suffix(letter)?;
            let mut word = ArrayVec::<u8, 32>::try_from(before).ok()?;
            word.try_push(english).ok()?;
            let is_promotion = matches!(before, [b'a'..=b'h', ..]);
            is_promotion.then(|| read_move(position, &word))
        })
    }

    /// The language in which the text is a legal move, and the move. If there are several, the one whose letters most words of the
    /// text `ahead` have. In English the text is a legal move if `is_english`, and then the language has to have more.
    pub(in crate::pgn) fn find(
        position: &Position,
        text: &[u8],
        ahead: &[u8],
        is_english: bool,
    ) -> Option<(&'static Self, Move)> {
        let english = Self::new("English", [b"K", b"Q", b"R", b"B", b"N"]);
        let mut most = is_english.then(|| english.words(ahead));
        let mut found = None;
        for language in &LANGUAGES {
            let Some(Ok(mv)) = language.read(position, text) else { continue };
            let words = language.words(ahead);
            if most.is_none_or(|most| words > most) {
                most = Some(words);
                found = Some((language, mv));
            }
        }
        found
    }

    /// The number of words that begin with a letter of this language, and have nothing else but a file, a rank and signs.
    fn words(&self, text: &[u8]) -> usize {
        let words = text.split(|byte| matches!(byte, b'.' | 0..=b' '));
        let is_part = |byte: &u8| b"abcdefgh12345678x:-+#=!?".contains(byte);
        words
            .filter(|word| {
                self.letters(word).any(|(_, behind)| behind.len() > 1 && behind.iter().all(is_part))
            })
            .count()
    }
}
