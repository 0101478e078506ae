//! The column of all tags.

use std::sync::Arc;

use arrow_array::{ArrayRef, MapArray, StringArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};

use crate::tags::AllTags;

/// Maps of the tags of games: from the names to the values, in the order of the text. The tags of a game are appended as one text, which
/// takes a third of the time of builders.
#[derive(Debug)]
pub(super) struct TagMaps {
    names: Texts,
    values: Texts,
    /// The places where maps end.
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
}

/// Texts, one after another.
#[derive(Debug)]
struct Texts {
    text: String,
    /// The places where they begin and end.
    ends: Vec<i32>,
}

impl Default for Texts {
    fn default() -> Self {
        Self { text: String::new(), ends: vec![0] }
    }
}

impl Texts {
    /// Adds texts, with the places where they end.
    fn extend(&mut self, text: &str, ends: impl Iterator<Item = usize>) {
        let start = offset(self.text.len());
        self.text.push_str(text);
        // The last place is in range, and with it the others.
        offset(self.text.len());
        self.ends.extend(ends.map(|end| start + end as i32));
    }

    fn finish(&mut self) -> ArrayRef {
        let Self { text, ends } = std::mem::take(self);
        let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
        Arc::new(StringArray::new(ends, text.into_bytes().into(), None))
    }
}

/// A batch ends long before its texts have this many bytes.
fn offset(place: usize) -> i32 {
    i32::try_from(place).expect("texts of less than 2 GiB")
}

impl Default for TagMaps {
    fn default() -> Self {
        let nulls = NullBufferBuilder::new(0);
        Self { names: Texts::default(), values: Texts::default(), ends: vec![0], nulls }
    }
}

impl TagMaps {
    /// Adds the tags of a game. Of a name that occurs more than once, the last value counts.
    pub(super) fn push(&mut self, tags: &AllTags) {
        if tags.has_repeated() {
            for (name, value) in tags.last() {
                self.names.extend(name, [name.len()].into_iter());
                self.values.extend(value, [value.len()].into_iter());
            }
        } else {
            let ([names, values], ends) = (tags.texts(), tags.ends().iter());
            self.names.extend(names, ends.clone().map(|end| end.0));
            self.values.extend(values, ends.map(|end| end.1));
        }
        self.end(true);
    }

    pub(super) fn push_null(&mut self) {
        self.end(false);
    }

    fn end(&mut self, is_valid: bool) {
        self.ends.push(offset(self.names.ends.len() - 1));
        self.nulls.append(is_valid);
    }

    /// Returns the maps, which are removed.
    pub(super) fn finish(&mut self) -> ArrayRef {
        let Self { mut names, mut values, ends, mut nulls } = std::mem::take(self);
        let fields =
            Fields::from(["key", "value"].map(|name| Field::new(name, DataType::Utf8, false)).to_vec());
        let entries = StructArray::new(fields.clone(), vec![names.finish(), values.finish()], None);
        let field = Arc::new(Field::new("entries", DataType::Struct(fields), false));
        let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
        Arc::new(MapArray::new(field, ends, entries, nulls.finish(), false))
    }
}
