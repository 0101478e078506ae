//! Tests of the solver: against a slow twin that moves forward only, and against published counts and distances.

mod known;
mod properties;
mod tables;
mod twin;
