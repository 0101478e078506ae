use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::opened::Opened;
use super::progress::Progress;
use crate::scores::ScoreView;

/// A file, standard input, bytes in memory, or any reader, together with its name.
#[derive(Clone)]
pub struct Input {
    name: PathBuf,
    kind: Kind,
    score_view: Option<ScoreView>,
}

#[derive(Clone)]
enum Kind {
    File,
    /// A folder that has no file of the kind that was looked for.
    EmptyFolder,
    Stdin,
    Bytes(Arc<[u8]>),
    Reader(Arc<Mutex<Option<Box<dyn Read + Send>>>>),
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

    /// Bytes in memory.
    pub fn bytes(name: impl Into<PathBuf>, bytes: impl AsRef<[u8]>) -> Self {
        Self::new(name, Kind::Bytes(bytes.as_ref().into()))
    }

    /// Any reader. It can be opened once.
    pub fn reader(name: impl Into<PathBuf>, read: impl Read + Send + 'static) -> Self {
        Self::new(name, Kind::Reader(Arc::new(Mutex::new(Some(Box::new(read))))))
    }

    pub(crate) fn empty_folder(path: PathBuf) -> Self {
        Self::new(path, Kind::EmptyFolder)
    }

    fn new(name: impl Into<PathBuf>, kind: Kind) -> Self {
        Self { name: name.into(), kind, score_view: None }
    }

    /// Sets the point of view that the scores of engines in its games have. `None`, as it is at first, lets each game tell it.
    #[must_use]
    pub fn with_score_view(self, score_view: Option<ScoreView>) -> Self {
        Self { score_view, ..self }
    }

    /// The point of view that the scores of engines in its games have, if the caller has said it.
    pub const fn score_view(&self) -> Option<ScoreView> {
        self.score_view
    }

    /// The path of the file, `-`, or the name that the caller has given.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// The number of bytes before decompression; `None` if it is unknown, as for a pipe.
    pub fn length(&self) -> Option<u64> {
        match &self.kind {
            Kind::File => self.name.metadata().ok().filter(std::fs::Metadata::is_file).map(|it| it.len()),
            Kind::Bytes(bytes) => Some(bytes.len() as u64),
            Kind::EmptyFolder | Kind::Stdin | Kind::Reader(_) => None,
        }
    }

    /// Opens the input and recognises its compression. `progress` counts the bytes that are read from it.
    ///
    /// # Errors
    /// The file cannot be opened or read, the reader has been opened before, or the program was built without the feature
    /// for this compression.
    pub fn open(&self, progress: &Progress) -> io::Result<Opened> {
        self.open_with(progress, 1)
    }

    /// Opens the input. Frames of Zstandard are decompressed by up to `threads` threads.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_with(&self, progress: &Progress, threads: usize) -> io::Result<Opened> {
        let (read, may_wait): (Box<dyn Read + Send>, bool) = match &self.kind {
            Kind::File => {
                let file = File::open(&self.name)?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::Error::new(ErrorKind::IsADirectory, "this is a folder"));
                }
                (Box::new(file), !metadata.is_file())
            }
            Kind::EmptyFolder => {
                let message = "no file in this folder has the right ending";
                return Err(io::Error::new(ErrorKind::NotFound, message));
            }
            Kind::Stdin => (Box::new(io::stdin()), true),
            Kind::Bytes(bytes) => (Box::new(Cursor::new(Arc::clone(bytes))), false),
            Kind::Reader(read) => {
                let read = read.lock().unwrap_or_else(PoisonError::into_inner).take();
                (read.ok_or_else(|| io::Error::other("the reader has been opened before"))?, true)
            }
        };
        // A writer that waits for an answer is not kept waiting until there are frames for all threads.
        Opened::new(read, may_wait, progress, if may_wait { 1 } else { threads })
    }
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.kind {
            Kind::File => "file",
            Kind::EmptyFolder => "empty folder",
            Kind::Stdin => "standard input",
            Kind::Bytes(_) => "bytes",
            Kind::Reader(_) => "reader",
        };
        f.debug_struct("Input")
            .field("name", &self.name)
            .field("kind", &kind)
            .field("score_view", &self.score_view)
            .finish()
    }
}
