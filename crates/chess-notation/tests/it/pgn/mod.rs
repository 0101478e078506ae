//! PGN, read and written.

mod among_tags;
mod commands;
mod errors;
mod lenient;
mod lexis;
mod naive;
mod named;
mod replay;
mod stream;
mod tree;
mod visit;
mod writer;

use std::io::Read;

use chess_notation::pgn::{Event, PgnError, Reader, Replay, Source};
use chess_testkit::Random;

/// A source that returns its bytes in portions of a fixed size.
pub(crate) struct Portions<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl<'a> Portions<'a> {
    pub(crate) fn new(bytes: &'a [u8], size: usize) -> Self {
        Self { bytes, size }
    }
}

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let portion = self.bytes.len().min(self.size).min(buffer.len());
        let (now, later) = self.bytes.split_at(portion);
        buffer[..portion].copy_from_slice(now);
        self.bytes = later;
        Ok(portion)
    }
}

/// A stream whose type does not tell what it reads: readers are compiled for one type of stream.
fn stream<'a>(read: impl Read + 'a) -> Box<dyn Read + 'a> {
    Box::new(read)
}

/// A text of fewer than `limit` words at random, each with a separator after it. The words are those between the signs `·`.
fn text_of(words: &str, separators: &[&str], limit: usize, random: &mut Random) -> String {
    let words: Vec<&str> = words.split('·').collect();
    (0..random.below(limit)).flat_map(|_| [random.pick(&words), random.pick(separators)]).collect()
}

/// An event as text, nearly as in a file: `|` is where the movetext begins, `end` an end without a result.
fn shown<M>(event: Event<'_, M>, show: impl Fn(M) -> String) -> String {
    match event {
        Event::Tag { name, value } => format!("[{name} {value}]"),
        Event::Movetext => "|".to_string(),
        Event::Move(mv) => show(mv),
        Event::Nag(number) => format!("${number}"),
        Event::Comment(text) => format!("{{{text}}}"),
        Event::VariationStart => "(".to_string(),
        Event::VariationEnd => ")".to_string(),
        Event::End(Some(result)) => result.to_string(),
        Event::End(None) => "end".to_string(),
    }
}

/// An error as text: the game, the line, the offset and the token, and the rule.
fn blamed(error: &PgnError) -> String {
    match error {
        PgnError::Game(error) => {
            format!("<{} {} {} {} {:?}>", error.game, error.line, error.offset, error.token, error.rule)
        }
        error => format!("<{error}>"),
    }
}

/// What `next` returns until nothing is left, errors as `blame` tells them.
fn walk(
    mut next: impl FnMut() -> Result<Option<String>, PgnError>,
    blame: impl Fn(&PgnError) -> String,
) -> Vec<String> {
    std::iter::from_fn(|| next().unwrap_or_else(|error| Some(blame(&error)))).collect()
}

/// All events of a reader, and its errors, set apart by spaces.
pub(crate) fn events_of<S: Source>(reader: &mut Reader<S>) -> String {
    let word = |word: &[u8]| String::from_utf8_lossy(word).into_owned();
    walk(|| Ok(reader.next_event()?.map(|event| shown(event, word))), blamed).join(" ")
}

/// All events of a replay, and its errors, set apart by spaces. Moves are shown as in UCI.
pub(crate) fn replay_of<S: Source>(replay: &mut Replay<S>) -> String {
    walk(|| Ok(replay.next_event()?.map(|event| shown(event, |mv| mv.to_string()))), blamed).join(" ")
}

pub(crate) fn events(text: &(impl AsRef<[u8]> + ?Sized)) -> String {
    events_of(&mut Reader::new(text))
}

pub(crate) fn replayed(text: &(impl AsRef<[u8]> + ?Sized)) -> String {
    replay_of(&mut Replay::new(text))
}

/// The rules that a text breaks, as error messages.
pub(crate) fn rules(text: &(impl AsRef<[u8]> + ?Sized)) -> Vec<String> {
    let mut replay = Replay::new(text);
    let mut rules = walk(|| Ok(replay.next_event()?.map(|_| String::new())), ToString::to_string);
    rules.retain(|rule| !rule.is_empty());
    rules
}
