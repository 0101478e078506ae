use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::CliError;

/// Symbolic links that are followed, one to the next, before they are taken for a circle; as many as Linux follows.
const MAX_LINKS: usize = 40;

/// A file that takes its place when it is complete; until then, whatever stood there stands there.
///
/// Only regular files are replaced, and keep their permissions, and their owner where that is allowed. A symbolic link
/// is followed, and stays.
pub(crate) struct OutFile {
    /// Where it is to stand; no symbolic link.
    place: PathBuf,
    replaced: Option<Metadata>,
    /// Beside its place, with a name that nobody has.
    part: BufWriter<NamedTempFile>,
    written: u64,
}

/// Writes a file by `write`.
pub(crate) fn write_file<T>(
    path: &Path,
    write: impl FnOnce(&mut OutFile) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let unwritable = |error| CliError::File { path: path.to_owned(), error };
    let mut file = OutFile::create(path).map_err(unwritable)?;
    let result = write(&mut file)?;
    file.finish().map_err(unwritable)?;
    Ok(result)
}

impl OutFile {
    fn create(path: &Path) -> io::Result<Self> {
        let (place, replaced) = match fs::metadata(path) {
            Ok(metadata) => {
                require_regular(&metadata)?;
                (fs::canonicalize(path)?, Some(metadata))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => (follow(path)?, None),
            Err(error) => return Err(error),
        };
        if replaced.is_some() {
            // Nothing is written, but it tells whether it may be.
            drop(OpenOptions::new().write(true).open(&place)?);
        }
        let folder = match place.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        // A new file has the permissions of any new file, and not those of a temporary one.
        let part = Builder::new()
            .prefix(".chess-")
            .suffix(".part")
            .make_in(folder, |path| File::create_new(path))?;
        Ok(Self { place, replaced, part: BufWriter::new(part), written: 0 })
    }

    /// Bytes that have been written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    fn finish(self) -> io::Result<()> {
        let part = self.part.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Some(replaced) = &self.replaced {
            keep(replaced, part.as_file())?;
        }
        // What takes a place is whole even if the machine stops.
        part.as_file().sync_all()?;
        part.persist(&self.place).map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.part.write(bytes)?;
        self.written += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.flush()
    }
}

fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("this is {}, and no regular file to replace", kind(metadata));
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

#[cfg(unix)]
fn kind(metadata: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;

    let kind = metadata.file_type();
    if kind.is_dir() {
        "a folder"
    } else if kind.is_fifo() {
        "a FIFO"
    } else if kind.is_socket() {
        "a socket"
    } else {
        "a device"
    }
}

#[cfg(not(unix))]
fn kind(metadata: &Metadata) -> &'static str {
    if metadata.is_dir() { "a folder" } else { "a device" }
}

/// Where the file is to stand that symbolic links name before it is there.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            // It is no link, or not there.
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("these symbolic links lead nowhere"))
}

fn keep(replaced: &Metadata, part: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};

        let new = part.metadata()?;
        if (replaced.uid(), replaced.gid()) != (new.uid(), new.gid()) {
            // Only root may give files away.
            let _ = fchown(part, Some(replaced.uid()), Some(replaced.gid()));
        }
    }
    part.set_permissions(replaced.permissions())
}
