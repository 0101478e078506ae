//! Opening books in Polyglot's format: keys, moves, reading, writing, merging.
//!
//! - [`key()`] computes the key of a position from the published numbers [`RANDOM64`].
//! - [`Book`] reads a book in memory or in a mapped file. It returns the [`BookMoves`] of a position, from which a move can be
//!   picked by weight.
//! - [`BookBuilder`] makes a book, and [`merge`] combines several sorted books.
//! - [`Entry`] is a record of a book, and [`resolve`] finds the legal move that its word names.
//!
//! Source: <http://hgm.nubati.net/book_format.html>.

mod book;
#[cfg(feature = "alloc")]
mod builder;
mod entry;
mod key;
#[cfg(feature = "std")]
mod merge;
mod random64;

pub use book::Book;
#[cfg(feature = "alloc")]
pub use builder::BookBuilder;
pub use entry::{BookError, BookMove, BookMoves, Entry, resolve};
pub use key::key;
#[cfg(feature = "std")]
pub use merge::{MergeError, merge};
pub use random64::RANDOM64;
