use std::ops::Range;

use super::validity::Validity;

/// Texts, with their nulls: the concatenated bytes, and offsets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Texts {
    /// One more than there are texts.
    offsets: Vec<i32>,
    text: String,
    validity: Validity,
}

impl Default for Texts {
    fn default() -> Self {
        Self { offsets: vec![0], text: String::new(), validity: Validity::default() }
    }
}

impl Texts {
    /// The offsets of the texts in [`text`](Self::text), one more than there are texts.
    pub fn offsets(&self) -> &[i32] {
        &self.offsets
    }

    /// All texts, concatenated.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Which of the texts are null.
    pub const fn validity(&self) -> &Validity {
        &self.validity
    }

    /// The text at index `i`; `None` if it is null or does not exist.
    pub fn get(&self, i: usize) -> Option<&str> {
        if !self.validity.is_valid(i) {
            return None;
        }
        self.text.get(range(&self.offsets, i)?)
    }

    /// Offsets, texts, and which of them are null.
    pub fn into_parts(self) -> (Vec<i32>, String, Validity) {
        (self.offsets, self.text, self.validity)
    }

    #[inline]
    pub(crate) fn push(&mut self, text: Option<&str>) {
        self.text.push_str(text.unwrap_or_default());
        self.offsets.push(self.text.len() as i32);
        self.validity.push(text.is_some());
    }

    /// Adds a text that `write` writes.
    pub(crate) fn push_with(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.offsets.push(self.text.len() as i32);
        self.validity.push(true);
    }

    pub(super) fn append(&mut self, other: &Self) {
        append_offsets(&mut self.offsets, &other.offsets);
        self.text.push_str(&other.text);
        self.validity.append(&other.validity);
    }
}

/// The range of item `i`.
pub(super) fn range(offsets: &[i32], i: usize) -> Option<Range<usize>> {
    let (&start, &end) = (offsets.get(i)?, offsets.get(i + 1)?);
    Some(start as usize..end as usize)
}

/// Adds the items that other offsets tell.
pub(super) fn append_offsets(offsets: &mut Vec<i32>, others: &[i32]) {
    let base = offsets.last().copied().unwrap_or_default();
    offsets.extend(others.iter().skip(1).map(|offset| base + offset));
}
