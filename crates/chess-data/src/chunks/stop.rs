use std::sync::Arc;
use std::sync::atomic::AtomicBool as OutsideBool;

use crate::sync::{AtomicBool, Ordering};

/// The end of a run before the end of its inputs.
pub(crate) struct Stop {
    /// Is set by the user of the pipeline, who notifies nobody.
    outside: Arc<OutsideBool>,
    /// Is set when the results have been taken that are wanted.
    inside: AtomicBool,
}

impl Stop {
    pub(crate) fn new(outside: &Arc<OutsideBool>) -> Self {
        Self { outside: Arc::clone(outside), inside: AtomicBool::new(false) }
    }

    pub(crate) fn set(&self) {
        self.inside.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.inside.load(Ordering::Relaxed) || self.outside.load(Ordering::Relaxed)
    }
}
