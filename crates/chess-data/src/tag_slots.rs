use std::fmt::Write;

use chess_notation::pgn::TagValue;

/// The values of certain tags of a game. The memory is used again for the next game.
#[derive(Clone, Debug, Default)]
pub(crate) struct TagSlots {
    names: Vec<Box<str>>,
    /// The values, one behind the other.
    text: String,
    /// For each name the place of its value.
    places: Vec<Option<(usize, usize)>>,
}

impl TagSlots {
    /// No tags.
    pub(crate) const EMPTY: Self = Self { names: Vec::new(), text: String::new(), places: Vec::new() };

    /// The slot of the tag with this name.
    pub(crate) fn slot(&mut self, name: &str) -> usize {
        if let Some(slot) = self.names.iter().position(|known| **known == *name) {
            return slot;
        }
        self.names.push(name.into());
        self.places.push(None);
        self.names.len() - 1
    }

    /// Forgets the values.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.places.fill(None);
    }

    /// Keeps a value, if the tag has a slot. The last one counts.
    #[inline]
    pub(crate) fn set(&mut self, name: &str, value: TagValue<'_>) {
        let Some(slot) = self.names.iter().position(|known| **known == *name) else { return };
        let start = self.text.len();
        match value.raw().as_str() {
            Some(text) if !text.contains('\\') => self.text.push_str(text),
            // A string can be written to.
            _ => _ = write!(self.text, "{value}"),
        }
        self.places[slot] = Some((start, self.text.len()));
    }

    /// The value of the tag with this slot; `None` if the game has no such tag.
    #[inline]
    pub(crate) fn get(&self, slot: usize) -> Option<&str> {
        let (start, end) = (*self.places.get(slot)?)?;
        self.text.get(start..end)
    }

    /// The value of the tag with this slot; `None` if the game has no such tag, or if it is `?`, `-` or empty.
    #[inline]
    pub(crate) fn known(&self, slot: usize) -> Option<&str> {
        self.get(slot).filter(|&value| !matches!(value, "" | "?" | "-"))
    }

    /// The number of bytes of the values.
    pub(crate) fn size(&self) -> usize {
        self.text.len()
    }
}
