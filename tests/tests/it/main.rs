//! Tests that need several crates, or files outside of `crates`.

mod corpus;
mod material;
#[cfg(feature = "peers")]
mod peers;
#[cfg(feature = "readers")]
mod readers;
#[cfg(feature = "arrow")]
mod scores;
