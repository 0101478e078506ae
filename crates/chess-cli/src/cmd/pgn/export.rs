use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::{self, Path, PathBuf};
use std::{fs, iter};

use chess_data::chunks::{Chunk, Counted, Part, Pipeline};
use chess_data::filter::Filter;
use chess_data::main_line::MainLine;
use chess_data::opening_names::{Opening, OpeningNames};
use clap::Args;
use serde::Serialize;

use crate::error::{CliError, Verdict};
use crate::games::{Ending, PgnReading, start_of};
use crate::io::out_file::{OutFile, Written, with_suffix};
use crate::io::output::Output;
use crate::summary::Printing;

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

/// The report on the games that were written, as a JSON object with the keys in this order.
#[derive(Default, Serialize)]
struct Summary {
    games: u64,
    broken: u64,
    duplicates: u64,
}

/// The games of a chunk that are kept. A chunk without a game is the end of the text of the game before it.
#[derive(Default)]
struct Texts {
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
        let is_stdout = self.out.as_deref() == Some(Path::new("-"));
        if is_stdout && self.split_by.is_some() {
            Err("--split-by needs --out with the name of a file")
        } else {
            Ok(())
        }
    }

    pub(super) const fn is_wanted(&self) -> bool {
        self.out.is_some()
    }

    /// Writes the games.
    pub(super) fn run(
        &self,
        reading: &PgnReading,
        filter: &Filter,
        as_json: bool,
        output: &mut Output,
    ) -> Result<Verdict, CliError> {
        let path = self.out.as_deref().unwrap_or(Path::new("-"));
        let mut files =
            Files { path, is_split: self.split_by.is_some(), open: Vec::new(), places: HashMap::new() };
        let no_file = |error: Option<CliError>| {
            let too_many = || TooManyFiles(self.split_by.clone().unwrap_or_default());
            error.unwrap_or_else(|| CliError::option("--split-by", too_many()))
        };
        if self.split_by.is_none() && path != Path::new("-") {
            // Before any work is done.
            files.file("").map_err(no_file)?;
        }
        let (mut summary, mut seen) = (Summary::default(), HashSet::new());
        let mut last_value = String::new();
        let work = |game: &mut MainLine, chunk: &Chunk<'_>| self.texts(game, chunk, reading, filter);
        let ending = reading.run(Pipeline::CHUNK_SIZE, MainLine::default, work, |part| {
            let Ok(Part { value: texts, .. }) = part else { return Ok(true) };
            if texts.games.is_empty() && !texts.bytes.is_empty() && path != Path::new("-") {
                files.write(&last_value, &texts.bytes).map_err(no_file)?;
            }
            let mut start = 0;
            for Text { end, is_broken, identity, value } in texts.games {
                let text = &texts.bytes[start..end];
                start = end;
                if identity.is_some_and(|identity| !seen.insert(identity)) {
                    summary.duplicates += 1;
                    continue;
                }
                summary.games += 1;
                summary.broken += u64::from(is_broken);
                if path == Path::new("-") {
                    output.lines(text)?;
                } else {
                    files.write(&value, text).map_err(no_file)?;
                    last_value = value;
                }
            }
            Ok(!output.is_closed())
        })?;
        if ending == Ending::Whole {
            files.finish()?;
        }
        let Summary { games, broken, duplicates } = summary;
        let (is_incomplete, is_beside_data) = (ending != Ending::Whole, path == Path::new("-"));
        let report = Printing { as_json, is_incomplete, is_beside_data };
        report.print(&summary, output, |grouping| {
            let [games, broken, duplicates] = [games, broken, duplicates].map(|count| grouping.of(count));
            format!("games {games}, broken {broken}, duplicates {duplicates}")
        })?;
        Ok(ending.verdict(broken))
    }

    /// The texts of the games of a chunk that are kept. A text reaches to the beginning of the next game.
    fn texts(
        &self,
        game: &mut MainLine,
        chunk: &Chunk<'_>,
        reading: &PgnReading,
        filter: &Filter,
    ) -> Counted<Texts> {
        let (mut replay, bytes) = (chunk.replay(), chunk.bytes());
        let base = reading.base(chunk);
        game.set_filter(filter, &base);
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
                let value = self.split_by.as_deref().map_or("", |tag| value(game, tag, names.as_deref()));
                let identity = self.dedup.then(|| game.identity()).flatten();
                let text =
                    Text { end: 0, is_broken: game.fault().is_some(), identity, value: value.to_owned() };
                last = Some((start, text));
            }
        }
        add(last.take(), bytes.len());
        if is_first && *filter == Filter::ALL {
            texts.bytes.extend_from_slice(bytes);
        }
        Counted { value: texts, games: replay.game() }
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
            position.play(mv);
            Some(*position)
        });
        names.last(iter::once(start).chain(after)).map(part)
    });
    named.or_else(|| game.tag(tag)).unwrap_or("?")
}

/// The files that games go to, in the order of their first games.
struct Files<'a> {
    path: &'a Path,
    is_split: bool,
    open: Vec<(PathBuf, OutFile)>,
    /// The places of the files by the value of the tag.
    places: HashMap<String, usize>,
}

impl Files<'_> {
    /// # Errors
    /// The file cannot be created, or, without an error, there are too many.
    fn file(&mut self, value: &str) -> Result<&mut (PathBuf, OutFile), Option<CliError>> {
        let place = match self.places.get(value) {
            Some(&place) => place,
            None if self.open.len() >= MAX_FILES => return Err(None),
            None => {
                let path = self.path_of(value).map_err(CliError::file(self.path))?;
                let file = OutFile::create(&path).map_err(CliError::file(&path))?;
                self.open.push((path, file));
                self.places.insert(value.to_owned(), self.open.len() - 1);
                self.open.len() - 1
            }
        };
        self.open.get_mut(place).ok_or(None)
    }

    /// The path of the file of a value, which may be that of another value, too.
    fn path_of(&self, value: &str) -> io::Result<PathBuf> {
        let is_folder = self.path.is_dir() || self.path.to_string_lossy().ends_with(path::is_separator);
        Ok(match as_name(value) {
            _ if !self.is_split => self.path.to_owned(),
            name if is_folder => {
                fs::create_dir_all(self.path)?;
                self.path.join(if name.is_empty() { "_.pgn".to_owned() } else { name + ".pgn" })
            }
            name => with_suffix(self.path, &name),
        })
    }

    /// # Errors
    /// As those of [`file`](Self::file); or the file cannot be written.
    fn write(&mut self, value: &str, text: &[u8]) -> Result<(), Option<CliError>> {
        let (path, file) = self.file(value)?;
        file.write_all(text).map_err(|error| Some(CliError::File { path: path.clone(), error }))
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
                file.set_path(&path).map_err(CliError::file(&path))?;
            }
            file.finish().map_err(CliError::file(&path))?;
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
