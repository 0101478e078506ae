//! What Python gives: inputs, processes and threads.

pub(crate) mod inputs;
pub(crate) mod numbers;
pub(crate) mod process;
pub(crate) mod reading;
pub(crate) mod run;
