//! Sets of tables.

use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::path::PathBuf;
#[cfg(feature = "std")]
use std::sync::OnceLock;

use crate::error::ProbeError;
#[cfg(feature = "std")]
use crate::file::TableFile;
use crate::material::Material;
use crate::source::Source;
use crate::table::{Fault, Table, TableKind};

/// Endgame tablebases, and the probing of positions in them.
///
/// [`open`](Tables::open) finds the files in folders. Programs without files [`insert`](Self::insert) tables from other
/// sources. Threads share the tables by reference and probe at once. A file is opened when a probe first needs it; from then
/// on no lock is taken.
#[derive(Debug, Default)]
pub struct Tables {
    /// The places of endings in `endings`, by [`place_of`] and then onwards to the first free entry. The length is a
    /// power of two and more than half of the entries are free.
    places: Vec<Option<(u64, u32)>>,
    endings: Vec<Ending>,
    max_pieces: u32,
}

impl Tables {
    /// Creates a set without tables.
    pub const fn new() -> Self {
        Self { places: Vec::new(), endings: Vec::new(), max_pieces: 0 }
    }

    /// Adds the table of an ending, in place of one that was there. The start of it is read at once. Bytes are a source, as
    /// `Vec<u8>`, `&'static [u8]` or `Arc<[u8]>`.
    ///
    /// # Errors
    /// The source cannot be read, or breaks the rules of the format.
    ///
    /// # Examples
    /// ```
    /// use chess_syzygy::{TableKind, Tables};
    ///
    /// let mut tables = Tables::new();
    /// let error = tables.insert("KQvK".parse()?, TableKind::Wdl, b"not a table".as_slice()).unwrap_err();
    /// assert_eq!(error.name(), "broken_table");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(
        &mut self,
        material: Material,
        kind: TableKind,
        source: impl Source + 'static,
    ) -> Result<(), ProbeError> {
        let table = Table::open(Box::new(source), kind, material);
        let table = table.map_err(|fault| ProbeError::of_table(fault, material, kind))?;
        self.put(material, kind, Slot::Open(table));
        Ok(())
    }

    /// Puts a table into its place, or into that of another one.
    pub(crate) fn put(&mut self, material: Material, kind: TableKind, slot: Slot) {
        let index = match self.index(material) {
            Some(index) => index,
            None => self.add(material),
        };
        *self.endings[index].slot_mut(kind) = slot;
    }

    /// Adds an ending and its mirror image, and returns its place.
    fn add(&mut self, material: Material) -> usize {
        let index = self.endings.len();
        self.endings.push(Ending { wdl: Slot::Missing, dtz: Slot::Missing });
        self.max_pieces = self.max_pieces.max(material.pieces());
        let keys = [material.key(), material.mirrored().key()];
        let known = self.places.iter().flatten().copied().collect::<Vec<_>>();
        let new =
            keys.into_iter().take(if material.is_symmetric() { 1 } else { 2 }).map(|key| (key, index as u32));
        if (known.len() + 2) * 2 > self.places.len() {
            let length = (self.places.len() * 2).max(16);
            self.places.clear();
            self.places.resize(length, None);
            known.into_iter().chain(new).for_each(|entry| self.hash_in(entry));
        } else {
            new.for_each(|entry| self.hash_in(entry));
        }
        index
    }

    /// Writes an entry into the first free place for it.
    fn hash_in(&mut self, entry: (u64, u32)) {
        let mut place = place_of(entry.0, self.places.len());
        while self.places[place].is_some() {
            place = (place + 1) & (self.places.len() - 1);
        }
        self.places[place] = Some(entry);
    }

    /// Returns the place of an ending or its mirror image.
    #[inline]
    fn index(&self, material: Material) -> Option<usize> {
        if self.places.is_empty() {
            return None;
        }
        let mut place = place_of(material.key(), self.places.len());
        while let Some((key, index)) = self.places[place] {
            if key == material.key() {
                return Some(index as usize);
            }
            place = (place + 1) & (self.places.len() - 1);
        }
        None
    }

    /// Returns the table of an ending.
    #[inline]
    pub(crate) fn table(&self, material: Material, kind: TableKind) -> Result<&Table, ProbeError> {
        let slot = self.index(material).map(|index| self.endings[index].slot(kind));
        match slot.and_then(Slot::table) {
            Some(Ok(table)) => Ok(table),
            Some(Err(fault)) => Err(ProbeError::of_table(fault.clone(), material, kind)),
            None => Err(ProbeError::MissingTable { material: material.normalized(), kind }),
        }
    }

    /// Tests whether the table of an ending is there, without opening its file.
    pub fn has(&self, material: Material, kind: TableKind) -> bool {
        self.index(material).is_some_and(|index| self.endings[index].slot(kind).is_present())
    }

    /// Returns the greatest number of pieces of the tables, kings included, and 0 without tables.
    #[inline]
    pub const fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// Counts the tables of a kind.
    pub fn count(&self, kind: TableKind) -> usize {
        self.endings.iter().filter(|ending| ending.slot(kind).is_present()).count()
    }

    /// Tests whether the set has no tables.
    pub fn is_empty(&self) -> bool {
        self.endings.is_empty()
    }
}

/// The tables of one ending.
#[derive(Debug)]
struct Ending {
    wdl: Slot,
    dtz: Slot,
}

impl Ending {
    /// Returns the place of the table of a kind.
    #[inline]
    const fn slot(&self, kind: TableKind) -> &Slot {
        match kind {
            TableKind::Wdl => &self.wdl,
            TableKind::Dtz => &self.dtz,
        }
    }

    /// Returns the place of the table of a kind, to put a table there.
    const fn slot_mut(&mut self, kind: TableKind) -> &mut Slot {
        match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        }
    }
}

/// Returns the first place to look for an ending in a list whose length is a power of two.
#[inline]
const fn place_of(key: u64, length: usize) -> usize {
    // The upper half of the product mixes all bits of the key.
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (length - 1)
}

/// The place of a table, which is opened when it is first needed.
#[derive(Debug)]
pub(crate) enum Slot {
    /// No such table was found.
    Missing,
    /// An open table.
    Open(Table),
    /// The file of a table, which the first thread that needs it opens. Others wait for it, and later ones take no lock.
    #[cfg(feature = "std")]
    File {
        /// The path of the file.
        path: PathBuf,
        /// The ending and the kind that the file is named after.
        name: (Material, TableKind),
        /// The table, or the reason why it cannot be used.
        table: OnceLock<Result<Table, Fault>>,
    },
}

impl Slot {
    /// Tests whether there is a table.
    const fn is_present(&self) -> bool {
        !matches!(self, Self::Missing)
    }

    /// Returns the table, if there is one, and opens it if it is not open.
    #[inline]
    pub(crate) fn table(&self) -> Option<Result<&Table, &Fault>> {
        match self {
            Self::Missing => None,
            Self::Open(table) => Some(Ok(table)),
            #[cfg(feature = "std")]
            Self::File { path, name: (material, kind), table } => {
                let open = || Table::open(Box::new(TableFile::open(path)?), *kind, *material);
                Some(table.get_or_init(open).as_ref())
            }
        }
    }
}
