use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use static_assertions::assert_eq_size;

/// The comments at one place of a game. Nearly always that is one at most, which takes no list.
#[derive(Clone, Debug, Default)]
pub(crate) enum Comments {
    #[default]
    None,
    One(String),
    #[allow(clippy::box_collection, reason = "the enum is as small as a `String`, so that nodes are small")]
    Many(Box<Vec<String>>),
}

assert_eq_size!(Comments, String);

impl Comments {
    #[inline]
    pub(crate) fn as_slice(&self) -> &[String] {
        match self {
            Self::None => &[],
            Self::One(comment) => core::slice::from_ref(comment),
            Self::Many(comments) => comments,
        }
    }

    pub(crate) fn push(&mut self, comment: String) {
        *self = match core::mem::take(self) {
            Self::None => Self::One(comment),
            Self::One(first) => Self::Many(Box::new(Vec::from([first, comment]))),
            Self::Many(mut comments) => {
                comments.push(comment);
                Self::Many(comments)
            }
        };
    }

    /// Takes all comments out, as a list.
    pub(crate) fn take(&mut self) -> Vec<String> {
        match core::mem::take(self) {
            Self::None => Vec::new(),
            Self::One(comment) => Vec::from([comment]),
            Self::Many(comments) => *comments,
        }
    }

    pub(crate) fn extend(&mut self, comments: impl IntoIterator<Item = String>) {
        comments.into_iter().for_each(|comment| self.push(comment));
    }
}
