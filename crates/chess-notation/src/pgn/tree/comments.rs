//! The comments of a game, all in one text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use static_assertions::assert_eq_size;

/// The comments at one place of a [`Game`](crate::pgn::Game): an iterator over their texts, in their order.
///
/// It equals an array of the same texts.
///
/// # Examples
/// ```
/// use chess_notation::pgn::Game;
///
/// let game: Game = "1. e4 {best by test} {[%clk 0:03:00]} *".parse()?;
/// let comments = game.node(game.last()).comments();
/// assert_eq!(comments, ["best by test", "[%clk 0:03:00]"]);
/// assert!(comments.clone().any(|comment| comment.contains("best")));
/// # Ok::<(), chess_notation::pgn::GameError>(())
/// ```
#[derive(Clone)]
pub struct Comments<'a> {
    texts: &'a CommentTexts,
    next: Link,
}

impl Comments<'_> {
    /// True if there is no comment, or all have been passed.
    pub const fn is_empty(&self) -> bool {
        matches!(self.next, Link::NONE)
    }

    /// The texts as one, with `separator` between them.
    pub fn join(mut self, separator: &str) -> String {
        let mut text = String::from(self.next().unwrap_or_default());
        for comment in self {
            text.push_str(separator);
            text.push_str(comment);
        }
        text
    }
}

impl<'a> Iterator for Comments<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let entry = self.texts.entries.get(self.next.index()?)?;
        self.next = entry.next;
        self.texts.text.get(entry.start..entry.start + entry.len as usize)
    }
}

impl PartialEq for Comments<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.clone().eq(other.clone())
    }
}

impl Eq for Comments<'_> {}

impl<T: AsRef<str>, const N: usize> PartialEq<[T; N]> for Comments<'_> {
    fn eq(&self, other: &[T; N]) -> bool {
        self.clone().eq(other.iter().map(AsRef::as_ref))
    }
}

impl fmt::Debug for Comments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The texts of all comments of a game, one behind the other, with those of removed comments between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommentTexts {
    text: String,
    entries: Vec<Entry>,
    /// The memory of the comments that are in lists, in bytes.
    used: usize,
}

/// A comment in its list.
#[derive(Clone, Copy, Debug)]
struct Entry {
    start: usize,
    len: u32,
    next: Link,
}

/// The memory of a comment besides its text, in bytes.
pub(crate) const COMMENT_SIZE: usize = size_of::<Entry>();

/// The place of an entry, counted from 1, or 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Link(u32);

impl Link {
    const NONE: Self = Self(0);

    const fn index(self) -> Option<usize> {
        (self.0 as usize).checked_sub(1)
    }
}

/// The comments at one place of a game, by the links of the first and the last.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CommentList {
    first: Link,
    last: Link,
}

assert_eq_size!(CommentList, u64);

impl CommentList {
    pub(crate) const NONE: Self = Self { first: Link::NONE, last: Link::NONE };
}

/// The initial capacities for texts and entries.
const USUAL: (usize, usize) = (1024, 64);

impl CommentTexts {
    pub(crate) const fn read(&self, list: CommentList) -> Comments<'_> {
        Comments { texts: self, next: list.first }
    }

    /// Adds a comment at the end of a list.
    ///
    /// # Panics
    /// The game has had 2^32 - 1 comments.
    #[inline]
    pub(crate) fn push(&mut self, list: &mut CommentList, comment: &str) {
        if self.entries.is_empty() {
            self.text.reserve(USUAL.0);
            self.entries.reserve(USUAL.1);
        }
        let (start, len) = (self.text.len(), comment.len() as u32);
        self.text.push_str(comment);
        self.entries.push(Entry { start, len, next: Link::NONE });
        self.used += COMMENT_SIZE + comment.len();
        let link = Link(u32::try_from(self.entries.len()).expect("fewer than 2^32 comments"));
        self.link(list, CommentList { first: link, last: link });
    }

    /// Moves the comments of another list, which is then used no more, to the end of a list.
    pub(crate) fn append(&mut self, list: &mut CommentList, other: CommentList) {
        if other.first != Link::NONE {
            self.link(list, other);
        }
    }

    #[inline]
    fn link(&mut self, list: &mut CommentList, other: CommentList) {
        match list.last.index() {
            None => list.first = other.first,
            Some(last) => self.entries[last].next = other.first,
        }
        list.last = other.last;
    }

    /// Empties a list.
    pub(crate) fn remove(&mut self, list: &mut CommentList) {
        let list = core::mem::take(list);
        self.used -= self.read(list).map(|comment| COMMENT_SIZE + comment.len()).sum::<usize>();
    }

    /// Tests whether the greater part of the memory, and more than `least` bytes, is that of removed comments.
    pub(crate) fn is_wasteful(&self, least: usize) -> bool {
        self.text.len() + self.entries.len() * COMMENT_SIZE > 2 * self.used + least
    }

    /// Copies the comments of a list that belongs to other texts.
    pub(crate) fn copy(&mut self, texts: &Self, list: CommentList) -> CommentList {
        let mut copy = CommentList::NONE;
        texts.read(list).for_each(|comment| self.push(&mut copy, comment));
        copy
    }

    /// The memory that all comments take, and that of those in lists, in bytes.
    #[cfg(test)]
    pub(crate) fn memory(&self) -> (usize, usize) {
        (self.text.len() + self.entries.len() * COMMENT_SIZE, self.used)
    }

    /// Gives back memory of few comments.
    pub(crate) fn shrink(&mut self) {
        if self.text.len() < self.text.capacity() / 2 {
            self.text.shrink_to_fit();
        }
        if self.entries.len() < self.entries.capacity() / 2 {
            self.entries.shrink_to_fit();
        }
    }
}
