use core::fmt;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::vec::Vec;
use std::{fs, io};

use crate::material::Material;
use crate::table::TableKind;
use crate::tables::{Slot, Tables};

/// A folder of tables that cannot be listed.
#[derive(Debug)]
pub struct OpenError {
    folder: PathBuf,
    cause: io::Error,
}

impl OpenError {
    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the folder of endgame tablebases {} cannot be read: {}", self.folder.display(), self.cause)
    }
}

impl std::error::Error for OpenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

impl Tables {
    /// Finds the tables in folders. Files are recognised by their names, as `KRPvKR.rtbw`, in either order of the sides;
    /// other files are ignored. If a table is in several folders, the first one counts.
    ///
    /// No file is opened yet.
    ///
    /// # Errors
    /// A folder cannot be listed.
    ///
    /// # Examples
    /// ```no_run
    /// use chess_syzygy::{Tables, Wdl};
    ///
    /// let tables = Tables::open(["tables/3-4-5", "tables/6"])?;
    /// let position = "8/8/8/8/8/2k5/8/KQ6 w - - 0 1".parse()?;
    /// assert_eq!(tables.probe_wdl(&position)?, Wdl::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(folders: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Self, OpenError> {
        let mut tables = Self::new();
        for folder in folders {
            tables.add_folder(folder)?;
        }
        Ok(tables)
    }

    /// Adds the tables of one more folder that are not there yet, and returns their number.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn add_folder(&mut self, folder: impl AsRef<Path>) -> Result<usize, OpenError> {
        let folder = folder.as_ref();
        let error = |cause| OpenError { folder: folder.into(), cause };
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            if let Some((material, kind)) = named(&path) {
                found.push((material, kind, path));
            }
        }
        // Of a table with two names, the same one is taken every time.
        found.sort();
        let mut added = 0;
        for (material, kind, path) in found {
            if !self.has(material, kind) {
                self.put(material, kind, Slot::File { path, name: (material, kind), table: OnceLock::new() });
                added += 1;
            }
        }
        Ok(added)
    }
}

/// Returns the ending and the kind of table that a file is named after.
fn named(path: &Path) -> Option<(Material, TableKind)> {
    let kind =
        TableKind::ALL.into_iter().find(|kind| path.extension() == Some(OsStr::new(kind.extension())))?;
    let material = path.file_stem()?.to_str()?.parse::<Material>().ok()?;
    (material != Material::KINGS).then_some((material, kind))
}
