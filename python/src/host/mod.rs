//! What Python gives: inputs, numbers and threads.

pub(crate) mod alone;
pub(crate) mod inputs;
pub(crate) mod numbers;
pub(crate) mod reading;
pub(crate) mod run;
