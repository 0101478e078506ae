use std::collections::HashMap;
use std::fmt::{self, Write};
use std::ops::Range;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The tags of a game in the order of the file. If a name occurs more than once, the last value counts.
#[derive(Default)]
pub(crate) struct Headers {
    /// All names and values, one after another.
    text: String,
    /// The places of each name and its value in the text.
    tags: Vec<(Range<usize>, Range<usize>)>,
}

impl Headers {
    /// The memory that the tags take, in bytes.
    pub(crate) fn size(&self) -> usize {
        self.text.len() + self.tags.len() * size_of::<(Range<usize>, Range<usize>)>()
    }

    pub(crate) fn add(&mut self, name: &str, value: impl fmt::Display) {
        let start = self.text.len();
        self.text.push_str(name);
        let middle = self.text.len();
        // Writing to a string succeeds.
        let _ = write!(self.text, "{value}");
        self.tags.push((start..middle, middle..self.text.len()));
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.iter().rev().find(|(it, _)| *it == name).map(|(_, value)| value)
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> + Clone {
        self.tags.iter().map(|(name, value)| (&self.text[name.clone()], &self.text[value.clone()]))
    }
}

/// An object with a key for each name, in the place where the name first occurs.
impl Serialize for Headers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut values: HashMap<&str, &str> = self.iter().collect();
        let mut map = serializer.serialize_map(Some(values.len()))?;
        for (name, _) in self.iter() {
            if let Some(value) = values.remove(name) {
                map.serialize_entry(name, value)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_value_stands_in_the_first_place() {
        let mut headers = Headers::default();
        for (name, value) in [("a", "1"), ("b", "2"), ("a", "3"), ("c", "4"), ("b", "")] {
            headers.add(name, value);
        }
        assert_eq!(serde_json::to_string(&headers).unwrap(), r#"{"a":"3","b":"","c":"4"}"#);
        assert_eq!((headers.get("a"), headers.get("b"), headers.get("d")), (Some("3"), Some(""), None));
        // Nine letters and digits, and four numbers for each tag.
        assert_eq!(headers.size(), 9 + 5 * 4 * size_of::<usize>());
        headers.clear();
        assert_eq!(headers.size(), 0);
        assert_eq!(serde_json::to_string(&headers).unwrap(), "{}");
    }
}
