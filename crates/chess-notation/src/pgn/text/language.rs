//! The letters of pieces in languages other than English.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_types::Move;

use super::error::PgnRule;
use crate::characters::first_char;
use crate::san::{NotSan, SanError, SanRule, read_capital_move, without_marks};

/// A word in the characters of the standard.
pub(in crate::pgn) type PlainWord = ArrayVec<u8, 32>;

/// A language with its letters for the pieces.
struct Language {
    name: &'static str,
    /// King, queen, rook, bishop and knight.
    letters: [&'static [u8]; 5],
}

/// The number of languages besides English, Russian twice.
const COUNT: usize = 16;

/// The languages, those first that more files have, and English. A Cyrillic one is in UTF-8 and in Windows-1251.
static LANGUAGES: [Language; COUNT + 1] = [
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
    Language::new("English", ["K", "Q", "R", "B", "N"]),
];

impl Language {
    const fn new(name: &'static str, [king, queen, rook, bishop, knight]: [&'static str; 5]) -> Self {
        let letters =
            [king.as_bytes(), queen.as_bytes(), rook.as_bytes(), bishop.as_bytes(), knight.as_bytes()];
        Self { name, letters }
    }

    /// The English letter of a piece. Nothing, and a small letter as in UCI, are the same in all languages.
    fn in_english(&self, letter: &[u8]) -> Option<PlainWord> {
        let is_pawn = letter == b"P" && self.name == "English";
        let is_same = is_pawn || matches!(letter, [] | [b'a'..=b'z']);
        let place = self.letters.iter().position(|other| *other == letter);
        let english = place.map(|place| LANGUAGES[COUNT].letters[place]);
        PlainWord::try_from(if is_same { letter } else { english? }).ok()
    }

    /// The word with English letters; `None` if it has other letters than this language. A word that has not the form of a move with
    /// letters, such as castling, is the same.
    fn translated(&self, text: &[u8]) -> Option<PlainWord> {
        let Some(form) = Form::of(text) else { return PlainWord::try_from(text).ok() };
        let mut word = self.in_english(form.piece)?;
        word.try_extend_from_slice(form.squares).ok()?;
        word.try_extend_from_slice(&self.in_english(form.promotion)?).ok()?;
        Some(word)
    }
}

/// The parts of a word that has the form of a move, without marks and signs.
struct Form<'a> {
    /// The letter of the piece that moves, or nothing.
    piece: &'a [u8],
    /// All between the two letters: files, ranks, and signs of captures and dashes.
    squares: &'a [u8],
    /// The letter of the piece that a pawn becomes, or nothing.
    promotion: &'a [u8],
}

impl<'a> Form<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let bare = without_marks(text);
        let is_of_squares = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-');
        let (piece, rest) = bare.split_at(bare.iter().position(is_of_squares)?);
        let end = rest.iter().rposition(|byte| matches!(byte, b'1'..=b'8'))? + 1;
        let (squares, behind) = rest.split_at(end);
        let names_target = matches!(squares, [.., b'a'..=b'h', _]) && squares.iter().all(is_of_squares);
        let promotion = match behind {
            [b'(', letter @ .., b')'] | [b'=' | b'/', letter @ ..] | letter => letter,
        };
        (names_target && is_letter(piece) && is_letter(promotion)).then_some(Self {
            piece,
            squares,
            promotion,
        })
    }
}

/// Tests whether the text can be the letter of a piece in some language, or is nothing. Chess figures are of all languages.
fn is_letter(text: &[u8]) -> bool {
    match text {
        [] => true,
        [byte] if byte.is_ascii() => byte.is_ascii_alphabetic(),
        _ if LANGUAGES.iter().any(|language| language.letters.contains(&text)) => true,
        _ => first_char(text).is_some_and(|(c, length)| length == text.len() && c.is_alphabetic()),
    }
}

/// The languages that the letters of a game may be of, as a set: English, or others that read all of its moves alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::pgn) struct Languages(u32);

impl Languages {
    pub(in crate::pgn) const NONE: Self = Self(0);
    pub(in crate::pgn) const ENGLISH: Self = Self(1 << COUNT);
    /// English and all others.
    pub(in crate::pgn) const ALL: Self = Self((2 << COUNT) - 1);
    pub(in crate::pgn) const DUTCH: Self = Self(1 << 4);

    /// Each of the languages alone.
    pub(in crate::pgn) fn each(self) -> impl Iterator<Item = Self> {
        (0..=COUNT).map(|place| Self(1 << place)).filter(move |&one| self.has(one))
    }

    pub(in crate::pgn) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub(in crate::pgn) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(in crate::pgn) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The languages that have the letters of a word; all of them if it has none.
    pub(in crate::pgn) fn with_letters_of(word: &[u8]) -> Self {
        let Some(Form { piece, promotion, .. }) = Form::of(word) else { return Self::ALL };
        let has = |language: &Language| {
            language.in_english(piece).is_some() && language.in_english(promotion).is_some()
        };
        let all = LANGUAGES.iter().enumerate();
        Self(all.fold(0, |all, (place, language)| all | u32::from(has(language)) << place))
    }

    /// Reads a move with the letters of these languages. It is an error if they do not agree.
    pub(in crate::pgn) fn read(self, position: &Position, text: &[u8]) -> Result<Move, PgnRule> {
        if self == Self::ENGLISH {
            return read_capital_move(position, text).map_err(PgnRule::San);
        }
        let mut read: Option<(&str, Result<Move, SanError>)> = None;
        for language in self.letters() {
            let Some(word) = language.translated(text) else { continue };
            let found = read_capital_move(position, &word);
            match read {
                Some((name, other)) if other.ok() != found.ok() => {
                    return Err(PgnRule::Languages(name, language.name));
                }
                Some(_) => {}
                None => read = Some((language.name, found)),
            }
        }
        let unknown = SanError::NotSan(NotSan { offset: 0, rule: SanRule::Piece });
        read.map_or(Err(unknown), |(_, found)| found).map_err(PgnRule::San)
    }

    /// The name of the language in which a word is read, unless it is the same word in English.
    pub(in crate::pgn) fn name_for(self, text: &[u8]) -> Option<&'static str> {
        let mut words =
            self.letters().filter_map(|language| Some((language.name, language.translated(text)?)));
        words.next().filter(|(_, word)| !text.starts_with(word)).map(|(name, _)| name)
    }

    /// Tests whether the text is the letter of a piece.
    pub(in crate::pgn) fn have_piece(self, letter: &[u8]) -> bool {
        self.letters().any(|language| language.letters.contains(&letter))
    }

    fn letters(self) -> impl Iterator<Item = &'static Language> {
        LANGUAGES
            .iter()
            .enumerate()
            .filter(move |(place, _)| self.0 >> place & 1 == 1)
            .map(|(_, language)| language)
    }
}
