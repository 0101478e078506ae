//! Inputs, and the files of folders as inputs.

use std::ffi::{OsStr, OsString};
use std::fmt::{self, Write as _};
use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use super::opened::{Opened, Progress};
use super::pipe::{self, Stoppable};
use super::plain::Plain;
use crate::opening_names::OpeningNames;
use crate::scores::ScoreView;

/// A file, standard input, bytes in memory, or any reader, together with its name.
#[derive(Clone)]
pub struct Input {
    name: PathBuf,
    kind: Kind,
    score_view: Option<ScoreView>,
    encoding: Option<Encoding>,
    opening_names: Option<Arc<OpeningNames>>,
    stop: Option<Arc<AtomicBool>>,
}

impl Input {
    /// A file. It is opened when it is read.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        Self::new(path, Kind::File)
    }

    /// Standard input, whose name is `-`.
    pub fn stdin() -> Self {
        Self::new("-", Kind::Stdin)
    }

    /// The input that a command line names: `-` is standard input, and anything else a file.
    pub fn named(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        if path == Path::new("-") { Self::stdin() } else { Self::file(path) }
    }

    /// Bytes in memory.
    pub fn bytes(name: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(name, Kind::Bytes(bytes.as_ref().into()))
    }

    /// Any reader. It can be opened once.
    pub fn reader(name: impl Into<PathBuf>, read: impl Read + Send + 'static) -> Self {
        Self::new(name, Kind::Reader(Arc::new(Mutex::new(Some(Box::new(read))))))
    }

    fn new(name: impl Into<PathBuf>, kind: Kind) -> Self {
        Self { name: name.into(), kind, score_view: None, encoding: None, opening_names: None, stop: None }
    }

    /// Sets the point of view of engines' scores in its games. `None`, the default, finds it in each game.
    #[must_use]
    pub fn with_score_view(self, score_view: Option<ScoreView>) -> Self {
        Self { score_view, ..self }
    }

    /// The point of view of engines' scores in its games, if the caller has set it.
    pub const fn score_view(&self) -> Option<ScoreView> {
        self.score_view
    }

    /// Sets the character set of tags and comments. `None`, the default, is UTF-8, with Latin-1 for what is not.
    #[must_use]
    pub fn with_encoding(self, encoding: Option<Encoding>) -> Self {
        Self { encoding, ..self }
    }

    /// The character set of tags and comments, if the caller has set it.
    pub const fn encoding(&self) -> Option<&Encoding> {
        self.encoding.as_ref()
    }

    /// Sets names of openings, by which columns and filters see the tags `ECO` and `Opening` of its games; `None`, the default, for those
    /// of the games alone.
    #[must_use]
    pub fn with_opening_names(self, opening_names: Option<Arc<OpeningNames>>) -> Self {
        Self { opening_names, ..self }
    }

    /// The names of openings, if the caller has set them.
    pub const fn opening_names(&self) -> Option<&Arc<OpeningNames>> {
        self.opening_names.as_ref()
    }

    /// Lets opening and reading end with an error soon after another thread has set `stop`, on Unix also while they wait for the writer of a
    /// pipe.
    #[must_use]
    pub fn stop_when(self, stop: &Arc<AtomicBool>) -> Self {
        Self { stop: Some(Arc::clone(stop)), ..self }
    }

    /// The path of the file, `-`, or the caller's name.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// The name of its table without an ending: `games` for `folder/games.pgn.zst`, and `stdin` for standard input.
    pub fn table_name(&self) -> OsString {
        if self.name == Path::new("-") {
            return "stdin".into();
        }
        let mut name = PathBuf::from(self.name.file_name().unwrap_or(OsStr::new("games")));
        let endings = COMPRESSED.into_iter().chain([".pgn"]);
        let is_left_out =
            |ending: &OsStr| endings.clone().any(|known| ending.eq_ignore_ascii_case(&known[1..]));
        while name.extension().is_some_and(is_left_out) {
            name.set_extension("");
        }
        name.into_os_string()
    }

    /// The number of bytes before decompression; `None` if it is unknown, as for a pipe.
    pub fn length(&self) -> Option<u64> {
        match &self.kind {
            Kind::File => self.name.metadata().ok().filter(fs::Metadata::is_file).map(|it| it.len()),
            Kind::Bytes(bytes) => Some(bytes.len() as u64),
            Kind::EmptyFolder(_) | Kind::Stdin | Kind::Reader(_) => None,
        }
    }

    /// The size of a file in bytes and its time in nanoseconds, by which a changed one is known; `None` if it is no file.
    pub fn state(&self) -> Option<String> {
        let file = self.length().and_then(|_| self.name.metadata().ok())?;
        let time = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(format!("{} {}", file.len(), time.as_nanos()))
    }

    /// Opens some of the bytes of a file or of bytes in memory, whose [`length`](Self::length) is known, as they are: a compression is
    /// not looked for.
    ///
    /// # Errors
    /// The file cannot be opened, or the input is neither a file nor bytes in memory.
    pub fn open_part(&self, part: Range<u64>) -> io::Result<Box<dyn Read + Send>> {
        let length = part.end.saturating_sub(part.start);
        match &self.kind {
            Kind::File => {
                let mut file = File::open(&self.name)?;
                file.seek(SeekFrom::Start(part.start))?;
                Ok(Box::new(Plain::new(file.take(length))))
            }
            Kind::Bytes(bytes) => {
                let mut bytes = Cursor::new(Arc::clone(bytes));
                bytes.set_position(part.start);
                Ok(Box::new(Plain::new(bytes.take(length))))
            }
            Kind::EmptyFolder(_) | Kind::Stdin | Kind::Reader(_) => {
                Err(io::Error::new(ErrorKind::Unsupported, "only files and bytes can be read in parts"))
            }
        }
    }

    /// Opens the input and recognises its compression. `progress` counts the bytes that are read from it.
    ///
    /// # Errors
    /// The file cannot be opened or read, the reader is already consumed, or the program was built without the feature
    /// for this compression.
    pub fn open(&self, progress: &Progress) -> io::Result<Opened> {
        self.open_with(progress, 1)
    }

    /// Opens the input as text, as [`open`](Self::open) and [`Opened::text`] do.
    ///
    /// # Errors
    /// Those of both.
    pub fn open_text(&self) -> io::Result<Opened> {
        self.open(&Progress::default())?.text()
    }

    /// Reads a whole text, decompressed, of at most `limit` bytes.
    ///
    /// # Errors
    /// Those of [`open_text`](Self::open_text), errors of reading, and a text that is longer.
    pub fn read_text(&self, limit: u64) -> io::Result<Vec<u8>> {
        read_within(self.open_text()?, limit)
    }

    /// Reads all bytes, decompressed, of which there are at most `limit`.
    ///
    /// # Errors
    /// Those of [`open`](Self::open), errors of reading, and more than `limit` bytes.
    pub fn read_bytes(&self, limit: u64) -> io::Result<Vec<u8>> {
        read_within(self.open(&Progress::default())?, limit)
    }

    /// Opens the input. Frames of Zstandard are decompressed by up to `threads` threads.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_with(&self, progress: &Progress, threads: usize) -> io::Result<Opened> {
        let stop = self.stop.as_ref();
        let (read, may_wait) = match &self.kind {
            Kind::File => {
                let file = pipe::open(&self.name, stop.is_some())?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::Error::new(ErrorKind::IsADirectory, "this is a folder"));
                }
                let read = match stop.filter(|_| !metadata.is_file()) {
                    Some(stop) => Plain::new(Stoppable { read: file, stop: Arc::clone(stop) }),
                    None => Plain::new(file),
                };
                (read, !metadata.is_file())
            }
            Kind::EmptyFolder(ending) => {
                let message = format!(
                    "no file in this folder ends with {ending}, {ending}.zst, {ending}.gz or {ending}.bz2"
                );
                return Err(io::Error::new(ErrorKind::NotFound, message));
            }
            Kind::Stdin => (pipe::stdin(stop)?, true),
            Kind::Bytes(bytes) => (Plain::new(Cursor::new(Arc::clone(bytes))), false),
            Kind::Reader(read) => {
                let read = read.lock().unwrap_or_else(PoisonError::into_inner).take();
                let read = read.ok_or_else(|| io::Error::other("the reader is already consumed"))?;
                (Plain::new(read), true)
            }
        };
        let read = match stop {
            Some(stop) => Plain::new(Stoppable { read, stop: Arc::clone(stop) }),
            None => read,
        };
        // A pipe is not read ahead for frames of all threads, since its writer may wait for an answer.
        Opened::new(read, may_wait, progress, if may_wait { 1 } else { threads })
    }
}

fn read_within(input: Opened, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("more than {limit} bytes, which are the most that are read here");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.kind {
            Kind::File => "file",
            Kind::EmptyFolder(_) => "empty folder",
            Kind::Stdin => "standard input",
            Kind::Bytes(_) => "bytes",
            Kind::Reader(_) => "reader",
        };
        f.debug_struct("Input")
            .field("name", &self.name)
            .field("kind", &kind)
            .field("score_view", &self.score_view)
            .finish_non_exhaustive()
    }
}

/// A character set of single bytes, of which the lower half is ASCII: the characters of the bytes from 0x80 on.
///
/// # Examples
/// Windows-1250, here with two of its letters:
/// ```
/// # #[cfg(feature = "games")] {
/// use chess_data::chess_notation::pgn::Replay;
/// use chess_data::columns::{Base, GameFilter};
/// use chess_data::input::Encoding;
///
/// let mut upper = Encoding::LATIN_1;
/// (upper[0x1a], upper[0x6f]) = ('\u{161}', '\u{10f}');
/// let base = Base { encoding: Some(Encoding::new(upper)), ..Base::default() };
/// let mut filter = GameFilter::new(&"white == '\u{161}a\u{10f}'".parse()?, &base);
/// assert!(Replay::new(b"[White \"\x9aa\xef\"] *").visit_game(&mut filter)? && filter.keeps_game());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Encoding(Arc<[char; 128]>);

impl Encoding {
    /// The characters of Latin-1 from 0x80 on.
    pub const LATIN_1: [char; 128] = {
        let mut upper = ['\0'; 128];
        let mut i = 0;
        while i < upper.len() {
            upper[i] = (0x80 + i as u8) as char;
            i += 1;
        }
        upper
    };

    /// The character set with these characters from 0x80 on.
    pub fn new(upper: [char; 128]) -> Self {
        Self(Arc::new(upper))
    }

    /// Adds bytes as characters to a text.
    #[cfg(feature = "games")]
    pub(crate) fn push(&self, bytes: impl Iterator<Item = u8>, text: &mut String) {
        text.extend(bytes.map(|byte| match byte.checked_sub(0x80) {
            Some(i) => self.0.get(usize::from(i)).copied().unwrap_or_default(),
            None => char::from(byte),
        }));
    }
}

impl fmt::Display for Encoding {
    /// Writes the characters from 0x80 on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|c| f.write_char(*c))
    }
}

/// Endings of names that compression adds.
const COMPRESSED: [&str; 5] = [".zst", ".gz", ".bz2", ".zstd", ".bz"];

/// The inputs of a command line: files of any name, folders, and `-` for standard input.
///
/// Folders are searched recursively for files whose name ends with `ending`, such as `.pgn`, or with `ending` and `.zst`,
/// `.gz` or `.bz2`, in upper or lower case. Within a folder, files and folders are sorted by name. Names that begin with a dot
/// are left out, and links to folders are not followed. A folder without such files becomes an input that cannot be opened;
/// so does a folder that cannot be read.
pub fn find<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>, ending: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        let path = path.as_ref();
        if path.is_dir() && path != Path::new("-") {
            let found = inputs.len();
            search(path, ending, &mut inputs);
            if inputs.len() == found {
                inputs.push(Input::new(path, Kind::EmptyFolder(ending.to_owned())));
            }
        } else {
            inputs.push(Input::named(path));
        }
    }
    inputs
}

#[derive(Clone)]
enum Kind {
    File,
    /// A folder without a file of this ending.
    EmptyFolder(String),
    Stdin,
    Bytes(Arc<[u8]>),
    Reader(Arc<Mutex<Option<Box<dyn Read + Send>>>>),
}

fn search(folder: &Path, ending: &str, inputs: &mut Vec<Input>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let Ok(mut entries) = entries else {
        // Opening it gives the reason.
        inputs.push(Input::file(folder));
        return;
    };
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let path: PathBuf = entry.path();
        if name.as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            search(&path, ending, inputs);
        } else if has_ending(&path, ending) && path.is_file() {
            inputs.push(Input::file(path));
        }
    }
}

/// Tests whether the name of a file ends with `ending`, such as `.pgn`, or with `ending` and that of a compression.
pub fn has_ending(path: &Path, ending: &str) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    let plain = COMPRESSED.iter().find_map(|&compressed| strip(name, compressed)).unwrap_or(name);
    strip(plain, ending).is_some()
}

fn strip<'a>(name: &'a [u8], ending: &str) -> Option<&'a [u8]> {
    let (front, back) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    back.eq_ignore_ascii_case(ending.as_bytes()).then_some(front)
}

#[cfg(test)]
mod tests {
    use super::{Input, Path, has_ending, search};

    #[test]
    fn an_unreadable_folder_is_an_input_that_fails_to_open() {
        let (folder, mut inputs) = (Path::new("/no/such/folder"), vec![Input::stdin()]);
        search(folder, ".pgn", &mut inputs);
        assert_eq!(inputs.iter().map(Input::name).collect::<Vec<_>>(), [Path::new("-"), folder]);
        assert!(inputs[1].open(&crate::input::Progress::default()).is_err());
    }

    #[test]
    fn endings() {
        for name in ["a.pgn", "a.PGN", "a.pgn.zst", "a.pgn.gz", "a.Pgn.BZ2", ".pgn"] {
            assert!(has_ending(Path::new(name), ".pgn"), "{name}");
        }
        for name in ["a.zst", "a.pgn.txt", "pgn", "apgn", "", "a.pgn.zst.gz", "a.pgn.zip"] {
            assert!(!has_ending(Path::new(name), ".pgn"), "{name}");
        }
    }
}
