//! Tests of the move generator against known counts and a slow mailbox.

mod backends;
mod changes;
mod game_state;
mod games;
mod helpmate;
#[cfg(all(avx512_model, target_arch = "x86_64"))]
mod model;
mod node;
mod oracle;
mod outcome;
mod position_ext;
mod reasons;
mod rules;
mod see;
mod sinks;
