use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{self, Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::error::CliError;

/// The device that drops what is written to it.
pub(crate) const NOWHERE: &str = "/dev/null";

/// The longest chain of symbolic links that is followed, which is that of Linux. A longer one is taken for a circle.
const MAX_LINKS: usize = 40;

/// A file that takes its place when it is complete. Until then, and if nothing is written, the file that was there before stays.
///
/// Only regular files are replaced, and `/dev/null` takes anything. The permissions stay, and the owner where the system allows it. A symbolic link is
/// followed, and stays. Another hard link keeps the file that was there before.
pub(crate) struct OutFile {
    /// The path that the complete file takes, symbolic links followed.
    pub(crate) place: PathBuf,
    pub(crate) replaced: Option<Metadata>,
    /// In the same folder.
    part: BufWriter<PartFile>,
    is_empty: bool,
}

/// Writes a file by `write`.
pub(crate) fn write_file<T>(
    path: &Path,
    write: impl FnOnce(&mut OutFile) -> Result<T, CliError>,
) -> Result<T, CliError> {
    let unwritable = CliError::file(path);
    let mut file = OutFile::create(path).map_err(unwritable)?;
    let result = write(&mut file)?;
    file.finish().map_err(unwritable)?;
    Ok(result)
}

impl OutFile {
    /// Begins a file that takes its place when it is [finished](Self::finish).
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if path == Path::new(NOWHERE) {
            let part = PartFile::Nowhere(OpenOptions::new().write(true).open(path)?);
            let part = BufWriter::new(part);
            return Ok(Self { place: path.to_owned(), replaced: None, part, is_empty: false });
        }
        let (place, replaced) = target(path)?;
        if replaced.is_some() {
            // Opening the file shows that it may be written; nothing is written to it.
            drop(OpenOptions::new().write(true).open(&place)?);
        }
        let folder = match place.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let part = BufWriter::new(PartFile::create(folder)?);
        Ok(Self { place, replaced, part, is_empty: true })
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// The file cannot be written, or nothing was: an empty file would take the place of the old one because of a wrong input.
    pub(crate) fn finish(self) -> io::Result<()> {
        if self.is_empty {
            return Err(io::Error::other("nothing to write; the file was not written"));
        }
        let part = self.part.into_inner().map_err(io::IntoInnerError::into_error)?;
        if matches!(part, PartFile::Nowhere(_)) {
            return Ok(());
        }
        if let Some(replaced) = &self.replaced {
            keep(replaced, part.file())?;
        }
        // The file must be complete on disk before it takes the place, even if the machine stops.
        part.file().sync_all()?;
        part.take_place(&self.place)
    }
}

impl Write for OutFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_empty &= bytes.is_empty();
        self.part.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.part.flush()
    }
}

/// The path that a file takes, links followed, and the file that is there.
pub(crate) fn target(path: &Path) -> io::Result<(PathBuf, Option<Metadata>)> {
    require_plain_name(path)?;
    match fs::metadata(path) {
        Ok(metadata) => {
            require_regular(&metadata)?;
            require_unlike_stdout(&metadata)?;
            Ok((fs::canonicalize(path)?, Some(metadata)))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            require_name_of_file(path)?;
            Ok((follow(path)?, None))
        }
        Err(error) => Err(error),
    }
}

/// Tests whether a path is that of a compressed file.
pub(crate) fn is_compressed(path: &Path) -> bool {
    let is = |end: &&str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(end));
    ["zst", "gz", "bz2"].iter().any(is)
}

/// Refuses the name of a compressed file: nothing that is written is.
pub(crate) fn require_plain_name(path: &Path) -> io::Result<()> {
    if is_compressed(path) {
        let message = "compressed output is not supported: write a plain file and compress it afterwards";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(())
}

/// Refuses a path that only a folder can have, before any work is done.
fn require_name_of_file(path: &Path) -> io::Result<()> {
    let is_folder = path.to_string_lossy().ends_with(path::is_separator);
    if is_folder || path.file_name().is_none() {
        let message = "this is a folder; expected a file name";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    Ok(())
}

/// Refuses the file that standard output goes to: what is printed would be lost with the old file.
fn require_unlike_stdout(metadata: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::MetadataExt;

        let stdout = io::stdout().as_fd().try_clone_to_owned().map(File::from);
        if let Ok(stdout) = stdout.and_then(|stdout| stdout.metadata())
            && (stdout.dev(), stdout.ino()) == (metadata.dev(), metadata.ino())
        {
            let message = "standard output is redirected to this file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
    }
    #[cfg(not(unix))]
    let _ = metadata;
    Ok(())
}

pub(crate) fn require_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let message = format!("this is {}; only a regular file is replaced", kind(metadata));
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

/// Follows symbolic links to the path of a file that need not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut place = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&place) {
            Ok(target) => place = place.parent().unwrap_or(Path::new("")).join(target),
            // The path is not a link, or does not exist.
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many symbolic links"))
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

/// A file that is being written, and takes its place in the same folder when it is complete.
///
/// On Linux it has no name until then, so that nothing of it is left wherever the program ends. Elsewhere, and on file systems
/// that have no files without a name, it has a temporary name, which an error removes, but a signal does not.
enum PartFile {
    /// Has no name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Has a name that was not taken.
    Named(NamedTempFile),
    /// Is [`NOWHERE`].
    Nowhere(File),
}

impl PartFile {
    /// Begins a file in a folder. Its permissions are those of any new file.
    fn create(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder) {
            return Ok(Self::Unnamed(file));
        }
        builder().make_in(folder, |path| File::create_new(path)).map(Self::Named)
    }

    fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
            Self::Nowhere(file) => file,
        }
    }

    /// Gives the file this name, and replaces the file that has it.
    fn take_place(self, place: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => name(&file, place),
            Self::Named(file) => file.persist(place).map(drop).map_err(|error| error.error),
            Self::Nowhere(_) => Ok(()),
        }
    }
}

impl Write for PartFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

fn builder() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".chess-").suffix(".part");
    builder
}

/// The folder by which open files are named.
#[cfg(target_os = "linux")]
const OPEN_FILES: &str = "/proc/self/fd";

/// Makes a file without a name; `None` if the file system has none, or if it could not be named later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};

    if !Path::new(OPEN_FILES).is_dir() {
        return None;
    }
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

#[cfg(target_os = "linux")]
fn name(file: &File, place: &Path) -> io::Result<()> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{AtFlags, CWD, linkat};

    let open = format!("{OPEN_FILES}/{}", file.as_raw_fd());
    let link = |path: &Path| io::Result::Ok(linkat(CWD, &*open, CWD, path, AtFlags::SYMLINK_FOLLOW)?);
    match link(place) {
        // A link replaces nothing, but a file that is renamed does.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let folder = place.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
            let named = builder().make_in(folder, link)?;
            named.persist(place).map(drop).map_err(|error| error.error)
        }
        result => result,
    }
}
