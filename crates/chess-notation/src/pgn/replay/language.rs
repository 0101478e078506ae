//! The language of a game, decided once from the words of its main line.
//!
//! It is English if English has the letters of all words that have a move's form. Otherwise it is the one, of English and the languages
//! that have all of them, in which the main line is legal farthest; English on a tie with it. Several others may tie: they differ in
//! letters that the main line does not have, or read a word differently, which is then an error.
//!
//! Only words that begin in the first 64 KiB of the movetext count, so that the window of a stream has all of them.

use arrayvec::ArrayVec;
use chess_board::Position;
use chess_movegen::machine::{Backend, Machine, Task};
use memchr::{memchr, memrchr2};

use super::Replay;
use crate::pgn::text::error::PgnError;
use crate::pgn::text::language::Languages;
use crate::pgn::text::lexer::{Column, LOOKAHEAD, MAX_TOKEN};
use crate::pgn::text::reader::{Reader, Stage, Step};
use crate::pgn::text::source::Source;
use crate::pgn::text::word::{LenientWord, languages_of};

/// The number of bytes of the movetext in which the words begin that decide.
const REACH: usize = MAX_TOKEN;

/// The number of bytes that show these words whole.
const VIEW: usize = REACH + LOOKAHEAD;

impl<S: Source> Replay<S> {
    /// The languages of the game, at the beginning of its movetext. Of a game in English, only capital letters are searched for.
    #[inline(never)]
    pub(super) fn find_languages(&mut self) -> Result<Languages, PgnError> {
        let source = &mut self.reader.lexer.source;
        let start = source.offset();
        let mut at = self.plain_until.saturating_sub(start) as usize;
        let is_plain = loop {
            let window = view(source.window());
            match next_foreign(window, &mut at) {
                Found::Tags => break true,
                Found::Letter => break false,
                Found::Nothing if window.len() == VIEW || !source.grow()? => break true,
                Found::Nothing => {}
            }
        };
        self.plain_until = start + at as u64;
        if is_plain {
            return Ok(Languages::ENGLISH);
        }
        while source.window().len() < VIEW && source.grow()? {}
        let movetext = Movetext { text: view(source.window()), column: self.reader.lexer.column };
        Ok(movetext.languages(&self.cursor.position))
    }
}

fn view(window: &[u8]) -> &[u8] {
    window.get(..VIEW).unwrap_or(window)
}

/// What ends the search for a letter that English does not have.
enum Found {
    /// Perhaps such a letter of a word.
    Letter,
    /// The tags of the next game.
    Tags,
    /// The end of the text.
    Nothing,
}

/// Searches movetext from `at` on for a letter that may be one of a language other than English, outside of comments in braces; `at`
/// becomes its place.
fn next_foreign(text: &[u8], at: &mut usize) -> Found {
    // The end of the last comment.
    let mut passed = 0;
    loop {
        let Some(place) = foreign_place(text, *at) else {
            *at = text.len().max(*at);
            return Found::Nothing;
        };
        *at = place;
        let before = &text[..place];
        match memrchr2(b'{', b'}', before) {
            Some(open) if before[open] == b'{' => {
                // The brace may be a part of a comment to the end of the line, or of an escaped line.
                let before = &before[passed.min(open)..open];
                let line = memrchr2(b'\n', b'\r', before).map_or(before, |end| &before[end + 1..]);
                if line.starts_with(b"%") || memchr(b';', line).is_some() {
                    return Found::Letter;
                }
                let Some(close) = memchr(b'}', &text[place..]) else {
                    *at = open;
                    return Found::Nothing;
                };
                *at = place + close;
                passed = *at;
            }
            _ if matches!(before, [b'['] | [.., b'\n' | b'\r', b'[']) => return Found::Tags,
            _ => return Found::Letter,
        }
    }
}

/// The place of the first byte from `at` on that is [foreign](is_foreign).
fn foreign_place(text: &[u8], at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let plain = Backend::best().run(PlainLength(rest));
    let place = rest.get(plain..)?.iter().position(|&byte| is_foreign(byte))?;
    Some(at + plain + place)
}

/// Tests whether a byte is beyond ASCII, or a capital that is a letter of moves in other languages than English, or in none. `P` is one
/// of Dutch. Scores of mates have `M` in many files.
#[inline(always)]
#[allow(clippy::needless_bitwise_bool, reason = "lazy operators are branches")]
const fn is_foreign(byte: u8) -> bool {
    // C to J and S to Z by few operations, for vector registers.
    let is_capital = ((byte & 0xef).wrapping_sub(b'C') < 8) | (byte == b'A') | (byte == b'L');
    is_capital | (byte == b'P') | (byte >= 0x80)
}

#[inline(always)]
fn has_foreign(bytes: &[u8]) -> bool {
    bytes.iter().fold(false, |has, &byte| has | is_foreign(byte))
}

/// The number of bytes that are compared together.
const BLOCK: usize = 128;

/// The number of bytes of a text before the first foreign one, or before the last bytes that are no block.
struct PlainLength<'a>(&'a [u8]);

impl Task for PlainLength<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self, _: impl Machine) -> usize {
        let mut blocks = self.0.chunks_exact(BLOCK).filter_map(|block| block.first_chunk::<BLOCK>());
        let passed = blocks.clone().take_while(|block| !has_foreign(*block)).count();
        let Some(block) = blocks.nth(passed) else { return passed * BLOCK };
        let is_foreign = block.map(|byte| u8::from(is_foreign(byte)));
        let words = is_foreign.chunks_exact(8).filter_map(|word| word.first_chunk());
        let words = words.map(|word| u64::from_le_bytes(*word));
        let mut found = words.enumerate().filter(|&(_, word)| word != 0);
        let place = found.next().map_or(0, |(i, word)| 8 * i + word.trailing_zeros() as usize / 8);
        passed * BLOCK + place
    }
}

/// The movetext of a game and text after it, as far as it is looked at.
struct Movetext<'a> {
    text: &'a [u8],
    column: Column,
}

impl Movetext<'_> {
    fn languages(&self, start: &Position) -> Languages {
        let mut is_english = true;
        self.for_each_word(|word, _| {
            is_english = !has_foreign(word);
            is_english
        });
        if is_english {
            return Languages::ENGLISH;
        }
        let (mut languages, mut has_p) = (Languages::ALL, false);
        self.for_each_word(|word, _| {
            let with_letters = languages_of(word);
            has_p |= with_letters == Languages::ENGLISH.or(Languages::DUTCH);
            languages = languages.and(with_letters);
            languages != Languages::NONE
        });
        // `P` is the pawn in English texts and the knight in Dutch ones. The other letters decide, or the moves.
        let is_dutch = has_p && languages.has(Languages::DUTCH);
        if languages == Languages::NONE || languages.has(Languages::ENGLISH) && !is_dutch {
            return Languages::ENGLISH;
        }
        let farthest = self.farthest(start, languages.or(Languages::ENGLISH));
        match farthest.has(Languages::ENGLISH) {
            true if is_dutch && farthest.has(Languages::DUTCH) => Languages::DUTCH,
            true => Languages::ENGLISH,
            false => farthest,
        }
    }

    /// Those of the languages in which the main line is legal farthest.
    fn farthest(&self, start: &Position, languages: Languages) -> Languages {
        let mut lines: ArrayVec<(Languages, Position), 32> =
            languages.each().map(|one| (one, *start)).collect();
        let mut farthest = languages;
        self.for_each_word(|word, ahead| {
            lines.retain(|(language, position)| {
                let read = LenientWord::read(position, ahead, word.len(), *language);
                if let LenientWord::Move { mv, .. } | LenientWord::Mended { mv, .. } = read {
                    position.play_unchecked(mv);
                }
                !matches!(read, LenientWord::BadMove(_))
            });
            if !lines.is_empty() {
                farthest = lines.iter().fold(Languages::NONE, |all, &(language, _)| all.or(language));
            }
            lines.len() > 1
        });
        farthest
    }

    /// Calls `take` with each word of the main line, and with the text from it on, until it returns false.
    fn for_each_word(&self, mut take: impl FnMut(&[u8], &[u8]) -> bool) {
        let mut reader = Reader::new(self.text);
        reader.lexer.is_lenient = true;
        (reader.lexer.column, reader.stage) = (self.column, Stage::Movetext);
        loop {
            let length = match reader.next_step() {
                Ok(Some(Step::Move(length))) => length,
                Ok(Some(Step::VariationStart)) => match reader.skip_variation() {
                    Ok(()) => continue,
                    Err(_) => return,
                },
                Ok(Some(Step::End(_)) | None) => return,
                _ => continue,
            };
            let at = reader.lexer.offset() as usize;
            let ahead = self.text.get(at..self.text.len().min(at + LOOKAHEAD)).unwrap_or_default();
            let Some(word) = ahead.get(..length).filter(|_| at < REACH) else { return };
            if !take(word, ahead) {
                return;
            }
        }
    }
}
