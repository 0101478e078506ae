use std::boxed::Box;

use crate::history::Histories;
use crate::stack::Stack;

/// What a thread keeps.
#[derive(Debug, Default)]
pub(super) struct Worker {
    pub(super) stack: Stack,
    pub(super) histories: Box<Histories>,
}
