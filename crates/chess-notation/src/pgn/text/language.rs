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
    Language::new("German", ["K", "D", "T", "L", "S"]),
    Language::new("French", ["R", "D", "T", "F", "C"]),
    Language::new("Spanish", ["R", "D", "T", "A", "C"]),
    Language::new("Portuguese", ["R", "D", "T", "B", "C"]),
    Language::new("Dutch", ["K", "D", "T", "L", "P"]),
    Language::new("Russian", ["Кр", "Ф", "Л", "С", "К"]),
    Language { name: "Russian", letters: [b"\xca\xf0", b"\xd4", b"\xcb", b"\xd1", b"\xca"] },
    Language::new("Polish", ["K", "H", "W", "G", "S"]),
    Language::new("Czech", ["K", "D", "V", "S", "J"]),
    Language::new("Hungarian", ["K", "V", "B", "F", "H"]),
    Language::new("Romanian", ["R", "D", "T", "N", "C"]),
    Language::new("Finnish", ["K", "D", "T", "L", "R"]),
    Language::new("Icelandic", ["K", "D", "H", "B", "R"]),
    Language::new("Ukrainian", ["Кр", "Ф", "Т", "С", "К"]),
    Language::new("Bulgarian", ["Ц", "Д", "Т", "О", "К"]),
    Language::new("Greek", ["Ρ", "Β", "Π", "Α", "Ι"]),
];

impl Language {
    const fn new(name: &'static str, [king, queen, rook, bishop, knight]: [&'static str; 5]) -> Self {
        let letters =
            [king.as_bytes(), queen.as_bytes(), rook.as_bytes(), bishop.as_bytes(), knight.as_bytes()];
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
        let english = Self::new("English", ["K", "Q", "R", "B", "N"]);
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
