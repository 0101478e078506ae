use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::io::Write;
use std::path::{Path, PathBuf};

use chess_data::chunks::{Chunk, Counted, Part, Pipeline};
use chess_data::filter::Filter;
use chess_data::main_line::MainLine;
use clap::Args;
use serde::Serialize;

use crate::error::{CliError, Verdict};
use crate::games::{Ending, PgnReading, start_of};
use crate::io::diagnostics;
use crate::io::out_file::{OutFile, with_suffix};
use crate::io::output::Output;

#[derive(Args)]
pub(super) struct ExportArgs {
    /// Copy the text of the games that are kept; - means stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "training", "lenient"])]
    out: Option<PathBuf>,

    /// Write a file for each value of this tag
    ///
    /// The value comes before the extension in its name. More than 800 values are an error.
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
        let mut files = Files { path, is_split: self.split_by.is_some(), open: HashMap::new() };
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
        let word = if ending == Ending::Whole { "" } else { "incomplete: " };
        let text = format!("{word}games {games}, broken {broken}, duplicates {duplicates}");
        match (path == Path::new("-"), as_json) {
            (true, _) => diagnostics::tell(text),
            (false, true) => output.json(&summary)?,
            (false, false) => output.line(text)?,
        }
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
        game.set_filter(filter, &reading.base(chunk));
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
                let value = self.split_by.as_deref().map_or("", |tag| game.tag(tag).unwrap_or("?"));
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

/// The files that games go to, by the value of the tag.
struct Files<'a> {
    path: &'a Path,
    is_split: bool,
    open: HashMap<String, (PathBuf, OutFile)>,
}

impl Files<'_> {
    /// # Errors
    /// The file cannot be created, or, without an error, there are too many.
    fn file(&mut self, value: &str) -> Result<&mut (PathBuf, OutFile), Option<CliError>> {
        let are_most = self.open.len() >= MAX_FILES;
        match self.open.entry(as_name(value)) {
            Entry::Occupied(entry) => Ok(entry.into_mut()),
            Entry::Vacant(_) if are_most => Err(None),
            Entry::Vacant(entry) => {
                let path =
                    if self.is_split { with_suffix(self.path, entry.key()) } else { self.path.to_owned() };
                let file = OutFile::create(&path).map_err(CliError::file(&path))?;
                Ok(entry.insert((path, file)))
            }
        }
    }

    /// # Errors
    /// As those of [`file`](Self::file); or the file cannot be written.
    fn write(&mut self, value: &str, text: &[u8]) -> Result<(), Option<CliError>> {
        let (path, file) = self.file(value)?;
        file.write_all(text).map_err(|error| Some(CliError::File { path: path.clone(), error }))
    }

    fn finish(self) -> Result<(), CliError> {
        for (path, file) in self.open.into_values() {
            file.finish().map_err(|error| CliError::File { path, error })?;
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
