use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::Duration;

use crate::outcome::Outcome;

/// A run without a fault.
pub(crate) struct Usual {
    pub(crate) code: i32,
    /// Only the lines that can be compared.
    pub(crate) stdout: Vec<u8>,
    /// All bytes of stdout.
    pub(crate) printed: Vec<u8>,
    /// The files that were written.
    pub(crate) files: BTreeMap<OsString, Vec<u8>>,
    pub(crate) time: Duration,
    /// What is wrong even without a fault.
    pub(crate) broken: Vec<String>,
}

impl Usual {
    pub(crate) fn outcome(&self) -> Outcome {
        if self.broken.is_empty() { Outcome::Ok } else { Outcome::Failed(self.broken.clone()) }
    }
}
