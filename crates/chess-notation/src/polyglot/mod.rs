//! Opening books in Polyglot's format: keys, moves, reading, writing, merging.
//!
//! - [`key()`] is the key of a position, made of the published numbers [`RANDOM64`].
//! - [`Book`] reads a book in memory or mapped there, [`BookFile`] one that stays in its file. Both give the
//!   [`BookMoves`] of a position, of which one can be chosen by weight.
//! - [`BookBuilder`] makes a book, and [`merge`] makes one of several.
//! - [`Entry`] is a record of a book, and [`resolve`] says which legal move its word stands for.
//!
//! Source: <http://hgm.nubati.net/book_format.html>.

mod book;
#[cfg(feature = "std")]
mod book_file;
#[cfg(feature = "alloc")]
mod builder;
mod entry;
mod error;
mod key;
#[cfg(feature = "std")]
mod merge;
mod moves;
mod random64;
mod resolve;

pub use book::Book;
#[cfg(feature = "std")]
pub use book_file::BookFile;
#[cfg(feature = "alloc")]
pub use builder::BookBuilder;
pub use entry::Entry;
pub use error::BookError;
pub use key::key;
#[cfg(feature = "std")]
pub use merge::{MergeError, merge};
pub use moves::{BookMove, BookMoves};
pub use random64::RANDOM64;
pub use resolve::resolve;
