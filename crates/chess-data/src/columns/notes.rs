//! Notes within the file of a table: what it was made from, and what is in it.

use std::collections::BTreeMap;

use super::checksum::Checksum;
use super::choice::Columns;
use crate::filter::Filter;
use crate::input::Input;

/// What a table of games is made from: an input, and the choices of the caller. A file of the table has it as notes, by which a later run
/// knows whether the table is the one that it would write.
///
/// # Examples
/// ```
/// use chess_data::columns::{Checksum, Columns, Earlier, TableSource};
/// use chess_data::filter::Filter;
/// use chess_data::input::Input;
///
/// let (columns, games) = ("game,moves".parse::<Columns>()?, Input::bytes("a.pgn", "1. e4 *"));
/// let source = |filter: &Filter| TableSource::new(&games, &columns, filter);
/// let written = source(&Filter::ALL).notes(Checksum::new(columns.chosen()), 0);
/// let note = |name: &str| written.get(name).map(String::as_str);
/// // Bytes in memory have no time, by which they could be known again.
/// assert_eq!(source(&Filter::ALL).compare(note), Earlier::Changed);
/// assert_eq!(source(&"plies > 9".parse()?).compare(note), Earlier::Other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableSource(BTreeMap<&'static str, String>);

/// A table that an earlier run has written, compared with what would be written now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Earlier {
    /// The same table.
    Same {
        /// The value of its checksum.
        checksum: u64,
        /// Number of its rows.
        rows: u64,
        /// Number of its rows of games that break a rule.
        broken: u64,
    },
    /// The same choices, but another input: a file has another size or time.
    Changed,
    /// A table of other choices, or one without notes.
    Other,
}

const INPUT: &str = "chess.input";
const PART: &str = "chess.part";
const OPENING_NAMES: &str = "chess.opening_names";
const COLUMNS: &str = "chess.columns";
const FILTER: &str = "chess.filter";
const SCORE_VIEW: &str = "chess.score_view";
const ENCODING: &str = "chess.encoding";
const LENIENT: &str = "chess.lenient";
const ROWS: &str = "chess.rows";
const BROKEN: &str = "chess.broken";
const CHECKSUM: &str = "chess.checksum";

/// The choices of the caller.
const CHOICES: [&str; 5] = [COLUMNS, FILTER, SCORE_VIEW, ENCODING, LENIENT];

impl TableSource {
    /// The games of an input, with what is set for it except names of openings.
    pub fn new(input: &Input, columns: &Columns, filter: &Filter) -> Self {
        let mut notes = BTreeMap::from([(COLUMNS, columns.to_string()), (FILTER, filter.to_string())]);
        notes.extend(input.state().map(|state| (INPUT, state)));
        notes.extend(input.score_view().map(|view| (SCORE_VIEW, view.name().to_owned())));
        notes.extend(input.encoding().map(|encoding| (ENCODING, encoding.to_string())));
        Self(notes)
    }

    /// Reads games leniently.
    #[must_use]
    pub fn lenient(mut self, is_lenient: bool) -> Self {
        self.0.extend(is_lenient.then(|| (LENIENT, "true".to_owned())));
        self
    }

    /// Takes names of openings from a file.
    #[must_use]
    pub fn opening_names(mut self, file: &Input) -> Self {
        self.0.insert(OPENING_NAMES, file.state().unwrap_or_default());
        self
    }

    /// Reads only a part of the input, in the caller's words.
    #[must_use]
    pub fn part(mut self, part: impl Into<String>) -> Self {
        self.0.insert(PART, part.into());
        self
    }

    /// All notes of the complete table, which has this checksum and this number of rows of games that break a rule.
    pub fn notes(&self, checksum: Checksum, broken: u64) -> BTreeMap<&'static str, String> {
        let mut notes = self.0.clone();
        notes.insert(ROWS, checksum.rows().to_string());
        notes.insert(BROKEN, broken.to_string());
        notes.insert(CHECKSUM, checksum.to_string());
        notes
    }

    /// Compares the notes of a file, by their names, with those that it would have now.
    pub fn compare<'a>(&self, note: impl Fn(&str) -> Option<&'a str>) -> Earlier {
        let number = |name| note(name).and_then(|text| text.parse().ok());
        let checksum = note(CHECKSUM).and_then(|text| u64::from_str_radix(text, 16).ok());
        let (Some(checksum), Some(rows), Some(broken)) = (checksum, number(ROWS), number(BROKEN)) else {
            return Earlier::Other;
        };
        let own = |name: &str| self.0.get(name).map(String::as_str);
        let are_same = |names: &[&str]| names.iter().all(|name| note(name) == own(name));
        // What is no file may be another one each time.
        let is_known = own(INPUT).is_some() && own(OPENING_NAMES) != Some("");
        if !are_same(&CHOICES) || note(OPENING_NAMES).is_some() != own(OPENING_NAMES).is_some() {
            Earlier::Other
        } else if is_known && are_same(&[INPUT, PART, OPENING_NAMES]) {
            Earlier::Same { checksum, rows, broken }
        } else {
            Earlier::Changed
        }
    }
}
