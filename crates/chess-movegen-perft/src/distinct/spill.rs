use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::Path;
use std::process;

/// A folder for anonymous temporary files.
#[derive(Debug)]
pub(super) struct Spill<'a> {
    folder: &'a Path,
}

/// The number of names that are tried before the folder is given up.
const ATTEMPTS: u32 = 16;

impl<'a> Spill<'a> {
    /// Checks that files can be created in `folder`.
    ///
    /// # Errors
    /// No file can be created there.
    pub(super) fn new(folder: &'a Path) -> io::Result<Self> {
        let spill = Self { folder };
        spill.file()?;
        Ok(spill)
    }

    /// Creates a file for reading and writing. Its name is removed at once, or by Windows when the file is closed, so
    /// that nothing remains however the program ends.
    pub(super) fn file(&self) -> io::Result<File> {
        for attempt in 0..ATTEMPTS {
            let random = RandomState::new().hash_one(attempt);
            let path = self.folder.join(format!(".distinct-{}-{random:016x}.tmp", process::id()));
            match create(&path) {
                Ok(file) => return Ok(file),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

#[cfg(unix)]
fn create(path: &Path) -> io::Result<File> {
    use std::fs::{OpenOptions, remove_file};
    use std::os::unix::fs::OpenOptionsExt;

    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(path)?;
    remove_file(path)?;
    Ok(file)
}

#[cfg(windows)]
fn create(path: &Path) -> io::Result<File> {
    use std::fs::OpenOptions;
    use std::os::windows::fs::OpenOptionsExt;

    const FILE_ATTRIBUTE_TEMPORARY: u32 = 0x100;
    const FILE_FLAG_DELETE_ON_CLOSE: u32 = 0x0400_0000;
    OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .share_mode(0)
        .custom_flags(FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE)
        .open(path)
}

#[cfg(not(any(unix, windows)))]
fn create(_: &Path) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Seek, Write};
    use std::{env, fs};

    use super::*;

    #[test]
    fn a_file_has_no_name_and_can_be_read_back() {
        let folder = env::temp_dir().join(format!("distinct-spill-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        let spill = Spill::new(&folder).unwrap();
        let mut files = [spill.file().unwrap(), spill.file().unwrap()];
        for (i, file) in files.iter_mut().enumerate() {
            file.write_all(&[i as u8; 9]).unwrap();
        }
        for (i, file) in files.iter_mut().enumerate() {
            let mut bytes = Vec::new();
            file.rewind().unwrap();
            file.read_to_end(&mut bytes).unwrap();
            assert_eq!(bytes, [i as u8; 9]);
        }
        if cfg!(unix) {
            assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        }
        drop(files);
        fs::remove_dir(&folder).unwrap();
        assert_eq!(Spill::new(&folder).unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
