use std::collections::BTreeMap;
use std::io;

/// Input files by their names, with slashes for those in folders.
#[derive(Clone, Default)]
pub struct Inputs(BTreeMap<String, Vec<u8>>);

impl Inputs {
    /// Adds a file.
    pub fn add(&mut self, name: &str, bytes: impl Into<Vec<u8>>) {
        self.0.insert(name.to_owned(), bytes.into());
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// There is no such input.
    pub fn get(&self, name: &str) -> io::Result<&[u8]> {
        self.0
            .get(name)
            .map(Vec::as_slice)
            .ok_or_else(|| io::Error::other(format!("there is no input {name}")))
    }

    pub(crate) fn below<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        self.0
            .iter()
            .map(|(name, bytes)| (&**name, &**bytes))
            .filter(move |(name, _)| name.starts_with(prefix))
    }
}
