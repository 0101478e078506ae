use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use super::result::GameResult;

/// The tags of a game, in the order in which they are written: the seven tag roster, which is always there, and others in
/// the order of their ASCII codes.
///
/// What is not known of the roster is `?`, of the date `????.??.??`, of the result `*`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tags {
    roster: [String; 7],
    others: BTreeMap<String, String>,
}

const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

const UNKNOWN: [&str; 7] = ["?", "?", "????.??.??", "?", "?", "?", "*"];

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        match roster_index(name) {
            Some(i) => Some(&self.roster[i]),
            None => self.others.get(name).map(String::as_str),
        }
    }

    /// The name of the tournament or match.
    pub fn event(&self) -> &str {
        &self.roster[0]
    }

    /// Where it was.
    pub fn site(&self) -> &str {
        &self.roster[1]
    }

    /// When the game began, as `1992.11.04`, with question marks in place of what is not known.
    pub fn date(&self) -> &str {
        &self.roster[2]
    }

    /// The round.
    pub fn round(&self) -> &str {
        &self.roster[3]
    }

    /// Who played White.
    pub fn white(&self) -> &str {
        &self.roster[4]
    }

    /// Who played Black.
    pub fn black(&self) -> &str {
        &self.roster[5]
    }

    /// How the game ended.
    pub fn result(&self) -> GameResult {
        GameResult::from_bytes(self.roster[6].as_bytes()).unwrap_or_default()
    }

    /// All names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let roster = ROSTER.into_iter().zip(self.roster.iter().map(String::as_str));
        roster.chain(self.others.iter().map(|(name, value)| (name.as_str(), value.as_str())))
    }

    /// Gives a tag another value; control characters become spaces.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let value = value.replace(|c: char| c.is_ascii_control(), " ");
        match roster_index(name) {
            Some(i) => self.roster[i] = value,
            None => {
                self.others.insert(name.to_owned(), value);
            }
        }
    }

    /// Takes a tag away; one of the roster is then not known.
    pub(crate) fn remove(&mut self, name: &str) {
        match roster_index(name) {
            Some(i) => UNKNOWN[i].clone_into(&mut self.roster[i]),
            None => {
                self.others.remove(name);
            }
        }
    }
}

impl Default for Tags {
    /// The roster of a game of which nothing is known.
    fn default() -> Self {
        Self { roster: UNKNOWN.map(ToOwned::to_owned), others: BTreeMap::new() }
    }
}

fn roster_index(name: &str) -> Option<usize> {
    ROSTER.iter().position(|&other| other == name)
}
