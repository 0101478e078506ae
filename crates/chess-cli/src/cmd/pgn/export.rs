use std::collections::{HashMap, HashSet};
use std::path::{self, Path, PathBuf};
use std::{fs, io, iter};

use chess_data::chunks::{Chunk, Counted};
use chess_data::filter::Filter;
use chess_data::main_line::MainLine;
use chess_data::opening_names::{Opening, OpeningNames};
use clap::Args;

use crate::error::{CliError, is_stream};
use crate::games::{Ending, Mode, PgnReading, Place, start_of};
use crate::io::data_out::DataOut;
use crate::io::out_file::{Written, with_suffix};
use crate::io::output::Output;
use crate::summary::Summary;

#[derive(Args)]
pub(super) struct ExportArgs {
    /// Copy the text of the games that are kept; - means stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "training", "lenient"])]
    out: Option<PathBuf>,

    /// Write a file for each value of this tag
    ///
    /// The value comes before the extension in its name, or is the name in a folder. More than 800 values are an error.
    #[arg(long, value_name = "TAG", hide_short_help = true, requires = "out")]
    split_by: Option<String>,

    /// Leave out repeated games
    ///
    /// They have the same players, start position and moves. A broken game is never left out.
    #[arg(long, requires = "out")]
    dedup: bool,
}

/// The most files that games are split into: each of them is open.
const MAX_FILES: usize = 800;

#[derive(Debug, thiserror::Error)]
#[error("the tag {0} has more than {MAX_FILES} values")]
struct TooManyFiles(String);

/// The games of a chunk that are kept. A chunk without a game is the end of the text of the game before it.
#[derive(Default)]
pub(super) struct Texts {
    bytes: Vec<u8>,
    games: Vec<Text>,
}

struct Text {
    /// The end of its text.
    end: usize,
    is_broken: bool,
    /// `None` if it is not a duplicate of another.
    identity: Option<u128>,
    value: String,
}

impl ExportArgs {
    pub(super) fn check(&self) -> Result<(), &'static str> {
        if self.split_by.is_some() && self.path().is_some_and(is_stream) {
            Err("--split-by needs --out with the name of a file")
        } else {
            Ok(())
        }
    }

    /// The file to write; `None` if none is wanted.
    pub(super) fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }
}

/// Copies the text of games.
pub(super) struct Export<'a> {
    files: Files<'a>,
    /// The value of the last game that was written.
    last: String,
    seen: HashSet<u128>,
    games: u64,
    broken: u64,
    duplicates: u64,
}

impl<'a> Export<'a> {
    pub(super) fn new(args: &'a ExportArgs, path: &'a Path) -> Result<Self, CliError> {
        let mut files =
            Files { path, split_by: args.split_by.as_deref(), open: Vec::new(), places: HashMap::new() };
        if files.split_by.is_none() {
            // Before any work is done.
            files.file("")?;
        }
        Ok(Self { files, last: String::new(), seen: HashSet::new(), games: 0, broken: 0, duplicates: 0 })
    }
}

impl Mode for Export<'_> {
    type Shared = ExportArgs;
    type Part = Texts;

    /// The texts of the games of a chunk that are kept. A text reaches to the beginning of the next game.
    fn chunk(args: &ExportArgs, reading: &PgnReading, chunk: &Chunk<'_>) -> Counted<Texts> {
        let (mut replay, mut game, bytes) = (chunk.replay(), MainLine::default(), chunk.bytes());
        let base = reading.base(chunk);
        game.set_filter(reading.filter(), &base);
        let names = base.opening_names;
        let mut texts = Texts::default();
        let mut last: Option<(usize, Text)> = None;
        let mut is_first = true;
        let mut add = |last: Option<(usize, Text)>, end| {
            if let Some((start, mut text)) = last {
                texts.bytes.extend_from_slice(&bytes[start..end]);
                if end == bytes.len() && !bytes.ends_with(b"\n") {
                    // The last game of a file.
                    texts.bytes.extend_from_slice(b"\n\n");
                }
                text.end = texts.bytes.len();
                texts.games.push(text);
            }
        };
        while game.read(&mut replay) {
            let start = if is_first { 0 } else { start_of(bytes, game.offset() as usize) };
            is_first = false;
            add(last.take(), start);
            if game.is_kept() {
                let value = args.split_by.as_deref().map_or("", |tag| value(&game, tag, names.as_deref()));
                let identity = args.dedup.then(|| game.identity()).flatten();
                let text =
                    Text { end: 0, is_broken: game.fault().is_some(), identity, value: value.to_owned() };
                last = Some((start, text));
            }
        }
        add(last.take(), bytes.len());
        if is_first && *reading.filter() == Filter::ALL {
            texts.bytes.extend_from_slice(bytes);
        }
        Counted { value: texts, games: replay.game() }
    }

    fn add(&mut self, texts: Texts, _: &Place<'_>, _: &mut Output) -> Result<bool, CliError> {
        let Texts { bytes, games } = texts;
        let mut goes_on = true;
        if games.is_empty() && !bytes.is_empty() && !is_stream(self.files.path) {
            self.files.file(&self.last)?.write_piece(&bytes)?;
        }
        let mut start = 0;
        for Text { end, is_broken, identity, value } in games {
            let text = &bytes[start..end];
            start = end;
            if identity.is_some_and(|identity| !self.seen.insert(identity)) {
                self.duplicates += 1;
                continue;
            }
            self.games += 1;
            self.broken += u64::from(is_broken);
            goes_on &= self.files.file(&value)?.write_piece(text)?;
            self.last = value;
        }
        Ok(goes_on)
    }

    fn finish(self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let Self { games, broken, duplicates, files, .. } = self;
        let summary = Summary::new([("games", games), ("broken", broken), ("duplicates", duplicates)]);
        (summary, if ending == Ending::Whole { files.finish() } else { Ok(()) })
    }
}

/// The value of a tag, or of a name of an opening in its place.
fn value<'a>(game: &'a MainLine, tag: &str, names: Option<&'a OpeningNames>) -> &'a str {
    let part: Option<fn(&Opening) -> &str> = match tag {
        "ECO" => Some(|opening| &opening.eco),
        "Opening" => Some(|opening| &opening.name),
        _ => None,
    };
    let named = part.zip(names).and_then(|(part, names)| {
        let start = *game.start()?;
        let after = game.moves().iter().scan(start, |position, &mv| {
            position.play_unchecked(mv);
            Some(*position)
        });
        names.last(iter::once(start).chain(after)).map(part)
    });
    named.or_else(|| game.tag(tag)).unwrap_or("?")
}

/// The files that games go to, in the order of their first games.
struct Files<'a> {
    path: &'a Path,
    split_by: Option<&'a str>,
    open: Vec<(PathBuf, DataOut)>,
    /// The places of the files by the value of the tag.
    places: HashMap<String, usize>,
}

impl Files<'_> {
    /// The file of a value.
    fn file(&mut self, value: &str) -> Result<&mut DataOut, CliError> {
        if let Some(&place) = self.places.get(value) {
            return Ok(&mut self.open[place].1);
        }
        let place = self.open.len();
        if let Some(tag) = self.split_by.filter(|_| place >= MAX_FILES) {
            return Err(CliError::option("--split-by", TooManyFiles(tag.to_owned())));
        }
        let path = self.path_of(value).map_err(CliError::file(self.path))?;
        let file = DataOut::create(&path)?;
        self.open.push((path, file));
        self.places.insert(value.to_owned(), place);
        Ok(&mut self.open[place].1)
    }

    /// The path of the file of a value, which may be that of another value, too.
    fn path_of(&self, value: &str) -> io::Result<PathBuf> {
        let is_folder = self.path.is_dir() || self.path.to_string_lossy().ends_with(path::is_separator);
        Ok(match as_name(value) {
            _ if self.split_by.is_none() => self.path.to_owned(),
            name if is_folder => {
                fs::create_dir_all(self.path)?;
                self.path.join(if name.is_empty() { "_.pgn".to_owned() } else { name + ".pgn" })
            }
            name => with_suffix(self.path, &name),
        })
    }

    /// Gives the files their names. Those of values whose names are one file get numbers.
    fn finish(self) -> Result<(), CliError> {
        let mut written = Written::default();
        for (wanted, mut file) in self.open {
            let mut path = wanted.clone();
            for number in 2.. {
                if !written.has(&path) {
                    break;
                }
                path = with_suffix(&wanted, &number.to_string());
                file.set_path(&path)?;
            }
            file.finish()?;
            written.add(&path);
        }
        Ok(())
    }
}

/// A value as part of the name of a file. Characters that names cannot have in each system become `_`.
fn as_name(value: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '+' | ',' | ' ');
    value.chars().take(60).map(|c| if kept(c) { c } else { '_' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_names_of_files() {
        for (value, name) in [("1/2-1/2", "1_2-1_2"), ("../a b", ".._a b"), ("", ""), ("Šahs\u{1b}", "Šahs_")]
        {
            assert_eq!(as_name(value), name);
        }
    }
}
