//! Kinds of tables, the fields of their files, and faults of these.

use alloc::vec::Vec;
use core::fmt;

use crate::source::{ReadError, Source, read_exactly};

/// The two kinds of tables, each in files of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Win, draw or loss, in files `.rtbw`.
    Wdl,
    /// Distance to zeroing, in files `.rtbz`.
    Dtz,
}

impl TableKind {
    /// Both kinds.
    pub const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// Returns the extension of the files' names, without a dot: `rtbw` or `rtbz`.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// Returns the first four bytes of the files.
    pub(super) const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

impl fmt::Display for TableKind {
    /// Writes `WDL` or `DTZ`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Wdl => "WDL",
            Self::Dtz => "DTZ",
        })
    }
}

/// A reader of the numbers at the start of a table's file, one after the other.
pub(super) struct Fields<'a> {
    source: &'a dyn Source,
    at: u64,
    room: Vec<u8>,
}

impl<'a> Fields<'a> {
    /// Creates a reader that starts at the first byte.
    pub(super) const fn new(source: &'a dyn Source) -> Self {
        Self { source, at: 0, room: Vec::new() }
    }

    /// Reads the next `count` bytes.
    pub(super) fn bytes(&mut self, count: usize) -> Result<&[u8], Fault> {
        let at = self.at;
        self.at += count as u64;
        Ok(read_exactly(self.source, at, count, &mut self.room)?)
    }

    /// Reads the next `N` bytes.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        self.bytes(N)?.try_into().map_err(|_| Fault::Read(ReadError::end()))
    }

    /// Reads a byte.
    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// Reads a number of two bytes, the lower one first.
    pub(super) fn u16(&mut self) -> Result<u16, Fault> {
        self.array().map(u16::from_le_bytes)
    }

    /// Reads a number of four bytes, the lowest one first.
    pub(super) fn u32(&mut self) -> Result<u32, Fault> {
        self.array().map(u32::from_le_bytes)
    }

    /// Skips to a multiple of `unit` bytes, a power of two, from the start of the file.
    pub(super) fn align(&mut self, unit: u64) {
        self.at = (self.at + unit - 1) & !(unit - 1);
    }

    /// Skips `size` bytes, all of which must be there, and returns the offset of the first.
    pub(super) fn skip(&mut self, size: u64) -> Result<u64, Fault> {
        let at = self.at;
        match at.checked_add(size) {
            Some(end) if end <= self.source.size() => {
                self.at = end;
                Ok(at)
            }
            _ => Err(Fault::Read(ReadError::end())),
        }
    }
}

/// A reason why a table gives no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The file breaks a rule of the format, in words.
    Broken(&'static str),
    /// The bytes cannot be read.
    Read(ReadError),
}

impl From<ReadError> for Fault {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}
