use std::collections::HashMap;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The tags of a game in the order of the file. If a name occurs more than once, the last value counts.
#[derive(Default)]
pub(crate) struct Headers {
    tags: Vec<(String, String)>,
}

impl Headers {
    /// The memory that a tag takes, in bytes.
    pub(crate) fn size(name: &str, value: &str) -> usize {
        size_of::<(String, String)>() + name.len() + value.len()
    }

    pub(crate) fn add(&mut self, name: String, value: String) {
        self.tags.push((name, value));
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(it, _)| it == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn clear(&mut self) {
        self.tags.clear();
    }
}

/// An object with a key for each name, in the place where the name first occurs.
impl Serialize for Headers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let tags = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let mut values: HashMap<&str, &str> = tags.clone().collect();
        let mut map = serializer.serialize_map(Some(values.len()))?;
        for (name, _) in tags {
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
            headers.add(name.to_owned(), value.to_owned());
        }
        assert_eq!(serde_json::to_string(&headers).unwrap(), r#"{"a":"3","b":"","c":"4"}"#);
        assert_eq!((headers.get("a"), headers.get("b"), headers.get("d")), (Some("3"), Some(""), None));
        headers.clear();
        assert_eq!(serde_json::to_string(&headers).unwrap(), "{}");
    }
}
