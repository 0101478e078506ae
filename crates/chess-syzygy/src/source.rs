use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// Bytes of a table, read at any offset: a slice in memory, a file, or any other store.
///
/// Several threads read at once.
///
/// # Examples
/// ```
/// use chess_syzygy::Source;
///
/// let mut room = Vec::new();
/// assert_eq!([1, 2, 3, 4].as_slice().read(1, 2, &mut room).unwrap(), [2, 3]);
/// assert!([1, 2, 3, 4].as_slice().read(3, 2, &mut room).is_err());
/// ```
pub trait Source: Send + Sync {
    /// Returns the number of bytes.
    fn size(&self) -> u64;

    /// Returns all bytes, if they are in memory: probes read them in place, without a call. `None` by default.
    fn bytes(&self) -> Option<&[u8]> {
        None
    }

    /// Reads `count` bytes, starting at `offset`. A source that has them in memory returns them and leaves `room` as it is;
    /// others write them to `room` and return `room`.
    ///
    /// # Errors
    /// The source ends before, or cannot be read.
    fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError>;
}

/// A failure to read a table's bytes, with its cause in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(String);

impl ReadError {
    /// Creates an error from its cause.
    pub fn new(cause: impl Into<String>) -> Self {
        Self(cause.into())
    }

    /// Creates the error of a read past the end.
    #[cold]
    pub fn end() -> Self {
        Self::new("the file ends too early")
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ReadError {}

impl fmt::Debug for dyn Source + '_ {
    /// Writes the number of bytes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.size())
    }
}

impl Source for [u8] {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }

    fn read<'a>(&'a self, offset: u64, count: usize, _room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
        let rest = usize::try_from(offset).ok().and_then(|offset| self.get(offset..));
        rest.and_then(|rest| rest.get(..count)).ok_or_else(ReadError::end)
    }
}

/// Reads `count` bytes from a source, whose user may have implemented it otherwise: fewer bytes would be decoded to wrong values.
#[inline]
pub(crate) fn read_exactly<'a, S: Source + ?Sized>(
    source: &'a S,
    offset: u64,
    count: usize,
    room: &'a mut Vec<u8>,
) -> Result<&'a [u8], ReadError> {
    let bytes = source.read(offset, count, room)?;
    if bytes.len() == count { Ok(bytes) } else { Err(ReadError::end()) }
}

/// Passes reads on to the source in the pointer or container.
macro_rules! by_deref {
    ($([$($generics:tt)*] $type:ty),*) => {$(
        impl<$($generics)*> Source for $type {
            fn size(&self) -> u64 {
                (**self).size()
            }

            fn bytes(&self) -> Option<&[u8]> {
                (**self).bytes()
            }

            fn read<'a>(&'a self, offset: u64, count: usize, room: &'a mut Vec<u8>) -> Result<&'a [u8], ReadError> {
                (**self).read(offset, count, room)
            }
        }
    )*};
}

by_deref!([] Vec<u8>, [S: Source + ?Sized] &S, [S: Source + ?Sized] Box<S>, [S: Source + ?Sized] Arc<S>);
