//! Mutants of a crate, all compiled into one build and switched on one at a time.
//!
//! The program `chess-mutants` and its self-test share this library; `docs/mutants.md` describes the method.

#![forbid(unsafe_code)]
#![allow(missing_docs, reason = "nobody else uses it")]

pub mod campaign;
pub mod compile;
pub mod compile_time;
pub mod condition;
pub mod copy;
pub mod coverage;
pub mod equivalent;
pub mod error;
pub mod finder;
pub mod forms;
pub mod hash;
pub mod hunt;
pub mod message;
pub mod operators;
pub mod plain;
pub mod process;
pub mod progress;
pub mod render;
pub mod report;
pub mod results;
pub mod scan;
pub mod site;
pub mod workspace;
