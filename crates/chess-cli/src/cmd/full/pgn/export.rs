use std::collections::HashMap;
use std::path::{self, Path, PathBuf};
use std::{fs, io, iter};

use chess_data::chunks::{Chunk, Counted};
use chess_data::filter::Filter;
use chess_data::main_line::MainLine;
use chess_data::opening_names::{Opening, OpeningNames};
use clap::Args;

use super::dedup::{Dedup, FirstPass, Identity, Seen, add_line};
use super::rewrite::RewriteArgs;
use crate::args::number;
use crate::cmd::full::shared::data_out::DataOut;
use crate::cmd::full::shared::games::{Ending, Mode, PgnFiles, PgnReading, Place, start_of};
use crate::cmd::full::shared::paths::is_stream;
use crate::cmd::full::shared::paths::{Written, with_suffix};
use crate::cmd::full::shared::summary::{Sink, Summary};
use crate::error::{CliError, Verdict};
use crate::io::output::Output;

#[derive(Args)]
pub(super) struct ExportArgs {
    /// Write matching games with their text unchanged; - for stdout
    #[arg(long, value_name = "FILE", conflicts_with_all = ["table", "training"])]
    out: Option<PathBuf>,

    /// Write one file per value of this tag
    ///
    /// Files are named FILE-VALUE.pgn, or FOLDER/VALUE.pgn if --out is a folder. More than 800 values are an error.
    #[arg(long, value_name = "TAG", hide_short_help = true, requires = "out")]
    split_by: Option<String>,

    /// Write N games per file
    ///
    /// The number of the file comes before the extension in its name, or is the name in a folder.
    #[arg(long, value_name = "N", value_parser = number(1, u64::from(u32::MAX)), hide_short_help = true, requires = "out", conflicts_with = "split_by")]
    split: Option<u64>,

    /// Stop after writing N games
    #[arg(long, value_name = "N", value_parser = number(1, u64::from(u32::MAX)), hide_short_help = true, requires = "out")]
    stop_after: Option<u64>,

    /// Drop duplicate games: by moves, position or prefix
    ///
    /// Only games with the same players are compared. Malformed games are never dropped.
    #[arg(
        long,
        value_name = "MODE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "moves",
        hide_possible_values = true,
        requires = "out"
    )]
    dedup: Option<Dedup>,

    #[command(flatten)]
    rewrite: RewriteArgs,
}

/// The most files that games are split into: each of them is open.
const MAX_FILES: usize = 800;

#[derive(Debug, thiserror::Error)]
#[error("tag {0} has more than {MAX_FILES} values")]
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
    /// Its number in the chunk.
    number: u64,
    is_broken: bool,
    /// `None` if it is not a duplicate of another.
    identity: Option<Identity>,
    value: String,
    /// Its text if it is written anew.
    rewritten: Option<String>,
}

impl ExportArgs {
    pub(super) fn check(&self, files: &PgnFiles) -> Result<(), String> {
        let option = self.split.map(|_| "--split").or(self.split_by.as_ref().map(|_| "--split-by"));
        if let Some(option) = option.filter(|_| self.path().is_some_and(is_stream)) {
            return Err(format!("{option} needs --out FILE"));
        }
        if files.are_lenient() && self.out.is_some() && !self.rewrite.is_wanted() {
            return Err("--out copies games unchanged; with --lenient, add --rewrite".to_owned());
        }
        match files.unrepeatable().filter(|_| self.passes() == 2) {
            Some(path) => Err(format!(
                "--dedup=prefix reads its input twice, but {} can be read only once",
                path.display()
            )),
            None => Ok(()),
        }
    }

    /// How often the games are read.
    fn passes(&self) -> usize {
        if self.dedup == Some(Dedup::Prefix) { 2 } else { 1 }
    }

    /// The file to write; `None` if none is wanted.
    pub(super) fn path(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Writes the games that are kept to `path`.
    pub(super) fn run(
        &self,
        path: &Path,
        reading: &PgnReading,
        sink: Sink,
        output: &mut Output,
    ) -> Result<Verdict, CliError> {
        let mut export = Export::new(self, path, reading, sink)?;
        if self.passes() == 2 {
            let verdict = reading.again().run(&Dedup::Prefix, FirstPass(&mut export.seen), None, output)?;
            if verdict != Verdict::Passed {
                let summary = export.summary().incomplete(verdict == Verdict::Interrupted);
                sink.print(&summary, output)?;
                return Ok(verdict);
            }
        }
        reading.run(self, export, Some(sink), output)
    }
}

/// Writes the text of games.
struct Export<'a> {
    args: &'a ExportArgs,
    files: Files<'a>,
    /// The value of the last game that was written.
    last: String,
    seen: Seen,
    /// The names of the files that are read.
    inputs: Vec<String>,
    sink: Sink,
    games: u64,
    broken: u64,
    duplicates: u64,
}

impl<'a> Export<'a> {
    fn new(args: &'a ExportArgs, path: &'a Path, reading: &PgnReading, sink: Sink) -> Result<Self, CliError> {
        let mut files = Files {
            path,
            split_by: args.split_by.as_deref(),
            are_numbered: args.split.is_some(),
            open: Vec::new(),
            places: HashMap::new(),
            written: Written::default(),
        };
        if files.is_one() {
            // Before any work is done.
            files.file("")?;
        }
        let inputs =
            reading.inputs().iter().map(|input| input.name().to_string_lossy().into_owned()).collect();
        // Text before the first game goes to the file of this value.
        let last = if files.are_numbered { "1" } else { "" }.to_owned();
        Ok(Self {
            args,
            files,
            last,
            seen: Seen::default(),
            inputs,
            sink,
            games: 0,
            broken: 0,
            duplicates: 0,
        })
    }

    fn summary(&self) -> Summary {
        let Self { games, broken, duplicates, .. } = *self;
        Summary::new([("games", games), ("broken", broken), ("duplicates", duplicates)])
    }

    fn is_done(&self) -> bool {
        self.args.stop_after == Some(self.games)
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
        let mut trees = args.rewrite.replay(chunk);
        let mut last: Option<(usize, Text)> = None;
        let mut is_first = true;
        let mut add = |last: Option<(usize, Text)>, end| {
            if let Some((start, mut text)) = last {
                if let Some(rewritten) = text.rewritten.take() {
                    texts.bytes.extend_from_slice(rewritten.as_bytes());
                } else if args.rewrite.is_wanted() {
                    texts.bytes.extend_from_slice(bytes[start..end].trim_ascii());
                    texts.bytes.extend_from_slice(b"\n\n");
                } else {
                    texts.bytes.extend_from_slice(&bytes[start..end]);
                }
                if end == bytes.len() && !texts.bytes.ends_with(b"\n") {
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
            let rewritten = trees.as_mut().map(|trees| args.rewrite.next(trees, game.is_kept()));
            let (rewritten, is_broken) = rewritten.unwrap_or((None, game.fault().is_some()));
            if game.is_kept() {
                let value = args.split_by.as_deref().map_or("", |tag| value(&game, tag, names.as_deref()));
                let identity = args.dedup.and_then(|dedup| dedup.identity(&game));
                let (number, value) = (game.number(), value.to_owned());
                last = Some((start, Text { end: 0, number, is_broken, identity, value, rewritten }));
            }
        }
        add(last.take(), bytes.len());
        if is_first && *reading.filter() == Filter::ALL && trees.is_none() {
            texts.bytes.extend_from_slice(bytes);
        }
        Counted { value: texts, games: replay.game() }
    }

    fn add(&mut self, texts: Texts, place: &Place<'_>, output: &mut Output) -> Result<bool, CliError> {
        let Texts { bytes, games } = texts;
        let (mut goes_on, mut lines) = (true, Vec::new());
        if games.is_empty() && !bytes.is_empty() && !is_stream(self.files.path) {
            self.files.file(&self.last)?.write_piece(&bytes)?;
        }
        let mut start = 0;
        for Text { end, number, is_broken, identity, mut value, .. } in games {
            let text = &bytes[start..end];
            start = end;
            let game = (place.origin.input, place.origin.games + number);
            if let Some(first) = identity.and_then(|identity| self.seen.add(&identity, game)) {
                self.duplicates += 1;
                add_line(&mut lines, self.sink.is_json(), &self.inputs, [game, first])?;
                continue;
            }
            if let Some(split) = self.args.split {
                value = (self.games / split + 1).to_string();
            }
            self.games += 1;
            self.broken += u64::from(is_broken);
            goes_on &= self.files.file(&value)?.write_piece(text)?;
            self.last = value;
            if self.is_done() {
                break;
            }
        }
        if !lines.is_empty() {
            place.suspend(|| self.sink.lines(&lines, output))?;
        }
        Ok(goes_on && !self.is_done())
    }

    fn finish(mut self, ending: Ending) -> (Summary, Result<(), CliError>) {
        let finished = if ending == Ending::Whole { self.files.complete() } else { Ok(()) };
        (self.summary(), finished)
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
    /// True if the values are the numbers of files, one after another.
    are_numbered: bool,
    open: Vec<(PathBuf, DataOut)>,
    /// The places of the open files by the value of the tag.
    places: HashMap<String, usize>,
    written: Written,
}

impl Files<'_> {
    fn is_one(&self) -> bool {
        self.split_by.is_none() && !self.are_numbered
    }

    /// The file of a value.
    fn file(&mut self, value: &str) -> Result<&mut DataOut, CliError> {
        if let Some(&place) = self.places.get(value) {
            return Ok(&mut self.open[place].1);
        }
        if self.are_numbered {
            self.complete()?;
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
            _ if self.is_one() => self.path.to_owned(),
            name if is_folder => {
                fs::create_dir_all(self.path)?;
                self.path.join(if name.is_empty() { "_.pgn".to_owned() } else { name + ".pgn" })
            }
            name => with_suffix(self.path, &name),
        })
    }

    /// Gives the open files their names. Those of values whose names are one file get numbers.
    fn complete(&mut self) -> Result<(), CliError> {
        self.places.clear();
        for (wanted, mut file) in self.open.drain(..) {
            let mut path = wanted.clone();
            for number in 2.. {
                if !self.written.has(&path) {
                    break;
                }
                path = with_suffix(&wanted, &number.to_string());
                file.set_path(&path)?;
            }
            file.finish()?;
            self.written.add(&path);
        }
        Ok(())
    }
}

/// A value as part of the name of a file. Characters that names cannot have in each system become `_`, and a point at its beginning, which
/// would hide the file.
fn as_name(value: &str) -> String {
    let is_kept = |c: char| c.is_alphanumeric() || matches!(c, '-' | '.' | '+' | ',' | ' ');
    let letter = |(i, c): (usize, char)| if is_kept(c) && (i > 0 || c != '.') { c } else { '_' };
    value.chars().take(60).enumerate().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_names_of_files() {
        for (value, name) in
            [("1/2-1/2", "1_2-1_2"), ("../a b", "_._a b"), (".", "_"), ("", ""), ("Šahs\u{1b}", "Šahs_")]
        {
            assert_eq!(as_name(value), name);
        }
    }
}
