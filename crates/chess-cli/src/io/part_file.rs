use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A file that is being written, and takes its place in the same folder when it is complete.
///
/// On Linux it has no name until then, so that nothing of it is left wherever the program ends. Elsewhere, and on file systems
/// that have no files without a name, it has a temporary name, which an error removes, but a signal does not.
pub(crate) enum PartFile {
    /// Has no name.
    #[cfg(target_os = "linux")]
    Unnamed(File),
    /// Has a name that was not taken.
    Named(NamedTempFile),
}

impl PartFile {
    /// Begins a file in a folder. Its permissions are those of any new file.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed(folder) {
            return Ok(Self::Unnamed(file));
        }
        builder().make_in(folder, |path| File::create_new(path)).map(Self::Named)
    }

    pub(crate) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => file,
            Self::Named(file) => file.as_file(),
        }
    }

    /// Gives the file this name, and replaces the file that has it.
    pub(crate) fn take_place(self, place: &Path) -> io::Result<()> {
        match self {
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => name(&file, place),
            Self::Named(file) => file.persist(place).map(drop).map_err(|error| error.error),
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
